import Diagnostics
import Files

extension TerminalTraits {
  /// A diagnostic in words, its first word coloured where that is wanted.
  package func text(of diagnostic: Diagnostic) -> String {
    let (text, word) = (diagnostic.description, diagnostic.severity.rawValue)
    guard hasColor, text.hasPrefix(word) else { return text }
    let color =
      switch diagnostic.severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return "\u{1B}[1;\(color)m\(word)\u{1B}[0m\(text.dropFirst(word.count))"
  }
}
