import CardTemplates
import Cards
import DesignTokens
import Diagnostics
import FeedReading
import Files
import Foundation
import Projects
import RunSupport
import Site

/// The locations of tokens, templates and icons: the project's own if it has any, or else the built-in ones.
package struct DesignFiles: Sendable {
  package static let header = "screen-header.yml"
  package static let footer = "feed-footer.yml"
  package static let composer = "composer.yml"
  package static let pinnedDay = "pinned-day.yml"

  /// The project's own folder of card templates comes first; it may contain only the changed ones.
  private let cardFolders: [URL]
  private let ownTokens: [URL]
  /// The templates of custom data.
  private var recordFiles: Set<String> = []
  private let themeLayers: [String: [ThemeLayer]]
  private let defaultTokens: URL
  private let resources: URL
  private let iconsFile: URL
  /// The project's icons, a file or a folder.
  package var ownIcons: URL?
  /// Another base folder for a template's token paths.
  package var projectFolder: URL?
  /// The project's words, which override the built-in ones.
  package var ownStrings: URL?
  private let siteFolders: [URL]
  private let environment: Environment
  private let texts: InputTextCache

  /// - Parameters:
  ///   - service: The service whose posts the templates are for; nil means all other services.
  ///   - face: The skin to use where the project has no templates of its own; nil takes the default cards.
  package init(project: Project, service: Service? = nil, face: String? = nil, environment: Environment) {
    let folders = [service.flatMap { project.serviceCards[$0] }, project.cards]
    self.init(
      ownCards: folders.compactMap { $0 }, face: face, ownTokens: project.tokens, ownSite: project.siteTemplates,
      themeLayers: project.themeLayers, environment: environment)
    (ownIcons, ownStrings, projectFolder) = (project.icons, project.strings, project.folder)
    recordFiles = Set(project.types?.roles.map(\.file) ?? [])
  }

  package init(
    ownCards: [URL], face: String? = nil, ownTokens: [URL], ownSite: URL? = nil,
    themeLayers: [String: [ThemeLayer]] = [:],
    environment: Environment
  ) {
    resources = environment.resourceFolder
    texts = environment.texts
    let faces = [face.flatMap { Self.folder(ofFace: $0, environment) }].compactMap { $0 }
    cardFolders = ownCards + faces + [resources.appendingPathComponent("Templates/Cards")]
    self.ownTokens = ownTokens
    self.themeLayers = themeLayers
    defaultTokens = resources.appendingPathComponent("Mockups/newsfeed/newsfeed.tokens.json")
    iconsFile = resources.appendingPathComponent("Templates/Icons/icons.yml")
    self.environment = environment
    siteFolders = [resources.appendingPathComponent("Templates/Site"), ownSite].compactMap { $0 }
  }

  /// Checks that a folder named by the project exists and contains something usable: a misspelled name would otherwise
  /// silently use the built-in design.
  ///
  /// - Throws: `Diagnostic`.
  package func check(ownCards: [URL], ownSite: URL?) throws {
    for ownCards in ownCards {
      guard let tools = cardFolders.last else { break }
      try check(ownCards, list: Self.names) { Self.exists($0, in: tools) || recordFiles.contains($0) }
    }
    if let ownSite, let tools = siteFolders.first {
      // Problems in a script are reported when the scripts are combined.
      try check(ownSite, list: Self.sitePaths) {
        Self.exists($0, in: tools) || $0.hasSuffix(".js") || $0.hasSuffix(".js.mustache")
      }
    }
  }

  private func check(_ own: URL, list: (URL) -> [String], isKnown: (String) -> Bool) throws {
    let shown = environment.shownPath(own)
    guard (try? FileSystem.names(in: own)) != nil else { throw Diagnostic(DesignIssue.missing(path: shown)) }
    if !list(own).contains(where: isKnown) { throw Diagnostic(DesignIssue.folderUnused(path: shown)) }
  }

  private static func exists(_ path: String, in folder: URL) -> Bool {
    FileSystem.exists(folder.appendingPathComponent(path))
  }

  private static func names(in folder: URL) -> [String] { (try? FileSystem.names(in: folder)) ?? [] }

  /// The location of a template, or of a path in one: in the project's own folder, or else the built-in one. If neither
  /// has it, the first location that was tried.
  package func location(_ name: String) -> URL { location(name, in: cardFolders) }

  /// The location of a token file that a template names: next to the template, in the project's folder, or next to the
  /// built-in templates.
  private func tokenLocation(_ name: String) -> URL {
    location(name, in: cardFolders.dropLast() + [projectFolder].compactMap { $0 } + cardFolders.suffix(1))
  }

  private func location(_ name: String, in folders: [URL]) -> URL {
    if name.hasPrefix("/") { return URL(fileURLWithPath: name).standardizedFileURL }
    let places = folders.map { $0.appendingPathComponent(name).standardizedFileURL }
    return places.first(where: FileSystem.exists) ?? places[0]
  }

  /// Replaces the names of templates and parts in diagnostics by their files' paths. Diagnostics about token files
  /// already have paths.
  package func located(_ diagnostics: [Diagnostic], of tokens: TokenFiles) -> [Diagnostic] {
    let tokenNames = Set(tokens.allFiles.map(environment.shownPath))
    return diagnostics.map { diagnostic in
      guard let file = diagnostic.place?.file, !tokenNames.contains(file) else { return diagnostic }
      return diagnostic.placed(inFile: environment.shownPath(location(file)))
    }
  }

  /// The text of a card template or a part, by its path in the templates folder.
  package func card(_ name: String) throws -> String {
    let file = location(name)
    return try texts.designText(file, called: environment.shownPath(file))
  }

  package func icons() throws -> TemplateFile {
    TemplateFile(name: "icons.yml", contents: try texts.designText(iconsFile))
  }

  /// The project's icon files, in order of their names.
  ///
  /// - Throws: `Diagnostic` if the project names a missing file, or a folder without icons.
  package func projectIcons() throws -> [TemplateFile] {
    guard let ownIcons else { return [] }
    let names = FileSystem.isFolder(ownIcons) ? Self.names(in: ownIcons).filter { $0.hasSuffix(".yml") }.sorted() : nil
    if names?.isEmpty ?? (ownIcons.pathExtension.lowercased() == "svg") {
      throw Diagnostic(DesignIssue.iconsMissing(path: environment.shownPath(ownIcons)))
    }
    return try (names?.map { ownIcons.appendingPathComponent($0) } ?? [ownIcons]).map { file in
      let shown = environment.shownPath(file)
      return TemplateFile(name: shown, contents: try texts.designText(file, called: shown))
    }
  }

  /// A language's words: the built-in ones, overridden by the project's.
  ///
  /// - Parameters:
  ///   - text: The contents of the project's file; nil reads it.
  ///   - note: Called with the contents of the project's file.
  /// - Throws: `RunFailure`.
  package func strings(
    of language: Language, own text: String? = nil, _ note: (String) -> Void = { _ in }
  ) throws -> Strings {
    let stock = resources.appendingPathComponent("Templates/Strings/\(language).yml")
    let own = try ownStrings.map { file in
      let shown = environment.shownPath(file)
      return TemplateFile(name: shown, contents: try text ?? texts.designText(file, called: shown))
    }
    if let own { note(own.contents) }
    let shown = environment.shownPath(stock)
    let (strings, diagnostics) = StringsFile.read(
      TemplateFile(name: shown, contents: try texts.designText(stock)), own: own)
    guard let strings else { throw RunFailure(diagnostics) }
    return strings
  }

  /// The built-in icons and the project's.
  ///
  /// - Parameter note: Called with the name and text of each file read; the built-in file's name is empty.
  package func iconSet(_ note: (String, String) -> Void = { _, _ in }) throws -> (IconSet?, [Diagnostic]) {
    let (stock, own) = (try icons(), try projectIcons())
    note("", stock.contents)
    for file in own { note(URL(fileURLWithPath: file.name).lastPathComponent, file.contents) }
    return IconSet.parse(stock, own: own)
  }

  /// The project's tokens if it names any, or else those of the template, or else the news feed's.
  package func tokens(for template: TemplateSource?) -> TokenFiles {
    let named = (template?.tokens ?? []).map(tokenLocation)
    let stock = named.isEmpty ? [defaultTokens] : named
    var files =
      ownTokens.isEmpty
      ? TokenFiles(layers: stock, texts: texts) : TokenFiles(layers: ownTokens, stock: stock, texts: texts)
    files.themeLayers = themeLayers
    files.name = environment.shownPath
    return files
  }

  /// Whether the project or the template names tokens explicitly.
  package func hasTokens(for template: TemplateSource) -> Bool { !ownTokens.isEmpty || !template.tokens.isEmpty }

  /// Page templates and scripts; a project's file replaces the built-in one with the same path.
  ///
  /// - Parameter hasReview: Whether a review is rendered too. A project's own files are always checked.
  /// - Throws: `Diagnostic` if a file is missing or unusable.
  package func siteTemplates(hasReview: Bool = true) throws -> SiteTemplates {
    let hasReview = hasReview || siteFolders.count > 1
    let folders = try siteFolders.map { folder in
      let paths = Self.sitePaths(in: folder).filter { hasReview || !$0.hasPrefix("review") }
      return Dictionary(
        uniqueKeysWithValues: try paths.map { ($0, try texts.designText(folder.appendingPathComponent($0))) })
    }
    return try SiteTemplates(folders[0], own: folders.dropFirst().first ?? [:], hasReview: hasReview)
  }

  /// The templates of a folder, and the scripts in its subfolders.
  private static func sitePaths(in folder: URL) -> [String] {
    let templates = names(in: folder).filter { $0.hasSuffix(".mustache") && !$0.hasPrefix(".") }
    let scripts = SiteTemplates.scriptFolders.flatMap { name in
      names(in: folder.appendingPathComponent(name)).filter { SiteTemplates.isPart($0) && !$0.hasPrefix(".") }
        .map { "\(name)/\($0)" }
    }
    return templates + scripts
  }
}

