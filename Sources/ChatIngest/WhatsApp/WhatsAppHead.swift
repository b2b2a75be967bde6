/// The date and time at the beginning of an entry: `[2020-01-01, 12:00:01] ` (iOS), `1/31/20, 4:05 PM - ` (Android),
/// `2016-06-27, 8:04:08 AM: ` (old iPhones), in the digits and with the marks of any language.
struct WhatsAppHead {
  /// The shape that the heads of one export share.
  struct Shape: Hashable {
    enum Ending: Hashable {
      case bracket, dash, colon
    }

    var ending: Ending
    var isTimeFirst: Bool
  }

  /// A number of a date, and how many digits it has.
  struct Number: Hashable {
    var value: Int
    var digits: Int
  }

  /// The half of the day that a time of 12 hours belongs to.
  struct HalfDay: Hashable {
    var isAfternoon: Bool
    /// The word as written.
    var word: String
  }

  /// The three numbers in their written order.
  let date: [Number]
  let writtenDate: String
  /// The characters between the numbers of the date, without blanks, and a full stop after the last number: `//`, `...`.
  let separators: String
  let shape: Shape
  /// Seconds since midnight.
  let seconds: Int
  let halfDay: HalfDay?
  /// What follows the head: the author and the text, or the text of an event.
  let rest: Substring

  var isBracketed: Bool { shape.ending == .bracket }
  var hasYearFirst: Bool { date[0].digits > 2 }

  /// U+200E marks texts written by the app.
  static let mark: Character = "\u{200E}"

  init?(_ line: Substring) {
    // Most lines of long messages are no heads.
    guard let first = line.unicodeScalars.first(where: { !HeadReader.isBlank($0) }),
      first == "[" || first == "［" || HeadReader.isDigit(first)
    else { return nil }
    var reader = HeadReader(line)
    reader.skipBlanks()
    let isBracketed = reader.take { $0 == "[" || $0 == "［" }
    reader.skipBlanks()
    guard reader.digit != nil else { return nil }
    let start = reader
    guard let (moment, isTimeFirst) = Self.moment(&reader, isBracketed: isBracketed) else { return nil }
    reader.skipBlanks()
    let ending: Shape.Ending
    if isBracketed {
      guard reader.take({ $0 == "]" || $0 == "］" }) else { return nil }
      ending = .bracket
    } else if reader.take({ Self.dashes.contains($0) }) {
      guard reader.scalar.map(HeadReader.isBlank) ?? true else { return nil }
      ending = .dash
    } else {
      guard reader.take({ $0 == ":" }), reader.scalar.map(HeadReader.isBlank) ?? false else { return nil }
      ending = .colon
    }
    if reader.scalar == " " { reader.advance() }
    (date, separators) = (moment.date.numbers, moment.date.separators)
    writtenDate = start.text(of: moment.date.range)
    (seconds, halfDay) = (moment.clock.seconds, moment.clock.halfDay)
    shape = Shape(ending: ending, isTimeFirst: isTimeFirst)
    rest = reader.rest
  }

  private static let dashes: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "–", "—", "\u{2212}"]

  private typealias Moment = (date: HeadReader.Day, clock: HeadReader.Clock)

  private static func moment(_ reader: inout HeadReader, isBracketed: Bool) -> (Moment, isTimeFirst: Bool)? {
    let start = reader
    if let day = reader.day() {
      let position = reader.position
      reader.skipLink(takesAnyWord: isBracketed)
      if reader.position > position, let clock = reader.clock(isLast: true) { return ((day, clock), false) }
    }
    reader = start
    guard let clock = reader.clock(isLast: false) else { return nil }
    let position = reader.position
    reader.skipLink(takesAnyWord: isBracketed)
    guard reader.position > position, let day = reader.day() else { return nil }
    return ((day, clock), true)
  }
}

/// Reads the parts of a head from the beginning of a line.
struct HeadReader {
  struct Day {
    var numbers: [WhatsAppHead.Number]
    var separators: String
    /// In scalars.
    var range: Range<Int>
  }

  struct Clock {
    var seconds: Int
    var halfDay: WhatsAppHead.HalfDay?
  }

  /// The maximum length of a head in scalars.
  private static let limit = 96

  private let line: Substring
  private let scalars: [Unicode.Scalar]
  private(set) var position = 0

  init(_ line: Substring) {
    self.line = line
    scalars = Array(line.unicodeScalars.prefix(Self.limit))
  }

  var scalar: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// The value of the digit at the position, in any script.
  var digit: Int? { scalar.flatMap(Self.value) }

  var rest: Substring { line[line.unicodeScalars.index(line.startIndex, offsetBy: position)...] }

