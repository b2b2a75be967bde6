/// A language that cards and pages are worded in. Another one is a file like `Russian.swift` beside this one, and its name
/// in the list; the compiler asks for every phrase.
package struct Language: Sendable {
  package static let all: [Language] = [.ru, .en]
  /// Where nobody says another, on every machine.
  package static let usual = en

  /// As `locale` names it.
  package let code: String
  package let strings: Strings

  init(_ code: String, _ strings: Strings) {
    self.code = code
    self.strings = strings
  }

  /// Whoever a machine is set up for (POSIX.1-2017, 8.2: `LC_ALL`, then `LC_MESSAGES`, then `LANG`), or the usual one. To be
  /// written down once, in a project that is made there: the same input gives the same pictures everywhere.
  package init(spokenBy variables: [String: String]) {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
    self = Language(code: String(named.prefix { $0 != "_" && $0 != "." && $0 != "@" })) ?? .usual
  }

  /// Nil of a language that there are no words of.
  package init?(code: String) {
    guard let known = Self.all.first(where: { $0.code == code }) else { return nil }
    self = known
  }
}

extension Language: Hashable {
  package static func == (left: Language, right: Language) -> Bool { left.code == right.code }

  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Language: CustomStringConvertible {
  package var description: String { code }
}

/// A counted noun in the forms its language needs; `{n}` is the number.
package struct PluralForms: Hashable, Sendable {
  /// CLDR's cardinal categories of whole numbers, as far as languages of ours have them.
  package enum Category: Hashable, Sendable, CaseIterable { case one, few, other }

  private let one: Phrase
  private let few: Phrase
  private let other: Phrase

  /// - Parameter few: Nil in a language without the category.
  init(one: Phrase, few: Phrase? = nil, other: Phrase) {
    self.one = one
    self.few = few ?? other
    self.other = other
  }

  package subscript(category: Category) -> Phrase {
    switch category {
    case .one: one
    case .few: few
    case .other: other
    }
  }
}

/// A wording with named slots: `"{day} {month} в {time}"`.
package struct Phrase: Hashable, Sendable, ExpressibleByStringLiteral {
  /// What may stand in a wording.
  package enum Slot: String, Hashable, Sendable, CaseIterable {
    case n, total, time, day, month, year, name, names, type, from, to, text
  }

  enum Segment: Hashable, Sendable {
    case literal(String)
    case slot(Slot)
  }

  let segments: [Segment]

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
  }

  package init(stringLiteral pattern: String) {
    self.init(pattern)
  }

  /// A slot without a value stays empty.
  package func filled(_ values: KeyValuePairs<Slot, String>) -> String {
    var result = ""
    for segment in segments {
      switch segment {
      case .literal(let text): result += text
      case .slot(let slot): result += values.first { $0.key == slot }?.value ?? ""
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
