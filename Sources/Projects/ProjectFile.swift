import Basics
import DataFormats
import Diagnostics
import Drawing
import FeedReading
import Files
import Foundation
import Prefetching
import RunSupport

/// `feedproof.yml`: the settings of a project folder. Every key is optional.
package enum ProjectFile {
  package static let name = "feedproof.yml"

  package static var keys: [String] { Setting.all.map(\.name).sorted() }
  /// Former names of keys, which are still read.
  package static var formerKeys: [String] { Setting.all.filter { $0.name != $0.key }.map(\.key).sorted() }

  /// - Throws: All problems with line and column.
  package static func read(
    _ text: String, in folder: URL, called file: String = ProjectFile.name, texts: InputTextCache = InputTextCache()
  ) throws(DiagnosticList) -> Project {
    let project = Project(folder: folder, feeds: [folder], output: defaultOutput(folder))
    var reader = ProjectReader(project: project, name: file, texts: texts)
    do throws(SourceFault) {
      let root = try YAMLSource.read(text, file: file)
      if root.content != .null { reader.read(root) }
    } catch  where error.fact == .empty {
      // Every key is optional.
    } catch {
      throw DiagnosticList([Diagnostic(ProjectIssue.source(error.fact), at: error.place)])
    }
    guard reader.diagnostics.isEmpty else { throw DiagnosticList(reader.diagnostics) }
    return reader.project
  }

  // MARK: Other files of a project

  /// - Throws: The YAML syntax error with line and column.
  package static func source(_ text: String, called name: String) throws(Diagnostic) -> SourceNode {
    do throws(SourceFault) {
      return try YAMLSource.read(text, file: name)
    } catch {
      throw Diagnostic(ProjectIssue.source(error.fact), at: error.place)
    }
  }

  /// - Throws: As for a text, and if the file can't be read.
  package static func source(_ file: URL, called name: String) throws(Diagnostic) -> SourceNode {
    let text: String
    do throws(FileError) {
      text = try RegularFile(file).text()
    } catch {
      throw error.unreadable(as: name)
    }
    return try source(text, called: name)
  }

  /// - Returns: The content of the first of `folders` that has a file of that name; nil if there is none.
  package static func source(
    _ fileName: String, inFirstOf folders: [URL], environment: Environment
  ) throws(Diagnostic) -> SourceNode? {
    let file = folders.map { $0.appendingPathComponent(fileName) }.first { FileSystem.exists($0) }
    guard let file else { return nil }
    return try source(file, called: environment.shownPath(file))
  }

  /// Returns the default output folder: `output` next to the project file.
  private static func defaultOutput(_ folder: URL) -> URL { folder.appendingPathComponent("output") }
}

