import Diagnostics
import Files
import Foundation
import Names
import Yams

/// `feedproof.yml`: what a project folder asks for. Every key is optional.
package enum ProjectFile {
  package static let name = "feedproof.yml"

  package static let keys = [
    "baselines", "cards", "feedHeight", "feeds", "fonts", "highlight", "locale", "memory", "mockups", "now", "output",
    "photos", "prefetchBudget", "prefetchWeights", "scales", "siteTemplates", "themes", "timeZone", "tokens",
    "tolerances", "viewer", "widths",
  ]

  /// - Throws: all that is wrong, each with line and column.
  package static func read(_ text: String, in folder: URL) throws(DiagnosticList) -> Project {
    var reader = Reader(file: name, project: Project(folder: folder, feeds: [folder], output: defaultOutput(folder)))
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      throw DiagnosticList([Diagnostic(yaml: error, in: name)])
    }
    if let root, root != Node("") { reader.read(root) }
    guard reader.diagnostics.isEmpty else { throw DiagnosticList(reader.diagnostics) }
    return reader.project
  }

  /// Beside the project file; a run in the checkout itself writes to `output` there.
  private static func defaultOutput(_ folder: URL) -> URL { folder.appendingPathComponent("output") }
}

extension Diagnostic {
  /// What the YAML parser says, at the line and column it says.
  package init(yaml error: any Error, in file: String) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init(ProjectIssue.syntax(problem), at: .line(mark.line, column: mark.column, in: file))
    default: self.init(ProjectIssue.syntax("\(error)"), at: Place(file: file))
    }
  }
}

/// Walks the file's nodes and collects what is wrong with each.
private struct Reader {
  let file: String
  var project: Project
  var diagnostics: [Diagnostic] = []

  mutating func read(_ root: Node) {
    guard let mapping = root.mapping else {
      return report(.value(key: file, expected: "a mapping of keys to values"), at: root)
    }
    for (keyNode, value) in mapping {
      let key = keyNode.string ?? ""
      guard ProjectFile.keys.contains(key) else {
        report(.unknownKey(key, known: ProjectFile.keys), at: keyNode)
        continue
      }
      read(key, value)
    }
  }

  private mutating func read(_ key: String, _ value: Node) {
    switch key {
    case "feeds":
      if let paths = strings(key, value) { project.feeds = paths.flatMap { expand($0, at: value) } }
    case "output": if let path = string(key, value) { project.output = url(path) }
    case "photos": if let paths = strings(key, value) { project.photos = paths.map(url) }
    case "cards": if let path = string(key, value) { project.cards = url(path) }
    case "tokens": if let paths = strings(key, value) { project.tokens = paths.map(url) }
    case "siteTemplates": if let path = string(key, value) { project.siteTemplates = url(path) }
    case "fonts": if let path = string(key, value) { project.fontLock = url(path) }
    case "baselines": if let path = string(key, value) { project.baselines = url(path) }
    case "mockups":
      // None at all, though there are some beside the file.
      let isNone = value.sequence?.isEmpty == true
      if let paths = isNone ? [] : strings(key, value) { project.mockups = paths.map(url) }
    case "tolerances": readTolerances(value)
    case "widths": if let widths = integers(key, value, Project.widthRange) { project.widths = widths }
    case "scales": if let scales = integers(key, value, Project.scaleRange) { project.scales = scales }
    case "themes": if let themes = choices(key, value, Project.knownThemes) { project.themes = themes }
    case "locale":
      if isSingle(key, value), let locale = choices(key, value, Project.knownLocales)?.first { project.locale = locale }
    case "timeZone":
      guard let zone = string(key, value) else { return }
      guard TimeZone(identifier: zone) != nil else {
        return report(.value(key: key, expected: "an IANA name, like Europe/Moscow"), at: value)
      }
      project.timeZone = zone
    case "now":
      guard let text = string(key, value) else { return }
      guard let seconds = Timestamp.seconds(of: text) else {
        return report(.value(key: key, expected: Timestamp.expected), at: value)
      }
      project.now = seconds
    case "highlight": project.highlight = string(key, value)
    case "viewer": project.viewer = string(key, value)
    case "feedHeight":
      guard isSingle(key, value), let height = integers(key, value, Project.feedHeightRange)?.first else { return }
      project.feedHeight = height
    case "memory":
      guard let text = string(key, value) else { return }
      guard let bytes = ByteCount.bytes(of: text) else {
        return report(.value(key: key, expected: ByteCount.expected), at: value)
      }
      project.memory = bytes
    case "prefetchBudget": if let budget = prefetchNumber(key, value) { project.prefetch.budget = budget }
    case "prefetchWeights": readPrefetchWeights(key, value)
    default: break
    }
  }

