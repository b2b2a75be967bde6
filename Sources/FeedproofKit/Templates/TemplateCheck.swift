import CardDrawing
import CardTemplates
import Cards
import DesignTokens
import Diagnostics
import FeedIngest
import FeedSources
import Files
import Foundation
import Projects
import Runs

/// `feedproof template check`: templates against their view models, their tokens in every theme, and the icons.
package struct TemplateCheck {
  private let environment: Environment
  /// Instead of those the templates name.
  private let tokens: [String]
  /// Whose faces texts may be set in; nil takes the tool's own.
  private let fontLock: String?
  /// Instead of the projects' own.
  private let language: Language?

  package init(
    environment: Environment, tokens: [String] = [], fontLock: String? = nil, language: Language? = nil
  ) {
    self.environment = environment
    self.tokens = tokens
    self.fontLock = fontLock
    self.language = language
  }

  /// - Parameter files: Templates, folders of them, and projects.
  package func report(on files: [String]) -> TemplateReport {
    TemplateReport(
      templates: files.flatMap { file in
        let url = environment.url(file)
        let isProject = FileSystem.isFolder(url) && FileSystem.exists(url.appendingPathComponent(ProjectFile.name))
        guard !isProject else { return project(file) }
        return expanded(file).map {
          TemplateReading(
            alone: $0, tokens: tokens, fontLock: fontLock, language: language, environment: environment
          ).shown
        }
      })
  }

  /// All that an export of the project would use: its own templates, each as it stands there, then the design as a whole with
  /// those of Feedproof's own that its feed needs.
  private func project(_ folder: String) -> [TemplateReport.Template] {
    let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    var whole = TemplateReport.Template(file: base == "." ? ProjectFile.name : "\(base)/\(ProjectFile.name)")
    do {
      var overrides = ProjectOverrides()
      if !tokens.isEmpty { overrides["tokens"] = tokens }
      overrides["fonts"] = fontLock.map { [$0] }
      overrides["locale"] = language.map { [$0.code] }
      let project = try Project.load(inputs: [folder], overrides: overrides, environment: environment)
      let folders = ([project.cards].compactMap { $0 } + project.serviceCards.values.sorted { $0.path < $1.path })
      let own = folders.uniqued().filter(FileSystem.isFolder).flatMap { expanded(environment.shownPath($0)) }.map {
        file in
        TemplateReading(
          file, ownTokens: project.tokens, fontLock: project.fontLock, project: project, isOfProject: true,
          environment: environment
        ).shown
      }
      (whole.tokens, whole.themes) = (project.tokens.map(environment.shownPath), project.themes)
      let found = diagnostics(of: project)
      whole.ok = !found.contains { $0.severity == .error }
      whole.diagnostics = found.filter { found in !own.contains { $0.diagnostics.contains(found) } }
      return own + [whole]
    } catch {
      whole.diagnostics = RunFailure(stopping: error).diagnostics
      whole.ok = false
      return [whole]
    }
  }

  /// What an export would say of the design.
  private func diagnostics(of project: Project) -> [Diagnostic] {
    var roles = project.types?.roles ?? []
    var services: Set<Service> = []
    var ofTypes: [Diagnostic] = []
    do {
      let feeds = try FoundFeed.all(in: FeedFiles.find(of: project)) { _ in }
      // Paths of the file of types are the project's own, and the feed alone tells whether they lead anywhere.
      ofTypes = feeds.flatMap(\.source.facts.diagnostics).filter { $0.code == RecordFindings.pathCode }
      roles += feeds.flatMap(\.source.facts.cardRoles)
      services = Set(feeds.flatMap(\.source.facts.services))
    } catch {
      // Templates are right or wrong without a feed, too.
      if roles.isEmpty { roles = [.post, .system] }
    }
    do {
      return try ofTypes
        + Design.load(
          for: project, environment: environment, showing: roles.uniqued(), from: services
        ).diagnostics
    } catch {
      return ofTypes + RunFailure(stopping: error).diagnostics
    }
  }

  private func expanded(_ file: String) -> [String] {
    let url = environment.url(file)
    guard FileSystem.isFolder(url) else { return [file] }
    let names = (try? FileSystem.names(in: url)) ?? []
    let templates = names.filter { $0.hasSuffix(".yml") && !$0.hasPrefix(".") }.sorted()
    let folder = file.hasSuffix("/") ? String(file.dropLast()) : file
    return templates.isEmpty ? [file] : templates.map { "\(folder)/\($0)" }
  }
}

