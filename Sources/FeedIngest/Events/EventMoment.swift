import CivilTime
import JSONTree

/// `2018-11-24` or `2018-11-24T19:00`, as ISO 8601 writes it.
///
/// Seconds and a zone may follow the time and say nothing here: an event is shown by the clock of its own place.
enum EventMoment {
  static func parse(_ text: String) -> EventDates.Moment? {
    guard let moment = ISO8601Moment(text.trimmed), moment.date.year >= 1 else { return nil }
    return EventDates.Moment(
      year: moment.date.year, month: moment.date.month, day: moment.date.day,
      time: moment.time.map { EventDates.Time(hour: $0.hour, minute: $0.minute) })
  }
}
