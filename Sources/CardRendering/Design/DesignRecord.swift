import CardTemplates
import Cards
import DesignTokens
import Drawing
import FeedReading
import Files
import Projects
import Synchronization

/// Everything that determines the look of a project's cards: texts of templates, icons and tokens, and the project's
/// options. It is stored with a baseline, so that design changes can be reported and cards can be laid out again with
/// the approved design.
package struct DesignRecord: Codable, Hashable, Sendable {
  package static let currentSchema = 1

  package struct Text: Codable, Hashable, Sendable {
    package var name: String
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  package var schema = DesignRecord.currentSchema
  /// By the role's or the part's path in the templates folder.
  package var templates: [String: String] = [:]
  package var icons = ""
  /// The token files of all themes, without duplicates.
  package var tokens: [Text] = []
  /// By theme: indexes into `tokens`, in order of application.
  package var themes: [String: [Int]] = [:]
  /// The project's options that affect cards, besides the design, by the settings' keys.
  package var options: SettingValues = [:]

  package init() {}

  /// The record's name in baselines: the first 16 digits of the SHA-256 of its contents.
  package var name: String {
    var lines = templates.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } + [icons]
    lines += tokens.flatMap { [$0.name, $0.text] }
    lines += themes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + options.namingLines
    return String(Digest(joining: lines.map { Digest(of: $0) }).hex.prefix(16))
  }

  /// The key of a template or a part.
  ///
  /// - Parameter service: The service that the template is for; nil means all others.
  static func name(of file: String, for service: Service?) -> String {
    service.map { "\($0.rawValue)/\(file)" } ?? file
  }

  package mutating func add(_ file: Text, toTokensOf theme: String) {
    let place = tokens.firstIndex(of: file) ?? tokens.count
    if place == tokens.count { tokens.append(file) }
    themes[theme, default: []].append(place)
  }

  /// A theme's token files, in order of application.
  package func tokenFiles(of theme: String) -> [TokenFile] {
    (themes[theme] ?? []).filter(tokens.indices.contains).map {
      TokenFile(name: tokens[$0].name, contents: tokens[$0].text)
    }
  }

  /// The built-in and the project's icons; nil if they contain an error.
  var iconSet: IconSet? {
    let own = templates.keys.filter { $0.hasPrefix(Self.ownIcons) }.sorted()
    return IconSet.parse(
      TemplateFile(name: "icons.yml", contents: icons),
      own: own.map { TemplateFile(name: $0, contents: templates[$0] ?? "") }
    ).0
  }

  /// The key prefix of a project's own icon files.
  fileprivate static let ownIcons = "icons/"

  /// The project's own words.
  var strings: String? { templates[Self.ownStrings] }
  fileprivate static let ownStrings = "strings.yml"
}

extension SettingValues {
  /// The settings that affect cards.
  static let reach: Set<Setting.ChangeScope> = [.words, .cards]

  /// The lines that a design's name is computed from. Settings of the first versions keep their original form, so that
  /// a design keeps its name.
  fileprivate var namingLines: [String] {
    func text(_ key: String) -> String { self[key]?.description ?? "" }
    let first = ["\(text("locale")) \(text("timeZone")) \(text("now"))", text("highlight")]
    let rest = filter { !["locale", "timeZone", "now", "highlight"].contains($0.key) }.sorted { $0.key < $1.key }
    return first + rest.map { $0.key == "dates" ? $0.value.description : "\($0.key) \($0.value)" }
  }
}

extension Design.Theme {
  /// The theme with cards and metrics from a record; everything around the cards is unchanged.
  ///
  /// - Parameter direction: The writing direction of the record's language.
  /// - Returns: Nil if the record's texts don't form a valid design.
  package func designed(by record: DesignRecord, direction: LayoutDirection) -> Design.Theme? {
    let files = record.tokenFiles(of: name)
    guard !files.isEmpty, let tokens = TokenSet.load(layers: files).0,
      let icons = record.iconSet, let metrics = FeedMetrics.read(from: tokens, file: "").0
    else { return nil }
    func card(_ role: CardRole, of service: Service?, _ tokens: TokenSet) -> CardTemplate? {
      let text: @Sendable (String) -> String? = { record.templates[DesignRecord.name(of: $0, for: service)] }
      var context = TemplateContext(tokens: tokens, icons: icons, direction: direction, include: text)
      context.schemas.merge(schemas) { $1 }
      return text(role.file).flatMap {
        CardTemplate.parse(TemplateFile(name: role.file, contents: $0), in: context, for: role.model).0
      }
    }
    var theme = self
    theme.metrics = metrics
    for role in cards.keys {
      guard let card = card(role, of: nil, tokens) else { return nil }
      theme.cards[role] = card
    }
    for (service, cards) in serviceCards {
      // Cards approved before the service had its own templates or skin look like all others.
      let files = record.tokenFiles(of: DesignRecord.name(of: name, for: service))
      let own = files.isEmpty ? nil : TokenSet.load(layers: files).0
      theme.serviceMetrics[service] = own.flatMap { FeedMetrics.read(from: $0, file: "").0 }
      for role in cards.keys {
        theme.serviceCards[service]?[role] = card(role, of: service, own ?? tokens) ?? theme.cards[role]
      }
    }
    return theme
  }
}

/// Digests of the texts that a design was made of: if one changes, cards are drawn again.
package final class DesignSources: Sendable {
  package enum Kind: Hashable {
    case tokens, icons
    /// The project's own words.
    case strings
    /// A card's template and the parts it includes.
    case card(String)
  }

  private struct Text: Hashable {
    var name: String
    var digest: Digest
  }

  /// The entry for a theme's own name.
  private static let themeName = "theme"

  private let texts = Mutex<[Kind: [Text]]>([:])
  private let kept = Mutex((record: DesignRecord(), theme: ""))

  /// The texts themselves, without the project's options.
  package var record: DesignRecord { kept.withLock { $0.record } }

  /// Assigns the tokens read from now on to a theme.
  func begin(theme name: String) {
    note(.tokens, Self.themeName, name)
    kept.withLock { $0 = ($0.record, name) }
  }

  package func note(_ kind: Kind, _ name: String, _ contents: String) {
    let text = Text(name: name, digest: Digest(of: contents))
    keep(kind, name, contents)
    texts.withLock { texts in
      // Themes read the same templates repeatedly.
      if texts[kind]?.contains(text) != true { texts[kind, default: []].append(text) }
    }
  }

  private func keep(_ kind: Kind, _ name: String, _ contents: String) {
    kept.withLock { kept in
      switch kind {
      case .card: kept.record.templates[name] = contents
      case .icons where name.isEmpty: kept.record.icons = contents
      case .icons: kept.record.templates[DesignRecord.ownIcons + name] = contents
      case .tokens where name != Self.themeName:
        kept.record.add(.init(name: name, text: contents), toTokensOf: kept.theme)
      case .strings: kept.record.templates[DesignRecord.ownStrings] = contents
      case .tokens: break
      }
    }
  }

  /// In reading order, which is deterministic and which the tokens' layers depend on.
  package func digest(of kind: Kind) -> Digest {
    let texts = texts.withLock { $0[kind] ?? [] }
    return Digest(joining: texts.flatMap { [Digest(of: $0.name), $0.digest] })
  }
}
