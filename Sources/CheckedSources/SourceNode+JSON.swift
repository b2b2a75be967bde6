extension SourceNode {
  /// The value as JSON on one line, which is YAML as well. What was read from either reads back as the same value, places
  /// aside.
  package var json: String {
    var text = ""
    write(to: &text, sortsKeys: false)
    return text
  }

  /// The same for the same value, in whatever order its keys stand.
  package var canonicalJSON: String {
    var text = ""
    write(to: &text, sortsKeys: true)
    return text
  }

  private func write(to text: inout String, sortsKeys: Bool) {
    switch content {
    case .object(let members):
      text += "{"
      let ordered = sortsKeys ? members.sorted { $0.key < $1.key } : members
      for (index, member) in ordered.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text, sortsKeys: sortsKeys)
      }
      text += "}"
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text, sortsKeys: sortsKeys)
      }
      text += "]"
    case .string(let string): Self.write(string, to: &text)
    case .number(let number): text += number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .flag(let flag): text += "\(flag)"
    case .null: text += "null"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      default:
        // What YAML does not allow as it is, and what ends its lines.
        let isPlain =
          (0x20...0x7E).contains(scalar.value)
          || (0xA0...0xD7FF).contains(scalar.value)
            && scalar.value != 0x2028 && scalar.value != 0x2029
        if isPlain { text.unicodeScalars.append(scalar) } else { Self.escape(scalar, to: &text) }
      }
    }
    text += "\""
  }

  /// As UTF-16, which is what JSON's escapes are; YAML has no surrogates, and takes characters beyond the first plane as
  /// they are.
  private static func escape(_ scalar: Unicode.Scalar, to text: inout String) {
    guard scalar.value <= 0xFFFF else {
      text.unicodeScalars.append(scalar)
      return
    }
    let digits = String(scalar.value, radix: 16)
    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
