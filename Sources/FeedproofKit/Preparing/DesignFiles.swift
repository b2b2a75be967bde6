import DesignTokens
import Diagnostics
import Foundation

/// Where tokens, templates and icons are: the project's own where it names them, else the tool's.
struct DesignFiles: Sendable {
  private let cards: URL
  private let ownCards: URL?
  private let tokensFile: URL
  private let iconsFile: URL
  private let site: URL
  private let ownSite: URL?

  init(project: Project, environment: Environment) {
    let resources = environment.resourceFolder
    cards = resources.appendingPathComponent("Templates/Cards")
    ownCards = project.cards
    tokensFile = project.tokens ?? resources.appendingPathComponent("Mockups/newsfeed/newsfeed.tokens.json")
    iconsFile = resources.appendingPathComponent("Templates/Icons/icons.yml")
    site = resources.appendingPathComponent("Templates/Site")
    ownSite = project.siteTemplates
  }

  /// A card template or a part of one by its path in the folder of templates. A project's folder may hold only the
  /// templates that it changes.
  func card(_ name: String) throws -> String {
    if let own = ownCards?.appendingPathComponent(name), FileManager.default.fileExists(atPath: own.path) {
      return try text(own)
    }
    return try text(cards.appendingPathComponent(name))
  }

  func icons() throws -> String { try text(iconsFile) }

  /// The base file, and the theme's overlay: `name.dark.tokens.json` lies beside `name.tokens.json`. Light is the base
  /// itself unless a light overlay is there.
  func tokens(theme: String) throws -> (base: TokenFile, overlays: [TokenFile]) {
    let base = TokenFile(name: tokensFile.lastPathComponent, contents: try text(tokensFile))
    let stem = tokensFile.lastPathComponent.replacingOccurrences(of: ".tokens.json", with: "")
    let overlay = tokensFile.deletingLastPathComponent().appendingPathComponent("\(stem).\(theme).tokens.json")
    if theme == "light" && !FileManager.default.fileExists(atPath: overlay.path) { return (base, []) }
    return (base, [TokenFile(name: overlay.lastPathComponent, contents: try text(overlay))])
  }

  /// Page templates by name; a project's own replace the tool's of the same name.
  func siteTemplates() throws -> [String: String] {
    var texts: [String: String] = [:]
    for folder in [site, ownSite].compactMap({ $0 }) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() where name.hasSuffix(".mustache") && !name.hasPrefix(".") {
        texts[String(name.dropLast(".mustache".count))] = try text(folder.appendingPathComponent(name))
      }
    }
    return texts
  }

  private func text(_ file: URL) throws -> String {
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw RunFailure(.brokenInput, Diagnostic(KitIssue.resourcesMissing(path: file.path)))
    }
  }
}
