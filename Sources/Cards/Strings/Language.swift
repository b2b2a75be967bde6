/// A language that cards are worded in.
package enum Language: String, Hashable, Codable, Sendable, CaseIterable {
  case ru, en

  /// CLDR's cardinal categories of whole numbers; the sign does not matter.
  package func pluralCategory(of count: Int) -> PluralForms.Category {
    let n = count.magnitude
    switch self {
    case .en: return n == 1 ? .one : .other
    case .ru:
      switch (n % 10, n % 100) {
      case (_, 11...14): return .many
      case (1, _): return .one
      case (2...4, _): return .few
      default: return .many
      }
    }
  }
}

/// A counted noun in the forms its language needs; `{n}` is the number.
package struct PluralForms: Hashable, Sendable {
  package enum Category: Hashable, Sendable, CaseIterable { case one, few, many, other }

  private let forms: [Category: Phrase]
  private let fallback: Phrase

  package static func russian(one: Phrase, few: Phrase, many: Phrase) -> PluralForms {
    PluralForms(forms: [.one: one, .few: few], fallback: many)
  }

  package static func english(one: Phrase, other: Phrase) -> PluralForms {
    PluralForms(forms: [.one: one], fallback: other)
  }

  package subscript(category: Category) -> Phrase { forms[category] ?? fallback }
}
