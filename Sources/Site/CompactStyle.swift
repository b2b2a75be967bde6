/// A style sheet without comments and optional spaces. Strings and addresses are unchanged.
struct CompactStyle {
  private let style: [UInt8]
  private var place = 0
  private var output: [UInt8] = []
  /// Whether spaces or comments precede the current byte.
  private var isSpaced = false

  /// Returns the compact form of a style sheet.
  static func text(_ style: String) -> String {
    var compact = CompactStyle(style: Array(style.utf8))
    compact.run()
    return String(decoding: compact.output, as: UTF8.self)
  }

  private init(style: [UInt8]) {
    self.style = style
    output.reserveCapacity(style.count)
  }

  private mutating func run() {
    while place < style.count {
      let byte = style[place]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0C:
        isSpaced = true
        place += 1
      case UInt8(ascii: "/") where style[place...].starts(with: "/*".utf8): skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): copyString(until: byte)
      case UInt8(ascii: "u") where isAddress: copyString(until: UInt8(ascii: ")"))
      case UInt8(ascii: "\\"): copyEscape()
      default:
        emit(byte)
        place += 1
      }
    }
    if output.last != UInt8(ascii: "\n") { output.append(UInt8(ascii: "\n")) }
  }

  /// Whether an address without quotation marks begins here.
  private var isAddress: Bool {
    let rest = style[place...]
    guard rest.starts(with: "url(".utf8), rest.count > 4 else { return false }
    return ![UInt8(ascii: "\""), UInt8(ascii: "'")].contains(style[place + 4])
  }

  /// Bytes next to which a space has no meaning.
  private static let separators = Set("{};,".utf8)

  private mutating func emit(_ byte: UInt8) {
    if isSpaced, let last = output.last {
      let isOptional =
        Self.separators.contains(last) || Self.separators.contains(byte) || last == UInt8(ascii: ":")
      if !isOptional { output.append(UInt8(ascii: " ")) }
    }
    isSpaced = false
    if byte == UInt8(ascii: "}"), output.last == UInt8(ascii: ";") { output.removeLast() }
    output.append(byte)
  }

  private mutating func skipComment() {
    isSpaced = true
    place += 2
    while place < style.count, !style[place...].starts(with: "*/".utf8) { place += 1 }
    place = min(style.count, place + 2)
  }

  /// Copies a character's number with the space that ends it, or one escaped character.
  private mutating func copyEscape() {
    emit(style[place])
    place += 1
    var digits = 0
    while place < style.count, digits < 6, Character(Unicode.Scalar(style[place])).isHexDigit, style[place] < 0x80 {
      output.append(style[place])
      (place, digits) = (place + 1, digits + 1)
    }
    guard place < style.count, digits == 0 || style[place] == UInt8(ascii: " ") else { return }
    output.append(style[place])
    place += 1
  }

  /// Copies bytes up to the first `end`, or all the rest if there is none.
  private mutating func copyString(until end: UInt8) {
    emit(style[place])
    place += 1
    while place < style.count {
      let byte = style[place]
      output.append(byte)
      place += 1
      if byte == UInt8(ascii: "\\"), place < style.count {
        output.append(style[place])
        place += 1
      } else if byte == end {
        return
      }
    }
  }
}
