/// A language's plural rules for whole numbers: CLDR's cardinal rules (unicode.org/cldr, plurals.xml, version 46), as
/// far as they apply to numbers without decimals.
package enum PluralRule: String, Decodable, Sendable, CaseIterable {
  /// One form for all: Japanese.
  case none
  /// 1, and the rest: English, German, Turkish.
  case one
  /// As `one`, and whole millions: Spanish.
  case oneMillions
  /// 0 and 1, whole millions, and the rest: French, Portuguese.
  case zeroOneMillions
  /// 1, 21, 31…; 2 to 4, 22 to 24…; and the rest: Russian, Ukrainian.
  case eastSlavic
  /// 1; 2 to 4, 22 to 24…; and the rest.
  case polish
  case arabic
  /// 1, 2, and the rest.
  case hebrew

  /// The categories of a counted noun, in CLDR's order.
  package var categories: [PluralForms.Category] {
    switch self {
    case .none: [.other]
    case .one: [.one, .other]
    case .oneMillions, .zeroOneMillions: [.one, .many, .other]
    case .eastSlavic, .polish: [.one, .few, .many]
    case .arabic: PluralForms.Category.allCases
    case .hebrew: [.one, .two, .other]
    }
  }

  func category(of count: UInt) -> PluralForms.Category {
    let (ten, hundred) = (count % 10, count % 100)
    let areMillions = count > 0 && count.isMultiple(of: 1_000_000)
    switch self {
    case .none: return .other
    case .one: return count == 1 ? .one : .other
    case .oneMillions: return count == 1 ? .one : areMillions ? .many : .other
    case .zeroOneMillions: return count < 2 ? .one : areMillions ? .many : .other
    case .eastSlavic where ten == 1: return hundred == 11 ? .many : .one
    case .polish where count == 1: return .one
    case .eastSlavic, .polish: return 2...4 ~= ten && !(12...14 ~= hundred) ? .few : .many
    case .arabic where count < 3: return count == 0 ? .zero : count == 1 ? .one : .two
    case .arabic: return 3...10 ~= hundred ? .few : hundred > 10 ? .many : .other
    case .hebrew: return count == 1 ? .one : count == 2 ? .two : .other
    }
  }
}

/// A counted noun in the plural forms of its language; `{n}` is the number.
package struct PluralForms: Hashable, Decodable, Sendable {
  /// CLDR's cardinal categories.
  package enum Category: String, Hashable, Sendable, CaseIterable, CodingKey { case zero, one, two, few, many, other }

  package let forms: [Category: Phrase]
  /// The form for categories that are not listed.
  private let rest: Phrase

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Category.self)
    forms = try Dictionary(
      container.allKeys.map { ($0, try container.decode(Phrase.self, forKey: $0)) },
      uniquingKeysWith: { first, _ in first })
    guard let rest = forms[.other] ?? forms[.many] else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected the forms of a counted noun, one for each category"))
    }
    self.rest = rest
  }

  package subscript(category: Category) -> Phrase { forms[category] ?? rest }
}
