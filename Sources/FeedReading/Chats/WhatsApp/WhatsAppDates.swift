import Basics
import Foundation

/// The dates of an export's heads, in the order of day and month that all evidence together supports.
struct WhatsAppDates {
  /// A date that means a different day in a different order.
  struct Guess: Hashable {
    /// The index of the first head with such a date.
    var index: Int
    var written: String
    var order: ChatDateOrder
    var other: ChatDateOrder
  }

  /// Facts besides the heads that tell the order.
  struct Evidence {
    /// The days that file names of a message tell, by the head's index: `IMG-20240517-WA0003.jpg`.
    var fileDays: [Int: Int] = [:]
    /// Whether the app's own words are in a language other than English; nil if unknown.
    var isForeign: Bool?
    /// Whether messages are written in Korean, whose short dates begin with two digits of the year.
    var isKorean = false
    /// The latest possible day, in days since 1970; nil if unknown.
    var lastDay: Int?
  }

  private let order: ChatDateOrder
  /// The order was chosen although others are possible; nil if the evidence is enough.
  private(set) var guess: Guess?

  /// - Parameter given: The user's choice, which decides where the year is not first.
  init(_ heads: [WhatsAppHead], evidence: Evidence = Evidence(), given: ChatDateOrder? = nil) {
    let open = heads.indices.filter { !heads[$0].hasYearFirst }
    if let given {
      order = given
      return
    }
    guard !open.isEmpty else {
      order = .ymd
      return
    }
    var finding = OrderFinding(open.map { heads[$0] }, numbers: open, evidence: evidence)
    finding.decide()
    order = finding.candidates[0]
    guard !finding.isProven, finding.candidates.count > 1,
      let index = open.first(where: { index in
        Set(finding.candidates.map { Self.day(of: heads[index], in: $0) }).count > 1
      })
    else { return }
    guess = Guess(index: index, written: heads[index].writtenDate, order: order, other: finding.candidates[1])
  }

  func date(of head: WhatsAppHead) -> ChatDate? {
    Self.day(of: head, in: order).flatMap { ChatDate(seconds: $0 * 86_400 + head.seconds, isUTC: false) }
  }

  /// Days since 1970; nil if the calendar has no such day.
  fileprivate static func day(of head: WhatsAppHead, in order: ChatDateOrder) -> Int? {
    let (first, second, third) = (head.date[0], head.date[1], head.date[2])
    // A year that is written in full has its own place.
    let order = head.hasYearFirst ? .ymd : order == .ymd && third.digits > 2 ? .dmy : order
    switch order {
    case .ymd: return day(first, second.value, third.value)
    case .dmy: return day(third, second.value, first.value)
    case .mdy: return day(third, first.value, second.value)
    }
  }

  /// - Returns: Days since 1970, of the calendar whose years are near such a number: no chat is older than 2009.
  private static func day(_ year: HeadReader.Number, _ month: Int, _ day: Int) -> Int? {
    switch (year.digits, year.value) {
    case (...2, 52...83): CivilDate(year: year.value + 2500 - 543, month: month, day: day)?.dayNumber
    case (...2, _): CivilDate(year: year.value + 2000, month: month, day: day)?.dayNumber
    // The year of the Republic of China.
    case (3, 98...150): CivilDate(year: year.value + 1911, month: month, day: day)?.dayNumber
    case (_, 1388...1425): Self.day(year.value, month, day, .persian)
    case (_, 1430...1500): Self.day(year.value, month, day, .islamicUmmAlQura)
    // The Buddhist era.
    case (_, 2552...2700): CivilDate(year: year.value - 543, month: month, day: day)?.dayNumber
    default: CivilDate(year: year.value, month: month, day: day)?.dayNumber
    }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int, _ identifier: Calendar.Identifier) -> Int? {
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = .gmt
    let components = DateComponents(year: year, month: month, day: day)
    guard let date = calendar.date(from: components),
      calendar.dateComponents([.year, .month, .day], from: date) == components
    else { return nil }
    return Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
  }
}

/// Narrows down the possible orders of the heads that don't begin with a year.
private struct OrderFinding {
  /// Best first.
  private(set) var candidates: [ChatDateOrder] = [.dmy, .mdy, .ymd]
  /// Whether only one is left, or the others contradict a convention without exceptions.
  private(set) var isProven = false
  private let heads: [WhatsAppHead]
  private let numbers: [Int]
  private let evidence: WhatsAppDates.Evidence
  /// The days in each order.
  private let days: [ChatDateOrder: [Int?]]

