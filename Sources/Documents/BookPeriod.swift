import Basics
import Cards
import Foundation

/// The period of a book: a month, a year, a day, or a range of these.
package struct BookPeriod: Hashable, Sendable {
  package static let expected = "a month (2024-11), a year (2024), a day (2024-11-05) or a range (2024-09..2024-11)"

  /// The period as written, which is also its file name.
  package let name: String
  package let first: CivilDate
  /// The day after the last one.
  package let end: CivilDate

  /// Returns nil for anything except `expected`, and for a range that ends before it begins.
  package init?(_ text: String) {
    let ends = text.split(separator: ".", omittingEmptySubsequences: false)
    let parts = ends.count == 3 && ends[1].isEmpty ? [ends[0], ends[2]] : [Substring(text)]
    let days = parts.compactMap(Self.days)
    guard days.count == parts.count, let first = days.first?.first, let end = days.last?.end,
      first.dayNumber < end.dayNumber
    else { return nil }
    (name, self.first, self.end) = (text, first, end)
  }

  private static func days(_ text: Substring) -> (first: CivilDate, end: CivilDate)? {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = [4, 2, 2]
    guard (1...3).contains(fields.count),
      zip(fields, digits).allSatisfy({ $0.count == $1 && $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { return nil }
    let numbers = fields.compactMap { Int($0) }
    let (year, month) = (numbers[0], numbers.count > 1 ? numbers[1] : 1)
    guard let first = CivilDate(year: year, month: month, day: numbers.count > 2 ? numbers[2] : 1) else { return nil }
    let end: CivilDate? =
      switch numbers.count {
      case 1: CivilDate(year: year + 1, month: 1, day: 1)
      case 2: CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
      default: CivilDate(dayNumber: first.dayNumber + 1)
      }
    return end.map { (first, $0) }
  }

  /// Returns the start and the exclusive end in seconds since 1970, in a time zone.
  package func bounds(in timeZone: TimeZone) -> (since: Int, until: Int) {
    func start(of day: CivilDate) -> Int {
      let local = day.dayNumber * 86_400
      return local - timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(local)))
    }
    return (start(of: first), start(of: end))
  }

  /// Returns `November 2024`, `2024`, or the days.
  func words(in strings: Strings) -> String {
    if isYear { return String(first.year) }
    if isMonth {
      return strings.book.month.filled([
        .month: strings.book.months[first.month - 1], .year: String(first.year),
      ])
    }
    return strings.days(first.dayNumber...end.dayNumber - 1)
  }

  /// Whether it is exactly one year.
  var isYear: Bool {
    first.dayNumber == CivilDate(year: first.year, month: 1, day: 1)?.dayNumber
      && end == CivilDate(year: first.year + 1, month: 1, day: 1)
  }

  /// Whether it is exactly one month.
  var isMonth: Bool {
    first.day == 1 && end.day == 1 && (end.year * 12 + end.month) - (first.year * 12 + first.month) == 1
  }
}
