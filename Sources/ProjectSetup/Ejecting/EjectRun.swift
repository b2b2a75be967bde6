import CardRendering
import CardTemplates
import Cards
import DataFormats
import Diagnostics
import FeedReading
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects

/// `feedproof eject`: copies built-in templates and token files into a project.
package struct EjectRun {
  private let environment: Environment
  private let folder: URL

  /// The maximum size of a built-in file, in bytes.
  static let sizeLimit = 64 << 20
  /// The name for the token files.
  private static let tokens = "tokens"
  private static let cards = "Cards"

  /// The result for output.
  package struct Summary: Encodable {
    /// Paths of new files in the project.
    var copied: [String] = []
    /// Keys added to the project file, with their values.
    var settings: [String] = []
    /// The names that can be ejected, if none was given.
    var names: [String]?
    /// With `--check`: files whose built-in versions have changed.
    var outdated: [String]?
    /// With `--check`: files whose built-in versions no longer exist.
    var withdrawn: [String]?

    /// Whether built-in versions have changed or no longer exist.
    package var hasNews: Bool { outdated?.isEmpty == false || withdrawn?.isEmpty == false }

    package var text: String {
      if let names { return names.map { "\($0)\n" }.joined() }
      if let outdated, let withdrawn {
        guard hasNews else { return "no built-in version has changed since its file was ejected\n" }
        return outdated.map { "built-in version changed: \($0)\n" }.joined()
          + withdrawn.map { "built-in version removed: \($0)\n" }.joined()
          + "to use a new version, move your file, eject it again, and repeat your edits\n"
      }
      return copied.map { "copied \($0)\n" }.joined() + settings.map { "added to feedproof.yml: \($0)\n" }.joined()
    }
  }

  private typealias Source = (path: RelativePath, file: URL)

  package init(environment: Environment, folder: URL) {
    self.environment = environment
    self.folder = folder
  }

  /// - Throws: `Diagnostic` or `DiagnosticList`. In that case nothing was written.
  package func run(_ names: [String]) throws -> Summary {
    let project = try project()
    let feeds = (try? FoundFeed.all(in: FeedFiles.find(of: project)) { _ in }) ?? []
    let stock = DesignFiles(
      ownCards: [], face: skin(of: project, feeds), ownTokens: [], environment: environment)
    guard !names.isEmpty else {
      var summary = Summary()
      summary.names = self.names + [Self.tokens]
      return summary
    }
    let tokenFiles = names.contains(Self.tokens) ? try tokens(stock, feeds) : nil
    let target = cardFolder(of: project)
    let sources = try names.uniqued().flatMap { name -> [Source] in
      if name == Self.tokens { return tokenFiles?.files ?? [] }
      return [try template(name, stock, in: target)]
    }
    var wanted: [(key: String, value: String)] = []
    if project.cards == nil, names.contains(where: { $0 != Self.tokens }) { wanted.append(("cards", Self.cards)) }
    if project.tokens.isEmpty, let tokenFiles { wanted.append(("tokens", YAMLText.scalars(tokenFiles.layers))) }
    return try write(sources, wanted)
  }

  /// - Returns: The files whose built-in versions have changed since.
  package func check() throws -> Summary {
    _ = try project()
    var summary = Summary()
    let record = try EjectedFiles.read(in: folder)
    summary.outdated = record.outdated(environment).map(\.path)
    summary.withdrawn = record.withdrawn(environment).map(\.path)
    return summary
  }

  private func project() throws -> Project {
    guard FileSystem.exists(folder.appendingPathComponent(ProjectFile.name)) else {
      throw Diagnostic(EjectIssue.noProject, at: Place(file: environment.shownPath(folder)))
    }
    return try Project.load(inputs: [folder.path], overrides: ProjectOverrides(), environment: environment)
  }

  // MARK: Sources

  private var builtIn: URL { environment.resourceFolder.appendingPathComponent("Templates/Cards") }

  /// The names of all built-in card templates and parts.
  private var names: [String] {
    func templates(in folder: URL, _ prefix: String) -> [String] {
      ((try? FileSystem.names(in: folder)) ?? []).filter { $0.hasSuffix(".yml") }
        .map { prefix + $0.dropLast(".yml".count) }.sorted()
    }
    return templates(in: builtIn, "") + templates(in: builtIn.appendingPathComponent("parts"), "parts/")
  }

  /// The skin of the project's posts: the project's own choice, or that of its only service.
  private func skin(of project: Project, _ feeds: [FoundFeed]) -> String? {
    if let skin = project.face { return skin }
    let services = Set(feeds.flatMap(\.source.facts.services))
    return services.count == 1 ? services.first?.face : nil
  }

  private func template(_ name: String, _ stock: DesignFiles, in target: String) throws -> Source {
    let name = name.hasSuffix(".yml") ? String(name.dropLast(".yml".count)) : name
    let file = stock.location("\(name).yml")
    guard FileSystem.exists(file), let path = RelativePath("\(target)/\(name).yml") else {
      throw Diagnostic(EjectIssue.unknown(name, near: nearest(to: name, among: names + [Self.tokens])))
    }
    return (path, file)
  }

  /// The folder of templates, relative to the project. A folder elsewhere gets no files.
  private func cardFolder(of project: Project) -> String {
    guard let cards = project.cards else { return Self.cards }
    let path = cards.path(from: folder)
    return RelativePath(path) == nil ? Self.cards : path
  }

  /// The token files and theme overlays of posts, and of messages if the project has chats.
  private func tokens(_ stock: DesignFiles, _ feeds: [FoundFeed]) throws -> (files: [Source], layers: [String]) {
    var roles: [CardRole] = []
    if feeds.isEmpty || feeds.contains(where: { !$0.isChat }) { roles.append(.post) }
    if feeds.contains(where: \.isChat) { roles.append(.message) }
    let tokens = try roles.map { role in
      let source = TemplateSource.read(TemplateFile(name: role.file, contents: try stock.card(role.file))).0
      return stock.tokens(for: source)
    }
    let files = tokens.flatMap(\.allFiles).uniqued().filter(FileSystem.exists).compactMap { file -> Source? in
      RelativePath("\(Self.tokens)/\(file.lastPathComponent)").map { ($0, file) }
    }
    let layers = tokens.flatMap(\.layers).uniqued()
    return (files, layers.map { "\(Self.tokens)/\($0.lastPathComponent)" })
  }

  // MARK: Writing

  private func write(_ sources: [Source], _ wanted: [(key: String, value: String)]) throws -> Summary {
    let tree = try FileTree(folder.path)
    let lock = try FolderLock(tree, shown: environment.shownPath(folder))
    defer { withExtendedLifetime(lock) {} }
    let taken = sources.filter { tree.stamp(of: $0.path) != nil }.map(\.path.text)
    guard taken.isEmpty else { throw Diagnostic(EjectIssue.taken(taken)) }
    let projectFile = try RelativePath.checked(ProjectFile.name)
    let text = String(decoding: try tree.data(projectFile, limit: Self.sizeLimit) ?? Data(), as: UTF8.self)
    let values = wanted.map { YAMLEdit.Value($0.key, written: $0.value) }
    guard let edited = YAMLEdit(text, file: ProjectFile.name).setting(values, adding: .onOneLine) else {
      throw Diagnostic(EjectIssue.notEditable(key: wanted[0].key, value: wanted[0].value))
    }
    var (summary, record) = (Summary(), try EjectedFiles.read(in: folder))
    let output = OutputFolder(folder)
    for source in sources {
      let data = try read(source.file)
      guard try output.write(relocated(data, from: source.file), to: source.path, replacing: false) else {
        throw Diagnostic(EjectIssue.taken([source.path.text]))
      }
      summary.copied.append(source.path.text)
      record.files.removeAll { $0.path == source.path.text }
      record.files.append(
        .init(
          path: source.path.text, source: source.file.path(from: environment.resourceFolder),
          sha256: Digest(of: data).hex))
    }
    record.files.sort { $0.path < $1.path }
    try output.write(try JSONText.pretty(record), to: EjectedFiles.name)
    if edited != text { try output.write(Data(edited.utf8), to: projectFile) }
    summary.settings = wanted.map { "\($0.key): \($0.value)" }
    return summary
  }

  /// Returns a template's text with the token files of its skin named from the folder of built-in templates, where
  /// `DesignFiles` searches too. The skin's own folder is not searched from a project.
  private func relocated(_ data: Data, from file: URL) -> Data {
    let folder = file.deletingLastPathComponent()
    guard file.pathExtension == "yml", folder.path != builtIn.path else { return data }
    let text = String(decoding: data, as: UTF8.self)
    let named = TemplateSource.read(TemplateFile(name: file.lastPathComponent, contents: text)).0?.tokens ?? []
    let paths = named.map { name in
      let own = folder.appendingPathComponent(name).standardizedFileURL
      return FileSystem.exists(own) ? own.path(from: builtIn) : name
    }
    guard paths != named else { return data }
    // Built-in templates list their token files on one line.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("tokens:") ? "tokens: \(YAMLText.scalars(paths))" : String(line)
    }
    return Data(lines.joined(separator: "\n").utf8)
  }

  private func read(_ file: URL) throws -> Data {
    do throws(FileError) {
      return try RegularFile(file).data(limit: Self.sizeLimit)
    } catch {
      throw error.unreadable(as: file.path)
    }
  }
}
