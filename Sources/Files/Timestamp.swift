/// Times as people write them and as machines read them.
package enum Timestamp {
  package static let expected = "an ISO 8601 time (2018-11-18T18:40:00Z) or seconds since 1970"

  /// Seconds since 1970 of `2018-11-18`, `2018-11-18T18:40Z`, `2018-11-18T18:40:00+03:00` or a plain number; nil else.
  package static func seconds(of text: String) -> Int? {
    if let number = Int(text) { return number }
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, let date = day(bytes[0..<10]) else { return nil }
    guard bytes.count > 10 else { return date * 86_400 }
    guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ") else { return nil }
    var rest = bytes[11...]
    guard let hour = number(&rest, digits: 2, upTo: 23), eat(&rest, ":"),
      let minute = number(&rest, digits: 2, upTo: 59)
    else { return nil }
    var second = 0
    if eat(&rest, ":") {
      guard let value = number(&rest, digits: 2, upTo: 60) else { return nil }
      second = value
    }
    guard let offset = zoneOffset(&rest), rest.isEmpty else { return nil }
    return date * 86_400 + hour * 3600 + minute * 60 + second - offset
  }

  /// `2018-11-18T18:40:00Z`
  package static func iso(_ seconds: Int) -> String {
    let (days, rest) = floorDivide(seconds, 86_400)
    let (year, month, day) = civil(fromDays: days)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let digits = String(abs(year))
    let padded = (year < 0 ? "-" : "") + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let time = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    return "\(padded)-\(two(month))-\(two(day))T\(time)Z"
  }

  private static func day(_ bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    guard let year = number(&rest, digits: 4, upTo: 9999), eat(&rest, "-"),
      let month = number(&rest, digits: 2, upTo: 12), eat(&rest, "-"), let day = number(&rest, digits: 2, upTo: 31),
      month >= 1, day >= 1
    else { return nil }
    let days = daysFromCivil(year: year, month: month, day: day)
    // A 31 February comes back as another day.
    return civil(fromDays: days) == (year, month, day) ? days : nil
  }

  private static func zoneOffset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    if rest.isEmpty || eat(&rest, "Z") { return 0 }
    let sign = eat(&rest, "+") ? 1 : eat(&rest, "-") ? -1 : 0
    guard sign != 0, let hours = number(&rest, digits: 2, upTo: 23) else { return nil }
    _ = eat(&rest, ":")
    guard let minutes = number(&rest, digits: 2, upTo: 59) else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private static func eat(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int, upTo limit: Int) -> Int? {
    guard rest.count >= digits else { return nil }
    var value = 0
    for byte in rest.prefix(digits) {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte) - 48
    }
    rest.removeFirst(digits)
    return value <= limit ? value : nil
  }

  /// Days since 1970-01-01 of a proleptic Gregorian date, by counting years from March so that leap days come last.
  private static func daysFromCivil(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(shifted, 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
