/// Escapes text for HTML and XML.
///
/// Like every escaper of this module, it works by Unicode scalar. A `<` with a combining mark, or after a character
/// that joins itself to the next one (U+0600), is part of a Character that doesn't equal `<`. A parser still sees the
/// `<`.
package enum Markup {
  /// Returns the text for an element's content or a quoted attribute of HTML.
  ///
  /// HTML forbids control characters and noncharacters: each becomes U+FFFD.
  package static func html(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "\t", "\n": nil
      case "\r": "&#13;"
      default: isAllowed(scalar) ? nil : "\u{FFFD}"
      }
    }
  }

  /// Returns the text for an element's content or a quoted attribute of XML 1.0.
  ///
  /// XML forbids control characters and noncharacters: they are removed.
  ///
  /// - Parameter keepsLineBreaks: Pass true for an element's content. In an attribute, parsers read a bare line break
  ///   as a space.
  package static func xml(_ text: String, keepsLineBreaks: Bool = false) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "\n" where keepsLineBreaks: nil
      case "\t", "\n", "\r": "&#\(scalar.value);"
      default: isAllowed(scalar) ? nil : ""
      }
    }
  }

  /// Returns whether XML 1.0 (2.2) allows the scalar and doesn't discourage it, as it does C1 controls and
  /// noncharacters.
  package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  /// - Parameter other: Returns the replacement for a scalar that is not part of markup; nil keeps it.
  private static func escaped(_ text: String, other: (Unicode.Scalar) -> String?) -> String {
    guard !isPlain(text) else { return text }
    var escaped = ""
    escaped.unicodeScalars.reserveCapacity(text.utf8.count + 32)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default:
        if let replacement = other(scalar) {
          escaped += replacement
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }

  /// Returns whether the text is ASCII without anything to escape. Most texts are, and need no copy.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
      default: 0x20..<0x7F ~= byte
      }
    }
  }
}
