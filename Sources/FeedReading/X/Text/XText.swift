import Basics
import DataFormats
import Foundation

/// A range of a post's text with a meaning, as X writes it.
struct XEntity: Hashable, Sendable {
  enum Meaning: Hashable, Sendable {
    case link(shown: String, url: WebAddress?)
    case mention(String)
    case hashtag(String)
    case symbol(String)
    /// The address of the post's own media or quote, which is replaced by showing them.
    case hidden
  }

  var meaning: Meaning
  /// The text in that range.
  var literal: String
  var start: Int?
  var end: Int?
}

/// Converts a text with entities to its visible form: short addresses are expanded, character references decoded, and
/// the addresses of media and of a quoted post removed.
struct XText {
  /// The text as sent, with `&amp;` for `&`: indices refer to this.
  private let raw: String
  private let bytes: [UInt8]
  private var output = ""
  private var facets: [Facet] = []
  /// The number of entities whose words don't occur in the text.
  private(set) var rejected = 0

  /// - Parameters:
  ///   - shown: `display_text_range`, in the unit of the entities; nil for the whole text.
  static func read(_ raw: String, _ entities: [XEntity], shown: (Int, Int)? = nil) -> (FacetedText, rejected: Int) {
    var text = XText(raw)
    text.build(entities, shown)
    return (FacetedText(text.output, facets: text.facets), text.rejected)
  }

  private init(_ raw: String) {
    self.raw = raw
    bytes = Array(raw.utf8)
  }

  private mutating func build(_ entities: [XEntity], _ shown: (Int, Int)?) {
    let offsets = offsets(for: entities)
    var window = 0..<bytes.count
    if let shown, let range = offsets.range(shown.0, shown.1) { window = range }
    var position = window.lowerBound
    for (range, entity) in placed(entities, offsets) {
      guard range.lowerBound >= position, range.upperBound <= window.upperBound else { continue }
      copy(position..<range.lowerBound)
      position = range.upperBound
      if case .hidden = entity.meaning {
        // The preceding space is enough for both.
        if position < bytes.count, output.last?.isWhitespace ?? true, bytes[position] == UInt8(ascii: " ") {
          position += 1
        }
      } else {
        write(entity, range)
      }
    }
    copy(position..<window.upperBound)
    trimEnd()
  }

  // MARK: Positions

  /// X counts code points, and used to count UTF-16: the unit that the entities match is used.
  private func offsets(for entities: [XEntity]) -> TextOffsets {
    let scalars = TextOffsets(raw, in: .scalars)
    guard raw.unicodeScalars.contains(where: { $0.value > 0xFFFF }) else { return scalars }
    let units = TextOffsets(raw, in: .utf16)
    func fitting(_ offsets: TextOffsets) -> Int { entities.count { fits($0, offsets.range($0.start, $0.end)) } }
    return fitting(units) > fitting(scalars) ? units : scalars
  }

  private func fits(_ entity: XEntity, _ range: Range<Int>?) -> Bool {
    guard let range, range.count == entity.literal.utf8.count else { return false }
    return zip(bytes[range], entity.literal.utf8).allSatisfy {
      // Names are case-insensitive; some keyboards produce ＃ and ＠.
      WebAddress.asciiLowercase($0) == WebAddress.asciiLowercase($1)
    }
  }

  /// No real post has as many.
  private static let entityLimit = 500

  /// Places entities in text order without overlaps. If indices don't match, the words are searched for.
  private mutating func placed(_ entities: [XEntity], _ offsets: TextOffsets) -> [(Range<Int>, XEntity)] {
    var placed: [(Range<Int>, XEntity)] = []
    rejected += max(0, entities.count - Self.entityLimit)
    for entity in entities.prefix(Self.entityLimit) where !entity.literal.isEmpty {
      var range = offsets.range(entity.start, entity.end)
      if !fits(entity, range) { range = wideSign(entity, range) ?? find(entity, besides: placed.map(\.0)) }
      guard let range else {
        // A truncated text may lack its last words.
        if entity.meaning != .hidden { rejected += 1 }
        continue
      }
      guard !placed.contains(where: { $0.0.overlaps(range) }) else { continue }
      placed.append((range, entity))
    }
    return placed.sorted { $0.0.lowerBound < $1.0.lowerBound }
  }

