/// A day of the Gregorian calendar, extended to earlier dates (proleptic; year 0 is 1 BC, year −1 is 2 BC).
///
/// Days are counted in eras of 400 years that start on 1 March, so that a leap day is the last day of a year.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// 1…12
  package let month: Int
  /// 1…31, valid for the month.
  package let day: Int

  /// The maximum absolute value of a year, so that no calculation below overflows.
  package static let yearLimit = 1_000_000_000_000

  /// Returns nil if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard abs(year.clamped(-.max, .max)) <= Self.yearLimit, 1...12 ~= month,
      1...Self.days(in: month, of: year) ~= day
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// - Parameter dayNumber: Days since 1 January 1970, limited to ±365 · `yearLimit`.
  package init(dayNumber: Int) {
    let limit = 365 * Self.yearLimit
    let (era, dayOfEra) = floorDivide(dayNumber.clamped(-limit, limit) + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1 January 1970.
  package var dayNumber: Int {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}

/// The quotient rounded down and the remainder, from 0 up to `divisor`, which is positive.
func floorDivide(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

extension Int {
  fileprivate func clamped(_ low: Int, _ high: Int) -> Int { Swift.min(Swift.max(self, low), high) }
}

/// A date with the local time.
package struct CivilMoment: Hashable, Sendable {
  package let date: CivilDate
  /// Days since 1 January 1970.
  package let dayNumber: Int
  /// 0…23
  package let hour: Int
  /// 0…59
  package let minute: Int
  /// 0…59
  package let second: Int

  /// - Parameter localSeconds: Seconds since 1970 with the zone's offset added.
  package init(localSeconds: Int) {
    let secondOfDay: Int
    (dayNumber, secondOfDay) = floorDivide(localSeconds, by: 86_400)
    date = CivilDate(dayNumber: dayNumber)
    (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
  }

  package var year: Int { date.year }
  package var month: Int { date.month }
  package var day: Int { date.day }
}
