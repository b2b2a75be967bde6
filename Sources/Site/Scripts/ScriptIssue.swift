import Diagnostics

/// A problem with the pages' scripts.
enum ScriptIssue: Issue {
  case unreadable(ScriptFault.Reason)
  /// An import in an unsupported form.
  case importForm
  case exportForm
  /// A module address outside of the folder of templates.
  case importAddress(String)
  case missing(String, known: [String])
  case missingExport(String, from: String, known: [String])
  /// A name declared by two of a page's modules.
  case doubledName(String, other: String)
  /// A circular import, from a module back to itself.
  case importCircle([String])
  /// A script of the project that no page's script imports.
  case unused(String, known: [String])
  /// A script in the form from before the introduction of modules.
  case template(now: String)

  var text: IssueText {
    switch self {
    case .unreadable(let reason):
      .error(
        "site.script", reason.message,
        hint: reason == .openString ? "a string ends on the line where it begins; a template may go on" : nil)
    case .importForm:
      .error(
        "site.script-form", "this import can't be bundled",
        hint: "write import { name } from './other.js', without renaming, at the top of the script")
    case .exportForm:
      .error(
        "site.script-form", "this export can't be bundled",
        hint: "write export before a declaration: export const, export function, export class")
    case .importAddress(let address):
      .error(
        "site.script-form", "\"\(address)\" is no script of the page templates",
        hint: "write it from the script's own folder: './other.js', '../common/other.js'")
    case .missing(let path, let known):
      .error(
        "site.script-missing", "there is no script \(path)",
        hint: nearest(to: path, among: known).map { "did you mean \"\($0)\"?" }
          ?? "scripts stand in common, feed and review beside the page templates")
    case .missingExport(let name, let path, let known):
      .error(
        "site.script-export", "\(path) exports no \"\(name)\"",
        hint: nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
          ?? (known.isEmpty ? "write export before its declaration" : "it exports \(known.joined(separator: ", "))"))
    case .doubledName(let name, let other):
      .error(
        "site.script-name", "\"\(name)\" is declared in \(other) too",
        hint: "a page's scripts become one, with one scope: give one of the two another name")
    case .importCircle(let paths):
      .error(
        "site.script-circle", "scripts import each other in a circle: \(paths.joined(separator: " → "))",
        hint: "move what both need to a script of its own, or hand it over as a value")
    case .unused(let path, let known):
      .error(
        "site.script-unused", "no page's script imports this one",
        hint: nearest(to: path, among: known).map { "did you mean \"\($0)\"?" }
          ?? "scripts replace those of Templates/Site by path, or are imported by one that does")
    case .template(let now):
      .error(
        "site.script-template", "scripts of pages are no Mustache templates any more, but modules",
        hint: "make it a module called \(now)")
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