extension InputTextCache {
  /// - Parameter name: The file's name in diagnostics; nil uses its path.
  /// - Throws: `Diagnostic` naming the file.
  func designText(_ file: URL, called name: String? = nil) throws(Diagnostic) -> String {
    do throws(FileError) {
      return try text(of: file)
    } catch {
      throw error.isMissing ? Diagnostic(DesignIssue.missing(path: name ?? file.path)) : error.unreadable(as: name)
    }
  }
}

/// The token files of a design: layers from the base upward, with the theme overlays next to them.
package struct TokenFiles: Sendable {
  /// Each layer overrides the previous one.
  package var layers: [URL]
  /// The built-in files whose themes are used if the layers lack them.
  var stock: [URL] = []
  /// The project's overlays for each theme.
  package var themeLayers: [String: [ThemeLayer]] = [:]
  /// The file's name in diagnostics.
  package var name: @Sendable (URL) -> String = { $0.lastPathComponent }
  /// Called with each file's name and text as it is read.
  package var note: @Sendable (String, String) -> Void = { _, _ in }

  private let texts: InputTextCache

  init(layers: [URL], stock: [URL] = [], texts: InputTextCache) {
    self.layers = layers
    self.stock = stock
    self.texts = texts
  }

  /// The names of themes with an overlay next to any of the layers (`name.dark.tokens.json` next to
  /// `name.tokens.json`).
  package var themes: [String] {
    let names = layers.flatMap { layer in
      let stem = Self.stem(of: layer) + "."
      let files = try? FileSystem.names(in: layer.deletingLastPathComponent())
      return (files ?? []).compactMap { file -> String? in
        guard file.hasPrefix(stem), file.hasSuffix(Self.ending) else { return nil }
        let theme = file.dropFirst(stem.count).dropLast(Self.ending.count)
        return theme.isEmpty || theme.contains(".") ? nil : String(theme)
      }
    }
    return names.uniqued().sorted()
  }

  /// All files that a theme may be read from: the layers, the project's theme files and the built-in files, with their
  /// overlays.
  package var allFiles: [URL] {
    let own = themeLayers.values.joined().compactMap { if case .file(let url) = $0 { url } else { nil } }
    let bases = layers + stock
    return bases + bases.flatMap { base in known.map { Self.overlay(of: base, theme: $0) } } + own
  }

  /// The names of all themes that `load` accepts: overlays next to the layers, the project's themes, and themes that
  /// can be borrowed.
  package var known: [String] {
    ThemeName.inOrder(["light"] + themes + themeLayers.keys.sorted() + TokenFiles(layers: stock, texts: texts).themes)
  }

  /// Loads the tokens of a theme: each layer, followed by the overlays next to it, so that a layer overrides the layers
  /// below; the project's files for the theme come last. Light is the layers themselves unless there are overlays for
  /// it. A theme with only a built-in overlay is borrowed, with a warning: if a user changes a gap, dark cards should
  /// follow.
  ///
  /// - Throws: `RunFailure` if a file can't be read, or if the theme has no overlay anywhere.
  package func load(theme: String) throws -> (TokenSet?, [Diagnostic]) {
    let parts = try parts(of: theme, in: [])
    var borrowed: [URL] = []
    var diagnostics: [Diagnostic] = []
    for name in parts.compactMap(\.theme) where isMissing(name) {
      let lent = lent(name)
      guard let missing = layers.last.map({ Self.overlay(of: $0, theme: name) }), let layer = layers.last else {
        return (nil, [])
      }
      guard let first = lent.first else {
        let issue = DesignIssue.themeMissing(theme: name, overlay: self.name(missing), known: known)
        throw Diagnostic(issue, at: Place(file: self.name(layer)))
      }
      borrowed += lent
      let issue = DesignIssue.themeBorrowed(theme: name, overlay: self.name(missing), from: self.name(first))
      diagnostics.append(Diagnostic(issue, at: Place(file: self.name(layer))))
    }
    var stack: [(file: TokenFile, isTheme: Bool)] = []
    for layer in layers {
      stack.append((try file(layer), isTheme: false))
      for name in parts.compactMap(\.theme) {
        let overlay = Self.overlay(of: layer, theme: name)
        if FileSystem.exists(overlay) { stack.append((try file(overlay), isTheme: true)) }
      }
    }
    let top = borrowed + parts.compactMap(\.file)
    stack += try top.map { (try file($0), isTheme: true) }
    let (tokens, problems) = TokenSet.load(stack: stack)
    guard let tokens else {
      // A theme would only repeat the errors of its layers, at each of its tokens.
      let (base, faults) = TokenSet.load(layers: try layers.map(file))
      return (nil, base == nil ? try explained(faults) : diagnostics + problems)
    }
    if !borrowed.isEmpty { diagnostics += try replaced(by: theme, tokens) }
    return (tokens, diagnostics + problems + covered(in: theme, tokens, stack))
  }

  /// A theme's files in order of application, including borrowed ones.
  ///
  /// - Throws: `RunFailure` if a file can't be read.
  package func files(of theme: String) throws -> [TokenFile] {
    let parts = try parts(of: theme, in: [])
    let own = layers.flatMap { layer in
      [layer] + parts.compactMap(\.theme).map { Self.overlay(of: layer, theme: $0) }.filter(FileSystem.exists)
    }
    let borrowed = parts.compactMap(\.theme).filter(isMissing).flatMap(lent)
    return try (own + borrowed + parts.compactMap(\.file)).map(file)
  }

  /// The file in which a theme's value of a token belongs; it may not exist yet.
  ///
  /// - Parameter file: The name of the file that sets the value now.
  package func place(in theme: String, insteadOf file: String?) -> String? {
    let named = (themeLayers[theme] ?? []).compactMap { if case .file(let url) = $0 { url } else { nil } }
    let own = layers.map { Self.overlay(of: $0, theme: theme) } + named + (theme == "light" ? layers : [])
    if let file, own.map(name).contains(file) { return file }
    let layer = layers.first { name($0) == file } ?? layers.last
    return (named.last ?? layer.map { theme == "light" ? $0 : Self.overlay(of: $0, theme: theme) }).map(name)
  }

  /// The theme's own name and the project's files for it, preceded by those of the themes it is based on.
  private func parts(of theme: String, in chain: [String]) throws -> [(theme: String?, file: URL?)] {
    guard !chain.contains(theme) else { throw Diagnostic(DesignIssue.themeCycle(chain + [theme])) }
    var (below, files): ([(theme: String?, file: URL?)], [(theme: String?, file: URL?)]) = ([], [])
    for layer in themeLayers[theme] ?? [] {
      switch layer {
      case .theme(let other): below += try parts(of: other, in: chain + [theme])
      case .file(let url): files.append((nil, url))
      }
    }
    return below + [(theme, nil)] + files
  }

  /// Whether only the built-in files may have an overlay for the theme.
  private func isMissing(_ theme: String) -> Bool {
    theme != "light" && themeLayers[theme] == nil
      && !layers.contains { FileSystem.exists(Self.overlay(of: $0, theme: theme)) }
  }

  private func lent(_ theme: String) -> [URL] {
    stock.map { Self.overlay(of: $0, theme: theme) }.filter(FileSystem.exists)
  }

  /// Warns about tokens that these files change, but that a borrowed theme takes from its own base.
  private func replaced(by theme: String, _ themed: TokenSet) throws -> [Diagnostic] {
    func base(_ files: [URL]) throws -> TokenSet? { TokenSet.load(layers: try files.map(file)).0 }
    guard let own = try base(layers), let others = try base(stock) else { return [] }
    let lost = own.tokens.filter { path, token in
      others.tokens[path].map { $0.value != token.value } == true && themed.tokens[path]?.value != token.value
    }
    guard let first = lost.min(by: { $0.key < $1.key }), let layer = layers.last else { return [] }
    let overlay = name(Self.overlay(of: layer, theme: theme))
    let issue = DesignIssue.themeReplaces(theme: theme, tokens: lost.keys.sorted(), overlay: overlay)
    return [Diagnostic(issue, at: first.value.place)]
  }

  private static let ending = ".tokens.json"

  private static func stem(of file: URL) -> String {
    let name = file.lastPathComponent
    return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
  }

  static func overlay(of file: URL, theme: String) -> URL {
    file.deletingLastPathComponent().appendingPathComponent("\(stem(of: file)).\(theme)\(ending)")
  }

  func file(_ url: URL) throws -> TokenFile {
    let text = try texts.designText(url, called: name(url))
    note(url.lastPathComponent, text)
    return TokenFile(name: name(url), contents: text)
  }
}