  func text(of range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range].lazy.filter { !Self.isMark($0) })
    return String(text)
  }

  mutating func advance() { position += 1 }

  mutating func take(_ isWanted: (Unicode.Scalar) -> Bool) -> Bool {
    guard let scalar, isWanted(scalar) else { return false }
    position += 1
    return true
  }

  mutating func skipBlanks() { while let scalar, Self.isBlank(scalar) { position += 1 } }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar.value == 0xA0
      || scalar.value > 0x7F && (isMark(scalar) || isSpace(scalar))
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Marks of direction and joining, and the byte order mark.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { value(of: scalar) != nil }

  private static func value(of scalar: Unicode.Scalar) -> Int? {
    if scalar.value < 0x80 { return 0x30...0x39 ~= scalar.value ? Int(scalar.value) - 0x30 : nil }
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
    return Int(value)
  }

  private mutating func number(atMost limit: Int) -> WhatsAppHead.Number? {
    var number = WhatsAppHead.Number(value: 0, digits: 0)
    while let digit {
      guard number.digits < limit else { return nil }
      number = .init(value: number.value * 10 + digit, digits: number.digits + 1)
      position += 1
    }
    return number.digits > 0 ? number : nil
  }

  // MARK: Date

  private static let dateSeparators: Set<Unicode.Scalar> = [
    "/", ".", "-", "–", "\u{2010}", "\u{2011}", "／", "．", "年", "月", "년", "월",
  ]
  /// The word for "year" in dates of Bulgarian, Macedonian, Ukrainian, Kazakh, Lithuanian, and of the Islamic calendar.
  private static let yearWords: Set = ["г", "р", "ж", "m", "هـ"]

  mutating func day() -> Day? {
    let start = position
    var separators = ""
    guard let first = number(atMost: 4), let second = separated(2, &separators), let third = separated(4, &separators)
    else { return nil }
    let end = position
    let numbers = [first, second, third]
    guard numbers.allSatisfy({ $0.value > 0 }), numbers.count(where: { $0.digits > 2 }) <= 1 else { return nil }
    skipBlanks()
    if take({ $0 == "." || $0 == "日" || $0 == "일" }) {
      separators.append(".")
    } else {
      position = end
    }
    let afterMark = position
    skipBlanks()
    let word = word(atMost: 4)
    if Self.yearWords.contains(word) { _ = take { $0 == "." } } else { position = afterMark }
    return Day(numbers: numbers, separators: separators, range: start..<end)
  }

  private mutating func separated(_ digits: Int, _ separators: inout String) -> WhatsAppHead.Number? {
    skipBlanks()
    guard let scalar, Self.dateSeparators.contains(scalar) else { return nil }
    separators.unicodeScalars.append(scalar)
    position += 1
    skipBlanks()
    return number(atMost: digits)
  }

  // MARK: Between date and time

  /// Words before a time: "at" in the languages that have one.
  private static let links: Set = [
    "at", "à", "a", "às", "as", "las", "la", "le", "alle", "ore", "om", "um", "klo", "kl", "kell", "o", "ob", "u", "в",
    "о", "у", "om", "pukul", "pkl", "jam", "lúc", "ngày", "saat", "στις", "בשעה", "الساعة", "ساعت", "เวลา", "को", "ve",
    "ora", "t",
  ]

  mutating func skipLink(takesAnyWord: Bool) {
    skipBlanks()
    _ = take { $0 == "," || $0 == "،" || $0 == "、" || $0 == "，" }
    skipBlanks()
    for _ in 0..<2 {
      let start = position
      let word = word(atMost: 10)
      guard !word.isEmpty, Self.links.contains(word) || takesAnyWord && HalfDays.isAfternoon(word) == nil else {
        position = start
        return
      }
      _ = take { $0 == "." }
      skipBlanks()
    }
  }

  /// Letters and their marks, in lowercase.
  private mutating func word(atMost limit: Int) -> String {
    var word = String.UnicodeScalarView()
    while let scalar, Self.isLetter(scalar), word.count < limit {
      word.append(scalar)
      position += 1
    }
    return String(word).lowercased()
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return 0x61...0x7A ~= scalar.value | 0x20 }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark:
      return true
    default: return false
    }
  }

  // MARK: Time

  /// Words after a time that don't say which half of the day it is.
  private static let clockWords: Set = ["", "น", "uhr", "h", "hrs", "ч", "ore", "分", "秒", "분", "초"]

  private static let clockSeparators: Set<Unicode.Scalar> = [":", ".", "：", "時", "时", "시", "h", "分", "분"]

  /// - Parameter isLast: Whether the head ends after the time; otherwise a date follows.
  mutating func clock(isLast: Bool) -> Clock? {
    guard let before = halfDay(after: false, isLast: isLast) else { return nil }
    skipBlanks()
    guard let hour = number(atMost: 2)?.value, takeClockSeparator(), let minute = number(atMost: 2), minute.digits == 2
    else { return nil }
    var second = 0
    let end = position
    if takeClockSeparator(), let number = number(atMost: 2), number.digits == 2 {
      second = number.value
    } else {
      position = end
    }
    guard let after = halfDay(after: true, isLast: isLast), 0...24 ~= hour, 0...59 ~= minute.value, 0...60 ~= second
    else { return nil }
    let half = before.day ?? after.day
    var hours = hour
    if let half {
      guard hour <= 12 || half.isAfternoon else { return nil }
      hours = HalfDays.hour(hour, half)
    }
    return Clock(seconds: hours % 24 * 3600 + minute.value * 60 + second, halfDay: half)
  }

  private enum Half {
    case absent
    case present(WhatsAppHead.HalfDay)

    var day: WhatsAppHead.HalfDay? { if case .present(let day) = self { day } else { nil } }
  }

  private mutating func takeClockSeparator() -> Bool {
    let start = position
    let isTaken = take {
      $0 == ":" || $0 == "." || $0 == "：" || $0 == "時" || $0 == "时" || $0 == "시" || $0 == "h" || $0 == "分" || $0 == "분"
    }
    if isTaken {
      skipBlanks()
      if digit != nil { return true }
    }
    position = start
    return false
  }

  /// Reads letters with full stops, quotation marks and blanks between them, as in `p. m.`, `ב״אחה`.
  ///
  /// - Returns: Nil if there are letters that are no half-day.
  private mutating func halfDay(after isAfter: Bool, isLast: Bool) -> Half? {
    let start = position
    var (letters, written) = (String.UnicodeScalarView(), String.UnicodeScalarView())
    while let scalar, letters.count <= 20 {
      if Self.isLetter(scalar) {
        letters.append(scalar)
        written.append(scalar)
      } else if scalar == "." || scalar == "\"" || scalar == "״" || scalar == "'" || scalar == "׳" || scalar == "’" {
        written.append(scalar)
      } else if !Self.isBlank(scalar) {
        break
      } else {
        // A blank may end the time, if a date follows.
        if isAfter, !isLast, !letters.isEmpty { break }
        if !Self.isMark(scalar) { written.append(scalar) }
      }
      position += 1
    }
    let word = String(letters).lowercased()
    if let isAfternoon = HalfDays.isAfternoon(word) {
      return .present(.init(isAfternoon: isAfternoon, word: String(written).trimmed))
    }
    if Self.clockWords.contains(word) {
      if word.isEmpty { position = start }
      return .absent
    }
    if !isLast, isAfter {
      position = start
      return .absent
    }
    return nil
  }
}

