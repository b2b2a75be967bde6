import Basics
import FeedReading

/// Names, numbers and dates as text.
extension Strings {
  /// CLDR's cardinal category; the sign is ignored.
  package func pluralCategory(of count: Int) -> PluralForms.Category { plural.category(of: count.magnitude) }

  /// A number with its noun: "21 запись", "1,234 posts".
  package func counted(_ count: Int, _ forms: PluralForms) -> String {
    forms[pluralCategory(of: count)].filled([.n: grouped(count)])
  }

  /// An author's name, or the account's status if there is no name.
  package func name(of author: Author) -> String {
    if let name = author.shownName { return name }
    return switch author.state {
    case .banned: people.banned
    case .unknown: people.unknown
    case .active, .deleted: people.deleted
    }
  }

  /// "Анна, Борис и ещё 3": the first two names of more than three, or all of up to three.
  package func listed(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    // Names are isolated from each other: names in another writing direction would change places.
    let shown = names.prefix(Self.namesShown(of: names.count)).map { $0.isolated(in: system.and.direction) }
    if shown.count < names.count {
      return system.andMore.filled([
        .names: shown.joined(separator: ", "), .n: grouped(names.count - shown.count),
      ])
    }
    return system.and.filled([.names: shown.dropLast().joined(separator: ", "), .name: shown[shown.count - 1]])
  }

  /// The number of names that `listed` writes out.
  static func namesShown(of count: Int) -> Int { count <= 3 ? count : 2 }

  /// All digits, in groups of three: "12 345".
  package func grouped(_ count: Int) -> String { (count < 0 ? minus : "") + groups(of: String(count.magnitude)) }

  var minus: String { signMark + "−" }
  var plus: String { signMark + "+" }

  /// Keeps a sign before its digits in right-to-left text, as CLDR's signs do there.
  private var signMark: String { direction == .rightToLeft ? "\u{200E}" : "" }

