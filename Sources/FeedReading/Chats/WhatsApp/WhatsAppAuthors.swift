/// Separates the authors of an export from their texts.
///
/// On iPhones each entry names an author. On Android, events have none, but may contain colons: in the quoted name of a
/// group, in a time. All entries together tell who is a person.
struct WhatsAppAuthors {
  /// How often each name occurs before a colon and a blank.
  private var counts: [Substring: Int] = [:]
  /// How often each name occurs before a colon without a blank.
  private var tightCounts: [Substring: Int] = [:]
  /// How often each name with a colon occurs before a colon and the app's mark.
  private var markedCounts: [Substring: Int] = [:]
  private let title: String?

  /// - Parameter title: The chat's name; in a chat of two, the other person's.
  init(_ heads: [WhatsAppHead], title: String?) {
    self.title = title
    for head in heads {
      let colons = Colons(head.rest)
      if let loose = colons.loose {
        counts[Self.name(head.rest[..<loose]), default: 0] += 1
        if head.isBracketed, let marked = Self.markedColon(after: loose, in: head.rest) {
          markedCounts[Self.name(head.rest[..<marked]), default: 0] += 1
        }
      }
      if let tight = colons.tight { tightCounts[Self.name(head.rest[..<tight]), default: 0] += 1 }
    }
    if let title { counts[title[...], default: 0] += 1 }
  }

  /// The author, and the text with the app's marks; nil for an event without an author.
  func split(_ head: WhatsAppHead) -> (name: String, text: Substring)? {
    let rest = head.rest
    let colons = Colons(rest)
    guard let colon = colon(colons, in: head) else { return nil }
    let name = Self.name(rest[..<colon])
    var text = rest[rest.index(after: colon)...]
    if text.first == " " || text.first == "\u{A0}" || text.first == "\u{202F}" { text.removeFirst() }
    return (String(name), text)
  }

  private func colon(_ colons: Colons, in head: WhatsAppHead) -> Substring.Index? {
    let (rest, isBracketed) = (head.rest, head.isBracketed)
    guard let loose = colons.loose else {
      guard let tight = colons.tight else { return nil }
      let name = Self.name(rest[..<tight])
      return isBracketed || counts[name] != nil || tightCounts[name, default: 0] > 1 ? tight : nil
    }
    let name = Self.name(rest[..<loose])
    if let tight = colons.tight, tight < loose {
      // `Bruno:Hi: there` is Bruno's if he wrote elsewhere; `Room:101: Hi` isn't `Room`'s.
      let short = Self.name(rest[..<tight])
      let isKnown = counts[short] != nil || tightCounts[short, default: 0] > counts[name, default: 0]
      if isKnown || isBracketed && counts[name, default: 0] < 2 { return tight }
    }
    if isBracketed { return longer(than: loose, in: rest) ?? loose }
    return isEvent(name, in: rest, before: loose, hasQuotes: colons.hasQuotedColon) ? nil : loose
  }

  /// On iPhones the name of a group may contain a colon: the app's mark follows the last one, in each of its entries.
  private func longer(than colon: Substring.Index, in rest: Substring) -> Substring.Index? {
    guard let marked = Self.markedColon(after: colon, in: rest) else { return nil }
    let name = Self.name(rest[..<marked])
    let count = markedCounts[name, default: 0]
    let isGroup = count > 1 && count == counts[Self.name(rest[..<colon]), default: 0]
    return isGroup || title.map { $0[...] == name } ?? false ? marked : nil
  }

  private static func markedColon(after colon: Substring.Index, in rest: Substring) -> Substring.Index? {
    let text = rest[colon...].dropFirst(2)
    guard text.first != WhatsAppHead.mark, let next = text.firstRange(of: ": \(WhatsAppHead.mark)") else { return nil }
    return rest[next.upperBound...].first == "<" ? nil : next.lowerBound
  }

  // MARK: Events

