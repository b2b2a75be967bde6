import Basics
import DataFormats
import Foundation

/// Dates that a program writes in the language of an account: `Thursday, November 3, 2016 at 11:59:50 AM UTC`,
/// `jeudi 3 novembre 2016 à 11:59:50 UTC`, `2016年11月3日木曜日 11:59:50 UTC`.
///
/// Names of months belong to several languages with different meanings (`listopad` is November in Polish and October in
/// Croatian): the name of the weekday decides.
struct LocalizedDate {
  /// Seconds since 1970.
  let seconds: Int
  /// Whether the text names a zone; otherwise `seconds` is a local time.
  let hasZone: Bool

  /// Returns nil if the text is no date with a time.
  init?(_ text: String) {
    guard text.utf8.count <= 200 else { return nil }
    var words = Self.plain(text)
    let offset = Self.takeZone(&words)
    guard let clock = Self.takeClock(&words), let found = Self.date(in: words), clock.hour <= 23 else { return nil }
    var hour = clock.hour
    if hour <= 12, let isAfternoon = Self.isAfternoon(clock, found.language) {
      hour = isAfternoon ? (hour == 12 ? 12 : hour + 12) : (hour == 12 ? 0 : hour)
    }
    guard hour <= 23 else { return nil }
    let local = found.date.dayNumber * 86_400 + hour * 3600 + clock.minute * 60 + clock.second
    seconds = local - (offset ?? 0)
    hasZone = offset != nil
  }

  /// In lowercase, with ASCII digits, and one kind of blank.
  private static func plain(_ text: String) -> String {
    String(
      text.lowercased().map { character in
        if character.isWhitespace || "\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}".contains(character) { return " " }
        // Decimal digits of other scripts only: `四` is part of a weekday's name.
        if !character.isASCII, character.unicodeScalars.first?.properties.numericType == .decimal,
          let digit = character.wholeNumberValue, 0...9 ~= digit
        {
          return Character(String(digit))
        }
        return character
      })
  }

  /// Removes the zone and returns its offset in seconds: `utc`, `gmt+3`, `utc+05:30`.
  private static func takeZone(_ words: inout String) -> Int? {
    for name in ["utc", "gmt"] {
      guard let start = words.range(of: name, options: .backwards) else { continue }
      let rest = words[start.upperBound...]
      var offset = 0
      var end = rest.startIndex
      if let sign = rest.first, sign == "+" || sign == "-" || sign == "−" {
        let written = rest.dropFirst().prefix { $0.isNumber || $0 == ":" }
        end = written.endIndex
        let parts = written.split(separator: ":").map { Int($0) ?? 0 }
        let hours = parts.first ?? 0
        let minutes = parts.count > 1 ? parts[1] : hours > 99 ? hours % 100 : 0
        offset = ((hours > 99 ? hours / 100 : hours) * 3600 + minutes * 60) * (sign == "+" ? 1 : -1)
      }
      words = words[..<start.lowerBound] + " " + words[end...]
      return abs(offset) <= 86_400 ? offset : nil
    }
    return nil
  }

  /// A time of day, with the words on both sides of it, which may name the half of the day.
  private struct Clock {
    var hour: Int
    var minute: Int
    var second: Int
    var before: String
    var after: String
  }

  /// Removes the time of day: `11:59:50`, `11.59`, `11時59分50秒`, `11시 59분`.
  private static func takeClock(_ words: inout String) -> Clock? {
    let patterns = [
      "([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?", "([0-9]{1,2}) ?[時时點点시] ?([0-9]{1,2}) ?[分분](?: ?([0-9]{1,2}) ?[秒초])?",
      "\\b([0-9]{1,2}) ?h ?([0-9]{2})(?: ?(?:m|min) ?([0-9]{2}) ?s)?",
      "\\b([0-9]{1,2})\\.([0-9]{2})(?:\\.([0-9]{2}))?(?![0-9.])",
    ]
    for pattern in patterns {
      guard let expression = try? NSRegularExpression(pattern: pattern),
        let match = expression.matches(in: words, range: NSRange(words.startIndex..., in: words)).last,
        let whole = Range(match.range, in: words)
      else { continue }
      let numbers = (1...3).map { group in Range(match.range(at: group), in: words).flatMap { Int(words[$0]) } }
      guard let hour = numbers[0], let minute = numbers[1], minute <= 59, numbers[2] ?? 0 <= 60 else { continue }
      let clock = Clock(
        hour: hour, minute: minute, second: numbers[2] ?? 0, before: String(words[..<whole.lowerBound]).trimmed,
        after: String(words[whole.upperBound...]).trimmed)
      words.replaceSubrange(whole, with: " ")
      return clock
    }
    return nil
  }

  // MARK: The date

  private static func date(in words: String) -> (date: CivilDate, language: Language?)? {
    let numbers = words.split { !$0.isNumber }.compactMap { Int($0) }
    guard var year = numbers.first(where: { 1000...9999 ~= $0 }) else { return nil }
    let others = numbers.filter { $0 < 1000 }
    // Thailand counts years from the Buddha's death.
    if year > 2400 { year -= 543 }
    if let numeric = numericDate(words, year, others) { return (numeric, nil) }
    var found: [(date: CivilDate, language: Language)] = []
    for language in languages {
      guard let (month, name) = language.month(in: words) else { continue }
      let digits = name.split { !$0.isNumber }.compactMap { Int($0) }
      guard let day = others.first(where: { !digits.contains($0) }) ?? others.first,
        let date = CivilDate(year: year, month: month, day: day)
      else { continue }
      if language.names(weekdayOf: date, in: words) { return (date, language) }
      found.append((date, language))
    }
    // Without a weekday's name, all languages with such a month must agree.
    guard let first = found.first, found.allSatisfy({ $0.date == first.date }) else { return nil }
    return first
  }