  /// Digits in groups of three, if the language groups numbers of this length.
  func groups(of digits: String) -> String {
    guard digits.utf8.count >= 3 + (numbers.minimumGrouping ?? 1) else { return digits }
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { result += numbers.groupSeparator }
      result.append(digit)
    }
    return result
  }

  /// A counter's label, truncated and never rounded, so that it never exceeds the actual number.
  ///
  /// Numbers below 1 000 are unchanged; below 10 of a unit they get one decimal ("1.2K"), above it none ("12K"). The
  /// units are K, M, B, T in every language; the decimal separator is the language's ("1,2K"). A negative count is
  /// shown as 0.
  package func counter(_ count: Int) -> String {
    guard count >= 1000 else { return String(max(0, count)) }
    let units = ["K", "M", "B", "T"]
    var size = 1000
    var unit = 0
    while unit + 1 < units.count, count / size >= 1000 {
      size *= 1000
      unit += 1
    }
    let whole = count / size
    let tenth = count % size / (size / 10)
    return whole < 10 && tenth > 0
      ? "\(whole)\(numbers.decimalSeparator)\(tenth)\(units[unit])" : "\(whole)\(units[unit])"
  }

  /// "51 %"
  package func percent(_ percent: Int) -> String { numbers.percent.filled([.n: grouped(percent)]) }

  /// "1,9 МБ": at most one decimal, from kilobytes up; nil for a negative size.
  package func fileSize(_ bytes: Int) -> String? {
    guard bytes >= 0, let smallest = numbers.byteUnits.first else { return nil }
    guard bytes >= 1024 else { return "\(bytes) \(smallest)" }
    var value = Double(bytes) / 1024
    var unit = 1
    // Compare after rounding, so that 1 023.96 KB is 1 MB and not 1024 KB.
    while (value * 10).rounded() >= 10240, unit + 1 < numbers.byteUnits.count {
      value /= 1024
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    let fraction = tenths % 10 == 0 ? "" : "\(numbers.decimalSeparator)\(tenths % 10)"
    return "\(grouped(tenths / 10))\(fraction) \(numbers.byteUnits[unit])"
  }

  // MARK: Dates

  /// A post's date, by civil days in the reader's time zone, regardless of the hours in between. Days after tomorrow
  /// are written out, as past days are. No date gives an empty string.
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

  /// The age within a week, or else the day, with the year unless it is the current one. Dates that are always written
  /// out have their year.
  package func age(_ seconds: Int, by clock: CardClock) -> String {
    let (past, isOverflown) = clock.now.subtractingReportingOverflow(seconds)
    if !clock.writesOut, !isOverflown, (0..<7 * 86_400).contains(past) {
      if past < 60 { return dates.ago.now }
      if past < 3600 { return dates.ago.minutes.filled([.n: String(past / 60)]) }
      if past < 86_400 { return dates.ago.hours.filled([.n: String(past / 3600)]) }
      return dates.ago.days.filled([.n: String(past / 86_400)])
    }
    let moment = clock.moment(at: seconds)
    let phrase = clock.saysYear(moment.year) ? events.dayAndYear : events.day
    return phrase.filled([
      .day: String(moment.day), .month: dates.months[moment.month - 1], .year: String(moment.year),
    ])
  }

  /// Day, month, year and time, independent of now.
  package func fullDate(_ seconds: Int, by clock: CardClock) -> String {
    let moment = clock.moment(at: seconds)
    return dates.full.filled([
      .day: String(moment.day), .month: dates.months[moment.month - 1], .year: String(moment.year),
      .time: time(hour: moment.hour, minute: moment.minute),
    ])
  }

  /// "9:05", "09:05", "9:05 AM"; midnight and noon are 12 on a 12-hour clock.
  func time(hour: Int, minute: Int) -> String {
    guard let halves = dates.halves else {
      return "\(dates.twoDigitHours == true ? twoDigits(hour) : String(hour)):\(twoDigits(minute))"
    }
    let shownHour = hour % 12 == 0 ? 12 : hour % 12
    return "\(shownHour):\(twoDigits(minute)) \(hour < 12 ? halves.before : halves.after)"
  }

  /// "24 ноября", "24 ноября 2017": the year is shown unless it is the newest message's and dates are relative.
  package func day(_ number: Int, by clock: CardClock) -> String {
    let date = CivilDate(dayNumber: number)
    let phrase = clock.saysYear(date.year) ? chat.dayAndYear : chat.day
    return phrase.filled([
      .day: String(date.day), .month: chat.months[date.month - 1], .year: String(date.year),
    ])
  }

  /// "24 ноя 2017"
  package func shortDay(_ number: Int) -> String {
    let date = CivilDate(dayNumber: number)
    return dates.otherYear.filled([
      .day: String(date.day), .month: dates.months[date.month - 1], .year: String(date.year),
    ])
  }

  /// The wording of day headers above messages: month names as used with a day number, and the patterns for a day of
  /// `year` and of any other year, with `{day}`, `{month}` and `{year}`.
  package func dayWording(by clock: CardClock) -> (months: [String], ofYear: String, other: String, year: Int) {
    func pattern(_ phrase: Phrase) -> String {
      phrase.filled([.day: "{day}", .month: "{month}", .year: "{year}"])
    }
    let ofYear = clock.saysYear(clock.today.year) ? chat.dayAndYear : chat.day
    return (chat.months, pattern(ofYear), pattern(chat.dayAndYear), clock.today.year)
  }

  /// "24 ноя", "24–26 ноя", "28 ноя – 2 дек"; the year is shown unless it is the reader's current one.
  func days(of dates: EventDates, by clock: CardClock) -> String {
    let (start, end) = (dates.start, dates.end ?? dates.start)
    let saysYear = clock.saysYear(start.year) || clock.saysYear(end.year)
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

  /// "19:00", "19:00–22:00", for one-day events only; the hours of longer ones say little about each day.
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

/// "3:05", "1:02:03"; nil for a negative duration. `seconds` are whole.
package func durationText(seconds: Int) -> String? {
  guard seconds >= 0 else { return nil }
  let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
  guard minutes >= 60 else { return "\(minutes):\(twoDigits(rest))" }
  return "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(rest))"
}

func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