  /// Whether the words before a colon report an event instead of naming a person.
  private func isEvent(_ name: Substring, in rest: Substring, before colon: Substring.Index, hasQuotes: Bool) -> Bool {
    if counts[name, default: 0] > 1, !hasQuotes { return false }
    if hasQuotes || name.isEmpty || name.count > Self.nameLimit { return true }
    let plain = name.lowercased()
    if WhatsAppWords.encryption.contains(where: plain.contains) || WhatsAppWords.missedCalls.begin(name) { return true }
    // `Ines changed the subject to Trip` begins with a person and goes on with words.
    let words = name.split(separator: " ")
    guard words.count > 2 else { return false }
    // A sentence ends before the colon: `Your security code changed. Learn more`.
    if words.count > 4, words.dropLast().contains(where: { $0.count > 3 && $0.last == "." }) { return true }
    for length in 1..<words.count - 1 where isPerson(words[..<length].joined(separator: " ")) {
      let others = words[length...].filter { !Self.particles.contains($0.lowercased()) }
      if others.count(where: { $0.first?.isLowercase ?? false }) > 1 { return true }
    }
    return false
  }

  /// The maximum length of a person's name in characters.
  private static let nameLimit = 80

  private func isPerson(_ name: String) -> Bool {
    counts[name[...]] != nil || WhatsAppWords.you.contains(name.lowercased())
  }

  /// Lowercase parts of names.
  private static let particles: Set = [
    "von", "van", "der", "den", "de", "del", "della", "di", "da", "do", "dos", "das", "la", "le", "el", "al", "bin",
    "ben", "zu", "ter", "ten", "und", "y", "e", "i", "af", "av", "the", "of", "&", "and",
  ]

  /// Without marks of direction and the blanks around.
  private static func name(_ text: Substring) -> Substring {
    let isPlain = text.unicodeScalars.allSatisfy { !HeadReader.isMark($0) || $0 == "\u{200C}" || $0 == "\u{200D}" }
    if isPlain { return trimmed(text) }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where !HeadReader.isMark(scalar) || scalar == "\u{200C}" || scalar == "\u{200D}" { scalars.append(scalar) }
    return trimmed(String(scalars)[...])
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

/// The colons of a line that may end an author's name.
private struct Colons {
  /// The first colon that a blank, a mark or the line's end follows.
  private(set) var loose: Substring.Index?
  /// The first colon that text follows, if it comes before `loose`: neither in an address nor in a time.
  private(set) var tight: Substring.Index?
  /// Whether there is a quotation with a colon before.
  private(set) var hasQuotedColon = false

  /// The maximum number of characters before the colon.
  private static let limit = 200

  init(_ line: Substring) {
    var close: Substring.Index?
    var last: Character?
    var index = line.startIndex
    var count = 0
    while index < line.endIndex, count < Self.limit {
      let character = line[index]
      defer {
        last = character
        index = line.index(after: index)
        count += 1
      }
      if let end = close {
        if character == ":" { hasQuotedColon = true }
        if index == end { close = nil }
        continue
      }
      if let ends = Self.quotes[character],
        Self.openers.contains(character) || last.map({ !$0.isLetter && !$0.isNumber }) ?? true
      {
        close = line[index...].dropFirst().firstIndex(where: ends.contains)
        continue
      }
      guard character == ":" else { continue }
      let next = line[index...].dropFirst().first
      if next.map({ $0.isWhitespace || $0.unicodeScalars.allSatisfy(HeadReader.isMark) }) ?? true {
        loose = index
        return
      }
      guard tight == nil, let next, next != "/", !(next.isNumber && last?.isNumber ?? false), last != nil else {
        continue
      }
      tight = index
    }
  }

  /// Quotation marks that never close a quotation, nor stand inside a word.
  private static let openers: Set<Character> = ["„", "«", "「", "『", "‹", "《", "“"]

  /// Quotation marks that open, with those that may close them.
  private static let quotes: [Character: Set<Character>] = [
    "\"": ["\""], "“": ["”", "“"], "„": ["“", "”", "\""], "«": ["»"], "»": ["«", "»"], "”": ["”"], "‘": ["’"],
    "‚": ["‘"], "「": ["」"], "『": ["』"], "‹": ["›"], "״": ["״"], "《": ["》"], "'": ["'"],
  ]
}