/// The words for the halves of a day, of every language that has one, without full stops and quotation marks.
///
/// The source is CLDR's day periods: `am`, `pm` and, in Chinese and Malay, parts of the day.
enum HalfDays {
  private static let mornings: Set = [
    "am", "a", "上午", "午前", "오전", "凌晨", "清晨", "早上", "早晨", "ص", "صباحا", "صباحًا", "ق", "قظ", "قبلازظهر", "قد", "صبح",
    "לפנהצ", "בבוקר", "πμ", "öö", "sa", "de", "dop", "dopoldne", "fm", "ap", "vm", "v", "pg", "pagi", "дп", "прдп",
    "проб", "претпл", "преподне", "ก่อนเที่ยง", "पूर्वाह्न", "मपू", "পূর্বাহ্ণ", "முற்பகல்", "ಪೂರ್ವಾಹ್ನ", "ਪੂਦੁ", "pd",
    "paradite", "eparadites", "rn", "to", "prp", "priešpiet", "priekšp", "priekšpusdiena", "priekšpusdienā", "ek",
    "prijepodne", "ጥዋት", "asubuhi", "ព្រឹក",
  ]
  private static let afternoons: Set = [
    "pm", "p", "下午", "午後", "오후", "中午", "晚上", "م", "مساء", "مساءً", "ب", "بظ", "بعدازظهر", "بد", "عصر", "אחהצ", "בערב",
    "μμ", "ös", "ch", "du", "odp", "pop", "popoldne", "em", "ip", "nm", "n", "ptg", "petang", "malam", "пп", "слоб",
    "попл", "поподне", "หลังเที่ยง", "अपराह्न", "मउ", "অপরাহ্ণ", "பிற்பகல்", "ಅಪರಾಹ್ನ", "ਬਾਦੁ", "md", "pasdite", "epasdites",
    "in", "tk", "popiet", "pēcp", "pēcpusd", "pēcpusdiena", "pēcpusdienā", "pk", "poslijepodne", "ከሰዓት", "jioni",
    "ល្ងាច",
  ]

  /// - Parameter word: In lowercase.
  /// - Returns: Nil for any other word.
  static func isAfternoon(_ word: String) -> Bool? {
    mornings.contains(word) ? false : afternoons.contains(word) ? true : nil
  }

  /// Returns the hour from 0 to 23 of a clock of 12 hours.
  ///
  /// "Noon" also names the hour before 12, and "night" the one after midnight.
  static func hour(_ hour: Int, _ half: WhatsAppHead.HalfDay) -> Int {
    switch half.word {
    case "中午": 10...12 ~= hour ? hour : hour + 12
    case "晚上", "malam": hour == 12 ? 0 : hour < 12 ? hour + 12 : hour
    default: half.isAfternoon ? (hour < 12 ? hour + 12 : hour) : hour == 12 ? 0 : hour
    }
  }

  /// Whether the word is written in a language whose dates begin with the year.
  static func isEastAsian(_ word: String) -> Bool {
    word.unicodeScalars.contains { 0x4E00...0x9FFF ~= $0.value || 0xAC00...0xD7A3 ~= $0.value }
  }
}
