/// Raised and lowered text in plain letters: "10⁻³" for `10<sup>-3</sup>`. Without it, exponents and footnotes become
/// digits of the number before them.
enum ScriptedText {
  enum Position: Hashable, Sendable { case above, below }

  /// Returns the text with superscript or subscript letters, if Unicode has all of them. Other formulas get `^(…)` or
  /// `_(…)`. Words are unchanged: "1st", "Mme", "[2]".
  static func written(_ text: String, _ position: Position) -> String {
    let plain = text.trimmed
    guard !plain.isEmpty else { return text }
    let letters = position == .above ? above : below
    let raised = plain.compactMap { letters[$0] }
    let isWord = plain.count > 1 && plain.allSatisfy { $0.isLetter || $0 == "." }
    if raised.count == plain.count, !isWord { return String(raised) }
    let isFormula = plain.contains { $0.isNumber } && plain.first != "[" && plain.count < 40
    return isFormula ? "\(position == .above ? "^" : "_")(\(plain))" : plain
  }

  private static let above: [Character: Character] = table(
    "0123456789+-−–=()inabcdefghjklmoprstuvwxyz*†‡,", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁱⁿᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ*†‡,")
  private static let below: [Character: Character] = table(
    "0123456789+-−–=()aehijklmnoprstuvx,", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ,")

  private static func table(_ plain: String, _ scripted: String) -> [Character: Character] {
    Dictionary(zip(plain, scripted)) { first, _ in first }
  }
}

/// The marker of an item in a numbered list, by the list's `type`.
enum ListNumbering: Hashable, Sendable {
  case decimal, letters(isUppercase: Bool), roman(isUppercase: Bool)

  /// - Parameter type: `1`, `a`, `A`, `i` or `I`; anything else is decimal.
  init(type: String?) {
    self =
      switch type {
      case "a": .letters(isUppercase: false)
      case "A": .letters(isUppercase: true)
      case "i": .roman(isUppercase: false)
      case "I": .roman(isUppercase: true)
      default: .decimal
      }
  }

  /// `3.`, `c.` or `iii.`; decimal where a notation has no such number.
  func marker(_ number: Int) -> String {
    switch self {
    case .letters(let isUppercase) where number > 0: "\(Self.cased(Self.letters(number), isUppercase))."
    case .roman(let isUppercase) where 1...3999 ~= number: "\(Self.cased(Self.roman(number), isUppercase))."
    case .decimal, .letters, .roman: "\(number)."
    }
  }

  private static func cased(_ text: String, _ isUppercase: Bool) -> String { isUppercase ? text.uppercased() : text }

  /// `a` to `z`, then `aa`.
  private static func letters(_ number: Int) -> String {
    var (rest, letters) = (number, "")
    while rest > 0 {
      let digit = UInt8((rest - 1) % 26)
      letters = String(UnicodeScalar(UInt8(ascii: "a") + digit)) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }

  private static func roman(_ number: Int) -> String {
    let signs = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
      (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var (rest, text) = (number, "")
    for (value, sign) in signs {
      while rest >= value { (rest, text) = (rest - value, text + sign) }
    }
    return text
  }
}