/// What is right and wrong with some templates.
package struct TemplateReport: Encodable, Sendable {
  package struct Template: Encodable, Sendable {
    /// As it is called on the command line.
    package var file: String
    package var ok = true
    /// What its `card:` says; nil where it can't be read.
    package var card: String?
    package var tokens: [String] = []
    /// Themes it was checked with.
    package var themes: [String] = []
    package var diagnostics: [Diagnostic] = []
  }

  package var templates: [Template]

  package var isSound: Bool { templates.allSatisfy(\.ok) }
  package var diagnostics: [Diagnostic] { templates.flatMap(\.diagnostics).uniqued() }

  /// `Cards/post.yml: ok (card post; light, dark)`, a line for each sound template.
  package var text: String {
    templates.filter(\.ok).map { template in
      let card = template.card.map { "card \($0)" } ?? ""
      let details = [card, template.themes.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: "; ")
      // plain: a message
      return "\(template.file): ok (\(details))\n"
    }.joined()
  }
}

/// A template file by itself, with the tokens of every theme it may be drawn in.
struct TemplateReading {
  private(set) var shown: TemplateReport.Template
  /// The template in its first theme; nil where something is wrong.
  private(set) var template: CardTemplate?
  /// Token files, overlays too, as diagnostics call them.
  private var tokenNames: Set<String> = []
  /// Whose own data and icons count; nil for a template of no project.
  private let project: Project?
  /// Whose themes count; nil takes those that lie beside the tokens.
  private let themes: Project?
  /// Whose faces texts may be set in; nil stands for the tool's own.
  let fontLock: URL?
  /// Whose lines say where rows begin.
  private let language: Language

  /// A template by itself. Its data, icons, tokens, fonts and language are those of the project that it lies in, as far as
  /// nobody names others.
  init(alone file: String, tokens: [String], fontLock: String?, language: Language?, environment: Environment) {
    let project = Project.holding(environment.url(file), in: environment)
    self.init(
      file, ownTokens: tokens.isEmpty ? project?.tokens ?? [] : tokens.map(environment.url),
      fontLock: fontLock.map(environment.url) ?? project?.fontLock, project: project, language: language,
      environment: environment)
  }

  /// Reads the template and checks it with the tokens it names (or `ownTokens`, where there are any), in the base theme
  /// and in every theme whose overlay lies beside them. Nothing is thrown: all that is wrong is among the diagnostics.
  ///
  /// - Parameters:
  ///   - fontLock: Whose faces texts may be set in; nil takes the tool's own.
  ///   - project: Whose own data, icons and language count; nil for a template of no project.
  ///   - language: Instead of the project's.
  ///   - isOfProject: Whether its themes count, and not those that lie beside the tokens.
  init(
    _ file: String, ownTokens: [URL], fontLock: URL?, project: Project?, language: Language? = nil,
    isOfProject: Bool = false, environment: Environment
  ) {
    let themes = isOfProject ? project : nil
    (self.project, self.themes, self.fontLock) = (project, themes, fontLock)
    self.language = language ?? project?.locale ?? .usual
    shown = TemplateReport.Template(file: file)
    let url = environment.url(file)
    var files = DesignFiles(
      ownCards: [url.deletingLastPathComponent(), themes?.cards].compactMap { $0 }.uniqued(), ownTokens: ownTokens,
      themeLayers: themes?.themeLayers ?? [:], environment: environment)
    (files.ownIcons, files.ownStrings, files.projectFolder) = (project?.icons, project?.strings, project?.folder)
    do {
      let lock = try FontLoading.lock(at: fontLock, environment: environment)
      try read(url, files: files, typefaces: lock.typefaces, environment: environment)
    } catch {
      shown.diagnostics += RunFailure(stopping: error).diagnostics
    }
    shown.diagnostics = shown.diagnostics.uniqued()
    shown.ok = !shown.diagnostics.contains { $0.severity == .error }
    if !shown.ok { template = nil }
  }

