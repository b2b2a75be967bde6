import CivilTime
import FeedIngest

/// A line that begins an entry: `[2020-01-01, 12:00:01] Person 1: …` (iOS), `1/31/20, 4:05 PM - Person 1: …` (Android).
struct WhatsAppHead {
  /// Three numbers as they stand.
  let date: [Int]
  let hasYearFirst: Bool
  let isBracketed: Bool
  let seconds: Int
  /// Nil of an entry without an author.
  let name: String?
  let text: Substring

  /// U+200E stands where the app itself wrote.
  static let mark: Character = "\u{200E}"

  init?(_ line: Substring) {
    var rest = line
    while rest.first == Self.mark || rest.first == "\u{FEFF}" { rest.removeFirst() }
    isBracketed = rest.first == "["
    if isBracketed { rest.removeFirst() }
    guard let comma = rest.firstIndex(where: { $0 == "," || $0 == " " }),
      rest.distance(from: rest.startIndex, to: comma) <= 12
    else { return nil }
    let numbers = rest[..<comma].split(whereSeparator: { "-./".contains($0) })
    let parsed = numbers.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
    guard numbers.count == 3, parsed.count == 3, parsed.allSatisfy({ $0 > 0 }) else { return nil }
    date = parsed
    hasYearFirst = numbers[0].utf8.count == 4
    rest = rest[comma...].drop { $0 == "," || $0 == " " }
    let ending = isBracketed ? "]" : " -"
    guard let end = rest.firstRange(of: ending), let seconds = Self.clock(rest[..<end.lowerBound]) else { return nil }
    self.seconds = seconds
    rest = rest[end.upperBound...]
    if rest.first == " " { rest.removeFirst() }
    guard
      let colon = rest.firstRange(of: ": ")
        ?? (rest.hasSuffix(":") ? rest.index(before: rest.endIndex)..<rest.endIndex : nil)
    else {
      (name, text) = (nil, rest)
      return
    }
    name = String(rest[..<colon.lowerBound].filter { $0 != Self.mark })
    text = rest[colon.upperBound...]
  }

  /// `12:00:01`, `4:05 PM`, `4:05 p. m.`, with any blank before the half of the day.
  private static func clock(_ text: Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") }
    let parts = digits.split { $0 == ":" || $0 == "." }.map { Int($0) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.count == 3 ? parts[2] : 0, 0...59 ~= minute, 0...60 ~= second
    else { return nil }
    let half = text.dropFirst(digits.count).lowercased().filter(\.isLetter)
    let hours = half == "pm" ? (hour == 12 ? 12 : hour + 12) : half == "am" && hour == 12 ? 0 : hour
    guard half.isEmpty || half == "am" || half == "pm", 0...23 ~= hours else { return nil }
    return hours * 3600 + minute * 60 + second
  }
}

/// In which order a file writes day and month, where the year does not come first.
struct WhatsAppDates {
  private let isDayFirst: Bool

  /// What a day over 12 proves; without one, days come first between brackets, and months on Android.
  init(_ heads: [WhatsAppHead]) {
    let plain = heads.filter { !$0.hasYearFirst }
    if plain.contains(where: { $0.date[0] > 12 }) {
      isDayFirst = true
    } else if plain.contains(where: { $0.date[1] > 12 }) {
      isDayFirst = false
    } else {
      isDayFirst = plain.first?.isBracketed ?? true
    }
  }

  func date(of head: WhatsAppHead) -> ChatDate? {
    var (year, month, day) = (head.date[0], head.date[1], head.date[2])
    if !head.hasYearFirst {
      (day, month, year) =
        isDayFirst ? (head.date[0], head.date[1], head.date[2]) : (head.date[1], head.date[0], head.date[2])
    }
    if year < 100 { year += 2000 }
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    return ChatDate(seconds: date.dayNumber * 86_400 + head.seconds, isUTC: false)
  }
}
