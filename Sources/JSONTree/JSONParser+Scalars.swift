/// Strings and numbers.
extension JSONParser {
  /// Reads from the opening to the closing quote.
  mutating func string() throws(JSONFault) {
    let start = index
    index += 1
    let first = index
    var (hasEscapes, isRepaired, allBits): (Bool, Bool, UInt8) = (false, false, 0)
    while true {
      guard let byte else { throw truncated() }
      switch byte {
      case UInt8(ascii: "\""):
        let content = bytes[first..<index]
        let isValid = allBits < 0x80 || JSONString.isUTF8(content)
        if !isValid || isRepaired {
          repairedStrings += 1
          firstRepair = firstRepair ?? start
        }
        words.append(
          JSONTape.word(hasEscapes || !isValid ? .codedString : .plainString, length: content.count, at: first))
        index += 1
        return
      case UInt8(ascii: "\\"):
        hasEscapes = true
        isRepaired = try escape() == nil || isRepaired
      case 0..<0x20:
        throw fault(.controlCharacter)
      default:
        allBits |= byte
        index += 1
      }
    }
  }

  private mutating func escape() throws(JSONFault) -> Unicode.Scalar? {
    switch JSONString.escape(in: bytes[...], at: index) {
    case .scalar(let scalar, let next):
      index = next
      return scalar
    case .truncated: throw truncated()
    case .bad(let start): throw fault(.badEscape, at: start)
    }
  }

  mutating func number() throws(JSONFault) {
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
    // 18 digits are always an Int.
    let isInteger =
      isWhole && (wholeDigits <= 18 || Int(String(decoding: bytes[start..<index], as: UTF8.self)) != nil)
    words.append(JSONTape.word(isInteger ? .integer : .real, length: index - start, at: start))
  }

  /// Reads one digit or more and says how many.
  private mutating func digits(from start: Int) throws(JSONFault) -> Int {
    let first = index
    while let byte, byte.isASCIIDigit { index += 1 }
    guard index > first else { throw byte == nil ? truncated() : fault(.badNumber, at: start) }
    return index - first
  }
}
