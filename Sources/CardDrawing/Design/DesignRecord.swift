import CardTemplates
import Cards
import DesignTokens
import Digests
import Drawing
import FeedIngest
import Projects
import Synchronization

/// All that decides how the cards of a project look: texts of templates, icons and tokens, and the project's options.
/// Kept with what was approved, it says what of a design has changed since, and cards can be laid out with it again.
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
  /// By the role's or the part's path in the folder of templates.
  package var templates: [String: String] = [:]
  package var icons = ""
  /// Token files of all themes, each once.
  package var tokens: [Text] = []
  /// By theme: indexes into `tokens`, each laid over the one before.
  package var themes: [String: [Int]] = [:]
  /// What the project says of its cards beside their design, by the settings' keys.
  package var options: SettingValues = [:]

  package init() {}

  /// What baselines refer to it by: the first 16 digits of the SHA-256 of what it says.
  package var name: String {
    var lines = templates.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } + [icons]
    lines += tokens.flatMap { [$0.name, $0.text] }
    lines += themes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + options.namingLines
    return String(Digest(joining: lines.map { Digest(of: $0) }).hex.prefix(16))
  }

  /// What a template or a part is kept by.
  ///
  /// - Parameter service: Whose posts it is for; nil of one for all others.
  static func name(of file: String, for service: Service?) -> String {
    service.map { "\($0.rawValue)/\(file)" } ?? file
  }

  package mutating func add(_ file: Text, toTokensOf theme: String) {
    let place = tokens.firstIndex(of: file) ?? tokens.count
    if place == tokens.count { tokens.append(file) }
    themes[theme, default: []].append(place)
  }

  /// A theme's token files, each to be laid over the one before.
  package func tokenFiles(of theme: String) -> [TokenFile] {
    (themes[theme] ?? []).filter(tokens.indices.contains).map {
      TokenFile(name: tokens[$0].name, contents: tokens[$0].text)
    }
  }

  /// Feedproof's own and the project's; nil where something in them is wrong.
  var iconSet: IconSet? {
    let own = templates.keys.filter { $0.hasPrefix(Self.ownIcons) }.sorted()
    return IconSet.parse(
      TemplateFile(name: "icons.yml", contents: icons),
      own: own.map { TemplateFile(name: $0, contents: templates[$0] ?? "") }
    ).0
  }

  /// What a project's own files of icons are kept behind.
  fileprivate static let ownIcons = "icons/"

  /// A project's own words.
  var strings: String? { templates[Self.ownStrings] }
  fileprivate static let ownStrings = "strings.yml"
}

extension SettingValues {
  /// What reaches cards.
  static let reach: Set<Setting.Reach> = [.words, .cards]

  /// For a design's name. What the first versions knew stands as they wrote it, so that a design keeps its name.
  fileprivate var namingLines: [String] {
    func text(_ key: String) -> String { self[key]?.description ?? "" }
    let first = ["\(text("locale")) \(text("timeZone")) \(text("now"))", text("highlight")]
    let rest = filter { !["locale", "timeZone", "now", "highlight"].contains($0.key) }.sorted { $0.key < $1.key }
    return first + rest.map { $0.key == "dates" ? $0.value.description : "\($0.key) \($0.value)" }
  }
}

extension Design.Theme {
  /// The theme with cards and metrics as a record says; what stands around the cards stays.
  ///
  /// - Parameter direction: Where lines of the record's language begin.
  /// - Returns: Nil where the record's texts make no design.
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
      // What was approved before the service had templates of its own, or a face, looks as all others do.
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

/// The texts that a design was made of, as digests: what cards are drawn again for when one of them changes.
package final class DesignSources: Sendable {
  package enum Kind: Hashable {
    case tokens, icons
    /// A project's own words.
    case strings
    /// A card's template and the parts it includes.
    case card(String)
  }

  private struct Text: Hashable {
    var name: String
    var digest: Digest
  }

  /// What a theme's own name is noted as.
  private static let themeName = "theme"

  private let texts = Mutex<[Kind: [Text]]>([:])
  private let kept = Mutex((record: DesignRecord(), theme: ""))

  /// The texts themselves, without the project's options.
  package var record: DesignRecord { kept.withLock { $0.record } }

  /// What tokens are read from now on is a theme's.
  func begin(theme name: String) {
    note(.tokens, Self.themeName, name)
    kept.withLock { $0 = ($0.record, name) }
  }

  package func note(_ kind: Kind, _ name: String, _ contents: String) {
    let text = Text(name: name, digest: Digest(of: contents))
    keep(kind, name, contents)
    texts.withLock { texts in
      // Themes read the same templates again.
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

  /// In the order of reading, which the tokens' layers depend on and which is always the same.
  package func digest(of kind: Kind) -> Digest {
    let texts = texts.withLock { $0[kind] ?? [] }
    return Digest(joining: texts.flatMap { [Digest(of: $0.name), $0.digest] })
  }
}