  /// `＃tag` and `＠name`, whose signs are longer in UTF-8 than the ASCII ones.
  private func wideSign(_ entity: XEntity, _ range: Range<Int>?) -> Range<Int>? {
    guard let range, let first = entity.literal.first, let wide: Character = ["#": "＃", "@": "＠"][first] else {
      return nil
    }
    var other = entity
    other.literal = String(wide) + entity.literal.dropFirst()
    return fits(other, range) ? range : nil
  }

  /// The first occurrence of the words outside other entities. Texts of services are short, and the search in a hostile
  /// one is limited.
  private func find(_ entity: XEntity, besides taken: [Range<Int>]) -> Range<Int>? {
    let literal = Array(entity.literal.utf8)
    let limit = min(bytes.count, 16_384)
    guard (2...512).contains(literal.count), literal.count <= limit, taken.count < 200 else { return nil }
    for start in 0...(limit - literal.count) where bytes[start] == literal[0] {
      let range = start..<start + literal.count
      if fits(entity, range), !endsInsideWord(range), !taken.contains(where: { $0.overlaps(range) }) {
        return range
      }
    }
    return nil
  }

  /// `@ann` in `@annabel`.
  private func endsInsideWord(_ range: Range<Int>) -> Bool {
    range.upperBound < bytes.count && bytes.scalar(at: range.upperBound).scalar.isWordPart
  }

  // MARK: Output

  private mutating func write(_ entity: XEntity, _ range: Range<Int>) {
    let start = output.utf8.count
    let kind: Facet.Kind
    let url: WebAddress?
    switch entity.meaning {
    case .hidden: return
    case .link(let shown, let address):
      output += shown
      (kind, url) = (.link, address)
    case .mention(let name):
      copy(range)
      (kind, url) = (.mention, XAddress.profile(name))
    case .hashtag(let tag):
      copy(range)
      (kind, url) = (.hashtag, XAddress.hashtag(tag))
    case .symbol(let symbol):
      copy(range)
      (kind, url) = (.hashtag, XAddress.symbol(symbol))
    }
    guard url != nil || kind != .link, start < output.utf8.count else { return }
    facets.append(Facet(range: start..<output.utf8.count, kind: kind, url: url))
  }

  private mutating func copy(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    output += Self.decoded(bytes[range])
  }

  /// Decodes references once. A literal `<` is sent as `&lt;`; a bare one in some archives is not a line break.
  static func decoded(_ bytes: some Sequence<UInt8>) -> String {
    let text = String(decoding: Array(bytes), as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "<")) else { return DecodedText.decode(text) }
    return text.split(separator: "<", omittingEmptySubsequences: false).map { DecodedText.decode(String($0)) }
      .joined(separator: "<")
  }

  /// Trims the space left by the removed last address.
  private mutating func trimEnd() {
    let end = facets.last?.range.upperBound ?? 0
    while let last = output.unicodeScalars.last, last.isBlank, last != "\u{2800}", output.utf8.count > end {
      output.unicodeScalars.removeLast()
    }
  }
}

/// Pages of X.
enum XAddress {
  static func profile(_ name: String) -> WebAddress? { page(encoded(name)) }

  /// - Parameter name: The post's author; X finds the post without it as well.
  static func post(_ id: String, by name: String?) -> WebAddress? {
    page("\(name.map(encoded) ?? "i")/status/\(encoded(id))")
  }

  static func hashtag(_ tag: String) -> WebAddress? { page("hashtag/\(encoded(tag))") }

  static func symbol(_ symbol: String) -> WebAddress? { page("search?q=%24\(encoded(symbol))") }

  private static func page(_ path: String) -> WebAddress? { WebAddress("https://x.com/\(path)") }

  private static func encoded(_ part: String) -> String { WebAddress.percentEncoded(part.utf8) }
}

/// X's texts without entities, from answers that were requested without them.
struct XDialect: TextDialect {
  let handlesHaveHyphens = false

  func bracketed(at index: Int, in bytes: [UInt8]) -> TitledMarkup? { nil }

  func titledMention(at index: Int, in bytes: [UInt8], limit: Int) -> TitledMarkup? { nil }