  init(_ heads: [WhatsAppHead], numbers: [Int], evidence: WhatsAppDates.Evidence) {
    (self.heads, self.numbers, self.evidence) = (heads, numbers, evidence)
    days = Dictionary(
      uniqueKeysWithValues: ChatDateOrder.allCases.map { order in
        (order, heads.map { WhatsAppDates.day(of: $0, in: order) })
      })
    if heads.contains(where: { $0.date[2].digits > 2 }) { candidates.removeAll { $0 == .ymd } }
  }

  mutating func decide() {
    keepBest { days in days.count { $0 == nil } }
    if let last = evidence.lastDay { keepBest { days in days.count { $0 ?? 0 > last + 1 } } }
    let (numbers, fileDays) = (numbers, evidence.fileDays)
    keepBest { days in
      zip(numbers, days).count { number, day in
        guard let own = fileDays[number], let day else { return false }
        return abs(day - own) > 1
      }
    }
    settleYear()
    // With full stops the day is always first.
    if candidates.count > 1, heads.allSatisfy({ $0.separators.hasPrefix("..") }) { candidates.removeAll { $0 == .mdy } }
    guard candidates.count > 1 else { return isProven = true }
    keepChronological()
    guard candidates.count > 1 else { return isProven = true }
    followConventions()
  }

  private func days(_ order: ChatDateOrder) -> [Int?] { days[order] ?? [] }

  /// Removes the candidates with a higher count than the best one.
  ///
  /// - Parameter count: Counts the contradictions in the days of an order.
  private mutating func keepBest(_ count: ([Int?]) -> Int) {
    let counts = candidates.map { count(days($0)) }
    let best = counts.min() ?? 0
    candidates = zip(candidates, counts).filter { $0.1 == best }.map(\.0)
  }

  /// Decides whether a number of two digits at the beginning is the year.
  private mutating func settleYear() {
    guard candidates.contains(.ymd), candidates.count > 1 else { return }
    let isEastAsian = heads.contains { head in head.halfDay.map { HalfDays.isEastAsian($0.word) } ?? false }
    let isKorean = evidence.isKorean && heads.allSatisfy { $0.separators == "..." }
    // The first number stays while the last one changes: years change slowly.
    let firsts = Set(heads.map(\.date[0].value))
    let lasts = Set(heads.map(\.date[2].value))
    if isEastAsian || isKorean || firsts.count <= 2 && lasts.count >= 3 {
      candidates = [.ymd]
    } else {
      candidates.removeAll { $0 == .ymd }
    }
  }

  /// An export is in order of time.
  private mutating func keepChronological() {
    let steps = candidates.map { order in
      let days = days(order).compactMap { $0 }
      return zip(days, days.dropFirst()).count { $0 > $1 }
    }
    let best = steps.min() ?? 0
    // Clocks may be set back now and then.
    candidates = zip(candidates, steps).filter { $0.1 == best || $0.1 < best * 3 }.map(\.0)
  }

  /// What phones write in each region: only those set to American English (and Filipino) write the month first, without
  /// leading zeros, with two digits of the year.
  private mutating func followConventions() {
    let isFullYear = heads.contains { $0.date[2].digits > 2 }
    let isPadded = heads.contains { head in head.date[..<2].contains { $0.value < 10 && $0.digits == 2 } }
    let halves = Set(heads.compactMap { $0.halfDay?.word })
    let isAmerican = !halves.isEmpty && halves.isSubset(of: ["AM", "PM"])
    let isOther = !halves.isEmpty && !isAmerican
    if heads.allSatisfy({ !$0.separators.hasPrefix("//") }) || isPadded && (isFullYear || halves.isEmpty)
      || isFullYear && !isAmerican || isOther || evidence.isForeign == true
    {
      (candidates, isProven) = ([.dmy], true)
      return
    }
    let isPhone = heads.first?.isBracketed ?? false
    let isMonthFirst = !isPadded && !isFullYear && (isAmerican || !isPhone)
    candidates = isMonthFirst ? [.mdy, .dmy] : [.dmy, .mdy]
  }
}
