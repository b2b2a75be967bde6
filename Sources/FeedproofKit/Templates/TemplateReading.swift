import CardDrawing
import CardTemplates
import Cards
import DesignTokens
import Diagnostics
import Files
import Foundation
import Runs

/// A template file by itself, with the tokens of every theme it may be drawn in.
struct TemplateReading {
  /// As the file is called on the command line.
  let file: String
  /// What its `card:` says; nil where it can't be read.
  private(set) var card: String?
  private(set) var tokens: [String] = []
  /// Themes it was checked with.
  private(set) var themes: [String] = []
  /// The template in its first theme; nil where something is wrong.
  private(set) var template: CardTemplate?
  private(set) var diagnostics: [Diagnostic] = []
  /// Token files, overlays too, as diagnostics call them.
  private var tokenNames: Set<String> = []

  var isSound: Bool { !diagnostics.contains { $0.severity == .error } }

  /// Reads the template and checks it with the tokens it names (or `ownTokens`, where there are any), in the base theme
  /// and in every theme whose overlay lies beside them. Nothing is thrown: all that is wrong is among the diagnostics.
  ///
  /// - Parameter fontLock: Whose faces texts may be set in; nil takes the tool's own.
  init(_ file: String, ownTokens: [String], fontLock: String?, environment: Environment) {
    self.file = file
    let url = environment.url(file)
    let files = DesignFiles(
      ownCards: [url.deletingLastPathComponent()], ownTokens: ownTokens.map(environment.url), environment: environment)
    do {
      let lock = try FontLoading.lock(at: fontLock.map(environment.url), environment: environment)
      try read(url, files: files, typefaces: lock.typefaces, environment: environment)
    } catch {
      diagnostics += RunFailure(stopping: error).diagnostics
    }
    diagnostics = diagnostics.uniqued()
    if !isSound { template = nil }
  }

  private mutating func read(
    _ url: URL, files: DesignFiles, typefaces: Typefaces, environment: Environment
  ) throws {
    guard FileSystem.exists(url), !FileSystem.isFolder(url) else {
      return diagnostics.append(Diagnostic(TemplateFileIssue.noSuchTemplate, at: Place(file: file)))
    }
    let (source, problems) = TemplateSource.read(TemplateFile(name: file, contents: try text(of: url)))
    diagnostics += problems
    guard let source else { return }
    card = source.card
    let icons = IconSet.parse(TemplateFile(name: "icons.yml", contents: try files.icons()))
    diagnostics += icons.1
    for set in try tokenSets(for: source, files: files, environment: environment) {
      let context = TemplateContext(tokens: set, icons: icons.0 ?? IconSet(icons: [:]), typefaces: typefaces) {
        try? files.card($0)
      }
      let (template, problems) = CardTemplate.compile(source, in: context)
      diagnostics += problems.map { problem in
        let placed = located(problem, files: files, environment: environment)
        return tokens.isEmpty && problem.code == "token.unknown"
          ? placed.advising("add \"tokens:\" to the template, or give --tokens: it has none") : placed
      }
      if self.template == nil { self.template = template }
    }
  }

  private func text(of url: URL) throws(Diagnostic) -> String {
    do throws(FileError) {
      return try RegularFile(url).text()
    } catch {
      throw error.unreadable(as: file)
    }
  }

  /// The tokens of each theme, the base first. A template without data and without tokens has none.
  private mutating func tokenSets(
    for source: TemplateSource, files: DesignFiles, environment: Environment
  ) throws -> [TokenSet] {
    var tokenFiles = files.tokens(for: source)
    tokenFiles.name = environment.shownPath
    if !files.hasTokens(for: source), source.card == TemplateContext.noModel { return [TokenSet(tokens: [:])] }
    tokens = tokenFiles.layers.map(environment.shownPath)
    tokenNames = Set(tokenFiles.allFiles.map(environment.shownPath))
    var sets: [TokenSet] = []
    themes = ["light"] + tokenFiles.themes.filter { $0 != "light" }
    for theme in themes {
      let (set, problems) = try tokenFiles.load(theme: theme)
      diagnostics += problems
      if let set { sets.append(set) }
    }
    return sets
  }

  /// An included file's path, which the template calls by a name of its own.
  private func located(_ problem: Diagnostic, files: DesignFiles, environment: Environment) -> Diagnostic {
    guard let name = problem.place?.file, name != file, !tokenNames.contains(name) else { return problem }
    return problem.placed(inFile: environment.shownPath(files.location(name)))
  }
}

extension Diagnostic {
  fileprivate func advising(_ hint: String) -> Diagnostic {
    Diagnostic(
      severity: severity, code: code, message: message, place: place, hint: hint, count: count, kind: kind)
  }
}
