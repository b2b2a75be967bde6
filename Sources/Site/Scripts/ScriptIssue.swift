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
        hint: reason == .openString
          ? "end the string on the line where it starts; only template literals can span lines" : nil)
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
        "site.script-form", "\"\(address)\" is not a script of the page templates",
        hint: "write a path from the script's folder: './other.js', '../common/other.js'")
    case .missing(let path, let known):
      .error(
        "site.script-missing", "there is no script \(path)",
        hint: nearest(to: path, among: known).map { "did you mean \"\($0)\"?" }
          ?? "scripts are in common, feed and review, next to the page templates")
    case .missingExport(let name, let path, let known):
      .error(
        "site.script-export", "\(path) does not export \"\(name)\"",
        hint: nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
          ?? (known.isEmpty ? "write export before its declaration" : "it exports \(known.joined(separator: ", "))"))
    case .doubledName(let name, let other):
      .error(
        "site.script-name", "\"\(name)\" is also declared in \(other)",
        hint: "rename one of them: all scripts of a page share one scope")
    case .importCircle(let paths):
      .error(
        "site.script-circle", "scripts import each other in a loop: \(paths.joined(separator: " → "))",
        hint: "move the shared code to a separate script, or pass it as a value")
    case .unused(let path, let known):
      .error(
        "site.script-unused", "no script of a page imports this script",
        hint: nearest(to: path, among: known).map { "did you mean \"\($0)\"?" }
          ?? "to replace a script of Templates/Site, use the same path; otherwise import this script from one that the page uses"
      )
    case .template(let now):
      .error(
        "site.script-template", "page scripts are JavaScript modules, no longer Mustache templates",
        hint: "convert it to a module named \(now)")
    }
  }
}

extension ScriptFault.Reason {
  fileprivate var message: String {
    switch self {
    case .openString: "the script can't be read: this string is not closed"
    case .openTemplate: "the script can't be read: this template literal is not closed"
    case .openRegularExpression: "the script can't be read: this regular expression is not closed"
    case .openComment: "the script can't be read: this comment is not closed"
    case .openBracket(let bracket): "the script can't be read: this \"\(bracket)\" is not closed"
    case .strayBracket(let bracket): "the script can't be read: this \"\(bracket)\" has no opening bracket"
    }
  }
}