  /// A list of tolerances, each for the cases that its pattern matches.
  private mutating func readTolerances(_ node: Node) {
    for item in node.sequence.map(Array.init) ?? [node] {
      guard let pattern = item.mapping?["cases"]?.string, item.mapping?["reason"]?.string != nil else {
        report(.value(key: "tolerances", expected: "a list of {cases: pattern, reason: why, …}"), at: item)
        continue
      }
      let (tolerance, problems) = ToleranceReader.read(item, over: .baseline, alsoAllowed: ["cases"])
      for problem in problems { report(problem.issue, at: problem.node) }
      project.tolerances.append(Project.CaseTolerance(cases: pattern, tolerance: tolerance))
    }
  }

  private mutating func readPrefetchWeights(_ key: String, _ node: Node) {
    let names = Project.knownPrefetchWeights.joined(separator: ", ")
    guard let mapping = node.mapping else {
      return report(.value(key: key, expected: "a mapping of \(names) to numbers"), at: node)
    }
    for (nameNode, value) in mapping {
      let name = nameNode.string ?? ""
      guard let weight = prefetchNumber("\(key).\(name)", value) else { continue }
      if !project.prefetch.set(name, to: weight) {
        report(
          .unknownKey("\(key).\(name)", known: Project.knownPrefetchWeights.map { "\(key).\($0)" }), at: nameNode
        )
      }
    }
  }

  private mutating func prefetchNumber(_ key: String, _ node: Node) -> Double? {
    let range = Project.prefetchRange
    if let number = node.float, range.contains(number) { return number }
    report(
      .value(key: key, expected: "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"), at: node)
    return nil
  }

  private func url(_ path: String) -> URL {
    path.hasPrefix("/") ? URL(fileURLWithPath: path) : project.folder.appendingPathComponent(path).standardizedFileURL
  }

  /// `feed/*.json` and `feed/page?.json` name files of one folder; anything else is a file or a folder.
  private mutating func expand(_ path: String, at node: Node) -> [URL] {
    let target = url(path)
    guard target.lastPathComponent.contains(where: { $0 == "*" || $0 == "?" }) else { return [target] }
    let pattern = GlobPattern(target.lastPathComponent)
    let folder = target.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let matching = names.filter { !$0.hasPrefix(".") && pattern.matches($0) }.sorted(by: naturallyPrecedes)
    if matching.isEmpty {
      report(.value(key: "feeds", expected: "files that exist; \(path) matches none"), at: node)
    }
    return matching.map { folder.appendingPathComponent($0) }
  }

  // MARK: Values

  private mutating func string(_ key: String, _ node: Node) -> String? {
    if let text = node.string, !text.isEmpty { return text }
    report(.value(key: key, expected: "a text"), at: node)
    return nil
  }

  /// Of a list the first value would count and the others would be lost.
  private mutating func isSingle(_ key: String, _ node: Node) -> Bool {
    if node.scalar != nil { return true }
    report(.value(key: key, expected: "one value, not a list"), at: node)
    return false
  }

  /// A list of at least one, or a value without one.
  private mutating func list(_ key: String, _ node: Node) -> [Node] {
    let nodes = node.sequence.map(Array.init) ?? [node]
    if nodes.isEmpty { report(.value(key: key, expected: "at least one value, or no such key"), at: node) }
    return nodes
  }

  private mutating func strings(_ key: String, _ node: Node) -> [String]? {
    let texts = list(key, node).compactMap { string(key, $0) }
    return texts.isEmpty ? nil : texts
  }

  private mutating func integers(_ key: String, _ node: Node, _ range: ClosedRange<Int>) -> [Int]? {
    let values = list(key, node).compactMap { item -> Int? in
      guard let value = item.int, range.contains(value) else {
        let expected = "whole numbers from \(range.lowerBound) to \(range.upperBound)"
        report(.value(key: key, expected: expected), at: item)
        return nil
      }
      return value
    }
    return values.isEmpty ? nil : values
  }

  private mutating func choices(_ key: String, _ node: Node, _ known: [String]) -> [String]? {
    guard let texts = strings(key, node) else { return nil }
    for text in texts where !known.contains(text) {
      report(.value(key: key, expected: "one of \(known.joined(separator: ", "))"), at: node)
      return nil
    }
    return texts
  }

  private mutating func report(_ issue: ProjectIssue, at node: Node) {
    diagnostics.append(Diagnostic(issue, at: .line(node.mark?.line ?? 1, column: node.mark?.column, in: file)))
  }
}
