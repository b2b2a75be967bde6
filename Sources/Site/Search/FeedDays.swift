import CivilTime
import Foundation

/// The days of a feed, gathered as its posts pass by: where the first post of each stands.
struct FeedDays {
  private let timeZone: TimeZone
  /// Since 1970.
  private var known: Set<Int> = []
  private(set) var days: [ChatPage.Day] = []

  init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// - Parameter moment: ISO 8601; nil where nobody knows.
  /// - Returns: The post's day, since 1970.
  mutating func add(_ moment: String?, at place: Int) -> Int? {
    guard let seconds = moment.flatMap({ ISO8601Moment($0)?.seconds }) else { return nil }
    let local = seconds + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    let day = CivilMoment(localSeconds: local).dayNumber
    if known.insert(day).inserted { days.append(ChatPage.Day(place: place, number: day)) }
    return day
  }
}
