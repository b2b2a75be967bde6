/// Splits words like a POSIX shell (XCU 2.2, 2.6.3): quotes, backslashes and the output of `printf`. Any other syntax
/// is a violation.
enum ShellReading {
  static func words(_ line: String) throws -> [String] {
    var left = Array(line.unicodeScalars)[...]
    var words: [String] = []
    var word: [UInt8]?
    func take(_ start: String) -> Bool {
      guard left.starts(with: start.unicodeScalars) else { return false }
      left = left.dropFirst(start.unicodeScalars.count)
      return true
    }
    func until(_ end: String) throws -> [Unicode.Scalar] {
      var taken: [Unicode.Scalar] = []
      while !left.starts(with: end.unicodeScalars) {
        guard let scalar = left.popFirst() else { throw Violation("no \(end) ends a quote: \(line.debugDescription)") }
        taken.append(scalar)
      }
      left = left.dropFirst(end.unicodeScalars.count)
      return taken
    }
    while let scalar = left.first {
      if take("\"$(printf '") {
        var bytes = try octal(until("')\""), line)
        while bytes.last == 0x0A { bytes.removeLast() }
        word = (word ?? []) + bytes
      } else if take("$'") {
        let breaks = try until("'")
        try Violation.unless(
          String(String.UnicodeScalarView(breaks)).utf8.elementsEqual(
            String(repeating: "\\n", count: breaks.count / 2).utf8), "not line breaks alone: \(line.debugDescription)")
        word = (word ?? []) + Array(repeating: 0x0A, count: breaks.count / 2)
      } else if take("'") {
        word = (word ?? []) + Array(String(String.UnicodeScalarView(try until("'"))).utf8)
      } else if take("\\") {
        guard let next = left.popFirst(), next != "\n" else { throw Violation("a backslash at the end") }
        word = (word ?? []) + Array(String(next).utf8)
      } else if take(" ") {
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        word = nil
      } else {
        let isPlain =
          scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789@%+=:,./-_".unicodeScalars.contains(scalar))
        try Violation.unless(isPlain, "a shell gives a meaning to \(scalar) in \(line.debugDescription)")
        left = left.dropFirst()
        word = (word ?? []) + Array(String(scalar).utf8)
      }
    }
    if let word { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static func octal(_ format: [Unicode.Scalar], _ line: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var left = format[...]
    while !left.isEmpty {
      let code = String(String.UnicodeScalarView(left.dropFirst().prefix(3)))
      guard left.first == "\\", code.utf8.count == 3, let byte = UInt8(code, radix: 8) else {
        throw Violation("no octal code: \(line.debugDescription)")
      }
      bytes.append(byte)
      left = left.dropFirst(4)
    }
    return bytes
  }
}

/// Reads rows and fields of CSV as defined by RFC 4180.
enum CSVReading {
  static func rows(_ text: String) throws -> [[String]] {
    var rows: [[String]] = [[]]
    var field = String.UnicodeScalarView()
    var left = Array(text.unicodeScalars)[...]
    while let scalar = left.popFirst() {
      switch scalar {
      case "\"" where field.isEmpty:
        while let inner = left.popFirst() {
          if inner == "\"" {
            guard left.first == "\"" else { break }
            left = left.dropFirst()
          }
          field.append(inner)
        }
        try Violation.unless(
          left.first == "," || left.first == "\n", "text behind a quoted field: \(text.debugDescription)")
      case "\"": throw Violation("a quote in a field without quotes: \(text.debugDescription)")
      case ",", "\n":
        rows[rows.count - 1].append(String(field))
        field = String.UnicodeScalarView()
        if scalar == "\n" { rows.append([]) }
      default: field.append(scalar)
      }
    }
    return rows.dropLast()
  }
}

/// Reads a literal string of PDF (ISO 32000-1, 7.3.4.2).
enum PDFReading {
  static func literal(_ literal: String) throws -> String {
    var left = Array(literal.utf8)[...]
    var text: [UInt8] = []
    try Violation.unless(
      left.popFirst() == UInt8(ascii: "(") && left.popLast() == UInt8(ascii: ")"), "no string of PDF")
    while let byte = left.popFirst() {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: ")"):
        throw Violation("a string of PDF ends early: \(literal.debugDescription)")
      case UInt8(ascii: "\\"):
        guard let next = left.popFirst() else { throw Violation("a string of PDF ends in a backslash") }
        text.append(next)
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
