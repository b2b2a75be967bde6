import Basics

/// The data of a conversation's page besides its messages.
package struct ChatPage: Codable, Sendable {
  /// A day header among the entries.
  package struct Day: Codable, Hashable, Sendable {
    package var place: Int
    /// Days since 1 January 1970.
    package var number: Int

    package init(place: Int, number: Int) {
      self.place = place
      self.number = number
    }
  }

  /// The days in the order of their positions.
  package var days: [Day]
  /// The position of the mark above unread messages.
  package var unread: Int?
  /// The names of months next to a day's number, starting with January.
  package var months: [String]
  /// Date formats with `{day}`, `{month}` and `{year}`: for a day of `year`, and for any other.
  package var dayOfYear: String
  package var otherDay: String
  package var year: Int

  package init(days: [Day], unread: Int?, months: [String], dayOfYear: String, otherDay: String, year: Int) {
    self.days = days
    self.unread = unread
    self.months = months
    self.dayOfYear = dayOfYear
    self.otherDay = otherDay
    self.year = year
  }
}

extension ChatPage {
  /// Returns the text of a day with its year.
  func words(ofDay number: Int) -> String {
    let date = CivilDate(dayNumber: number)
    guard months.indices.contains(date.month - 1) else { return "" }
    return otherDay.replacing("{day}", with: String(date.day)).replacing("{month}", with: months[date.month - 1])
      .replacing("{year}", with: String(date.year))
  }

  /// The number of days per file: about three years of them, 10 KB.
  static let daysPerChunk = 1024

  /// For the index: the start of each file of days, not the days themselves.
  var script: ScriptValue {
    .record([
      ("days", Self.starts(of: days, isRising: true)), ("unread", unread.map(ScriptValue.count) ?? .null),
      ("months", .texts(months)),
      ("dayOfYear", .text(dayOfYear)), ("otherDay", .text(otherDay)), ("year", .count(year)),
    ])
  }

  /// Returns the position of the first day in each file.
  static func starts(of days: [Day], isRising: Bool) -> ScriptValue {
    .counts(files(of: days, isRising).map { days[$0.places.lowerBound].place })
  }

  /// Writes the files of days: position, number, position, number, …, with positions counted from the oldest post.
  static func write(_ days: [Day], _ pieces: SiteSegments, to write: SiteWriting) throws {
    for (number, places) in files(of: days, pieces.isRising) {
      let items = days[places].flatMap { [pieces.ordinal($0.place), $0.number] }
      try write("site/days/\(number).js", ScriptValue.chunk("days", "\(number)", items.map(ScriptValue.count)))
    }
  }

  private static func files(
    of days: [Day], _ isRising: Bool
  ) -> some Sequence<(number: Int, places: Range<Int>)> {
    SiteSegments(count: days.count, isRising: isRising).all(size: daysPerChunk)
  }
}

/// CSS values of a conversation's theme, derived from the design tokens, for the parts that the page draws in the look
/// of cards.
package struct ChatLook: Hashable, Codable, Sendable {
  /// The background and text colors of a day header.
  package var notice: String
  package var noticeText: String
  package var accent: String
  /// The background color of incoming messages.
  package var incoming: String
  package var noticeRadius: Double
  package var noticeInset: Double
  package var noticeSide: Double
  package var noticeSize: Double
  package var noticeLine: Double
  package var noticeWeight: Int
  /// The space above a day header in its card.
  package var daySpace: Double

  package init(
    notice: String, noticeText: String, accent: String, incoming: String, noticeRadius: Double, noticeInset: Double,
    noticeSide: Double, noticeSize: Double, noticeLine: Double, noticeWeight: Int, daySpace: Double
  ) {
    self.notice = notice
    self.noticeText = noticeText
    self.accent = accent
    self.incoming = incoming
    self.noticeRadius = noticeRadius
    self.noticeInset = noticeInset
    self.noticeSide = noticeSide
    self.noticeSize = noticeSize
    self.noticeLine = noticeLine
    self.noticeWeight = noticeWeight
    self.daySpace = daySpace
  }
}
