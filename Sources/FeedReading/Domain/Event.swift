import Basics

/// The additional fields of an entry that announces an event.
///
/// The description is the post's text, the event's page its permalink, the organizer its author.
package struct Event: Hashable, Sendable {
  package var title: String
  /// Nil if the feed gives no readable date.
  package var dates: EventDates?
  package var cover: Photo?
  package var isRecommended: Bool
  /// Whether gift certificates are available.
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

/// The dates of an event, in the local time of its own place: they are never converted to another zone.
package struct EventDates: Hashable, Sendable {
  package struct Moment: Hashable, Sendable {
    /// 1…9999
    package var year: Int
    /// 1…12
    package var month: Int
    /// 1…31, valid for the month.
    package var day: Int
    /// Nil if only the day is known.
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
  /// Not before the start; nil if the feed gives none.
  package var end: Moment?

  package init(start: Moment, end: Moment? = nil) {
    self.start = start
    self.end = end
  }
}

extension EventDates.Moment {
  /// Seconds since 1970 as if the place were in UTC: the sort key of events.
  package var seconds: Int {
    let clock = time.map { $0.hour * 3600 + $0.minute * 60 } ?? 0
    return (CivilDate(year: year, month: month, day: day)?.dayNumber ?? 0) * 86_400 + clock
  }
}
