/// Writes text as a CSV field (RFC 4180) that no spreadsheet takes for a formula.
package enum CSVField {
  /// Returns the field, quoted if needed.
  ///
  /// A text that a spreadsheet would evaluate gets a leading apostrophe, which OWASP recommends and spreadsheets hide.
  package static func escaped(_ text: String) -> String {
    let text = isFormula(text) ? "'\(text)" : text
    let isQuoted = text.unicodeScalars.contains { ",;\"\r\n\t".unicodeScalars.contains($0) }
    guard isQuoted else { return text }
    var field = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { field += "\"" }
      field.unicodeScalars.append(scalar)
    }
    return field + "\""
  }

  /// Returns whether a spreadsheet would evaluate the text. Skips spaces and invisible characters before the sign,
  /// because some programs drop them.
  private static func isFormula(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "=", "+", "-", "@", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return true
      case _ where scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint: continue
      default: return false
      }
    }
    return false
  }
}
