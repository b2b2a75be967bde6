import Drawing

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
}

/// Named values. A record has a handful, so that looking through them beats hashing their names.
package struct CardFields: Sendable {
  private struct Field: Hashable, Sendable {
    let name: String
    let value: CardValue
  }

  private var fields: [Field] = []

  package init() {}

  package var names: [String] { fields.map(\.name) }

  /// Nil takes a value away.
  package subscript(name: String) -> CardValue? {
    get { fields.first { $0.name == name }?.value }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }
}

extension CardFields: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, CardValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}

/// The order in which values were given does not count.
extension CardFields: Hashable {
  package static func == (left: CardFields, right: CardFields) -> Bool {
    left.fields.count == right.fields.count && left.fields.allSatisfy { right[$0.name] == $0.value }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(Set(fields)) }
}

/// A text with roles, not yet with colours.
package struct RichText: Hashable, Codable, Sendable {
  package enum Role: String, Codable, Sendable, CaseIterable {
    case link, hashtag, mention
    /// A word that a search query matched.
    case match
    /// Words that a small picture stands in for; its address is the target.
    case emoji
  }

  package struct Span: Hashable, Codable, Sendable {
    /// UTF-8 offsets into the string.
    package var range: Range<Int>
    package var role: Role
    /// Where a tap leads, or where a picture is; nil for a match.
    package var target: String?

    package init(range: Range<Int>, role: Role, target: String? = nil) {
      self.range = range
      self.role = role
      self.target = target
    }
  }

  package var string: String
  /// In the order of the text; matches may lie over links.
  package var spans: [Span]

  package init(_ string: String, spans: [Span] = []) {
    self.string = string
    self.spans = spans
  }

  package var isEmpty: Bool { string.isEmpty }
}

/// A view model that templates can show.
package protocol CardModel: Sendable {
  /// What a template's `card:` calls it.
  static var modelName: String { get }
  static var schema: CardSchema { get }
  /// The values in `state`.
  func value(in state: CardState) -> CardValue
}

/// Which of a card's states is shown.
package enum CardState: Hashable, Sendable {
  /// The whole text: the only state of a short text.
  case expanded
  /// The first lines and "show more".
  case collapsed
}