/// Reads the file's nodes and collects problems.
package struct ProjectReader {
  var project: Project
  private(set) var diagnostics: [Diagnostic] = []
  /// The name of the file in diagnostics.
  private let name: String
  private let texts: InputTextCache
  private static let combinationKeys = ["widths", "scales", "themes"]

  init(project: Project, name: String, texts: InputTextCache) {
    (self.project, self.name, self.texts) = (project, name, texts)
  }

  mutating func read(_ root: SourceNode) {
    guard let members = root.members else {
      return report(.value(key: ProjectFile.name, expected: "a mapping of keys to values"), at: root.place)
    }
    if let requirement = members.first(where: { $0.key == "requires" }) {
      // A newer version's keys are unknown here, so nothing else of its file is read.
      Setting["requires"]?.binding.read(requirement.value, &self)
      guard diagnostics.isEmpty else { return }
    }
    for member in members where member.key != "requires" {
      guard let setting = Setting[member.key] else {
        report(.unknownKey(member.key, known: ProjectFile.keys), at: member.keyPlace)
        continue
      }
      if member.key != setting.name { note(.formerKey(member.key, current: setting.name), at: member.keyPlace) }
      setting.binding.read(member.value, &self)
    }
    project = project.addingNamedScreens(
      toOwn: members.contains { Self.combinationKeys.contains($0.key) })
    if project.encoding == .png, let member = members.first(where: { $0.key == "photoQuality" }) {
      report(.needsEncoding(key: member.key), at: member.keyPlace)
    }
  }

  /// Returns the valid values of a form; nil if there are none.
  mutating func values<Value>(
    _ key: String, _ node: SourceNode, _ form: SettingSyntax<Value>
  ) -> [Value]? {
    let nodes = node.elements ?? [node]
    if nodes.isEmpty {
      report(.value(key: key, expected: "at least one value; delete the key for the default"), at: node.place)
    }
    let values = nodes.compactMap { value(key, $0, form) }
    return values.isEmpty ? nil : values
  }

  mutating func value<Value>(_ key: String, _ node: SourceNode, _ form: SettingSyntax<Value>) -> Value? {
    if let value = form.read(ScalarValue(node, url: project.url)) { return value }
    report(
      node.comment.map { .commentedOut(key: key, comment: $0) }
        ?? .value(key: key, expected: form.expected, found: node.quotedScalar),
      at: node.place)
    return nil
  }

  /// Checks for a single value: of a list, only the first value would be used and the others lost.
  mutating func isSingle(_ key: String, _ node: SourceNode) -> Bool {
    if node.members == nil && node.elements == nil { return true }
    report(.value(key: key, expected: "one value, not a list"), at: node.place)
    return false
  }

  mutating func note(_ issue: ProjectIssue, at place: Place) { project.notes.append(Diagnostic(issue, at: place)) }

  mutating func report(_ issue: ProjectIssue, at place: Place) { diagnostics.append(Diagnostic(issue, at: place)) }

  // MARK: Settings with a custom syntax

  /// Reads feeds: `feed/*.json` and `feed/page?.json` match files in one folder; anything else is a file or a folder.
  mutating func readFeeds(_ key: String, _ node: SourceNode) {
    if let paths = values(key, node, .text) { project.feeds = paths.flatMap { expand($0, key, at: node) } }
  }

  private mutating func expand(_ path: String, _ key: String, at node: SourceNode) -> [URL] {
    let target = project.url(path)
    guard target.lastPathComponent.contains(where: { $0 == "*" || $0 == "?" }) else { return [target] }
    let pattern = GlobPattern(target.lastPathComponent)
    let folder = target.deletingLastPathComponent()
    let names = (try? FileSystem.names(in: folder)) ?? []
    let matching = names.filter { !$0.hasPrefix(".") && pattern.matches($0) }.sorted(by: naturallyPrecedes)
    if matching.isEmpty {
      report(.value(key: key, expected: "existing files, but \(path) matches none"), at: node.place)
    }
    return matching.map { folder.appendingPathComponent($0) }
  }

  /// Reads the types file. It is read with the project, since its contents are part of the settings.
  mutating func readTypes(_ key: String, _ node: SourceNode) {
    guard isSingle(key, node), let file = value(key, node, .path), let written = node.text else { return }
    let folder = name.hasSuffix(ProjectFile.name) ? name.dropLast(ProjectFile.name.count) : ""
    let shown = written.hasPrefix("/") ? written : folder + written
    let text: String
    do throws(FileError) {
      text = try texts.text(of: file)
    } catch {
      return diagnostics.append(error.unreadable(as: shown))
    }
    do throws(Diagnostic) {
      var reader = RecordTypesReader()
      project.types = reader.read(try ProjectFile.source(text, called: shown))
      diagnostics += reader.diagnostics
    } catch {
      diagnostics.append(error)
    }
  }

  /// Reads a folder, or folders by service; `default` is for all others.
  mutating func readCards(_ key: String, _ node: SourceNode) {
    guard let members = node.members else {
      if let folder = value(key, node, .path) { project.cards = folder }
      return
    }
    let known = [Self.otherServices] + Service.allCases.map(\.rawValue)
    for member in members {
      let name = "\(key).\(member.key)"
      guard member.key == Self.otherServices || Service(rawValue: member.key) != nil else {
        report(.unknownKey(name, known: known.map { "\(key).\($0)" }), at: member.keyPlace)
        continue
      }
      guard let folder = value(name, member.value, .path) else { continue }
      if let service = Service(rawValue: member.key) {
        project.serviceCards[service] = folder
      } else {
        project.cards = folder
      }
    }
  }

  /// Reads the versions that can read the project. Another version stops here.
  mutating func readRequiredVersion(_ key: String, _ node: SourceNode) {
    guard isSingle(key, node) else { return }
    guard let requirement = node.text.flatMap(VersionRequirement.init) else {
      return report(.value(key: key, expected: "a comparison with a version, like \">=0.2\""), at: node.place)
    }
    project.requiredVersion = requirement
    if !requirement.accepts(FeedproofVersion.current) {
      report(.otherVersion(required: requirement.description, current: FeedproofVersion.current), at: node.place)
    }
  }

  /// Reads named screens.
  mutating func readScreens(_ key: String, _ node: SourceNode) {
    let form = "a list of {name: phone, width: 375, scale: 2, themes: [light, dark]}"
    guard let items = node.elements, !items.isEmpty else {
      return report(.value(key: key, expected: form), at: node.place)
    }
    for item in items {
      guard let members = item.members else {
        report(.value(key: key, expected: form), at: item.place)
        continue
      }
      let unknown = members.filter { !NamedScreen.keys.contains($0.key) }
      for member in unknown {
        report(
          .unknownKey("\(key).\(member.key)", known: NamedScreen.keys.map { "\(key).\($0)" }), at: member.keyPlace)
      }
      guard unknown.isEmpty, let screen = screen(key, item) else { continue }
      if project.screens.contains(where: { $0.name == screen.name }) {
        report(.value(key: "\(key).name", expected: "unique; \"\(screen.name)\" occurs twice"), at: item.place)
      }
      project.screens.append(screen)
    }
  }

  private mutating func screen(_ key: String, _ item: SourceNode) -> NamedScreen? {
    guard let name = item["name"]?.text, !name.isEmpty else {
      report(.value(key: "\(key).name", expected: "a name"), at: item["name"]?.place ?? item.place)
      return nil
    }
    guard let widthNode = item["width"] else {
      report(.value(key: "\(key).width", expected: "the screen's width in points"), at: item.place)
      return nil
    }
    let themeName = SettingSyntax.checked(ThemeName.expected, where: ThemeName.isSound)
    let width: Int? = value("\(key).width", widthNode, .whole(Project.widthRange))
    let scale = item["scale"].map { value("\(key).scale", $0, .whole(Project.scaleRange)) } ?? 2
    let themes = item["themes"].map { values("\(key).themes", $0, themeName) } ?? ["light"]
    guard let width, let scale, let themes else { return nil }
    return NamedScreen(name: name, width: width, scale: scale, themes: themes.uniqued())
  }

  /// Reads the folder. Earlier versions also took a mapping with the folder and what is stored there.
  mutating func readBaselines(_ key: String, _ node: SourceNode) {
    guard let members = node.members else {
      if let folder = value(key, node, .path) { project.baselines = folder }
      return
    }
    for member in members {
      let name = "\(key).\(member.key)"
      if let current = ["folder": key, "keep": "baselineStorage"][member.key] {
        note(.formerKey(name, current: current), at: member.keyPlace)
      }
      switch member.key {
      case "folder": if let folder = value(name, member.value, .path) { project.baselines = folder }
      case "keep":
        if let keeping = value(name, member.value, SettingSyntax<BaselineStorage>.choice) { project.keeping = keeping }
      default: report(.unknownKey(name, known: ["\(key).folder", "\(key).keep"]), at: member.keyPlace)
      }
    }
  }

  private static let otherServices = "default"

  /// Reads names, or a mapping of names to token layers.
  mutating func readThemes(_ node: SourceNode) {
    var (names, layers): ([String], [String: [ThemeLayer]]) = ([], [:])
    let members =
      node.members?.map { (name: $0.key, place: $0.keyPlace, value: Optional($0.value)) }
      ?? (node.elements ?? [node]).map { (name: $0.text ?? "", place: $0.place, value: nil) }
    if members.isEmpty {
      report(.value(key: "themes", expected: "at least one theme; delete the key for the default"), at: node.place)
    }
    for member in members {
      guard ThemeName.isSound(member.name) else {
        report(.value(key: "themes", expected: ThemeName.expected, found: "\"\(member.name)\""), at: member.place)
        continue
      }
      names.append(member.name)
      guard let value = member.value, value.content != .null else { continue }
      layers[member.name, default: []] += (value.elements ?? [value]).compactMap { themeLayer($0) }
    }
    if !names.isEmpty { (project.themes, project.themeLayers) = (names, layers) }
  }

  private mutating func themeLayer(_ node: SourceNode) -> ThemeLayer? {
    let text = node.text ?? ""
    if text.hasSuffix(".json") { return .file(project.url(text)) }
    if ThemeName.isSound(text) { return .theme(text) }
    let expected =
      text.isEmpty ? "a list of token files and names of themes" : "a token file (….json) or \(ThemeName.expected)"
    report(.value(key: "themes", expected: expected, found: node.quotedScalar), at: node.place)
    return nil
  }

  mutating func readPrefetchWeights(_ key: String, _ node: SourceNode) {
    let known = PrefetchWeights.settableNames
    guard let members = node.members else {
      let expected = "a mapping of \(known.joined(separator: ", ")) to numbers"
      return report(.value(key: key, expected: expected, found: node.quotedScalar), at: node.place)
    }
    for member in members {
      let name = "\(key).\(member.key)"
      guard let weight = value(name, member.value, .number(PrefetchWeights.range)) else { continue }
      if !project.prefetch.set(member.key, to: weight) {
        report(.unknownKey(name, known: known.map { "\(key).\($0)" }), at: member.keyPlace)
      }
    }
  }

  /// Reads a list of tolerances, each for the cases that match its pattern.
  mutating func readTolerances(_ key: String, _ node: SourceNode) {
    for item in node.elements ?? [node] {
      guard let pattern = item["cases"]?.text, item["reason"]?.text != nil else {
        report(
          .value(key: key, expected: "a list of {cases: pattern, reason: why, …}", found: item.quotedScalar),
          at: item.place)
        continue
      }
      let (tolerance, problems) = ToleranceReader.read(item, over: .baseline, alsoAllowed: ["cases"])
      for problem in problems { report(problem.issue, at: problem.place) }
      project.tolerances.append(CaseRule(cases: pattern, value: tolerance))
    }
  }

  mutating func readMasks(_ node: SourceNode) {
    project.masks += rules(CaseRuleReader.masks(node, alsoAllowed: ["cases"]))
  }

  mutating func readDeviations(_ node: SourceNode) {
    project.deviations += rules(CaseRuleReader.deviations(node, alsoAllowed: ["cases"]))
  }

  /// Returns rules; without a pattern, they apply to all cases.
  private mutating func rules<Value>(_ read: CaseRuleReader.Values<Value>) -> [CaseRule<Value>] {
    for problem in read.problems { report(problem.issue, at: problem.place) }
    return read.values.map { CaseRule(cases: $0.node["cases"]?.text ?? "*", value: $0.value) }
  }
}