  private mutating func read(
    _ url: URL, files: DesignFiles, typefaces: Typefaces, environment: Environment
  ) throws {
    guard FileSystem.exists(url), !FileSystem.isFolder(url) else {
      return shown.diagnostics.append(Diagnostic(TemplateFileIssue.noSuchTemplate, at: Place(file: shown.file)))
    }
    let (source, problems) = TemplateSource.read(TemplateFile(name: shown.file, contents: try text(of: url)))
    shown.diagnostics += problems
    guard let source else { return }
    shown.card = source.card
    let icons = try files.iconSet()
    // What is wrong with words is said where they are checked.
    let direction = (try? files.strings(of: language))?.direction ?? .leftToRight
    shown.diagnostics += icons.1
    for set in try tokenSets(for: source, files: files, environment: environment) {
      var context = TemplateContext(
        tokens: set, icons: icons.0 ?? IconSet(icons: [:]), typefaces: typefaces, direction: direction
      ) { try? files.card($0) }
      context.schemas.merge(project?.types?.schemas ?? [:]) { $1 }
      let (template, problems) = CardTemplate.compile(source, in: context)
      shown.diagnostics += problems.map { problem in
        let placed = located(problem, files: files, environment: environment)
        return shown.tokens.isEmpty && problem.code == "token.unknown"
          ? placed.hinting(at: "add \"tokens:\" to the template, or give --tokens: it has none") : placed
      }
      if self.template == nil { self.template = template }
    }
  }

  private func text(of url: URL) throws(Diagnostic) -> String {
    do throws(FileError) {
      return try RegularFile(url).text()
    } catch {
      throw error.unreadable(as: shown.file)
    }
  }

  /// The tokens of each theme, the base first. A template without data and without tokens has none.
  private mutating func tokenSets(
    for source: TemplateSource, files: DesignFiles, environment: Environment
  ) throws -> [TokenSet] {
    var tokenFiles = files.tokens(for: source)
    tokenFiles.name = environment.shownPath
    if !files.hasTokens(for: source), source.card == TemplateContext.noModel { return [TokenSet(tokens: [:])] }
    shown.tokens = tokenFiles.layers.map(environment.shownPath)
    tokenNames = Set(tokenFiles.allFiles.map(environment.shownPath))
    var sets: [TokenSet] = []
    shown.themes = themes?.themes ?? ["light"] + tokenFiles.themes.filter { $0 != "light" }
    for theme in shown.themes {
      let (set, problems) = try tokenFiles.load(theme: theme)
      shown.diagnostics += problems
      if let set { sets.append(set) }
    }
    return sets
  }

  /// An included file's path, which the template calls by a name of its own.
  private func located(_ problem: Diagnostic, files: DesignFiles, environment: Environment) -> Diagnostic {
    guard let name = problem.place?.file, name != shown.file, !tokenNames.contains(name) else { return problem }
    return problem.placed(inFile: environment.shownPath(files.location(name)))
  }
}

/// Why a template file can't be looked at by itself.
package enum TemplateFileIssue: Issue, Hashable {
  case noSuchTemplate
  /// Only templates that need no data can be laid out by themselves.
  case needsData(card: String)

  package static var kind: Diagnostic.Kind { .usage }

  package var text: IssueText {
    switch self {
    case .noSuchTemplate:
      .error(
        "input.missing", "there is no such template", hint: "give a template file, or a folder that holds .yml files")
    case .needsData(let card):
      .error(
        "template.needs-data", "the template shows \"\(card)\", and there is no feed here",
        hint:
          "lay it out with feedproof show --stage layout FEED --cards FOLDER; \"card: none\" is for templates without data"
      )
    }
  }
}
