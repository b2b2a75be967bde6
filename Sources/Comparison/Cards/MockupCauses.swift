import CardRendering
import DataFormats
import DesignTokens
import Figma
import ImageComparison
import Layout

/// Finds design tokens that explain why a card differs from its mockup. A token's value is a cause if the card's boxes
/// would match the mockup's with the mockup's value. Every cause is confirmed by a layout.
struct MockupCauses {
  let trial: TrialCard
  private let record: DesignRecord
  private let document: TokenDocument
  private let tokens: TokenSet
  private let definitions: [String: SourceNode]

  /// The maximum number of layouts tried per case.
  private static let limit = 64

  /// Tokens with another value in a design; these come first.
  private let drifted: [TokenDrift.Change]

  /// Nil if the theme's tokens can't be read.
  init?(_ trial: TrialCard, drifts: [TokenDrift] = []) {
    drifted = drifts.flatMap(\.changes).filter { $0.theme == nil || $0.theme == trial.theme.name }
    let record = trial.renderer.designRecord
    guard let document = TokenDocument(files: record.tokenFiles(of: trial.theme.name)), let tokens = document.resolved()
    else { return nil }
    (self.trial, self.record, self.document, self.tokens) = (trial, record, document, tokens)
    definitions = document.definitions
  }

  /// A token whose value differs from the mockup's.
  private struct TokenSuggestion {
    var path: String
    var node: SourceNode
    /// The title, which describes the change of the whole token.
    var title: String
    var fact: CauseFact
    /// The change that it would explain and must remove; nil for a token that is known to differ.
    var change: (box: String, text: String)?
  }

  /// - Parameters:
  ///   - judgement: The card's result; different.
  ///   - judge: Judges the card with another layout.
  /// - Returns: The causes, followed by the changes they don't explain; nil if no token explains anything.
  func causes(of judgement: Judgement, judge: (LaidOutCard) throws -> Judgement) rethrows -> [Cause]? {
    var found: [TokenSuggestion] = []
    var left = judgement
    var tries = 0
    var untried = guesses(for: judgement.structure)
    while !untried.isEmpty, tries < Self.limit {
      let guess = untried.removeFirst()
      tries += 1
      guard !found.contains(where: { $0.path == guess.path }), let layout = layout(with: found + [guess]) else {
        continue
      }
      let outcome = try judge(layout)
      // A token used in many places can fix differences by chance. It must fix the change that it was tried for.
      guard outcome.weight < left.weight, !outcome.has(guess.change) else { continue }
      found.append(guess)
      left = outcome
      if left.verdict.isGood { break }
    }
    guard !found.isEmpty else { return nil }
    let causes = found.map { Cause(.token, title: $0.title, identity: "\($0.path)\n\($0.title)", fact: $0.fact) }
    return left.verdict.isGood ? causes : causes + left.causes
  }

  private func layout(with guesses: [TokenSuggestion]) -> LaidOutCard? {
    var record = record
    let changed = document.replacing(
      Dictionary(guesses.map { ($0.path, $0.node) }, uniquingKeysWith: { first, _ in first })
    ).file
    record.themes[trial.theme.name] = []
    record.add(DesignRecord.Text(name: changed.name, text: changed.contents), toTokensOf: trial.theme.name)
    let direction = trial.renderer.direction(of: record)
    guard let theme = trial.theme.designed(by: record, direction: direction) else { return nil }
    return trial.layout(
      with: CardDesign(theme: theme, builder: trial.renderer.builder(for: theme, of: record)))
  }

  // MARK: Guesses

  /// Returns each guess once, in the order of the boxes.
  private func guesses(for structure: StructureDifference) -> [TokenSuggestion] {
    var seen: Set<String> = []
    let known = drifted.compactMap { guess($0.path, nil, $0.node.json) }
    let found = structure.causes.flatMap { box in
      box.ownChanges.flatMap { change in
        let guesses =
          switch change {
          case .font(let property, _, _): fonts(property, box)
          case .color(let wanted, let drawn): colors(wanted: wanted, drawn: drawn)
          default: [TokenSuggestion]()
          }
        return guesses.map { guess in
          var guess = guess
          guess.change = (box.path, change.message)
          return guess
        }
      }
    }
    return (known + found).filter { seen.insert("\($0.path) \($0.title)").inserted }
  }

