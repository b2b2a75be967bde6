/// A date, a time and a zone in ISO 8601; time and zone are optional: `2018-11-18`, `2018-11-18T18:40`, `2018-11-18
/// 18:40:30.5+03:00`.
package struct ISO8601Moment: Hashable, Sendable {
  package struct Time: Hashable, Sendable {
    /// 0…23
    package let hour: Int
    /// 0…59
    package let minute: Int
    /// 0…60, including leap seconds; a fraction is dropped.
    package let second: Int
  }

  /// Years 0…9999.
  package let date: CivilDate
  package let time: Time?
  /// Seconds east of UTC; nil without a zone.
  package let offset: Int?

  /// Returns nil for anything else: every field must have all its digits, the day must exist, and nothing may follow. A
  /// space may replace the `T`; a zone is `Z`, `+03`, `+0300` or `+03:00`.
  package init?(_ text: some StringProtocol) {
    var rest = Fields(Array(text.utf8)[...])
    guard let year = rest.number(digits: 4, upTo: 9999), rest.take("-"), let month = rest.number(upTo: 12),
      rest.take("-"), let day = rest.number(upTo: 31), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self.date = date
    if rest.isEmpty {
      (time, offset) = (nil, nil)
      return
    }
    guard rest.take("T") || rest.take(" "), let time = rest.time() else { return nil }
    self.time = time
    if rest.isEmpty {
      offset = nil
      return
    }
    guard let offset = rest.zoneOffset(), rest.isEmpty else { return nil }
    self.offset = offset
  }

  /// Seconds since 1970; a missing zone means UTC, a missing time midnight.
  package var seconds: Int {
    let clock = time.map { $0.hour * 3600 + $0.minute * 60 + $0.second } ?? 0
    return date.dayNumber * 86_400 + clock - (offset ?? 0)
  }

  /// `2018-11-18T18:40:00Z`; years before 0 have a minus sign, years of more than four digits have all of them.
  ///
  /// - Parameter seconds: Seconds since 1970.
  package static func utc(_ seconds: Int) -> String {
    let moment = CivilMoment(localSeconds: seconds)
    func padded(_ value: Int, to count: Int = 2) -> String {
      let digits = String(value.magnitude)
      return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(moment.year, to: 4))-\(padded(moment.month))-\(padded(moment.day))"
      + "T\(padded(moment.hour)):\(padded(moment.minute)):\(padded(moment.second))Z"
  }
}

/// The rest of a text to read.
private struct Fields {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  var isEmpty: Bool { rest.isEmpty }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a number with exactly `digits` digits, at most `limit`.
  mutating func number(digits: Int = 2, upTo limit: Int) -> Int? {
    guard rest.count >= digits, rest.prefix(digits).allSatisfy(Self.isDigit) else { return nil }
    let value = rest.prefix(digits).reduce(0) { $0 * 10 + Int($1) - 48 }
    rest.removeFirst(digits)
    return value <= limit ? value : nil
  }

  mutating func time() -> ISO8601Moment.Time? {
    guard let hour = number(upTo: 23), take(":"), let minute = number(upTo: 59) else { return nil }
    guard take(":") else { return ISO8601Moment.Time(hour: hour, minute: minute, second: 0) }
    guard let second = number(upTo: 60) else { return nil }
    if take(".") {
      let fraction = rest.prefix(while: Self.isDigit).count
      guard fraction > 0 else { return nil }
      rest.removeFirst(fraction)
    }
    return ISO8601Moment.Time(hour: hour, minute: minute, second: second)
  }

  mutating func zoneOffset() -> Int? {
    if take("Z") { return 0 }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = number(upTo: 23) else { return nil }
    if rest.isEmpty { return sign * hours * 3600 }
    _ = take(":")
    guard let minutes = number(upTo: 59) else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
}
