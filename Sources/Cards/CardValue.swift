import Basics
import Drawing

/// A view model as a card template sees it: named values without logic.
package indirect enum CardValue: Hashable, Sendable {
  case text(RichText)
  case number(Double)
  case flag(Bool)
  case image(ImageReference)
  /// An icon's name in the icon set.
  case icon(String)
  case list([CardValue])
  case record(CardFields)

  /// Returns the value at a dotted path, or nil if a field on the way is absent.
  package func value(at path: [String]) -> CardValue? {
    var value = self
    for field in path {
      guard case .record(let fields) = value, let next = fields[field] else { return nil }
      value = next
    }
    return value
  }

  /// Whether there is something to show at a dotted path: a true flag, a non-empty list, or any other value. Copies
  /// nothing.
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

/// Named values. A record has only a few, so that a linear search is faster than hashing.
package struct CardFields: Sendable {
  /// Names, including those of absent values, are stored next to each other, so that a search doesn't touch the values.
  private var known: [String] = []
  fileprivate private(set) var values: [CardValue?] = []

  package init() {}

  /// - Parameters:
  ///   - names: Unique names.
  ///   - values: One value per name; nil if absent.
  init(names: [String], values: [CardValue?]) {
    known = names
    self.values = values
  }

  package var names: [String] { zip(known, values).filter { $1 != nil }.map(\.0) }

  fileprivate func index(of name: String) -> Int? { known.firstIndex(of: name) }

  /// Setting nil removes a value.
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
  /// A literal's names must be unique, as in a dictionary literal.
  package init(dictionaryLiteral elements: (String, CardValue)...) {
    self.init(names: elements.map(\.0), values: elements.map(\.1))
    assert(Set(known).count == known.count, "a name occurs twice: \(known)")
  }
}

/// Equality ignores the order of the values.
extension CardFields: Hashable {
  package static func == (left: CardFields, right: CardFields) -> Bool { left.present == right.present }

  package func hash(into hasher: inout Hasher) { hasher.combine(present) }

  private var present: [String: CardValue] {
    Dictionary(zip(known, values).compactMap { name, value in value.map { (name, $0) } }) { $1 }
  }
}

extension CardValue {
  static func string(_ string: String) -> CardValue { .text(RichText(string)) }

  /// A text that consists of a link to its own address.
  package static func target(_ target: LinkTarget) -> CardValue {
    .text(RichText(target.text, spans: [.init(range: 0..<target.text.utf8.count, role: .link, target: target)]))
  }
}

extension CardValue {
  /// All images in the value, at any depth.
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
  /// All texts in the value, in order.
  var words: [String] {
    switch self {
    case .text(let text): [text.string]
    case .list(let items): items.flatMap(\.words)
    case .record(let fields): fields.values.flatMap { $0?.words ?? [] }
    case .number, .flag, .image, .icon: []
    }
  }
}

/// The state in which a card is shown.
package enum CardState: Hashable, Sendable {
  /// The whole text: the only state of a short text.
  case expanded
  /// The first lines and "show more".
  case collapsed
}

/// Identifies one of a post's texts.
package enum BodyPlace: Hashable, Sendable {
  case own
  /// The text of a repost, counted from 0.
  case repost(Int)

  /// The position in the role of the text's box: the item index of each enclosing list.
  package var path: [Int] {
    switch self {
    case .own: []
    case .repost(let index): [index]
    }
  }
}