  /// Returns typography tokens that may set the box's text.
  private func fonts(_ property: String, _ box: BoxDifference) -> [TokenSuggestion] {
    guard let wanted = box.reference?.font, let drawn = box.actual?.font else { return [] }
    return definitions.keys.sorted().compactMap { path in
      guard case .typography(let type)? = tokens.tokens[path]?.value, type.isOf(drawn) else { return nil }
      switch property {
      case "line height":
        guard let points = wanted.lineHeight, type.size > 0 else { return nil }
        return guess(path, "lineHeight", "\(points / (wanted.size ?? type.size))")
      case "size": return wanted.size.flatMap { guess(path, "fontSize", Self.pixels($0)) }
      case "letter spacing": return wanted.letterSpacing.flatMap { guess(path, "letterSpacing", Self.pixels($0)) }
      case "weight": return wanted.weight.flatMap { guess(path, "fontWeight", "\($0)") }
      default: return nil
      }
    }
  }

  private func colors(wanted: String, drawn: String) -> [TokenSuggestion] {
    definitions.keys.sorted().compactMap { path in
      guard case .color(let color)? = tokens.tokens[path]?.value, color.hex == drawn else { return nil }
      return guess(path, nil, Self.color(wanted))
    }
  }

  /// Returns a color in the format of token files.
  ///
  /// - Parameter hex: The color in the format of a layout's record, with two more digits if it is not opaque.
  private static func color(_ hex: String) -> String {
    let digits = Array(hex.dropFirst())
    let channels = stride(from: 0, to: digits.count - 1, by: 2).map { start in
      Double(Int(String(digits[start...start + 1]), radix: 16) ?? 0) / 255
    }
    let components = channels.prefix(3).map { "\($0)" }.joined(separator: ", ")
    let alpha = channels.count > 3 ? ", \"alpha\": \(channels[3])" : ""
    return "{\"colorSpace\": \"srgb\", \"components\": [\(components)]\(alpha)}"
  }

  private static func pixels(_ points: Double) -> String { "{\"value\": \(points), \"unit\": \"px\"}" }

  /// - Parameters:
  ///   - property: A property of the value; nil for the whole value.
  ///   - json: The mockup's value.
  private func guess(_ path: String, _ property: String?, _ json: String) -> TokenSuggestion? {
    guard let definition = definitions[path], let value = try? JSONSource.read(json, file: "mockup"),
      let node = definition.setting(["$value"] + (property.map { [$0] } ?? []), to: value),
      let old = document.replacing([path: node]).resolved()?.tokens[path]?.value, let new = tokens.tokens[path]?.value,
      old != new
    else { return nil }
    return TokenSuggestion(
      path: path, node: node, title: "{\(path)} \(TokenValue.change(from: old, to: new))",
      fact: .token(path, purpose: tokens.tokens[path]?.description, from: old, to: new))
  }
}

extension TokenValue.Typography {
  /// Whether they match within the content and precision of a layout's record.
  fileprivate func isOf(_ font: FontRecord) -> Bool {
    func isNear(_ value: Double, _ other: Double?) -> Bool { other.map { abs($0 - value) < 0.01 } ?? true }
    return isNear(size, font.size) && isNear(weight, font.weight.map(Double.init))
      && isNear(letterSpacing, font.letterSpacing) && isNear(lineHeight * size, font.lineHeight)
      && (font.family.map { families.contains($0) } ?? true)
  }
}

extension SourceNode {
  /// Returns a copy with another value at a path of members; nil if the path crosses a node without members.
  fileprivate func setting(_ path: [String], to value: SourceNode) -> SourceNode? {
    guard let name = path.first else { return value }
    guard var members, let place = members.firstIndex(where: { $0.key == name }),
      let node = members[place].value.setting(Array(path.dropFirst()), to: value)
    else { return nil }
    members[place] = Member(key: name, keyPlace: members[place].keyPlace, value: node)
    return SourceNode(.object(members), at: self.place)
  }
}

extension Judgement {
  /// Whether the change is still reported for a box.
  fileprivate func has(_ change: (box: String, text: String)?) -> Bool {
    guard let change else { return false }
    return structure.boxes.contains { $0.path == change.box && $0.changes.contains { $0.message == change.text } }
  }

  /// The number of differences, used to check whether a change reduces it.
  fileprivate var weight: Int { verdict.isGood ? 0 : 1 + structure.causes.reduce(0) { $0 + $1.ownChanges.count } }
}
