import CardDrawing
import CardTemplates
import Cards
import Comparing
import DesignTokens
import Diagnostics
import Figma
import Files
import Foundation
import Runs

/// `feedproof figma template`: a draft of a card template, made of a frame.
package struct FigmaTemplateRun {
  package struct Options: Sendable {
    /// Its name or its id.
    package var frame = ""
    /// Nil for the standard output.
    package var output: String?
    package var card = TemplateContext.noModel
    /// Token files that the template names before its own; none takes those that `figma tokens` made of the design.
    package var tokens: [String] = []
    package var replaces = false
    /// Whose faces texts may be set in; nil takes the tool's own.
    package var fontLock: String?

    package init() {}
  }

  package struct Report: Encodable, Sendable {
    struct Remark: Encodable, Sendable {
      var layer: String
      var text: String
    }

    /// Of the frame.
    var id: String
    var name: String
    /// Where they were written; nil where they were not.
    var file: String?
    var tokenFile: String?
    /// How many the template's own file has.
    var tokens: Int
    /// What was guessed, or can't be said.
    var remarks: [Remark]
    /// What was made, where no file was asked for.
    var template: String?

    var text: String {
      if let template { return template }
      let counted = "\(tokens) \(tokens == 1 ? "token" : "tokens")"
      // plain: a message
      var text = "\(name): \(file ?? ""), \(tokenFile ?? "") (\(counted))\n"
      if !remarks.isEmpty { text += "\nguessed or not as in Figma; comments in the file say the same\n" }
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

  /// Found from every template.
  private static let feedTokens = "../../Mockups/newsfeed/newsfeed.tokens.json"

  let environment: Environment
  let options: Options

  /// - Throws: `Diagnostic` where there is no such frame, or nothing could be written.
  func run(_ path: String) throws -> (report: Report, problems: [Diagnostic]) {
    let answers = try FigmaAnswers(path, environment)
    let file = try answers.design(path)
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
    // The feed around a card has tokens of its own.
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

  /// Those that are given, else those that were made of the design.
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

  /// The view model's own pictures: a face for what is round, else the first.
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
