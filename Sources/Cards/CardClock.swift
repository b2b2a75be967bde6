import Basics
import Foundation

/// The feed's "now" and the reader's time zone. Both are inputs, never read from the machine.
package struct CardClock: Hashable, Sendable {
  /// Seconds since 1970.
  package let now: Int
  package let timeZone: TimeZone
  /// Whether dates are always written out.
  package let writesOut: Bool
  let today: CivilMoment

  package init(now: Int, timeZone: TimeZone, writesOut: Bool = false) {
    self.now = now
    self.timeZone = timeZone
    self.writesOut = writesOut
    self.today = CivilMoment(seconds: now, in: timeZone)
  }

  /// The day of a moment in the reader's time zone, as days since 1970.
  package func day(of seconds: Int) -> Int { moment(at: seconds).dayNumber }

  /// Whether a date of this year needs the year: if it isn't the current one, or if dates are always written out.
  func saysYear(_ year: Int) -> Bool { writesOut || year != today.year }

  func moment(at seconds: Int) -> CivilMoment { CivilMoment(seconds: seconds, in: timeZone) }
}

extension CivilMoment {
  init(seconds: Int, in timeZone: TimeZone) {
    // No time zone has rules beyond the years 1 to 9999, and later code can rely on this range.
    let moment = min(max(seconds, -62_135_596_800), 253_402_300_799)
    self.init(localSeconds: moment + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))))
  }
}
