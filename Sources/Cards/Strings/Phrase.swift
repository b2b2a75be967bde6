import Drawing

/// A wording with named slots: `"{day} {month} в {time}"`.
package struct Phrase: Hashable, Sendable, Decodable, ExpressibleByStringLiteral {
  /// The slots that a wording may have.
  package enum Slot: String, Hashable, Sendable, CaseIterable {
    case n, total, time, day, month, year, name, names, type, from, to, text, symbol
  }

  package enum Segment: Hashable, Sendable {
    case literal(String)
    case slot(Slot)
  }

  package let segments: [Segment]
  /// The direction of the wording's own words; nil if it has no letter.
  let direction: LayoutDirection?

  /// Braces around anything but a slot's name are plain text.
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

  /// Fills the slots; a slot without a value stays empty. A value in the other writing direction is isolated.
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

  /// Whether the wording has the slot.
  func mentions(_ slot: Slot) -> Bool { segments.contains(.slot(slot)) }

  /// The parts before and after a slot; everything is "before" if the wording has no such slot.
  func around(_ slot: Slot) -> (before: String, after: String) {
    let parts = segments.split(separator: .slot(slot), maxSplits: 1, omittingEmptySubsequences: false)
    func text(_ part: ArraySlice<Segment>) -> String {
      part.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
    }
    return (text(parts[0]), parts.count > 1 ? text(parts[1]) : "")
  }
}
