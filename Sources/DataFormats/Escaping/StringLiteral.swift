/// Writes text as a string of JavaScript or PDF.
package enum StringLiteral {
  /// Returns a JSON string with its quotes that is also JavaScript and stays data inside a `<script>` element.
  ///
  /// `<` could end a script or begin a comment in it. U+2028 and U+2029 end lines in old engines.
  package static func script(_ text: String) -> String {
    var output = ""
    appendScript(text, to: &output)
    return output
  }

  /// Appends what `script` returns.
  package static func appendScript(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "<", ">", "&", "\u{7F}", "\u{2028}", "\u{2029}", "\u{FEFF}": appendCode(scalar.value, to: &output)
      case _ where scalar.value < 0x20: appendCode(scalar.value, to: &output)
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }

  private static func appendCode(_ value: UInt32, to output: inout String) {
    let hex = String(value, radix: 16)
    output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
  }

  /// Returns a literal string of PDF (ISO 32000-1, 7.3.4.2) with its parentheses.
  ///
  /// - Parameter text: Printable ASCII.
  package static func pdf(_ text: String) -> String {
    var output = "("
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "(" || scalar == ")" { output += "\\" }
      output.unicodeScalars.append(scalar)
    }
    return output + ")"
  }
}
