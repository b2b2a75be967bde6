import CardDrawing
import CheckedSources
import DesignTokens
import Layout
import Proof

/// Why a card is not as its mockup, as far as the design's tokens say: a value of a token with which, were it the
/// mockup's, the card's boxes would be the mockup's too. Nothing is taken for a cause that a layout does not confirm.
struct MockupCauses {
  let trial: CardTrial
  private let record: DesignRecord
  private let document: TokenDocument
  private let tokens: TokenSet
  private let definitions: [String: SourceNode]

  /// More layouts than these are not tried for one case.
  private static let limit = 64

  /// Of the tokens that have another value in a design, which come first.
  private let drifted: [TokenDrift.Change]

  /// Nil where the theme's tokens can't be read.
  init?(_ trial: CardTrial, drifts: [TokenDrift] = []) {
    drifted = drifts.flatMap(\.changes).filter { $0.theme == nil || $0.theme == trial.theme.name }
    let record = trial.renderer.designRecord
    guard let document = TokenDocument(files: record.tokenFiles(of: trial.theme.name)), let tokens = document.resolved()
    else { return nil }
    (self.trial, self.record, self.document, self.tokens) = (trial, record, document, tokens)
    definitions = document.definitions
  }

  /// A token with another value than a mockup asks for.
  private struct Guess {
    var path: String
    var node: SourceNode
    /// Of the whole token.
    var title: String
    var fact: CauseFact
    /// What it would explain: this goes when it does; nil of a token that is known to be another.
    var change: (box: String, text: String)?
  }

  /// - Parameters:
  ///   - judgement: How the card came out; different.
  ///   - judge: Judges the card that another layout makes.
  /// - Returns: Those causes, then what they leave unexplained; nil where no token explains anything.
  func causes(of judgement: Judgement, judge: (LaidOutCard) throws -> Judgement) rethrows -> [Cause]? {
    var found: [Guess] = []
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
      // A token that is set otherwise elsewhere makes much fit by chance; what it was tried for has to.
      guard outcome.weight < left.weight, !outcome.has(guess.change) else { continue }
      found.append(guess)
      left = outcome
      if left.verdict.isGood { break }
    }
    guard !found.isEmpty else { return nil }
    let causes = found.map { Cause(.token, title: $0.title, identity: "\($0.path)\n\($0.title)", fact: $0.fact) }
    return left.verdict.isGood ? causes : causes + left.causes
  }

  private func layout(with guesses: [Guess]) -> LaidOutCard? {
    var record = record
    let changed = document.replacing(
      Dictionary(guesses.map { ($0.path, $0.node) }, uniquingKeysWith: { first, _ in first })
    ).file
    record.themes[trial.theme.name] = []
    record.add(DesignRecord.Text(name: changed.name, text: changed.contents), toTokensOf: trial.theme.name)
    let direction = trial.renderer.direction(of: record)
    guard let theme = trial.theme.designed(by: record, direction: direction) else { return nil }
    return trial.layout(
      with: CardSetting(theme: theme, builder: trial.renderer.builder(for: theme, of: record)))
  }

  // MARK: Guesses

  /// Each once, in the order of the boxes.
  private func guesses(for structure: StructureDifference) -> [Guess] {
    var seen: Set<String> = []
    let known = drifted.compactMap { guess($0.path, nil, $0.node.json) }
    let found = structure.causes.flatMap { box in
      box.ownChanges.flatMap { change in
        let guesses =
          switch change {
          case .font(let property, _, _): fonts(property, box)
          case .color(let wanted, let drawn): colors(wanted: wanted, drawn: drawn)
          default: [Guess]()
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

  /// Typography with which the box may be set.
  private func fonts(_ property: String, _ box: BoxDifference) -> [Guess] {
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

  private func colors(wanted: String, drawn: String) -> [Guess] {
    definitions.keys.sorted().compactMap { path in
      guard case .color(let color)? = tokens.tokens[path]?.value, color.hex == drawn else { return nil }
      return guess(path, nil, Self.color(wanted))
    }
  }

  /// A colour as token files have it.
  ///
  /// - Parameter hex: As a layout's record has it, with two more digits where it is not opaque.
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
  ///   - property: Of the value; nil for all of it.
  ///   - json: What the mockup asks for.
  private func guess(_ path: String, _ property: String?, _ json: String) -> Guess? {
    guard let definition = definitions[path], let value = try? JSONSource.read(json, file: "mockup"),
      let node = definition.setting(["$value"] + (property.map { [$0] } ?? []), to: value),
      let old = document.replacing([path: node]).resolved()?.tokens[path]?.value, let new = tokens.tokens[path]?.value,
      old != new
    else { return nil }
    return Guess(
      path: path, node: node, title: "{\(path)} \(TokenValue.change(from: old, to: new))",
      fact: .token(path, purpose: tokens.tokens[path]?.description, from: old, to: new))
  }
}

extension TokenValue.Typography {
  /// As far as a layout's record tells, in its precision.
  fileprivate func isOf(_ font: FontRecord) -> Bool {
    func isNear(_ value: Double, _ other: Double?) -> Bool { other.map { abs($0 - value) < 0.01 } ?? true }
    return isNear(size, font.size) && isNear(weight, font.weight.map(Double.init))
      && isNear(letterSpacing, font.letterSpacing) && isNear(lineHeight * size, font.lineHeight)
      && (font.family.map { families.contains($0) } ?? true)
  }
}

extension SourceNode {
  /// The same with another value at a path of members; nil where the path leads through what has no members.
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
  /// Whether this is still told of a box.
  fileprivate func has(_ change: (box: String, text: String)?) -> Bool {
    guard let change else { return false }
    return structure.boxes.contains { $0.path == change.box && $0.changes.contains { $0.message == change.text } }
  }

  /// How much is wrong with a card, to see whether a change makes it better.
  fileprivate var weight: Int { verdict.isGood ? 0 : 1 + structure.causes.reduce(0) { $0 + $1.ownChanges.count } }
}
