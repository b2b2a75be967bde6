import CardRendering
import CardTemplates
import Cards
import DesignTokens
import Diagnostics
import Files
import Foundation
import RunSupport

/// `feedproof figma template`: drafts a card template from a frame.
package struct FigmaTemplateRun {
  package struct Options: Sendable {
    /// The frame's name or id.
    package var frame = ""
    /// The template's file. Nil prints the template.
    package var output: String?
    package var card = TemplateContext.noModel
    /// Token files that the template lists before its own. Empty uses the file that `figma tokens` wrote next to the
    /// design.
    package var tokens: [String] = []
    package var replaces = false
    /// The lock with the typefaces that texts may use. Nil uses the built-in lock.
    package var fontLock: String?

    package init() {}
  }

  package struct Report: Encodable, Sendable {
    struct Remark: Encodable, Sendable {
      var layer: String
      var text: String
    }

    /// The frame's id.
    var id: String
    package var name: String
    /// The written template. Nil if it was printed.
    package var file: String?
    package var tokenFile: String?
    /// The number of tokens in the template's own token file.
    package var tokens: Int
    /// Guessed values, and properties that a template can't express.
    var remarks: [Remark]
    /// The template's text if it was not written to a file.
    package var template: String?

    package var text: String {
      if let template { return template }
      let counted = "\(tokens) \(tokens == 1 ? "token" : "tokens")"
      // plain: a message
      var text = "\(name): \(file ?? ""), \(tokenFile ?? "") (\(counted))\n"
      if !remarks.isEmpty { text += "\ninferred or different from Figma; the file has the same comments\n" }
      var seen: [String: Int] = [:]
      for remark in remarks { seen["\(remark.layer): \(remark.text)", default: 0] += 1 }
      for remark in remarks {
        let line = "\(remark.layer): \(remark.text)"
        guard let count = seen.removeValue(forKey: line) else { continue }
        text += "  \(line)\(count > 1 ? " (\(count) times)" : "")\n"
      }
      return text
    }
  }

  /// The news feed's tokens. Relative to the built-in templates, which every template falls back to.
  private static let feedTokens = "../../Mockups/newsfeed/newsfeed.tokens.json"

  let environment: Environment
  let options: Options

  package init(environment: Environment, options: Options) {
    self.environment = environment
    self.options = options
  }

  /// - Throws: `Diagnostic` if the frame doesn't exist or a file can't be written.
  package func run(_ path: String) throws -> (report: Report, problems: [Diagnostic]) {
    let answers = try FigmaResponses(path, environment)
    let file = try answers.design(path, withFrame: options.frame)
    guard let frame = file.frame(called: options.frame) else {
      let known = file.frames.map(\.name)
      throw Diagnostic(FigmaIssue.noFrame(options.frame, known: known), at: Place(file: path))
    }
    let output = environment.url(options.output ?? "template.yml")
    let own = output.deletingPathExtension().lastPathComponent + ".tokens.json"
    let others = try tokenFiles(path)
    var asked = FigmaTemplate.Options()
    asked.card = options.card
    asked.pictures = try pictures()
    // The tokens of the feed around the card.
    let feed = options.card == TemplateContext.noModel || !options.tokens.isEmpty ? [] : [Self.feedTokens]
    asked.tokenFiles = feed + others.map { $0.path(from: output.deletingLastPathComponent()) } + [own]
    asked.knownTokens = try knownTokens(others)
    let files = DesignFiles(ownCards: [], ownTokens: [], environment: environment)
    let icons = try files.iconSet().0
    asked.icons = Set(icons?.names ?? [])
    asked.faces = try FontLoading.lock(at: options.fontLock.map(environment.url), environment: environment).typefaces
      .families.map {
        ($0.name, $0.weights)
      }
    let draft = FigmaTemplate(file, frame: frame, variables: answers.variables, options: asked)
    var report = Report(
      id: file.nodes[frame].id, name: file.nodes[frame].name, tokens: draft.tokenCount,
      remarks: draft.remarks.map { Report.Remark(layer: $0.layer, text: $0.text) })
    if let shown = options.output {
      let folder = OutputFolder(output.deletingLastPathComponent())
      try folder.write(
        [(output.lastPathComponent, draft.text), (own, draft.tokens)], replacing: options.replaces, environment)
      report.file = shown
      report.tokenFile = environment.shownPath(output.deletingLastPathComponent().appendingPathComponent(own))
    } else {
      report.template = draft.text
    }
    return (report, answers.problems)
  }

  /// The token files from the options, else the one that `figma tokens` wrote next to the design.
  private func tokenFiles(_ path: String) throws -> [URL] {
    guard options.tokens.isEmpty else { return options.tokens.map(environment.url) }
    let url = environment.url(path)
    let folder = FileSystem.isFolder(url) ? url : url.deletingLastPathComponent()
    let made = folder.appendingPathComponent("figma.tokens.json")
    return FileSystem.exists(made) ? [made] : []
  }

  private func knownTokens(_ files: [URL]) throws -> Set<String> {
    guard !files.isEmpty else { return [] }
    let layers = try files.map { url throws(Diagnostic) in
      let name = environment.shownPath(url)
      do throws(FileError) {
        return TokenFile(name: name, contents: try RegularFile(url).text())
      } catch {
        throw error.unreadable(as: name)
      }
    }
    let (tokens, problems) = TokenSet.load(layers: layers)
    guard let tokens else { throw RunFailure(problems) }
    return Set(tokens.tokens.keys)
  }

  /// The view model's images that replace the frame's: an avatar for round ones and a thumbnail or cover for others,
  /// else the first image.
  private func pictures() throws(Diagnostic) -> (round: String, other: String)? {
    guard options.card != TemplateContext.noModel else { return nil }
    guard let schema = TemplateContext.allSchemas[options.card] else {
      let known = TemplateContext.allSchemas.keys.sorted() + [TemplateContext.noModel]
      throw Diagnostic(TemplateIssue.unknownCard(options.card, known: known))
    }
    let paths = Self.images(in: schema, at: "")
    guard let first = paths.first else { return nil }
    let face = paths.first { $0.contains("avatar") || $0.contains("face") }
    return (face ?? first, paths.first { $0.hasSuffix("thumbnail") || $0.hasSuffix("cover") } ?? first)
  }

  private static func images(in schema: CardSchema, at path: String) -> [String] {
    switch schema.form {
    case .image: [path]
    case .record(let members):
      members.sorted { $0.key < $1.key }.flatMap {
        images(in: $0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)")
      }
    default: []
    }
  }
}
