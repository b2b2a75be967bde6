import FeedIngest

extension Strings {
  /// "24 ноя", "24–26 ноя", "28 ноя – 2 дек"; the year is said where it is not the reader's own.
  func days(of dates: EventDates, by clock: CardClock) -> String {
    let (start, end) = (dates.start, dates.end ?? dates.start)
    let saysYear = start.year != clock.today.year || end.year != clock.today.year
    guard !start.isSameDay(as: end) else { return day(start, saysYear: saysYear) }
    guard start.year == end.year, start.month == end.month else {
      // "28 дек 2018 – 8 янв 2019", but "28 ноя – 2 дек 2019".
      let first = day(start, saysYear: saysYear && start.year != end.year)
      return events.days.filled([.from: first, .to: day(end, saysYear: saysYear)])
    }
    let phrase = saysYear ? events.daysOfMonthAndYear : events.daysOfMonth
    return phrase.filled([
      .from: String(start.day), .to: String(end.day), .month: self.dates.months[start.month - 1],
      .year: String(start.year),
    ])
  }

  /// "19:00", "19:00–22:00": of an event of one day; the hours of longer ones say little about each day.
  func time(of dates: EventDates) -> String? {
    guard let start = dates.start.time, dates.end.map(dates.start.isSameDay) ?? true else { return nil }
    guard let end = dates.end?.time, end != start else { return time(hour: start.hour, minute: start.minute) }
    return events.hours.filled([
      .from: time(hour: start.hour, minute: start.minute), .to: time(hour: end.hour, minute: end.minute),
    ])
  }

  private func day(_ moment: EventDates.Moment, saysYear: Bool) -> String {
    (saysYear ? events.dayAndYear : events.day).filled([
      .day: String(moment.day), .month: dates.months[moment.month - 1], .year: String(moment.year),
    ])
  }
}

extension EventDates.Moment {
  fileprivate func isSameDay(as other: EventDates.Moment) -> Bool {
    (year, month, day) == (other.year, other.month, other.day)
  }
}
