/// A number with the decimal digits as written: binary fractions must not change a price.
package struct DecimalNumber: Hashable, Sendable {
  package let isNegative: Bool
  /// Without zeros at either end; empty for 0.
  private let digits: [UInt8]
  /// The number of digits before the point; if negative, that many zeros follow the point.
  private let point: Int

  /// The maximum number of digits before and after the point.
  private static let limit = 30

  /// Parses a JSON number; nil for anything else, and for more than 30 digits before or after the point.
  package init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    func takeDigits() -> [UInt8] {
      let digits = rest.prefix { 48...57 ~= $0 }
      rest.removeFirst(digits.count)
      return digits.map { $0 - 48 }
    }
    let whole = takeDigits()
    var fraction: [UInt8] = []
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = takeDigits()
      if fraction.isEmpty { return nil }
    }
    var exponent = 0
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      guard rest.count < 8, let written = Int(String(decoding: rest, as: UTF8.self)) else { return nil }
      exponent = written
      rest = []
    }
    guard rest.isEmpty, !whole.isEmpty || !fraction.isEmpty, whole.count + fraction.count < 400 else { return nil }
    var digits = whole + fraction
    var point = whole.count + exponent
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    point -= zeros
    while digits.last == 0 { digits.removeLast() }
    guard digits.isEmpty || -Self.limit...Self.limit ~= point else { return nil }
    (self.digits, self.point) = (Array(digits.prefix(2 * Self.limit)), digits.isEmpty ? 0 : point)
  }

  /// The number multiplied by a power of ten: -2 turns cents into euros.
  package func scaled(byTen power: Int) -> DecimalNumber {
    DecimalNumber(isNegative: isNegative, digits: digits, point: digits.isEmpty ? 0 : point + power)
  }

  private init(isNegative: Bool, digits: [UInt8], point: Int) {
    (self.isNegative, self.digits, self.point) = (isNegative, digits, point)
  }

  /// The number in JSON notation.
  package var text: String {
    let (whole, fraction) = rounded(least: 0, most: 2 * Self.limit)
    let sign = isNegative && !digits.isEmpty ? "-" : ""
    return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The digits before and after the point, rounded half to even, as in CLDR.
  ///
  /// - Parameters:
  ///   - least: The minimum number of decimals, filled with zeros.
  ///   - most: The maximum number; not less than `least`.
  package func rounded(least: Int, most: Int) -> (whole: String, fraction: String) {
    func digit(_ index: Int) -> UInt8 { digits.indices.contains(index) ? digits[index] : 0 }
    // From the first digit of the whole part, or a zero, to the last digit that is kept.
    let first = min(0, point - 1)
    let end = max(first, point + most)
    var kept = (first..<end).map(digit)
    let next = digit(end)
    let isHalf = next == 5 && end + 1 >= digits.count
    if next > 5 || next == 5 && (!isHalf || (kept.last ?? 0) % 2 == 1) {
      var index = kept.count - 1
      while index >= 0, kept[index] == 9 {
        kept[index] = 0
        index -= 1
      }
      if index >= 0 { kept[index] += 1 } else { kept.insert(1, at: 0) }
    }
    let places = min(most, kept.count)
    let whole = kept.dropLast(places).drop { $0 == 0 }
    var fraction = Array(kept.suffix(places))
    while fraction.count > least, fraction.last == 0 { fraction.removeLast() }
    func text(_ digits: some Sequence<UInt8>) -> String { String(decoding: digits.map { $0 + 48 }, as: UTF8.self) }
    return (whole.isEmpty ? "0" : text(whole), text(fraction))
  }
}
