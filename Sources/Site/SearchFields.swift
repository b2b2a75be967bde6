import Foundation

/// The searchable data of a post.
package struct SearchFields: Codable, Hashable, Sendable {
  /// Empty if there is no author.
  package var author: String
  /// The date in ISO 8601.
  package var moment: String?
  /// The time as the card shows it.
  package var time = ""
  /// The raw value of `StoryKinds`.
  package var kinds = 0
  /// The whole text with line breaks between its parts. Excludes the quoted part of a message that is replied to, the
  /// numbers of polls, and words replaced by inline images.
  package var text = ""

  /// Reads a story from a store of an earlier version.
  package init(story: String) {
    let value = (try? JSONSerialization.jsonObject(with: Data(story.utf8))) as? [String: Any] ?? [:]
    let parts = (value["p"] as? [Any] ?? []).map(ScriptValue.init(read:))
    self.init(
      author: value["a"] as? String ?? "", moment: value["t"] as? String, loads: value["w"] as? [Int] ?? [],
      parts: parts)
  }

  /// - Parameters:
  ///   - author: The author, or the title if there is none.
  ///   - isOwnData: Whether it is custom data without an author.
  ///   - loads: The numbers of photos, pages, videos, animations and web apps, and 1 for an advertisement.
  ///   - parts: The parts of the story.
  package init(author: String, moment: String?, isOwnData: Bool = false, loads: [Int], parts: [ScriptValue]) {
    (self.author, self.moment) = (author, moment)
    var counts: [String: Int] = [:]
    var (quotationEnd, answerEnd, answer) = (0, 0, "")
    for (index, part) in parts.enumerated() {
      let (kind, string, count) = part.asPart
      counts[kind, default: 0] += 1
      if kind == "answer" { (answerEnd, answer) = (index + 1 + count, string ?? "") }
      // The text of an answer as a whole starts with the answer: "Fish: 15%, 203 votes".
      if index < answerEnd, kind != "text" || !answer.hasPrefix(string ?? "") { continue }
      // A part that links to another card of the page quotes it.
      let isQuotation = index < quotationEnd
      if kind == "row", string?.hasPrefix("#") == true {
        counts[kind, default: 1] -= 1
        quotationEnd = index + 1 + count
      }
      guard let string, !isQuotation else { continue }
      switch kind {
      case "text": add(part.words(of: string))
      case "name" where string != author: add(string)
      case "date" where time.isEmpty: time = string
      default: break
      }
    }
    let shown = StoryKinds(loads: loads, parts: counts)
    kinds = (isOwnData ? shown.union(.ownData) : shown).rawValue
    // An event has no author; the author of such a card is its own text.
    if author == text, time.isEmpty { self.author = "" }
  }

  private mutating func add(_ string: String) {
    if !string.isEmpty { text += text.isEmpty ? string : "\n\(string)" }
  }
}

extension ScriptValue {
  /// Converts a parsed part: texts, integers, and lists of them.
  fileprivate init(read value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let number as Int: self = .count(number)
    case let list as [Any]: self = .list(list.map(ScriptValue.init(read:)))
    default: self = .null
    }
  }

  /// A part of a story: its kind, its own string, and the number of parts in it.
  fileprivate var asPart: (kind: String, string: String?, count: Int) {
    guard case .list(let items) = self else { return ("", nil, 0) }
    let strings = items.compactMap { if case .text(let string) = $0 { string } else { nil } }
    let counts = items.compactMap { if case .written(let number) = $0 { Int(number) } else { nil } }
    return (strings.first ?? "", strings.dropFirst().first, counts.first ?? 0)
  }

  /// Returns the words of a text part without those replaced by inline images, which are links without targets.
  fileprivate func words(of string: String) -> String {
    guard case .list(let items) = self, case .list(let links)? = items.last else { return string }
    let pictures = links.compactMap { link -> Range<Int>? in
      guard case .list(let values) = link, values.count == 3, case .written(let start) = values[0],
        case .written(let end) = values[1], case .null = values[2], let from = Int(start), let to = Int(end), from < to
      else { return nil }
      return from..<to
    }
    guard !pictures.isEmpty else { return string }
    var units = Array(string.utf16)
    for range in pictures.reversed() where range.upperBound <= units.count {
      // Removes the preceding space too.
      let blank = range.lowerBound > 0 && units[range.lowerBound - 1] == 0x20 ? 1 : 0
      units.removeSubrange(range.lowerBound - blank..<range.upperBound)
    }
    return String(decoding: units, as: UTF16.self)
  }
}

/// The kinds of content of a story that a page can filter by. The bits are those of `kindBits` in
/// Templates/Site/common/search-query.js.
package struct StoryKinds: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let photos = StoryKinds(rawValue: 1)
  package static let videos = StoryKinds(rawValue: 2)
  static let animations = StoryKinds(rawValue: 4)
  package static let polls = StoryKinds(rawValue: 8)
  package static let reposts = StoryKinds(rawValue: 16)
  /// Web pages, files, music and other links.
  package static let links = StoryKinds(rawValue: 32)
  /// Only words and none of the above.
  package static let words = StoryKinds(rawValue: 64)
  package static let advertisements = StoryKinds(rawValue: 128)
  /// Custom data with a title instead of an author. Not offered as a filter.
  static let ownData = StoryKinds(rawValue: 256)

  /// The filters in the order of their bits.
  static let all: [StoryKinds] = (0..<8).map { StoryKinds(rawValue: 1 << $0) }
}

extension StoryKinds {
  /// - Parameters:
  ///   - loads: The numbers of photos, pages, videos, animations and web apps, and 1 for an advertisement.
  ///   - parts: The number of parts of each kind.
  init(loads: [Int], parts: [String: Int]) {
    func load(_ place: Int) -> Int { loads.count > place ? loads[place] : 0 }
    func has(_ part: String) -> Bool { parts[part] ?? 0 > 0 }
    self = []
    if load(0) > 0 || load(1) > 0 { insert(.photos) }
    if load(2) > 0 { insert(.videos) }
    if load(3) > 0 { insert(.animations) }
    if has("answer") { insert(.polls) }
    if has("quote") { insert(.reposts) }
    if has("row") { insert(.links) }
    if isEmpty { insert(.words) }
    if load(5) > 0 { insert(.advertisements) }
  }
}