  func hashtag(_ tag: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference {
    (tag.upperBound, XAddress.hashtag(String(decoding: bytes[tag].dropFirst(), as: UTF8.self)))
  }

  func mention(_ name: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference {
    (name.upperBound, XAddress.profile(String(decoding: bytes[name], as: UTF8.self)))
  }
}

/// A post of more than 280 characters in X's archive (`note-tweet.js`): the corresponding post contains only its first
/// words, and neither references the other.
struct XNote: Hashable, Sendable {
  /// Seconds since 1970.
  let date: Int
  /// The text as sent, with `&amp;` for `&`.
  let text: String
  let entities: [XEntity]
  /// The text with character references decoded.
  private let words: String

  /// `{"noteTweet": {"createdAt": …, "core": {"text": …, "urls": […], "mentions": […], "hashtags": […]}}}`
  ///
  /// Returns nil for anything else.
  init?(_ item: JSONNode) {
    let node = item.object("noteTweet") ?? item
    guard let core = node.object("core"), let text = core.value["text"]?.text,
      let date = node.text("createdAt").flatMap(DateParser.seconds)
    else { return nil }
    self.date = date
    self.text = text
    words = XText.decoded(text.utf8)
    entities = Self.entities(of: core)
  }

  private static func entities(of core: JSONNode) -> [XEntity] {
    func entity(_ node: JSONNode, _ meaning: XEntity.Meaning, _ literal: String) -> XEntity {
      XEntity(meaning: meaning, literal: literal, start: node.int("fromIndex"), end: node.int("toIndex"))
    }
    let urls = core.list("urls").compactMap { url in
      url.text("shortUrl").map { short in
        let shown = url.text("displayUrl").map { DecodedText.line($0) } ?? short
        return entity(url, .link(shown: shown, url: url.address("expandedUrl", "shortUrl")), short)
      }
    }
    let mentions = core.list("mentions").compactMap { mention in
      mention.text("screenName").map { entity(mention, .mention($0), "@" + $0) }
    }
    let hashtags = core.list("hashtags").compactMap { tag in
      tag.text("text").map { entity(tag, .hashtag($0), "#" + $0) }
    }
    let symbols = core.list("cashtags").compactMap { tag in
      tag.text("text").map { entity(tag, .symbol($0), "$" + $0) }
    }
    return urls + mentions + hashtags + symbols
  }
}

/// The long texts of an archive, indexed by time.
struct XNotes: Hashable, Sendable {
  /// In the order of the documents.
  private(set) var all: [XNote] = []
  private var byMinute: [Int: [Int]] = [:]

  /// More than anyone writes in a minute.
  private static let mostAtOnce = 100

  /// Adds a note; only the first hundred in a minute are kept.
  mutating func add(_ note: XNote) {
    let minute = note.date / 60
    guard byMinute[minute, default: []].count < Self.mostAtOnce else { return }
    byMinute[minute, default: []].append(all.count)
    all.append(note)
  }

  /// The note that a post is the beginning of: written within a minute of it, and beginning with the same words.
  ///
  /// - Parameter text: The post's text, truncated by the service: `Once upon a … https://t.co/abc`.
  func note(for text: String, at date: Int?) -> XNote? {
    guard let minute = date.map({ $0 / 60 }), minute > .min, minute < .max else { return nil }
    let near = (minute - 1...minute + 1).flatMap { byMinute[$0] ?? [] }.map { all[$0] }
    guard !near.isEmpty else { return nil }
    let beginning = Self.beginning(of: XText.decoded(text.utf8))
    return beginning.isEmpty ? nil : near.first { $0.isLonger(than: beginning) }
  }

  /// Without the addresses and the ellipsis at its end.
  private static func beginning(of text: String) -> Substring {
    var rest = text[...]
    while true {
      rest = rest.trimmingEnd { $0.isWhitespace || $0 == "…" }
      guard let address = rest.range(of: "https://t.co/", options: .backwards),
        rest[address.upperBound...].utf8.allSatisfy(\.isASCIIWord)
      else { return rest }
      rest = rest[..<address.lowerBound]
    }
  }
}

extension XNote {
  fileprivate func isLonger(than beginning: Substring) -> Bool {
    words.utf8.count > beginning.utf8.count && words.utf8.starts(with: beginning.utf8)
  }
}

extension Substring {
  fileprivate func trimmingEnd(where isLeftOut: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isLeftOut(last) { rest.removeLast() }
    return rest
  }
}
