import Drawing

/// A wording with named slots: `"{day} {month} в {time}"`.
package struct Phrase: Hashable, Sendable, Decodable, ExpressibleByStringLiteral {
  /// What may stand in a wording.
  package enum Slot: String, Hashable, Sendable, CaseIterable {
    case n, total, time, day, month, year, name, names, type, from, to, text, symbol
  }

  enum Segment: Hashable, Sendable {
    case literal(String)
    case slot(Slot)
  }

  let segments: [Segment]
  /// Of its own words; nil of one without a letter.
  let direction: LayoutDirection?

  /// Braces around anything but a slot's name are text.
  package init(_ pattern: String) {
    var segments: [Segment] = []
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      if let slot = Slot(rawValue: String(name)) {
        segments.append(.literal(String(rest[..<open])))
        segments.append(.slot(slot))
      } else {
        segments.append(.literal(String(rest[...close])))
      }
      rest = rest[rest.index(after: close)...]
    }
    segments.append(.literal(String(rest)))
    self.segments = segments.filter { $0 != .literal("") }
    direction =
      segments.lazy.compactMap { if case .literal(let text) = $0 { text.firstDirection() } else { nil } }.first
  }

  package init(stringLiteral pattern: String) {
    self.init(pattern)
  }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// A slot without a value stays empty. A value that runs the other way than the words is set apart from them.
  package func filled(_ values: KeyValuePairs<Slot, String>) -> String {
    var result = ""
    for segment in segments {
      switch segment {
      case .literal(let text): result += text
      case .slot(let slot): result += values.first { $0.key == slot }?.value.isolated(in: direction) ?? ""
      }
    }
    return result
  }

  /// What stands before and after a slot; all of it before where the wording has no such slot.
  func around(_ slot: Slot) -> (before: String, after: String) {
    let parts = segments.split(separator: .slot(slot), maxSplits: 1, omittingEmptySubsequences: false)
    func text(_ part: ArraySlice<Segment>) -> String {
      part.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
    }
    return (text(parts[0]), parts.count > 1 ? text(parts[1]) : "")
  }
}
