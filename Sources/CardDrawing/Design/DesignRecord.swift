import CardTemplates
import DesignTokens
import Digests
import FeedIngest
import Projects

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

  /// Icons as a file, as diagnostics call it.
  var iconFile: TemplateFile { TemplateFile(name: "icons.yml", contents: icons) }
}

extension SettingValues {
  /// What reaches cards.
  static let reach: Setting.Reach = [.words, .cards]

  /// For a design's name. What the first versions knew stands as they wrote it, so that a design keeps its name.
  fileprivate var namingLines: [String] {
    func text(_ key: String) -> String { self[key]?.description ?? "" }
    let first = ["\(text("locale")) \(text("timeZone")) \(text("now"))", text("highlight")]
    let rest = filter { !["locale", "timeZone", "now", "highlight"].contains($0.key) }.sorted { $0.key < $1.key }
    return first + rest.map { $0.key == "dates" ? $0.value.description : "\($0.key) \($0.value)" }
  }
}
