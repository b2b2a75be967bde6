import Foundation

/// What "now" is for a feed, and where its reader lives. Both are given, never asked of the machine.
package struct CardClock: Hashable, Sendable {
  /// Seconds since 1970.
  package let now: Int
  package let timeZone: TimeZone
  let today: CivilMoment

  package init(now: Int, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
    self.today = CivilMoment(seconds: now, in: timeZone)
  }

  func moment(at seconds: Int) -> CivilMoment { CivilMoment(seconds: seconds, in: timeZone) }
}

/// A moment as the calendar and the clock on the wall show it (Gregorian, also before 1582; year 0 is 1 BC).
struct CivilMoment: Hashable, Sendable {
  /// Days since 1 January 1970.
  let dayNumber: Int
  let year: Int
  /// 1…12
  let month: Int
  /// 1…31
  let day: Int
  /// 0…23
  let hour: Int
  /// 0…59
  let minute: Int

  init(seconds: Int, in timeZone: TimeZone) {
    // Beyond the years 1 to 9999 no zone has rules, and nothing downstream has to be able to count that far.
    let moment = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let local = moment + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
    dayNumber = floorDivide(local, by: 86_400)
    let secondOfDay = local - dayNumber * 86_400
    hour = secondOfDay / 3600
    minute = secondOfDay % 3600 / 60
    (year, month, day) = civilDate(dayNumber: dayNumber)
  }
}

/// Counted in eras of 400 years that begin on 1 March, so that the leap day is a year's last.
private func civilDate(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
  let daysFromYear0 = dayNumber + 719_468
  let era = floorDivide(daysFromYear0, by: 146_097)
  let dayOfEra = daysFromYear0 - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let marchMonth = (5 * dayOfYear + 2) / 153
  let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
  return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

private func floorDivide(_ value: Int, by divisor: Int) -> Int {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? quotient - 1 : quotient
}