  /// `2016年11月3日`, `3.11.2016`, `2016-11-03`.
  private static func numericDate(_ words: String, _ year: Int, _ others: [Int]) -> CivilDate? {
    guard others.count == 2, !words.contains("tháng") else { return nil }
    if words.contains("月") || words.contains("월") { return CivilDate(year: year, month: others[0], day: others[1]) }
    let letters = words.filter(\.isLetter)
    guard letters.count <= 2 else { return nil }
    let isYearFirst = words.split { !$0.isNumber }.first?.count == 4
    let (month, day) = isYearFirst ? (others[0], others[1]) : (others[1], others[0])
    return CivilDate(year: year, month: month, day: day) ?? CivilDate(year: year, month: day, day: month)
  }

  /// Whether the words next to the time name the second half of the day; nil if they name none.
  private static func isAfternoon(_ clock: Clock, _ language: Language?) -> Bool? {
    // `p. m.` in Spanish.
    let after = clock.after.filter { $0 != "." && $0 != " " }
    func isNamed(_ names: [String], _ endings: [String]) -> Bool {
      names.contains { !$0.isEmpty && after.hasPrefix($0.filter { $0 != "." && $0 != " " }) }
        || (endings + names).contains { !$0.isEmpty && clock.before.hasSuffix($0) }
    }
    if isNamed(["pm"] + (language?.evening ?? []), ["下午", "午後", "오후", "晚上", "中午"]) { return true }
    return isNamed(["am"] + (language?.morning ?? []), ["上午", "午前", "오전", "凌晨", "早上"]) ? false : nil
  }

  // MARK: Languages

  /// The names of months and weekdays in a language.
  private struct Language: Sendable {
    /// Longer names first.
    let months: [(name: String, number: Int)]
    /// Sunday first.
    let weekdays: [[String]]
    let morning: [String]
    let evening: [String]

    init(_ code: String) {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: code)
      var calendar = Calendar(identifier: .gregorian)
      calendar.locale = formatter.locale
      formatter.calendar = calendar
      func plain(_ name: String) -> String { LocalizedDate.plain(name) }
      let lists = [
        formatter.monthSymbols, formatter.standaloneMonthSymbols, formatter.shortMonthSymbols,
        formatter.shortStandaloneMonthSymbols,
      ]
      months = lists.compactMap { $0 }.flatMap { list in list.enumerated().map { (plain($1), $0 + 1) } }
        .filter { $0.0.contains(where: \.isLetter) }.sorted { $0.0.count > $1.0.count }
      let days = [
        formatter.weekdaySymbols, formatter.standaloneWeekdaySymbols, formatter.shortWeekdaySymbols,
        formatter.shortStandaloneWeekdaySymbols,
      ].compactMap { $0 }
      weekdays = (0..<7).map { day in days.compactMap { $0.indices.contains(day) ? plain($0[day]) : nil } }
      morning = [formatter.amSymbol].compactMap { $0 }.map(plain)
      evening = [formatter.pmSymbol].compactMap { $0 }.map(plain)
    }

    /// The longest name of a month in the text that is a word of its own.
    func month(in words: String) -> (number: Int, name: String)? {
      for (name, number) in months {
        guard let range = words.range(of: name) else { continue }
        let before = range.lowerBound > words.startIndex ? words[words.index(before: range.lowerBound)] : " "
        let after = range.upperBound < words.endIndex ? words[range.upperBound] : " "
        if !before.isLetter, !after.isLetter, !after.isNumber || name.last?.isLetter == true { return (number, name) }
      }
      return nil
    }

    func names(weekdayOf date: CivilDate, in words: String) -> Bool {
      // 1970 began on a Thursday.
      let day = ((date.dayNumber + 4) % 7 + 7) % 7
      return weekdays[day].contains { !$0.isEmpty && words.contains($0) }
    }
  }

  /// The languages of Google's and Meta's interfaces. English is first, as most accounts use it.
  private static let languages: [Language] = [
    "en", "es", "pt", "fr", "de", "it", "ru", "uk", "pl", "nl", "tr", "ja", "ko", "zh", "zh-Hant", "ar", "fa", "he",
    "hi", "bn", "id", "ms", "vi", "th", "fil", "sv", "da", "nb", "fi", "is", "cs", "sk", "hu", "ro", "bg", "sr",
    "sr-Latn", "hr", "bs", "sl", "mk", "sq", "el", "ca", "eu", "gl", "et", "lv", "lt", "be", "ka", "hy", "az", "kk",
    "ky", "uz", "mn", "ur", "ne", "mr", "gu", "pa", "ta", "te", "kn", "ml", "si", "my", "km", "lo", "am", "sw", "zu",
    "af", "cy", "ga",
  ].map { Language($0) }
}
