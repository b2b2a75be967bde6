import CardTemplates
import Cards
import DesignTokens
import Digests
import FeedIngest
import Foundation
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
  package var options = DesignOptions()

  package init() {}

  /// What baselines refer to it by: the first 16 digits of the SHA-256 of what it says.
  package var name: String {
    var lines = templates.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } + [icons]
    lines += tokens.flatMap { [$0.name, $0.text] }
    lines += themes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + options.lines
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

/// What a project says of its cards beside their design.
package struct DesignOptions: Codable, Hashable, Sendable {
  package var locale = ""
  package var timeZone = ""
  /// Seconds since 1970: what "today" is.
  package var now = 0
  /// What is searched for; nil marks nothing.
  package var highlight: String?
  /// How dates are written; nil for the usual way.
  package var dates: String?

  package init() {}

  fileprivate var lines: [String] { ["\(locale) \(timeZone) \(now)", highlight ?? ""] + (dates.map { [$0] } ?? []) }
}

extension DesignOptions {
  /// - Parameter now: Seconds since 1970: what dates are relative to.
  init(_ project: Project, now: Int) {
    self.init()
    (locale, timeZone, self.now, highlight) = (project.locale.code, project.timeZone, now, project.highlight)
    dates = project.dates == .relative ? nil : project.dates.rawValue
  }

  var strings: Strings { (Language(code: locale) ?? .usual).strings }

  var clock: CardClock {
    CardClock(
      now: now, timeZone: TimeZone(identifier: timeZone) ?? .gmt, writesOut: dates == DateStyle.absolute.rawValue)
  }
}
