/// `2018-11-24` or `2018-11-24T19:00`, as ISO 8601 writes it.
///
/// Seconds and a zone may follow the time and say nothing here: an event is shown by the clock of its own place.
enum EventMoment {
  static func parse(_ text: String) -> EventDates.Moment? {
    let parts = text.trimmed.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    let fields = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 3, let year = number(fields[0], digits: 4), let month = number(fields[1]),
      let day = number(fields[2]), 1...9999 ~= year, 1...12 ~= month, 1...days(in: month, of: year) ~= day
    else { return nil }
    guard parts.count == 2 else { return EventDates.Moment(year: year, month: month, day: day) }
    guard let time = time(parts[1]) else { return nil }
    return EventDates.Moment(year: year, month: month, day: day, time: time)
  }

  private static func time(_ text: Substring) -> EventDates.Time? {
    let clock = text.prefix { $0.isASCII && $0.isNumber || $0 == ":" || $0 == "." }
    guard isZone(text.dropFirst(clock.count)) else { return nil }
    let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= fields.count, let hour = number(fields[0]), let minute = number(fields[1]), 0...23 ~= hour,
      0...59 ~= minute
    else { return nil }
    if fields.count == 3 {
      guard let seconds = Double(fields[2]), 0..<61 ~= seconds else { return nil }
    }
    return EventDates.Time(hour: hour, minute: minute)
  }

  /// Nothing, `Z`, `+03:00` or `+0300`.
  private static func isZone(_ text: Substring) -> Bool {
    if text.isEmpty || text == "Z" { return true }
    guard let sign = text.first, sign == "+" || sign == "-" else { return false }
    let digits = text.dropFirst().filter { $0 != ":" }
    return 2...4 ~= digits.count && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static func number(_ digits: Substring, digits count: Int = 2) -> Int? {
    guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(digits)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
