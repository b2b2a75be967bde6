import Cards
import Foundation
import Support
import Testing

@Suite struct DateTests {
  /// Returns seconds since 1970 for a UTC date, computed with Foundation's calendar.
  static func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)
    return Int(try #require(calendar.date(from: parts)).timeIntervalSince1970)
  }

  static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  @Test(
    "relative dates use the language's short form",
    arguments: [
      (0, "now", "jetzt"), (59, "now", "jetzt"), (60, "1m", "1\u{A0}Min."), (3599, "59m", "59\u{A0}Min."),
      (3600, "1h", "1\u{A0}Std."), (86_399, "23h", "23\u{A0}Std."), (86_400, "1d", "1\u{A0}T"),
      (6 * 86_400, "6d", "6\u{A0}T"), (7 * 86_400, "Nov\u{A0}1", "1.\u{A0}Nov."), (-60, "Nov\u{A0}8", "8.\u{A0}Nov."),
    ])
  func ago(seconds: Int, english: String, german: String) throws {
    let now = try Self.utc(2018, 11, 8, 15)
    let clock = CardClock(now: now, timeZone: .gmt)
    #expect(Language.en.strings.age(now - seconds, by: clock) == english)
    #expect(try #require(Language(code: "de")).strings.age(now - seconds, by: clock) == german)
  }

  @Test(
    "a date is reported relative to now",
    arguments: [
      // now, date (year, month, day, hour, minute), Russian, English
      ((2018, 11, 8, 15, 0), (2018, 11, 8, 9, 5), "сегодня в 9:05", "today at 9:05 AM"),
      ((2018, 11, 8, 15, 0), (2018, 11, 8, 0, 0), "сегодня в 0:00", "today at 12:00 AM"),
      ((2018, 11, 8, 15, 0), (2018, 11, 8, 12, 30), "сегодня в 12:30", "today at 12:30 PM"),
      ((2018, 11, 8, 0, 10), (2018, 11, 7, 21, 40), "вчера в 21:40", "yesterday at 9:40 PM"),
      ((2018, 11, 8, 23, 59), (2018, 11, 7, 0, 0), "вчера в 0:00", "yesterday at 12:00 AM"),
      ((2018, 11, 10, 0, 0), (2018, 11, 8, 14, 0), "8 ноя в 14:00", "Nov 8 at 2:00 PM"),
      ((2018, 12, 31, 0, 0), (2018, 1, 1, 0, 1), "1 янв в 0:01", "Jan 1 at 12:01 AM"),
      ((2018, 11, 10, 0, 0), (2017, 11, 8, 14, 0), "8 ноя 2017", "Nov 8, 2017"),
      ((2019, 1, 1, 0, 5), (2018, 12, 31, 23, 50), "вчера в 23:50", "yesterday at 11:50 PM"),
      ((2019, 1, 2, 0, 5), (2018, 12, 31, 23, 50), "31 дек 2018", "Dec 31, 2018"),
      ((2020, 3, 1, 8, 0), (2020, 2, 29, 8, 0), "вчера в 8:00", "yesterday at 8:00 AM"),
      ((2018, 11, 8, 15, 0), (2018, 11, 8, 23, 0), "сегодня в 23:00", "today at 11:00 PM"),
      ((2018, 11, 8, 15, 0), (2018, 11, 9, 1, 0), "завтра в 1:00", "tomorrow at 1:00 AM"),
      ((2018, 11, 8, 15, 0), (2018, 12, 24, 18, 0), "24 дек в 18:00", "Dec 24 at 6:00 PM"),
      ((2018, 11, 8, 15, 0), (2031, 5, 9, 18, 0), "9 май 2031", "May 9, 2031"),
    ])
  func relative(
    now: (Int, Int, Int, Int, Int), date: (Int, Int, Int, Int, Int), russian: String, english: String
  ) throws {
    let clock = CardClock(now: try Self.utc(now.0, now.1, now.2, now.3, now.4), timeZone: .gmt)
    let seconds = try Self.utc(date.0, date.1, date.2, date.3, date.4)
    #expect(Language.ru.strings.date(seconds, by: clock) == russian)
    #expect(Language.en.strings.date(seconds, by: clock) == english)
  }

  @Test("each month has its short name")
  func months() throws {
    let clock = CardClock(now: try Self.utc(2018, 6, 1), timeZone: .gmt)
    let dates = try (1...12).map { Language.ru.strings.date(try Self.utc(2000, $0, 15), by: clock) }
    let names = ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"]
    #expect(dates == names.map { "15 \($0) 2000" })
  }

  @Test("the reader's zone decides which day it was")
  func zoneDecidesDay() throws {
    let moment = try Self.utc(2018, 11, 7, 22, 30)
    let now = try Self.utc(2018, 11, 8, 12, 0)
    let moscow = CardClock(now: now, timeZone: try Self.zone("Europe/Moscow"))
    let york = CardClock(now: now, timeZone: try Self.zone("America/New_York"))
    let kathmandu = CardClock(now: now, timeZone: try Self.zone("Asia/Kathmandu"))
    #expect(Language.ru.strings.date(moment, by: moscow) == "сегодня в 1:30")
    #expect(Language.ru.strings.date(moment, by: york) == "вчера в 17:30")
    #expect(Language.ru.strings.date(moment, by: kathmandu) == "сегодня в 4:15")
  }

  @Test("yesterday is the day before, also when a day has 25 or 23 hours")
  func daylightSaving() throws {
    let york = try Self.zone("America/New_York")
    // 4 November 2018 had 25 hours in New York: 5 November 0:30 is 05:30 UTC, 4 November 0:15 is 04:15 UTC.
    let autumn = CardClock(now: try Self.utc(2018, 11, 5, 5, 30), timeZone: york)
    #expect(Language.en.strings.date(try Self.utc(2018, 11, 4, 4, 15), by: autumn) == "yesterday at 12:15 AM")
    #expect(Language.en.strings.date(try Self.utc(2018, 11, 4, 3, 59), by: autumn) == "Nov 3 at 11:59 PM")
    // 11 March 2018 had 23 hours: 12 March 0:30 is 04:30 UTC, 10 March 23:59 is 11 March 04:59 UTC.
    let spring = CardClock(now: try Self.utc(2018, 3, 12, 4, 30), timeZone: york)
    #expect(Language.en.strings.date(try Self.utc(2018, 3, 11, 5, 0), by: spring) == "yesterday at 12:00 AM")
    #expect(Language.en.strings.date(try Self.utc(2018, 3, 11, 4, 59), by: spring) == "Mar 10 at 11:59 PM")
  }

  @Test(
    "a date that is written out has day, month, year and time, whatever now is",
    arguments: [(Language.ru.strings, "18 ноя 2018 в 12:05"), (Language.en.strings, "Nov 18, 2018 at 12:05 PM")])
  func full(strings: Strings, expected: String) throws {
    let date = try Self.utc(2018, 11, 18, 12, 5)
    for now in [date, date + 90_000, date + 90_000_000] {
      #expect(strings.date(date, by: CardClock(now: now, timeZone: .gmt, writesOut: true)) == expected)
      #expect(strings.fullDate(date, by: CardClock(now: now, timeZone: .gmt)) == expected)
    }
    #expect(strings.date(nil, by: CardClock(now: 0, timeZone: .gmt, writesOut: true)).isEmpty)
  }

  /// CLDR's formats yMMMd and MMMMd. Russian and Ukrainian omit the word for "year".
  @Test(
    "a day is written as its language writes it",
    arguments: [
      ("ar", "18 نوفمبر 2018", "18\u{A0}نوفمبر"), ("de", "18. Nov. 2018", "18.\u{A0}November"),
      ("en", "Nov 18, 2018", "November\u{A0}18"), ("es", "18 nov 2018", "18 de\u{A0}noviembre"),
      ("fr", "18 nov. 2018", "18\u{A0}novembre"), ("he", "18 בנוב׳ 2018", "18\u{A0}בנובמבר"),
      ("ja", "2018年11月18日", "11月18日"), ("pl", "18 lis 2018", "18\u{A0}listopada"),
      ("pt", "18 de nov. de 2018", "18 de\u{A0}novembro"), ("ru", "18 ноя 2018", "18\u{A0}ноября"),
      ("tr", "18 Kas 2018", "18\u{A0}Kasım"), ("uk", "18 лист. 2018", "18\u{A0}листопада"),
    ])
  func days(code: String, short: String, long: String) throws {
    let strings = try #require(Language(code: code)).strings
    let day = try Self.utc(2018, 11, 18) / 86_400
    #expect(strings.shortDay(day) == short)
    #expect(strings.day(day, by: CardClock(now: day * 86_400, timeZone: .gmt)) == long)
  }

  @Test("no date is not a text")
  func missing() {
    #expect(Language.ru.strings.date(nil, by: CardClock(now: noon, timeZone: .gmt)).isEmpty)
  }

  @Test(
    "the ends of the calendar have a date",
    arguments: [
      (-62_135_596_800, "1 янв 1"), (253_402_300_799, "31 дек 9999"), (Int.min, "1 янв 1"),
      (Int.max, "31 дек 9999"), (-1, "31 дек 1969"), (0, "1 янв 1970"), (951_782_400, "29 фев 2000"),
      (-2_203_891_200, "1 мар 1900"),
    ])
  func extremes(seconds: Int, shown: String) {
    #expect(Language.ru.strings.date(seconds, by: CardClock(now: noon, timeZone: .gmt)) == shown)
  }

  @Test("the ends of Int are dates in every zone", arguments: ["Pacific/Kiritimati", "Pacific/Niue", "Europe/Moscow"])
  func extremeZones(zone: String) throws {
    for now in [Int.min, Int.max] {
      let clock = CardClock(now: now, timeZone: try Self.zone(zone))
      #expect(!Language.en.strings.date(.min, by: clock).isEmpty)
      #expect(!Language.en.strings.date(.max, by: clock).isEmpty)
    }
  }

  @Test("civil days agree with Foundation's calendar over four centuries")
  func agreesWithCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let clock = CardClock(now: 0, timeZone: .gmt)
    for day in stride(from: -100_000, through: 100_000, by: 379) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let (year, month) = (try #require(parts.year), try #require(parts.month))
      guard year != 1970 else { continue }
      let expected = "\(try #require(parts.day)) \(Language.ru.strings.dates.months[month - 1]) \(year)"
      #expect(Language.ru.strings.date(day * 86_400, by: clock) == expected)
    }
  }
}
