import DataFormats

/// Reads a date and a time from the beginning of a line, in the digits and words of any language.
struct HeadReader {
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

  struct Day {
    var numbers: [Number]
    var separators: String
    /// In scalars.
    var range: Range<Int>
  }

  struct Clock {
    var seconds: Int
    var halfDay: HalfDay?
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

  private mutating func number(atMost limit: Int) -> Number? {
    var number = Number(value: 0, digits: 0)
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

  private mutating func separated(_ digits: Int, _ separators: inout String) -> Number? {
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
    case present(HalfDay)

    var day: HalfDay? { if case .present(let day) = self { day } else { nil } }
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
