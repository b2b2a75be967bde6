import Drawing
import FeedIngest
import Names

/// A view model as a card template sees it: named values, nothing to compute.
package indirect enum CardValue: Hashable, Sendable {
  case text(RichText)
  case number(Double)
  case flag(Bool)
  case image(ImageReference)
  /// An icon's name in the icon set.
  case icon(String)
  case list([CardValue])
  case record(CardFields)

  /// The value at a dotted path; nil where a field on the way is absent.
  package func value(at path: [String]) -> CardValue? {
    var value = self
    for field in path {
      guard case .record(let fields) = value, let next = fields[field] else { return nil }
      value = next
    }
    return value
  }

  /// Whether there is something to show at a dotted path: a flag that is true, a list that is not empty, anything else
  /// that is there. Nothing is copied to be looked at.
  package func isPresent(at path: [String]) -> Bool { isPresent(at: path, from: 0) }

  private func isPresent(at path: [String], from step: Int) -> Bool {
    let isLast = step == path.count
    switch self {
    case .record(let fields):
      guard !isLast else { return true }
      guard let index = fields.index(of: path[step]) else { return false }
      return fields.values[index]?.isPresent(at: path, from: step + 1) ?? false
    case .flag(let flag): return flag && isLast
    case .list(let items): return !items.isEmpty && isLast
    case .text, .number, .image, .icon: return isLast
    }
  }
}

/// Named values. A record has a handful, so that looking through them beats hashing their names.
package struct CardFields: Sendable {
  /// Beside each other, so that names are looked through without touching values; of absent values, too.
  private var known: [String] = []
  fileprivate private(set) var values: [CardValue?] = []

  package init() {}

  /// - Parameters:
  ///   - names: Each once.
  ///   - values: As many; nil is absent.
  init(names: [String], values: [CardValue?]) {
    known = names
    self.values = values
  }

  package var names: [String] { zip(known, values).filter { $1 != nil }.map(\.0) }

  fileprivate func index(of name: String) -> Int? { known.firstIndex(of: name) }

  /// Nil takes a value away.
  package subscript(name: String) -> CardValue? {
    get { index(of: name).flatMap { values[$0] } }
    set {
      if let index = index(of: name) {
        values[index] = newValue
      } else if let newValue {
        known.append(name)
        values.append(newValue)
      }
    }
  }
}

extension CardFields: ExpressibleByDictionaryLiteral {
  /// A literal's names differ, as a dictionary's do.
  package init(dictionaryLiteral elements: (String, CardValue)...) {
    self.init(names: elements.map(\.0), values: elements.map(\.1))
    assert(Set(known).count == known.count, "a name comes twice: \(known)")
  }
}

/// The order in which values were given does not count.
extension CardFields: Hashable {
  package static func == (left: CardFields, right: CardFields) -> Bool { left.present == right.present }

  package func hash(into hasher: inout Hasher) { hasher.combine(present) }

  private var present: [String: CardValue] {
    Dictionary(zip(known, values).compactMap { name, value in value.map { (name, $0) } }) { $1 }
  }
}

/// A text with roles, not yet with colours.
package struct RichText: Hashable, Encodable, Sendable {
  package enum Role: String, Encodable, Sendable, CaseIterable {
    case link, hashtag, mention
    /// A word that a search query matched.
    case match
    /// Words that a small picture stands in for.
    case emoji
    /// Words of a program.
    case code
    /// Another's words.
    case quote
    /// What a list's entry begins with.
    case mark

    /// Whether it says how words are set: such a span may lie over others.
    package var isSetting: Bool { self == .code || self == .quote || self == .mark }
  }

  package struct Span: Hashable, Sendable {
    /// UTF-8 offsets into the string.
    package var range: Range<Int>
    package var role: Role
    /// Where a tap leads; nil where nothing says, and of a match.
    package var target: LinkTarget?
    /// Where the picture is that stands for the words.
    package var picture: String?

    package init(range: Range<Int>, role: Role, target: LinkTarget? = nil, picture: String? = nil) {
      self.range = range
      self.role = role
      self.target = target
      self.picture = picture
    }

    /// The same of another range.
    func moved(to range: Range<Int>) -> Span { Span(range: range, role: role, target: target, picture: picture) }
  }

  package var string: String
  /// In the order of the text; matches, and how words are set, may lie over links.
  package var spans: [Span]

  package init(_ string: String, spans: [Span] = []) {
    self.string = string
    self.spans = spans
  }

  package var isEmpty: Bool { string.isEmpty }
}

extension [RichText.Span] {
  /// By where they begin; those that begin in one place as they came.
  var inOrder: [RichText.Span] {
    enumerated().sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
      .map(\.element)
  }
}

extension RichText.Span: Encodable {
  private enum CodingKeys: String, CodingKey { case range, role, target }

  /// To a program a picture's address is the target of its words.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(range, forKey: .range)
    try fields.encode(role, forKey: .role)
    try fields.encodeIfPresent(picture ?? target?.text, forKey: .target)
  }
}

extension CardValue {
  static func string(_ string: String) -> CardValue { .text(RichText(string)) }

  /// A link's address is a text that leads there.
  static func target(_ target: LinkTarget) -> CardValue {
    .text(RichText(target.text, spans: [.init(range: 0..<target.text.utf8.count, role: .link, target: target)]))
  }
}

extension CardValue {
  /// All of the value and what is in it.
  package var images: [ImageReference] {
    var found: [ImageReference] = []
    var waiting = [self]
    while let value = waiting.popLast() {
      switch value {
      case .image(let image): found.append(image)
      case .list(let items): waiting += items.reversed()
      case .record(let fields): waiting += fields.values.reversed().compactMap { $0 }
      case .text(let text):
        found += text.spans.compactMap { text.picture(of: $0) }
      case .number, .flag, .icon: break
      }
    }
    return found
  }
}

extension CardValue {
  /// All texts in it, in their order.
  var words: [String] {
    switch self {
    case .text(let text): [text.string]
    case .list(let items): items.flatMap(\.words)
    case .record(let fields): fields.values.flatMap { $0?.words ?? [] }
    case .number, .flag, .image, .icon: []
    }
  }
}

extension RichText {
  /// Without the words that pictures stand for; all of them where nothing else is said.
  package var withoutPictures: String {
    let pictures = spans.filter { $0.role == .emoji }
    guard !pictures.isEmpty else { return string }
    var bytes = Array(string.utf8)
    for span in pictures.reversed() { bytes.removeSubrange(span.range) }
    let words = CleanText.line(String(decoding: bytes, as: UTF8.self))
    return words.isEmpty ? string : words
  }

  /// The picture that stands in for the words of a span; nil for any other span.
  package func picture(of span: Span) -> ImageReference? {
    span.picture.map { ImageReference(candidates: [.init(url: $0)], treatment: .contained) }
  }
}

/// Which of a card's states is shown.
package enum CardState: Hashable, Sendable {
  /// The whole text: the only state of a short text.
  case expanded
  /// The first lines and "show more".
  case collapsed
}

/// Which of a post's texts one is.
package enum BodyPlace: Hashable, Sendable {
  case own
  /// Of the repost of this number, from 0.
  case repost(Int)

  /// What the role of its box says: which item of each list around.
  package var path: [Int] {
    switch self {
    case .own: []
    case .repost(let index): [index]
    }
  }
}
