import CardTemplates
import Cards
import DesignTokens
import Diagnostics
import FeedReading
import FeedSources
import Files
import Foundation
import Projects
import RunSupport

/// `feedproof template check`: checks templates with their view models, their tokens in every theme, and the icons. In a
/// project, it also lays out the first cards of the feed.
///
/// Lists settings because it overrides some, and lays out cards at all widths.
package struct TemplateCheck {
  private let environment: Environment
  /// Token files to use instead of those that the templates name.
  private let tokens: [String]
  /// The lock with the typefaces that texts may use. Nil uses the built-in lock.
  private let fontLock: String?
  /// The language to use instead of the projects' languages.
  private let language: Language?

  package init(
    environment: Environment, tokens: [String] = [], fontLock: String? = nil, language: Language? = nil
  ) {
    self.environment = environment
    self.tokens = tokens
    self.fontLock = fontLock
    self.language = language
  }

  /// - Parameter files: Templates, folders of templates, and projects.
  package func report(on files: [String]) -> TemplateReport {
    TemplateReport(
      templates: files.flatMap { file in
        let url = environment.url(file)
        let isProject = FileSystem.isFolder(url) && FileSystem.exists(url.appendingPathComponent(ProjectFile.name))
        guard !isProject else { return project(file) }
        return expanded(file).map {
          TemplateValidation(
            alone: $0, tokens: tokens, fontLock: fontLock, language: language, environment: environment
          ).shown
        }
      })
  }

  /// Checks everything an export of the project would use: each of its own templates, then the entire design with the
  /// built-in templates that the feed needs.
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
        TemplateValidation(
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

  /// The diagnostics that an export would report for the design.
  private func diagnostics(of project: Project) -> [Diagnostic] {
    var roles = project.types?.roles ?? []
    var services: Set<Service> = []
    var ofTypes: [Diagnostic] = []
    var feeds: [FoundFeed] = []
    do {
      feeds = try FoundFeed.all(in: FeedFiles.find(of: project)) { _ in }
      // Only the feed shows whether the paths in the file of types match anything.
      ofTypes = feeds.flatMap(\.source.facts.diagnostics).filter { $0.code == RecordFindings.pathCode }
      roles += feeds.flatMap(\.source.facts.cardRoles)
      services = Set(feeds.flatMap(\.source.facts.services))
    } catch {
      // Templates can be checked without a feed.
      if roles.isEmpty { roles = [.post, .system] }
    }
    do {
      return try ofTypes
        + Design.load(
          for: project, environment: environment, showing: roles.uniqued(), from: services
        ).diagnostics + feeds.flatMap { try cutTexts(of: $0, in: project) }
    } catch {
      return ofTypes + RunFailure(stopping: error).diagnostics
    }
  }

  /// The number of a feed's cards that are laid out to find texts that are cut off.
  private static let cardLimit = 200

  /// Lays out the first cards of a feed at all widths, and reports each text that is cut off with the first post that
  /// shows it. Themes differ only in colors.
  private func cutTexts(of feed: FoundFeed, in project: Project) throws -> [Diagnostic] {
    let renderer = try CardRenderer(
      project: project, files: feed.files, facts: feed.source.facts, environment: environment)
    guard let theme = renderer.design.themes.first else { return [] }
    var known: Set<String> = []
    return try feed.source.posts().nextPlaced(Self.cardLimit).flatMap { post in
      let found = try project.widths.flatMap { try renderer.states(of: post, in: theme, screen: $0).cutTexts }
      return found.filter { known.insert($0.path).inserted }.map {
        Diagnostic(CardIssue.cutText($0), at: .json(post.id))
      }
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

/// The results of checking templates.
package struct TemplateReport: Encodable, Sendable {
  package struct Template: Encodable, Sendable {
    /// The file as named on the command line.
    package var file: String
    package var ok = true
    /// The value of `card:`. Nil if the template can't be read.
    package var card: String?
    package var tokens: [String] = []
    /// The themes it was checked with.
    package var themes: [String] = []
    package var diagnostics: [Diagnostic] = []
  }

  package var templates: [Template]

  package var isSound: Bool { templates.allSatisfy(\.ok) }
  package var diagnostics: [Diagnostic] { templates.flatMap(\.diagnostics).uniqued() }

  /// One line per valid template: `Cards/post.yml: ok (card post; light, dark)`.
  package var text: String {
    templates.filter(\.ok).map { template in
      let card = template.card.map { "card \($0)" } ?? ""
      let details = [card, template.themes.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: "; ")
      // plain: a message
      return "\(template.file): ok (\(details))\n"
    }.joined()
  }
}

/// A template file, checked by itself with the tokens of each of its themes.
struct TemplateValidation {
  private(set) var shown: TemplateReport.Template
  /// The template in its first theme. Nil if it has errors.
  private(set) var template: CardTemplate?
  /// The names of token files and overlays in diagnostics.
  private var tokenNames: Set<String> = []
  /// The project whose data types and icons are used. Nil for a template outside of projects.
  private let project: Project?
  /// The project whose themes are used. Nil uses the overlays next to the token files.
  private let themes: Project?
  /// The lock with the typefaces that texts may use. Nil uses the built-in lock.
  let fontLock: URL?
  /// The language, which determines the direction of rows.
  private let language: Language

  /// Checks a template by itself. Settings that aren't given come from the project that contains the template: data
  /// types, icons, tokens, fonts and language.
  init(alone file: String, tokens: [String], fontLock: String?, language: Language?, environment: Environment) {
    let project = Project.holding(environment.url(file), in: environment)
    self.init(
      file, ownTokens: tokens.isEmpty ? project?.tokens ?? [] : tokens.map(environment.url),
      fontLock: fontLock.map(environment.url) ?? project?.fontLock, project: project, language: language,
      environment: environment)
  }

  /// Reads the template and checks it in the base theme and in every other theme. Never throws: all problems become
  /// diagnostics.
  ///
  /// - Parameters:
  ///   - ownTokens: Token files to use instead of those that the template names. Empty uses the latter.
  ///   - fontLock: The lock with the typefaces that texts may use. Nil uses the built-in lock.
  ///   - project: The project whose data types, icons and language are used. Nil for a template outside of projects.
  ///   - language: The language to use instead of the project's.
  ///   - isOfProject: Whether to use the project's themes. If false, uses the overlays next to the token files.
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
    // Problems of the language file are reported by its own check.
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
          ? placed.hinting(at: "the template has no tokens: add \"tokens:\" to it, or pass --tokens") : placed
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

  /// The tokens of each theme, the base theme first. A template without data may have no tokens.
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

  /// Replaces the name of an included file, which the template chose, with its path.
  private func located(_ problem: Diagnostic, files: DesignFiles, environment: Environment) -> Diagnostic {
    guard let name = problem.place?.file, name != shown.file, !tokenNames.contains(name) else { return problem }
    return problem.placed(inFile: environment.shownPath(files.location(name)))
  }
}

/// The reason a template file can't be checked by itself.
package enum TemplateFileIssue: Issue, Hashable {
  case noSuchTemplate
  /// Only templates that need no data can be laid out without a feed.
  case needsData(card: String)

  package static var kind: Diagnostic.Kind { .usage }

  package var text: IssueText {
    switch self {
    case .noSuchTemplate:
      .error(
        "input.missing", "the template does not exist",
        hint: "pass a template file, or a folder that contains .yml files")
    case .needsData(let card):
      .error(
        "template.needs-data", "the template shows \"\(card)\" and needs a feed",
        hint:
          "run feedproof show --stage layout FEED --cards FOLDER, or write \"card: none\" for a template without data"
      )
    }
  }
}
