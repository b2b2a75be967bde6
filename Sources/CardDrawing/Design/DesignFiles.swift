import CardTemplates
import Diagnostics
import Files
import Foundation
import Projects
import Runs
import Site

/// Where tokens, templates and icons are: the project's own where it names them, else the tool's.
package struct DesignFiles: Sendable {
  package static let header = "screen-header.yml"
  package static let footer = "feed-footer.yml"

  /// The project's own folder of card templates first: it may hold only those that it changes.
  private let cardFolders: [URL]
  private let ownTokens: [URL]
  private let defaultTokens: URL
  private let iconsFile: URL
  private let siteFolders: [URL]

  package init(project: Project, environment: Environment) {
    self.init(
      ownCards: project.cards, ownTokens: project.tokens, ownSite: project.siteTemplates, environment: environment)
  }

  package init(ownCards: URL?, ownTokens: [URL], ownSite: URL? = nil, environment: Environment) {
    let resources = environment.resourceFolder
    cardFolders = [ownCards, resources.appendingPathComponent("Templates/Cards")].compactMap { $0 }
    self.ownTokens = ownTokens
    defaultTokens = resources.appendingPathComponent("Mockups/newsfeed/newsfeed.tokens.json")
    iconsFile = resources.appendingPathComponent("Templates/Icons/icons.yml")
    siteFolders = [resources.appendingPathComponent("Templates/Site"), ownSite].compactMap { $0 }
  }

  /// A folder that the project names has to be there, and something in it has to be of use: a misspelt one would draw
  /// the tool's own design without a word.
  ///
  /// - Throws: `RunFailure`.
  package func check(ownCards: URL?, ownSite: URL?) throws {
    let known = [(ownCards, cardFolders.last), (ownSite, siteFolders.first)]
    for case (let own?, let tools?) in known {
      guard isFolder(own), let names = try? FileManager.default.contentsOfDirectory(atPath: own.path) else {
        throw Diagnostic(DesignIssue.missing(path: own.path))
      }
      let used = names.contains { FileManager.default.fileExists(atPath: tools.appendingPathComponent($0).path) }
      if !used { throw Diagnostic(DesignIssue.folderUnused(path: own.path)) }
    }
  }

  /// What a template or a path in one means: in the project's own folder, else in the tool's. Where neither has it, the
  /// first place it was looked for.
  package func location(_ name: String) -> URL {
    let places = cardFolders.map { $0.appendingPathComponent(name).standardizedFileURL }
    return places.first { FileManager.default.fileExists(atPath: $0.path) } ?? places[0]
  }

  /// A card template or a part of one by its path in the folder of templates.
  package func card(_ name: String) throws -> String { try Self.text(location(name)) }

  package func icons() throws -> String { try Self.text(iconsFile) }

  /// The project's tokens where it names any, else those the template is written for, else the news feed's.
  package func tokens(for template: TemplateSource?) -> TokenFiles {
    let named = (template?.tokens ?? []).map(location)
    let stock = named.isEmpty ? [defaultTokens] : named
    return ownTokens.isEmpty ? TokenFiles(layers: stock) : TokenFiles(layers: ownTokens, stock: stock)
  }

  /// Whether anything but the default says which tokens a template is drawn with.
  package func hasTokens(for template: TemplateSource) -> Bool { !ownTokens.isEmpty || !template.tokens.isEmpty }

  /// Page templates; a project's own replace the tool's of the same name.
  ///
  /// - Parameter note: Gets each text by its name, in the order of the names.
  /// - Throws: `RunFailure` when one is missing or can't be parsed.
  package func siteTemplates(note: (_ name: String, _ text: String) -> Void = { _, _ in }) throws -> SiteTemplates {
    let texts = try siteTemplateTexts()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { note(name, text) }
    return try SiteTemplates(texts)
  }

  /// By name.
  private func siteTemplateTexts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for folder in siteFolders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() where name.hasSuffix(".mustache") && !name.hasPrefix(".") {
        texts[String(name.dropLast(".mustache".count))] = try Self.text(folder.appendingPathComponent(name))
      }
    }
    return texts
  }

  /// - Throws: `RunFailure` naming the file.
  package static func text(_ file: URL, called name: String? = nil) throws -> String {
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw Diagnostic(DesignIssue.missing(path: name ?? file.path))
    }
  }
}
