/// Reads Markdown as CommonMark and GitHub's extensions define it, and rejects everything except plain text.
enum MarkdownReading {
  private static let references = ["lt": "<", "gt": ">", "amp": "&", "quot": "\""]

  /// - Returns: The visible text of inline Markdown.
  /// - Throws: `Violation` if a part of it is markup, or would begin a block at the start of a line.
  static func text(_ markdown: String) throws -> String {
    let scalars = Array(markdown.unicodeScalars)
    var left = scalars[...]
    var text = String.UnicodeScalarView()
    try Violation.unless(!isBlock(scalars), "begins a block: \(markdown.debugDescription)")
    while let scalar = left.popFirst() {
      switch scalar {
      case "\\":
        if let next = left.first, next.isPunctuation {
          left = left.dropFirst()
          text.append(next)
        } else {
          text.append(scalar)
        }
      case "&": text.append(contentsOf: try reference(&left).unicodeScalars)
      case "`", "*", "_", "[", "]", "<", ">", "|", "~", "\n", "\r":
        throw Violation("markup in \(markdown.debugDescription)")
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private static func isBlock(_ scalars: [Unicode.Scalar]) -> Bool {
    if scalars.first.map({ " \t#>-+=/".unicodeScalars.contains($0) }) == true { return true }
    let rest = scalars.drop { "0"..."9" ~= $0 }
    return rest.count < scalars.count && (rest.first == "." || rest.first == ")")
  }

  private static func reference(_ left: inout ArraySlice<Unicode.Scalar>) throws -> String {
    let name = String(String.UnicodeScalarView(left.prefix { $0 != ";" }))
    left = left.dropFirst(name.unicodeScalars.count + 1)
    if name.utf8.first == UInt8(ascii: "#"),
      let code = UInt32(name.utf8.dropFirst().map { String(UnicodeScalar($0)) }.joined()),
      let scalar = Unicode.Scalar(code)
    {
      return String(scalar)
    }
    guard let known = references[name] else { throw Violation("no character reference: \(name.debugDescription)") }
    return known
  }

  /// - Returns: The text of a code span, which must be the whole input.
  static func code(_ markdown: String) throws -> String {
    let scalars = Array(markdown.unicodeScalars)
    let fence = scalars.prefix { $0 == "`" }.count
    var (index, end) = (fence, Int?.none)
    while index < scalars.count {
      let run = scalars[index...].prefix { $0 == "`" }.count
      if run == fence {
        end = index
        break
      }
      index += max(1, run)
    }
    guard fence > 0, let end, end + fence == scalars.count else {
      throw Violation("not one span of code: \(markdown.debugDescription)")
    }
    var content = scalars[fence..<end]
    if content.count > 1, content.first == " ", content.last == " ", content.contains(where: { $0 != " " }) {
      content = content.dropFirst().dropLast()
    }
    return String(String.UnicodeScalarView(content))
  }

  /// - Returns: The text of code in a table cell.
  static func cell(_ markdown: String) throws -> String {
    try Violation.unless(
      !markdown.utf8.contains(UInt8(ascii: "|")), "the cell ends early: \(markdown.debugDescription)")
    let (start, end) = ("<code>", "</code>")
    guard markdown.utf8.starts(with: start.utf8), markdown.utf8.count >= start.utf8.count + end.utf8.count else {
      return try code(markdown)
    }
    let inner = Array(markdown.utf8).dropFirst(start.utf8.count).dropLast(end.utf8.count)
    // Inside the element, a space at the beginning is not that of a paragraph.
    let read = try text("x" + String(decoding: inner, as: UTF8.self))
    return String(String.UnicodeScalarView(read.unicodeScalars.dropFirst()))
  }

  /// Returns a reference that a forge would link in a visible text; nil if there is none.
  static func reference(in text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    var digits = 0
    for index in scalars.indices {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      digits = scalar.isHexadecimal ? digits + 1 : 0
      let isReference =
        "@#!$%&^~".unicodeScalars.contains(scalar) && next.isWord || scalar == "-" && "0"..."9" ~= next || digits > 6
        || scalar == ":" && (next == "/" || next.isWord) || (scalar == "w" || scalar == "W") && next == "."
      if isReference {
        return String(String.UnicodeScalarView(scalars[max(0, index - 6)..<min(scalars.count, index + 4)]))
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  fileprivate var isWord: Bool { "0"..."9" ~= self || "a"..."z" ~= self || "A"..."Z" ~= self || self == "_" }
  fileprivate var isHexadecimal: Bool { "0"..."9" ~= self || "a"..."f" ~= self || "A"..."F" ~= self }
  fileprivate var isPunctuation: Bool {
    switch value {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
