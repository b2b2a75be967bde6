/// A whole number from outside the process that is within bounds.
///
/// Requests, files and other people's data hold numbers up to the largest integer, and `+`, `-` and `*` on those end the
/// process. Parse such a number with this type, then add it with `adding(_:)`, which stops at the bounds.
///
/// ```swift
/// let length = BoundedNumber("9223372036854775807")    // nil: above 2^53 - 1
/// let total = first.adding(second).value
/// ```
package struct BoundedNumber: Hashable, Comparable, Sendable, Codable {
  /// The largest whole number that JSON readers agree on: 2^53 - 1.
  package static let limit = (1 << 53) - 1

  /// From 0 to `limit`.
  package let value: Int

  package static let zero = BoundedNumber(clamping: 0)

  /// - Returns: nil if the number is negative or above `limit`.
  package init?(_ number: some BinaryInteger) {
    guard let value = Int(exactly: number), 0...Self.limit ~= value else { return nil }
    self.value = value
  }

  /// - Parameter text: Digits only, without a sign.
  /// - Returns: nil if the text has no digits, another character, or a number above `limit`.
  package init?(_ text: some StringProtocol, radix: Int = 10) {
    guard text.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
      let number = Int(text, radix: radix)
    else { return nil }
    self.init(number)
  }

  /// The nearest number within the bounds.
  package init(clamping number: Int) { value = min(max(0, number), Self.limit) }

  /// - Throws: `DecodingError` if the number is negative, above `limit` or not whole.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let number = BoundedNumber(try container.decode(Int.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a whole number from 0 to \(Self.limit)")
    }
    self = number
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// The sum, at most `limit`.
  package func adding(_ other: BoundedNumber) -> BoundedNumber {
    // Both are below 2^53.
    BoundedNumber(clamping: value + other.value)
  }

  package static func < (left: BoundedNumber, right: BoundedNumber) -> Bool { left.value < right.value }
}

extension Int {
  /// The sum, or the nearest integer if there is none.
  package func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }

  /// The difference, or the nearest integer if there is none.
  package func saturatingSubtract(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, or the nearest integer if there is none.
  package func saturatingMultiply(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }

  /// The nearest integer to a number of any size; 0 for no number.
  package init(saturating number: Double) {
    if number.isNaN {
      self = 0
    } else if let whole = Int(exactly: number.rounded(.towardZero)) {
      self = whole
    } else {
      self = number < 0 ? .min : .max
    }
  }
}
