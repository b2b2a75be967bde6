/// A workflow command that GitHub shows as an annotation:
/// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
package struct GitHubAnnotation: Hashable, Sendable {
  package var level: Diagnostic.Severity
  package var title: String
  /// The message, which may have several lines.
  package var message: String

  package init(level: Diagnostic.Severity, title: String, message: String) {
    self.level = level
    self.title = title
    self.message = message
  }

  /// The workflow command with a final line break: `::error title=…::…`. Unlike all other output, it is meant to be
  /// read as a command.
  package var command: String {
    let name = level == .note ? "notice" : level.rawValue
    return "::\(name) title=\(Self.escaped(title, isProperty: true))::\(Self.escaped(message, isProperty: false))\n"
  }

  /// Escapes by Unicode scalar: a line break after a carriage return, or a colon with a combining accent, is not a
  /// Character of its own.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      case _ where PlainText.steers(scalar): escaped += PlainText.visible(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
