import Cards
import FeedReading
import Foundation
import Support
import Testing

/// CLDR's data for a language, written by scripts/cldr-vectors.
private struct PublishedLanguage: Decodable {
  let direction: String
  let months, longMonths, halves: [String]
  /// Patterns by skeleton.
  let dates: [String: String]
  let time, decimal, group, percent, money: String
  let plurals: [String: [Int]]

  static let all: [String: PublishedLanguage] = {
    struct File: Decodable {
      let languages: [String: PublishedLanguage]

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        languages = try Dictionary(
          uniqueKeysWithValues: container.allKeys.filter { $0.stringValue != "source" }.map {
            ($0.stringValue, try container.decode(PublishedLanguage.self, forKey: $0))
          })
      }
    }
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let data = try? Data(contentsOf: Checkout.url("Tests/Vectors/cldr.json"))
    return data.flatMap { try? JSONDecoder().decode(File.self, from: $0).languages } ?? [:]
  }()

  /// Formats a date or a time with a CLDR pattern (UTS 35), as far as these tests need.
  func filled(_ pattern: String, day: Int = 1, month: Int = 1, hour: Int = 0, minute: Int = 0) -> String {
    var result = ""
    var isQuoted = false
    var rest = pattern[...]
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      switch (letter, run.count) {
      case ("'", _): isQuoted.toggle()
      case _ where isQuoted: result += run
      case ("d", _): result += String(day)
      case ("M", 4): result += longMonths[month - 1]
      case ("M", 3): result += months[month - 1]
      case ("M", _): result += String(month)
      case ("y", _): result += "2018"
      case ("H", 2): result += hour < 10 ? "0\(hour)" : String(hour)
      case ("H", _): result += String(hour)
      case ("h", _): result += String(hour % 12 == 0 ? 12 : hour % 12)
      case ("m", _): result += minute < 10 ? "0\(minute)" : String(minute)
      case ("a", _): result += halves[hour < 12 ? 0 : 1]
      default: result += run
      }
    }
    return result.plain
  }
}

extension String {
  /// The text with uniform spaces and without directional marks, which cards add themselves.
  fileprivate var plain: String {
    String(
      unicodeScalars.filter { !["\u{200E}", "\u{200F}", "\u{61C}"].contains($0) }.map {
        $0.properties.isWhitespace ? " " : Character($0)
      })
  }
}

/// Russian cards follow their design: months of three letters, hours without a leading zero, no word for "year".
/// Ukrainian ones omit that word, too.
@Suite("What CLDR publishes of each language", .serialized)
struct CLDRTests {
  private func published(_ language: Language) throws -> PublishedLanguage {
    try #require(PublishedLanguage.all[language.code])
  }

  @Test("lines begin where they do", arguments: Language.all)
  func direction(language: Language) throws {
    #expect(language.strings.direction.rawValue == (try published(language).direction))
  }

  @Test("each number has its plural category", arguments: Language.all)
  func plurals(language: Language) throws {
    let plurals = try published(language).plurals
    #expect(plurals.values.joined().count > 130)
    for (category, counts) in plurals {
      for count in counts { #expect(language.strings.pluralCategory(of: count).rawValue == category, "\(count)") }
    }
  }

  @Test("each day of the year is written so, short and long, with its year and without", arguments: Language.all)
  func days(language: Language) throws {
    let (strings, cldr) = (language.strings, try published(language))
    let isDesigned = language.code == "ru"
    for month in 1...12 {
      let day = 17_532 + [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1] + 4
      let here = CardClock(now: day * 86_400, timeZone: .gmt)
      #expect(strings.day(day, by: here).plain == cldr.filled(try #require(cldr.dates["MMMMd"]), day: 5, month: month))
      if isDesigned { continue }
      let withYear = cldr.filled(try #require(cldr.dates["yMMMd"]), day: 5, month: month)
      #expect(strings.shortDay(day).plain == withYear.replacing(" р.", with: ""))
      let start = EventDates.Moment(year: 2018, month: month, day: 5, time: nil)
      let short = cldr.filled(try #require(cldr.dates["MMMd"]), day: 5, month: month)
      #expect(strings.days(of: EventDates(start: start), by: here).plain == short)
    }
  }

  @Test("hours and minutes are written so", arguments: Language.all.filter { $0.code != "ru" })
  func times(language: Language) throws {
    let cldr = try published(language)
    for hour in 0...23 {
      let time = language.strings.time(hour: hour, minute: 5).plain
      #expect(time == cldr.filled(cldr.time, hour: hour, minute: 5))
    }
  }

  @Test("digits, percents and money have its signs at its places", arguments: Language.all)
  func numbers(language: Language) throws {
    let (strings, cldr) = (language.strings, try published(language))
    let amount = try #require(DecimalNumber("12345.5"))
    let written = "12\(cldr.group)345\(cldr.decimal)50"
    func filled(_ pattern: String, _ digits: String, _ number: String) -> String {
      let positive = String(pattern.prefix { $0 != ";" })
      return positive.replacing(digits, with: number).replacing("¤", with: "€").plain
    }
    #expect(strings.money(amount, currency: "EUR", decimals: 2).plain == filled(cldr.money, "#,##0.00", written))
    #expect(strings.percent(51).plain == filled(cldr.percent, "#,##0", "51"))
  }

  @Test("a sign stays before its digits where lines run from right to left")
  func signs() throws {
    for language in Language.all {
      let mark = language.strings.direction == .rightToLeft ? "\u{200E}" : ""
      #expect(language.strings.grouped(-5) == mark + "−5")
    }
  }
}
