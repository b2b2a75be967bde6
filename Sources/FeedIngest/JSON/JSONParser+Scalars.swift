/// Strings and numbers.
extension JSONParser {
  /// Reads from the opening to the closing quote.
  mutating func string() throws(JSONFault) -> String {
    let start = index
    index += 1
    let first = index
    // Most strings have no escapes and can be taken as they stand.
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
    if byte == UInt8(ascii: "\"") {
      index += 1
      return text(bytes[first..<index - 1], from: start, isRepaired: false)
    }
    var content = Array(bytes[first..<index])
    var isRepaired = false
    while true {
      guard let byte else { throw truncated() }
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return text(content[...], from: start, isRepaired: isRepaired)
      case UInt8(ascii: "\\"):
        let scalar = try escape()
        isRepaired = isRepaired || scalar == nil
        content.append(contentsOf: Array(String(scalar ?? "\u{FFFD}").utf8))
      case 0..<0x20:
        throw fault(.controlCharacter)
      default:
        content.append(byte)
        index += 1
      }
    }
  }

  private mutating func text(_ content: ArraySlice<UInt8>, from start: Int, isRepaired: Bool) -> String {
    let valid = String(validating: content, as: UTF8.self)
    if valid == nil || isRepaired {
      repairedStrings += 1
      firstRepair = firstRepair ?? start
    }
    return valid ?? String(decoding: content, as: UTF8.self)
  }

  /// Reads one escape; nil for a surrogate without its other half.
  private mutating func escape() throws(JSONFault) -> Unicode.Scalar? {
    let start = index
    index += 1
    guard let letter = byte else { throw truncated() }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codeUnits(escapeStart: start)
    default: throw fault(.badEscape, at: start)
    }
  }

  private mutating func codeUnits(escapeStart: Int) throws(JSONFault) -> Unicode.Scalar? {
    let unit = try hexDigits(escapeStart: escapeStart)
    guard 0xD800..<0xDC00 ~= unit, bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
      return Unicode.Scalar(unit)
    }
    let second = index
    index += 2
    let low = try hexDigits(escapeStart: second)
    guard 0xDC00..<0xE000 ~= low else {
      // Not the other half: only the first is lost, the second escape is read again by itself.
      index = second
      return nil
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func hexDigits(escapeStart: Int) throws(JSONFault) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte else { throw truncated() }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw fault(.badEscape, at: escapeStart)
      }
      number = number << 4 | UInt32(digit)
      index += 1
    }
    return number
  }

  mutating func number() throws(JSONFault) -> JSONValue {
    let start = index
    var isWhole = true
    if byte == UInt8(ascii: "-") { index += 1 }
    let firstDigit = byte
    let wholeDigits = try digits(from: start)
    guard wholeDigits == 1 || firstDigit != UInt8(ascii: "0") else { throw fault(.badNumber, at: start) }
    if byte == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      _ = try digits(from: start)
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      isWhole = false
      index += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
      _ = try digits(from: start)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let whole = Int(text) { return .integer(whole) }
    guard let real = Double(text) else { throw fault(.badNumber, at: start) }
    return .real(real)
  }

  /// Reads one digit or more and says how many.
  private mutating func digits(from start: Int) throws(JSONFault) -> Int {
    let first = index
    while let byte, byte.isASCIIDigit { index += 1 }
    guard index > first else { throw byte == nil ? truncated() : fault(.badNumber, at: start) }
    return index - first
  }
}
