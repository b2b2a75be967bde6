import CivilTime

/// What an entry that announces an event has beside a post's own fields.
///
/// The description is the post's text, the event's page its permalink, the organizer its author.
package struct Event: Hashable, Sendable {
  package var title: String
  /// Nil where the feed gives none, or none that can be read.
  package var dates: EventDates?
  package var cover: Photo?
  package var isRecommended: Bool
  /// A gift certificate for it can be bought.
  package var hasGiftCertificate: Bool

  package init(
    title: String, dates: EventDates? = nil, cover: Photo? = nil, isRecommended: Bool = false,
    hasGiftCertificate: Bool = false
  ) {
    self.title = title
    self.dates = dates
    self.cover = cover
    self.isRecommended = isRecommended
    self.hasGiftCertificate = hasGiftCertificate
  }
}

/// When an event is, by the calendar and the clock of its own place: nothing is ever converted to another zone.
package struct EventDates: Hashable, Sendable {
  package struct Moment: Hashable, Sendable {
    /// 1…9999
    package var year: Int
    /// 1…12
    package var month: Int
    /// 1…31, a day that the month has.
    package var day: Int
    /// Nil where only the day is known.
    package var time: Time?

    package init(year: Int, month: Int, day: Int, time: Time? = nil) {
      self.year = year
      self.month = month
      self.day = day
      self.time = time
    }
  }

  package struct Time: Hashable, Sendable {
    /// 0…23
    package var hour: Int
    /// 0…59
    package var minute: Int

    package init(hour: Int, minute: Int) {
      self.hour = hour
      self.minute = minute
    }
  }

  package var start: Moment
  /// Not before the start; nil where the feed gives none.
  package var end: Moment?

  package init(start: Moment, end: Moment? = nil) {
    self.start = start
    self.end = end
  }
}

extension EventDates.Moment {
  /// Seconds since 1970 if its place were on UTC: what events are put in order by.
  package var seconds: Int {
    let clock = time.map { $0.hour * 3600 + $0.minute * 60 } ?? 0
    return (CivilDate(year: year, month: month, day: day)?.dayNumber ?? 0) * 86_400 + clock
  }
}
