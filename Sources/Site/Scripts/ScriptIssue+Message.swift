import Diagnostics

extension ScriptIssue {
  var severity: Diagnostic.Severity { .error }

  var code: String {
    switch self {
    case .unreadable: "site.script"
    case .importForm, .exportForm, .importAddress: "site.script-form"
    case .missing: "site.script-missing"
    case .missingExport: "site.script-export"
    case .doubledName: "site.script-name"
    case .importCircle: "site.script-circle"
    case .unused: "site.script-unused"
    case .template: "site.script-template"
    }
  }

  var message: String {
    switch self {
    case .unreadable(let reason): reason.message
    case .importForm: "this import can't be bundled"
    case .exportForm: "this export can't be bundled"
    case .importAddress(let address): "\"\(address)\" is no script of the page templates"
    case .missing(let path, known: _): "there is no script \(path)"
    case .missingExport(let name, let path, known: _): "\(path) exports no \"\(name)\""
    case .doubledName(let name, let other): "\"\(name)\" is declared in \(other) too"
    case .importCircle(let paths): "scripts import each other in a circle: \(paths.joined(separator: " → "))"
    case .unused: "no page's script imports this one"
    case .template: "scripts of pages are no Mustache templates any more, but modules"
    }
  }

  var hint: String? {
    switch self {
    case .unreadable(.openString): "a string ends on the line where it begins; a template may go on"
    case .unreadable: nil
    case .importForm: "write import { name } from './other.js', without renaming, at the top of the script"
    case .exportForm: "write export before a declaration: export const, export function, export class"
    case .importAddress: "write it from the script's own folder: './other.js', '../common/other.js'"
    case .missing(let path, let known):
      nearest(to: path, among: known).map { "did you mean \"\($0)\"?" }
        ?? "scripts stand in common, feed and review beside the page templates"
    case .missingExport(let name, _, let known):
      nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
        ?? (known.isEmpty ? "write export before its declaration" : "it exports \(known.joined(separator: ", "))")
    case .doubledName: "a page's scripts become one, with one scope: give one of the two another name"
    case .importCircle: "move what both need to a script of its own, or hand it over as a value"
    case .unused(let path, let known):
      nearest(to: path, among: known).map { "did you mean \"\($0)\"?" }
        ?? "scripts replace those of Templates/Site by path, or are imported by one that does"
    case .template(let now): "make it a module called \(now); docs/feed-site.md says how"
    }
  }
}

extension ScriptFault.Reason {
  fileprivate var message: String {
    switch self {
    case .openString: "the script can't be read: this string has no end"
    case .openTemplate: "the script can't be read: this template has no end"
    case .openRegularExpression: "the script can't be read: this regular expression has no end"
    case .openComment: "the script can't be read: this comment has no end"
    case .openBracket(let bracket): "the script can't be read: nothing closes this \"\(bracket)\""
    case .strayBracket(let bracket): "the script can't be read: this \"\(bracket)\" closes nothing"
    }
  }
}
