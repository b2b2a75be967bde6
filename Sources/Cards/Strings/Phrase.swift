/// A wording with named slots: `"{day} {month} в {time}"`.
package struct Phrase: Hashable, Sendable, ExpressibleByStringLiteral {
  /// What may stand in a wording.
  package enum Slot: String, Hashable, Sendable, CaseIterable {
    case n, total, time, day, month, year, name, names, type, from, to
  }

  private enum Part: Hashable, Sendable {
    case literal(String)
    case slot(Slot)
  }

  private let parts: [Part]

  /// Braces around anything but a slot's name are text.
  package init(_ pattern: String) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      if let slot = Slot(rawValue: String(name)) {
        parts.append(.literal(String(rest[..<open])))
        parts.append(.slot(slot))
      } else {
        parts.append(.literal(String(rest[...close])))
      }
      rest = rest[rest.index(after: close)...]
    }
    parts.append(.literal(String(rest)))
    self.parts = parts.filter { $0 != .literal("") }
  }

  package init(stringLiteral pattern: String) {
    self.init(pattern)
  }

  /// The slots it has, for checks.
  package var slots: Set<Slot> {
    Set(parts.compactMap { if case .slot(let slot) = $0 { slot } else { nil } })
  }

  /// A slot without a value stays empty.
  package func filled(_ values: KeyValuePairs<Slot, String>) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .literal(let text): result += text
      case .slot(let slot): result += values.first { $0.key == slot }?.value ?? ""
      }
    }
    return result
  }
}
