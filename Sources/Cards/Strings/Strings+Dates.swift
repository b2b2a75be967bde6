extension Strings {
  /// A post's date as it is shown: by the civil days of the reader's zone, whatever the hours between. Later days than
  /// tomorrow are written out, as days gone by are. No date is an empty string.
  package func date(_ seconds: Int?, by clock: CardClock) -> String {
    guard let seconds else { return "" }
    if clock.writesOut { return fullDate(seconds, by: clock) }
    let moment = clock.moment(at: seconds)
    let time = time(hour: moment.hour, minute: moment.minute)
    switch moment.dayNumber - clock.today.dayNumber {
    case 0: return dates.today.filled([.time: time])
    case -1: return dates.yesterday.filled([.time: time])
    case 1: return dates.tomorrow.filled([.time: time])
    default: break
    }
    let phrase = moment.year == clock.today.year ? dates.sameYear : dates.otherYear
    return phrase.filled([
      .day: String(moment.day), .month: dates.months[moment.month - 1], .year: String(moment.year), .time: time,
    ])
  }

  /// Day, month, year and time, whatever now is.
  package func fullDate(_ seconds: Int, by clock: CardClock) -> String {
    let moment = clock.moment(at: seconds)
    return dates.full.filled([
      .day: String(moment.day), .month: dates.months[moment.month - 1], .year: String(moment.year),
      .time: time(hour: moment.hour, minute: moment.minute),
    ])
  }

  /// "9:05", "9:05 AM"; midnight and noon are 12 on a clock of halves.
  func time(hour: Int, minute: Int) -> String {
    guard let halves = dates.halves else { return "\(hour):\(twoDigits(minute))" }
    let shownHour = hour % 12 == 0 ? 12 : hour % 12
    return "\(shownHour):\(twoDigits(minute)) \(hour < 12 ? halves.before : halves.after)"
  }
}
