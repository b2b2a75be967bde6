import Basics
import Drawing
import FeedReading

/// All words that cards and feed pages show, in one language.
///
/// The tables are our own, so that a card never depends on the machine's locale data: `Templates/Strings` has a file
/// for each language, whose keys are the names of these properties.
package struct Strings: Decodable, Sendable {
  package let plural: PluralRule
  /// The writing direction of the language, and so of cards and pages.
  package let direction: LayoutDirection
  package let dates: Dates
  package let numbers: Numbers
  package let post: PostWords
  package let people: PeopleWords
  package let events: EventWords
  package let attachments: AttachmentWords
  /// Shown in place of a quoted post that can't be shown.
  package let quotes: QuoteWords
  package let system: SystemWords
  package let screen: ScreenWords
  package let accessibility: AccessibilityWords
  package let site: SiteWords
  package let page: PageWords
  package let book: BookWords
  package let chat: ChatWords

  package struct Dates: Decodable, Sendable {
    /// Twelve short names, January first.
    package let months: [String]
    package let today, yesterday, tomorrow: Phrase
    package let sameYear, otherYear: Phrase
    /// With all parts known.
    package let full: Phrase
    /// Relative ages, in the language's shortest form (CLDR's narrow units).
    package let ago: RelativeAgeWords
    /// `AM` and `PM`; nil for a 24-hour clock.
    package let halves: DayPeriods?
    /// Whether 9 o'clock is "09:00"; nil is false.
    package let twoDigitHours: Bool?

    package struct RelativeAgeWords: Decodable, Sendable {
      /// Less than a minute.
      package let now: String
      package let minutes, hours, days: Phrase
    }

    package struct DayPeriods: Decodable, Sendable {
      package let before, after: String
    }
  }

  package struct Numbers: Decodable, Sendable {
    package let decimalSeparator, groupSeparator: String
    /// The minimum number of digits before the last group for digits to be grouped (CLDR's `minimumGroupingDigits`);
    /// nil is 1.
    package let minimumGrouping: Int?
    package let percent: Phrase
    /// An amount with its currency sign.
    package let money: Phrase
    /// Bytes first; each unit is 1 024 times the previous one.
    package let byteUnits: [String]
  }

  package struct PostWords: Decodable, Sendable {
    package let showMore: String
    /// The label that opens a post behind a warning, or reveals hidden images.
    package let show: String
    package let edited: String
    /// Marks posts that their service does not show to everyone.
    package let followersOnly, direct, unpublished: String
    /// Above a post that another author put into the feed.
    package let boosted, reposted, forwarded: Phrase
    /// Above a reply to a known author.
    package let replyTo: Phrase
    /// Above a reply to an unknown post.
    package let reply: String
    /// Above a reply to the author's own post.
    package let thread: String
    /// Used if a feed has posts of several services.
    package let from: Phrase
    package let advertisement, pinned, paywall, place, signer: String
    /// Below the last card.
    package let count: PluralForms
  }

  /// Authors without a name.
  package struct PeopleWords: Decodable, Sendable {
    package let banned, deleted, unknown: String
  }

  package struct EventWords: Decodable, Sendable {
    package let recommended, giftCertificate: String
    package let day, dayAndYear: Phrase
    /// Days of one month.
    package let daysOfMonth, daysOfMonthAndYear: Phrase
    /// From one day to another, both written out.
    package let days: Phrase
    package let hours: Phrase
    /// Below the last card.
    package let count: PluralForms
  }

  @dynamicMemberLookup
  package struct AttachmentWords: Decodable, Sendable {
    package struct Phrases: Decodable, Sendable {
      package let live: String
      /// On the poster of an animation, in a feed and in a conversation.
      package let gif: String
      /// A file of unknown kind.
      package let document: String
      package let anonymousPoll: String
      /// A poll that is closed.
      package let closedPoll: String
      /// A closed poll whose votes are public.
      package let finalResults: String
      /// A poll that is open until a given time.
      package let openPoll: Phrase
      package let severalAnswers: String
      package let votes, voters, photos: PluralForms
    }

    private let phrases: Phrases
    /// Keyed by the cases of `MediaKind`, which are also the keys of the language files.
    private let kinds: [MediaKind: String]

    package init(from decoder: any Decoder) throws {
      phrases = try Phrases(from: decoder)
      let words = try decoder.container(keyedBy: Name.self)
      kinds = try MediaKind.allCases.reduce(into: [:]) { kinds, kind in
        kinds[kind] = try words.decode(String.self, forKey: Name(stringValue: "\(kind.worded)"))
      }
    }

    package subscript<Value>(dynamicMember path: KeyPath<Phrases, Value>) -> Value { phrases[keyPath: path] }

    /// The word for a kind of attachment.
    package func word(for kind: MediaKind) -> String { kinds[kind] ?? "" }

    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  package struct QuoteWords: Decodable, Sendable {
    package let deleted, blocked, muted, detached, pending, rejected, notIncluded: String

    package subscript(absence: Quote.Absence) -> String {
      switch absence {
      case .deleted: deleted
      case .blocked: blocked
      case .muted: muted
      case .pending: pending
      case .rejected: rejected
      case .detached: detached
      case .notIncluded: notIncluded
      }
    }
  }

  package struct SystemWords: Decodable, Sendable {
    /// Joins the last two names of a short list.
    package let and: Phrase
    /// Names, and how many more there are.
    package let andMore: Phrase
    /// An event between messages that has no wording.
    package let unknownEvent: String
    /// Keyed by the names of `SystemKind`.
    package let kinds: [String: KindWords]

    /// The wording of an event.
    package struct KindWords: Decodable, Sendable {
      /// Used if the event is an item of a feed.
      package let title: Phrase
      /// Used between messages, with `{name}` for the actor and `{type}` for the object. Nil if the service's own words
      /// are better.
      package let line: Phrase?

      private enum Key: CodingKey { case title, line }

      package init(from decoder: any Decoder) throws {
        if let title = try? decoder.singleValueContainer().decode(Phrase.self) {
          (self.title, line) = (title, nil)
          return
        }
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decode(Phrase.self, forKey: .title)
        line = try container.decodeIfPresent(Phrase.self, forKey: .line)
      }
    }

    /// The title of a feed item about an event, and the line between messages.
    package func words(_ kind: SystemKind) -> (title: String, line: Phrase?) {
      if case .other(let words) = kind {
        return (kinds["other"]?.title.filled([.text: CleanText.line(words)]) ?? words, nil)
      }
      let own = kinds["\(kind)"]
      return (own?.title.filled([:]) ?? "", own?.line)
    }
  }

  package struct ScreenWords: Decodable, Sendable {
    package let search, feed: String
    /// The placeholder of the message composer.
    package let message: String
  }

  /// Texts for screen readers in place of images and icons.
  package struct AccessibilityWords: Decodable, Sendable {
    package let photo: String
    package let photoOf, avatarOf: Phrase
    package let likes, favourites, reactions, comments, replies, reposts, boosts, quotes, bookmarks, views: PluralForms
    /// Marks the answer that the feed's reader chose.
    package let chosenAnswer: String

    /// "12 likes"
    package func counter(_ kind: Post.Counter.Kind) -> PluralForms {
      switch kind {
      case .likes: likes
      case .favourites: favourites
      case .reactions: reactions
      case .comments: comments
      case .replies: replies
      case .reposts: reposts
      case .boosts: boosts
      case .quotes: quotes
      case .bookmarks: bookmarks
      case .views: views
      }
    }
  }

  /// The words of the feed's page around the cards.
  package struct SiteWords: Decodable, Sendable {
    package let theme: String
    /// The theme that follows the system's setting.
    package let system: String
    package let light, dark, width, columns, boxes, review, faces, collapse: String
    package let carousel, previousPhoto, nextPhoto: String
    package let noScript: String
    /// A post on its own service.
    package let original: String
    /// A removed post, and a message that a later export of the conversation lacks.
    package let removed, removedMessage: String
    /// Earlier versions of an edited post; the export that contains one is named by the `{day}` of its last entry.
    package let versions: String
    package let exportUpTo: Phrase
    /// Files that the export names but the folder lacks.
    package let missing: String
  }

  /// Search, filters and calendar of a page.
  package struct PageWords: Decodable, Sendable {
    /// For posts, and for messages.
    package let searchFor, searchHelp, printed: Pair
    package let search, results, found, nothing, searching, badDate: String
    package let calendar, month, previousMonth, nextMonth, close, toEnd, back, settings, unread, allChats: String
    package let byAuthor, byKind, allAuthors, allKinds, clearFilters, timeline: String
    /// Content types of posts, by their names in a search.
    package let kinds: Kinds
    package let asDrawn, originalSize, saveImage, unknownPost: String
    package let messages: PluralForms

    package struct Pair: Decodable, Sendable {
      package let feed, chat: String
    }

    package struct Kinds: Decodable, Sendable {
      package let photo, video, gif, poll, repost, link, text, ad: String
    }
  }

  /// The words of a printable document.
  package struct BookWords: Decodable, Sendable {
    package let contents, authors: String
    /// Twelve names as used with a year, January first.
    package let months: [String]
    package let month: Phrase
  }

  package struct ChatWords: Decodable, Sendable {
    /// Twelve names as used with a day number, January first.
    package let months: [String]
    package let day, dayAndYear: Phrase
    /// An author without a name.
    package let nobody: String
    package let deleted: String
    /// A message that the export contains in encrypted form only.
    package let undecryptable: String
    /// A message whose content is unknown.
    package let empty: String
    /// A replied-to message that is not in the conversation.
    package let missing: String
    package let forwarded: String
    package let forwardedFrom: Phrase
    /// Quotes a person's words within our wording.
    package let quoted: Phrase
    package let unread: String
    /// Titles of a list of chats, and of a list of feeds and chats.
    package let chats, feedsAndChats: String
  }
}

extension Strings.PageWords {
  /// Keyed by the names that a conversation's templates and scripts use.
  package var ofChat: [String: String] {
    [
      "search": search, "searchFor": searchFor.chat, "results": results, "found": found, "nothing": nothing,
      "searching": searching, "searchHelp": searchHelp.chat, "badDate": badDate, "calendar": calendar, "month": month,
      "previousMonth": previousMonth, "nextMonth": nextMonth, "close": close, "toEnd": toEnd, "back": back,
      "settings": settings, "unread": unread, "allChats": allChats, "printed": printed.chat, "byAuthor": byAuthor,
      "clearFilters": clearFilters,
    ]
  }

  /// As `ofChat`, for a feed.
  package var ofFeed: [String: String] {
    let own = [
      "searchFor": searchFor.feed, "searchHelp": searchHelp.feed, "byKind": byKind,
      "allAuthors": allAuthors, "allKinds": allKinds, "kind-photo": kinds.photo, "kind-video": kinds.video,
      "kind-gif": kinds.gif, "kind-poll": kinds.poll, "kind-repost": kinds.repost, "kind-link": kinds.link,
      "kind-text": kinds.text, "kind-ad": kinds.ad, "asDrawn": asDrawn, "originalSize": originalSize,
      "saveImage": saveImage, "unknownPost": unknownPost, "printed": printed.feed,
    ]
    return ofChat.merging(own) { $1 }
  }
}

extension MediaKind {
  /// The kind whose wording is used: about an embed, we only know that it exists.
  fileprivate var worded: MediaKind { self == .embed ? .unknown : self }
}

// MARK: - Wording

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
  package func time(hour: Int, minute: Int) -> String {
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
  package func days(of dates: EventDates, by clock: CardClock) -> String {
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

// MARK: - Records

/// Custom data values, formatted for a language.
extension Strings {
  /// "1,234.5", "−3", "+12 %", "1.2K"
  package func number(_ number: DecimalNumber, _ style: RecordField.NumberStyle) -> String {
    var text: String
    if style.isCompact, !number.isNegative, let whole = Int(number.rounded(least: 0, most: 0).whole), whole >= 1000 {
      text = counter(whole)
    } else {
      let decimals = style.decimals.map { (least: $0, most: $0) } ?? (least: 0, most: 3)
      text = written(number.rounded(least: decimals.least, most: decimals.most))
    }
    if style.isPercent { text = numbers.percent.filled([.n: text]) }
    let isZero = !text.contains { ("1"..."9").contains($0) }
    let sign = isZero ? "" : number.isNegative ? minus : style.saysSign ? plus : ""
    return sign + text + unit(of: number, style)
  }

  /// A number with decimals uses the form for all other numbers.
  private func unit(of number: DecimalNumber, _ style: RecordField.NumberStyle) -> String {
    guard !style.countedUnits.isEmpty else { return style.unit }
    let decimals = style.decimals ?? 3
    let shown = number.rounded(least: style.decimals ?? 0, most: decimals)
    let whole = shown.fraction.isEmpty ? Int(shown.whole) : nil
    return whole.flatMap { style.countedUnits[pluralCategory(of: $0).rawValue] } ?? style.countedUnits["other"] ?? ""
  }

  /// "€12.50", "1 299,00 ₽", "−$5.00"
  ///
  /// - Parameter decimals: The number of decimals; nil uses the currency's.
  package func money(_ amount: DecimalNumber, currency: String, decimals: Int?) -> String {
    let places = decimals ?? CurrencyDigits.of(currency)
    let text = written(amount.rounded(least: places, most: places))
    let sign = amount.isNegative && text.contains { ("1"..."9").contains($0) } ? minus : ""
    let symbol = Self.symbols[currency] ?? currency
    let shown = numbers.money.filled([.n: text, .symbol: symbol])
    // Separate a letter code from the digits.
    return sign + (symbol == currency ? shown.replacing("\(symbol)\(text)", with: "\(symbol)\u{A0}\(text)") : shown)
  }

  private func written(_ number: (whole: String, fraction: String)) -> String {
    let result = groups(of: number.whole)
    return number.fraction.isEmpty ? result : result + numbers.decimalSeparator + number.fraction
  }

  /// Unambiguous currency signs (CLDR's narrow ones); other currencies show their code.
  private static let symbols = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "RUB": "₽", "UAH": "₴", "KZT": "₸", "TRY": "₺", "INR": "₹",
    "KRW": "₩", "ILS": "₪", "PLN": "zł", "CZK": "Kč", "VND": "₫", "GEL": "₾", "AMD": "֏", "AZN": "₼", "NGN": "₦",
    "PHP": "₱", "THB": "฿", "BRL": "R$",
  ]

  /// - Parameter style: Nil shows only the day if there is no time, and a post's date otherwise.
  package func date(_ moment: RecordMoment, _ style: RecordField.DateStyle?, by clock: CardClock) -> String {
    let local: EventDates.Moment
    switch moment {
    case .local(let moment): local = moment
    case .instant(let seconds):
      if style ?? .relative == .relative { return date(seconds, by: clock) }
      if style == .full { return fullDate(seconds, by: clock) }
      let here = clock.moment(at: seconds)
      local = .init(
        year: here.year, month: here.month, day: here.day, time: .init(hour: here.hour, minute: here.minute))
    }
    let day = days(of: EventDates(start: local), by: clock)
    let time = local.time.map { self.time(hour: $0.hour, minute: $0.minute) }
    switch style {
    case .day: return day
    case .time: return time ?? day
    case nil, .relative, .full:
      guard let time else { return day }
      return dates.full.filled([
        .day: String(local.day), .month: dates.months[local.month - 1], .year: String(local.year), .time: time,
      ])
    }
  }
}
