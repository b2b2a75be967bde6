import CivilTime

/// What the page of a conversation knows beside its messages.
package struct ChatPage: Codable, Sendable {
  /// A day's heading among the entries.
  package struct Day: Codable, Hashable, Sendable {
    package var place: Int
    /// Since 1 January 1970.
    package var number: Int

    package init(place: Int, number: Int) {
      self.place = place
      self.number = number
    }
  }

  /// In the order of their places.
  package var days: [Day]
  /// The place of the mark above what was not read.
  package var unread: Int?
  /// As they stand beside a day's number, January first.
  package var months: [String]
  /// Wordings with `{day}`, `{month}` and `{year}`: of a day of `year`, and of any other.
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
  /// A day with its year, in words.
  func words(ofDay number: Int) -> String {
    let date = CivilDate(dayNumber: number)
    guard months.indices.contains(date.month - 1) else { return "" }
    return otherDay.replacing("{day}", with: String(date.day)).replacing("{month}", with: months[date.month - 1])
      .replacing("{year}", with: String(date.year))
  }

  /// Days in one file: about three years of them, 10 KB.
  static let daysPerChunk = 1024

  /// For the index: where each file of days begins, not the days.
  var script: ScriptValue {
    .record([
      ("days", Self.starts(of: days, isRising: true)), ("unread", unread.map(ScriptValue.count) ?? .null),
      ("months", .texts(months)),
      ("dayOfYear", .text(dayOfYear)), ("otherDay", .text(otherDay)), ("year", .count(year)),
    ])
  }

  /// The place of the first day of each file.
  static func starts(of days: [Day], isRising: Bool) -> ScriptValue {
    .counts(files(of: days, isRising).map { days[$0.places.lowerBound].place })
  }

  /// The files of days: place, number, place, number, …, places counted from the oldest post on.
  static func write(_ days: [Day], _ pieces: SitePieces, to write: SiteWriting) throws {
    for (number, places) in files(of: days, pieces.isRising) {
      let items = days[places].flatMap { [pieces.ordinal($0.place), $0.number] }
      try write("site/days/\(number).js", ScriptValue.chunk("days", "\(number)", items.map(ScriptValue.count)))
    }
  }

  private static func files(
    of days: [Day], _ isRising: Bool
  ) -> some Sequence<(number: Int, places: Range<Int>)> {
    SitePieces(count: days.count, isRising: isRising).all(size: daysPerChunk)
  }
}

/// CSS values of a conversation's theme, taken from the design tokens: what the page draws itself in the look of cards.
package struct ChatLook: Hashable, Codable, Sendable {
  /// Behind a day's heading and on it.
  package var notice: String
  package var noticeText: String
  package var accent: String
  /// What others say is on this.
  package var incoming: String
  package var noticeRadius: Double
  package var noticeInset: Double
  package var noticeSide: Double
  package var noticeSize: Double
  package var noticeLine: Double
  package var noticeWeight: Int
  /// Over a day's heading in its card.
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
