import JSONTree

/// A post of more than 280 characters, as X's archive has it (`note-tweet.js`): the posts beside it hold its first words
/// alone, and neither names the other.
struct XNote: Hashable, Sendable {
  /// Seconds since 1970.
  let date: Int
  /// As it was sent, with `&amp;` for `&`.
  let text: String
  let entities: [XEntity]
  /// The text without character references.
  private let words: String

  /// `{"noteTweet": {"createdAt": …, "core": {"text": …, "urls": […], "mentions": […], "hashtags": […]}}}`
  ///
  /// Nil for anything else.
  init?(_ item: JSONNode) {
    let node = item.object("noteTweet") ?? item
    guard let core = node.object("core"), let text = core.value["text"]?.text,
      let date = node.text("createdAt").flatMap(WrittenDate.seconds)
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
        return entity(url, .link(shown: shown, url: url.text("expandedUrl") ?? short), short)
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

/// The long texts of an archive, by when they were written.
struct XNotes: Hashable, Sendable {
  /// In the order of the documents.
  private(set) var all: [XNote] = []
  private var byMinute: [Int: [Int]] = [:]

  /// Nobody writes more at once.
  private static let mostAtOnce = 100

  /// Notes after the hundredth of a minute are left out.
  mutating func add(_ note: XNote) {
    let minute = note.date / 60
    guard byMinute[minute, default: []].count < Self.mostAtOnce else { return }
    byMinute[minute, default: []].append(all.count)
    all.append(note)
  }

  /// The one that a post is the beginning of: written within a minute of it, and beginning with the same words.
  ///
  /// - Parameter text: Of the post, cut by the service: `Once upon a … https://t.co/abc`.
  func note(for text: String, at date: Int?) -> XNote? {
    guard let minute = date.map({ $0 / 60 }), minute > .min, minute < .max else { return nil }
    let near = (minute - 1...minute + 1).flatMap { byMinute[$0] ?? [] }.map { all[$0] }
    guard !near.isEmpty else { return nil }
    let beginning = Self.beginning(of: XText.decoded(text.utf8))
    return beginning.isEmpty ? nil : near.first { $0.isLonger(than: beginning) }
  }

  /// Without the addresses and the sign of omission at its end.
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
