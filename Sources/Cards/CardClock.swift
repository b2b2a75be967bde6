import CivilTime
import Foundation

/// What "now" is for a feed, and where its reader lives. Both are given, never asked of the machine.
package struct CardClock: Hashable, Sendable {
  /// Seconds since 1970.
  package let now: Int
  package let timeZone: TimeZone
  /// Whether dates are written out, whatever now is.
  package let writesOut: Bool
  let today: CivilMoment

  package init(now: Int, timeZone: TimeZone, writesOut: Bool = false) {
    self.now = now
    self.timeZone = timeZone
    self.writesOut = writesOut
    self.today = CivilMoment(seconds: now, in: timeZone)
  }

  /// The day of a moment where the reader lives, as days since 1970.
  package func day(of seconds: Int) -> Int { moment(at: seconds).dayNumber }

  func moment(at seconds: Int) -> CivilMoment { CivilMoment(seconds: seconds, in: timeZone) }
}

extension CivilMoment {
  init(seconds: Int, in timeZone: TimeZone) {
    // Beyond the years 1 to 9999 no zone has rules, and nothing downstream has to be able to count that far.
    let moment = min(max(seconds, -62_135_596_800), 253_402_300_799)
    self.init(localSeconds: moment + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))))
  }
}
