import CivilTime

/// When an entry was written.
package struct ChatDate: Hashable, Sendable {
  /// Since 1970; of a wall clock without a zone, as if it stood in UTC.
  package var milliseconds: Int
  /// Otherwise it is what the clock of the exporting machine showed, and nobody knows where that was.
  package var isUTC: Bool

  /// - Returns: Nil outside of the years 1…9999.
  package init?(milliseconds: Int, isUTC: Bool = true) {
    guard -62_135_596_800_000..<253_402_300_800_000 ~= milliseconds else { return nil }
    self.milliseconds = milliseconds
    self.isUTC = isUTC
  }

  package init?(seconds: Int, milliseconds: Int = 0, isUTC: Bool = true) {
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    if overflows { return nil }
    self.init(milliseconds: product + milliseconds, isUTC: isUTC)
  }

  /// `2025-10-01T08:17:00.1234567+03:00`; without a zone it is a wall clock's.
  package init?(iso text: String) {
    guard let moment = ISO8601Moment(text), moment.time != nil else { return nil }
    var fraction = 0
    if let dot = text.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) {
      let digits = text.utf8[dot...].dropFirst().prefix { 0x30...0x39 ~= $0 }.prefix(3)
      for (place, digit) in zip([100, 10, 1], digits) { fraction += place * Int(digit - 0x30) }
    }
    self.init(seconds: moment.seconds, milliseconds: fraction, isUTC: moment.offset != nil)
  }

  /// `2022-09-03T23:35:26.640Z`; the fraction only where it is not zero, the `Z` only where the zone is known.
  package var description: String {
    let seconds = (milliseconds - ((milliseconds % 1000) + 1000) % 1000) / 1000
    let fraction = milliseconds - seconds * 1000
    let text = ISO8601Moment.utc(seconds).dropLast()
    let digits = String(fraction + 1000).dropFirst()
    return text + (fraction == 0 ? "" : ".\(digits)") + (isUTC ? "Z" : "")
  }
}
