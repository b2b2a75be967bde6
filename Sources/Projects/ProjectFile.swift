import Cards
import CheckedSources
import Diagnostics
import Drawing
import FeedIngest
import Files
import Foundation
import Names
import Prefetching

/// `feedproof.yml`: what a project folder asks for. Every key is optional.
///
/// Long because it is the one place that says how each key is read.
package enum ProjectFile {
  package static let name = "feedproof.yml"

  package static let keys = [
    "baselines", "cards", "chat", "dates", "encoding", "feedHeight", "feeds", "films", "fonts", "highlight", "locale",
    "me", "memory", "mockups", "now", "order", "originals", "output", "photoQuality", "photos", "prefetchBudget",
    "prefetchWeights", "scales", "since", "siteTemplates", "themes",
    "timeZone", "tokens", "tolerances", "unread", "until", "viewer", "widths",
  ]

  /// - Parameter file: How diagnostics call it.
  /// - Throws: all that is wrong, each with line and column.
  package static func read(
    _ text: String, in folder: URL, called file: String = ProjectFile.name
  ) throws(DiagnosticList) -> Project {
    var reader = Reader(file: file, project: Project(folder: folder, feeds: [folder], output: defaultOutput(folder)))
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

  /// Beside the project file; a run in the checkout itself writes to `output` there.
  private static func defaultOutput(_ folder: URL) -> URL { folder.appendingPathComponent("output") }
}

/// Walks the file's nodes and collects what is wrong with each.
private struct Reader {
  let file: String
  var project: Project
  var diagnostics: [Diagnostic] = []

  mutating func read(_ root: SourceNode) {
    guard let members = root.members else {
      return report(.value(key: ProjectFile.name, expected: "a mapping of keys to values"), at: root.place)
    }
    for member in members {
      guard ProjectFile.keys.contains(member.key) else {
        report(.unknownKey(member.key, known: ProjectFile.keys), at: member.keyPlace)
        continue
      }
      read(member.key, member.value)
    }
    if project.photoQuality != nil, project.encoding == .png,
      let member = members.first(where: { $0.key == "photoQuality" })
    {
      report(.needsEncoding(key: member.key), at: member.keyPlace)
    }
  }

  private mutating func read(_ key: String, _ value: SourceNode) {
    switch key {
    case "feeds":
      if let paths = strings(key, value) { project.feeds = paths.flatMap { expand($0, at: value) } }
    case "order":
      let known = FeedOrder.allCases.map(\.rawValue)
      if isSingle(key, value), let order = choices(key, value, known)?.first.flatMap(FeedOrder.init) {
        project.order = order
      }
    case "dates":
      let known = DateStyle.allCases.map(\.rawValue)
      if isSingle(key, value), let dates = choices(key, value, known)?.first.flatMap(DateStyle.init) {
        project.dates = dates
      }
    case "originals":
      guard let flag = value.flag else {
        return report(.value(key: key, expected: "true or false"), at: value.place)
      }
      project.copiesOriginals = flag
    case "output": if let path = string(key, value) { project.output = url(path) }
    case "photos": if let paths = strings(key, value) { project.photos = paths.map(url) }
    case "cards": readCards(key, value)
    case "tokens": if let paths = strings(key, value) { project.tokens = paths.map(url) }
    case "siteTemplates": if let path = string(key, value) { project.siteTemplates = url(path) }
    case "fonts": if let path = string(key, value) { project.fontLock = url(path) }
    case "baselines": if let path = string(key, value) { project.baselines = url(path) }
    case "mockups":
      // None at all, though there are some beside the file.
      let isNone = value.elements?.isEmpty == true
      if let paths = isNone ? [] : strings(key, value) { project.mockups = paths.map(url) }
    case "films":
      if value.elements?.isEmpty != true, let films = strings(key, value) { project.films = films.uniqued() }
    case "tolerances": readTolerances(value)
    case "widths": if let widths = integers(key, value, Project.widthRange) { project.widths = widths }
    case "scales": if let scales = integers(key, value, Project.scaleRange) { project.scales = scales }
    case "themes": readThemes(value)
    case "locale":
      guard isSingle(key, value), let code = choices(key, value, Language.all.map(\.code))?.first else { return }
      project.locale = Language(code: code) ?? .usual
    case "timeZone":
      guard let zone = string(key, value) else { return }
      guard TimeZone(identifier: zone) != nil else {
        return report(.value(key: key, expected: "an IANA name, like Europe/Moscow"), at: value.place)
      }
      project.timeZone = zone
    case "now":
      if let seconds = moment(key, value) { project.now = seconds }
    case "chat": project.chat.name = string(key, value)
    case "me": project.chat.owner = string(key, value)
    case "unread": project.chat.unread = string(key, value)
    case "since": project.chat.since = moment(key, value)
    case "until": project.chat.until = moment(key, value)
    case "encoding":
      let known = PictureEncoding.allCases.map(\.rawValue)
      if isSingle(key, value), let encoding = choices(key, value, known)?.first.flatMap(PictureEncoding.init) {
        project.encoding = encoding
      }
    case "photoQuality":
      guard isSingle(key, value), let quality = integers(key, value, Project.photoQualityRange)?.first else { return }
      project.photoQuality = quality
    case "highlight": project.highlight = string(key, value)
    case "viewer": project.viewer = string(key, value)
    case "feedHeight":
      guard isSingle(key, value), let height = integers(key, value, Project.feedHeightRange)?.first else { return }
      project.feedHeight = height
    case "memory":
      guard let text = string(key, value) else { return }
      guard let bytes = ByteCount.bytes(of: text) else {
        return report(.value(key: key, expected: ByteCount.expected), at: value.place)
      }
      project.memory = bytes
    case "prefetchBudget": if let budget = prefetchNumber(key, value) { project.prefetch.budget = budget }
    case "prefetchWeights": readPrefetchWeights(key, value)
    default: break
    }
  }

  /// A list of tolerances, each for the cases that its pattern matches.
  private mutating func readTolerances(_ node: SourceNode) {
    for item in node.elements ?? [node] {
      guard let pattern = item["cases"]?.text, item["reason"]?.text != nil else {
        report(.value(key: "tolerances", expected: "a list of {cases: pattern, reason: why, …}"), at: item.place)
        continue
      }
      let (tolerance, problems) = ToleranceReader.read(item, over: .baseline, alsoAllowed: ["cases"])
      for problem in problems { report(problem.issue, at: problem.place) }
      project.tolerances.append(Project.CaseTolerance(cases: pattern, tolerance: tolerance))
    }
  }

  /// A folder, or folders by service; `default` is that of all others.
  private mutating func readCards(_ key: String, _ node: SourceNode) {
    guard let members = node.members else {
      if let path = string(key, node) { project.cards = url(path) }
      return
    }
    let known = [Self.otherServices] + Service.allCases.map(\.rawValue)
    for member in members {
      let name = "\(key).\(member.key)"
      guard member.key == Self.otherServices || Service(rawValue: member.key) != nil else {
        report(.unknownKey(name, known: known.map { "\(key).\($0)" }), at: member.keyPlace)
        continue
      }
      guard let folder = string(name, member.value).map(url) else { continue }
      if let service = Service(rawValue: member.key) {
        project.serviceCards[service] = folder
      } else {
        project.cards = folder
      }
    }
  }

  private static let otherServices = "default"

  private mutating func readThemes(_ node: SourceNode) {
    let reader = ThemeReader(node, url: url)
    for problem in reader.problems { report(problem.issue, at: problem.place) }
    if !reader.names.isEmpty { (project.themes, project.themeLayers) = (reader.names, reader.layers) }
  }

  private mutating func readPrefetchWeights(_ key: String, _ node: SourceNode) {
    let names = PrefetchWeights.settableNames.joined(separator: ", ")
    guard let members = node.members else {
      return report(.value(key: key, expected: "a mapping of \(names) to numbers"), at: node.place)
    }
    for member in members {
      let name = member.key
      guard let weight = prefetchNumber("\(key).\(name)", member.value) else { continue }
      if !project.prefetch.set(name, to: weight) {
        report(
          .unknownKey("\(key).\(name)", known: PrefetchWeights.settableNames.map { "\(key).\($0)" }),
          at: member.keyPlace
        )
      }
    }
  }

  private mutating func prefetchNumber(_ key: String, _ node: SourceNode) -> Double? {
    let range = PrefetchWeights.range
    if let number = node.number, range.contains(number) { return number }
    report(
      .value(key: key, expected: "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"), at: node.place)
    return nil
  }

  private func url(_ path: String) -> URL {
    path.hasPrefix("/") ? URL(fileURLWithPath: path) : project.folder.appendingPathComponent(path).standardizedFileURL
  }

  /// `feed/*.json` and `feed/page?.json` name files of one folder; anything else is a file or a folder.
  private mutating func expand(_ path: String, at node: SourceNode) -> [URL] {
    let target = url(path)
    guard target.lastPathComponent.contains(where: { $0 == "*" || $0 == "?" }) else { return [target] }
    let pattern = GlobPattern(target.lastPathComponent)
    let folder = target.deletingLastPathComponent()
    let names = (try? FileSystem.names(in: folder)) ?? []
    let matching = names.filter { !$0.hasPrefix(".") && pattern.matches($0) }.sorted(by: naturallyPrecedes)
    if matching.isEmpty {
      report(.value(key: "feeds", expected: "files that exist; \(path) matches none"), at: node.place)
    }
    return matching.map { folder.appendingPathComponent($0) }
  }

  // MARK: Values

  /// Seconds since 1970.
  private mutating func moment(_ key: String, _ node: SourceNode) -> Int? {
    guard let text = string(key, node) else { return nil }
    if let seconds = Timestamp.seconds(of: text) { return seconds }
    report(.value(key: key, expected: Timestamp.expected), at: node.place)
    return nil
  }

  private mutating func string(_ key: String, _ node: SourceNode) -> String? {
    if let text = node.text, !text.isEmpty { return text }
    report(
      node.comment.map { .commentedOut(key: key, comment: $0) } ?? .value(key: key, expected: "a text"), at: node.place)
    return nil
  }

  /// Of a list the first value would count and the others would be lost.
  private mutating func isSingle(_ key: String, _ node: SourceNode) -> Bool {
    if node.members == nil && node.elements == nil { return true }
    report(.value(key: key, expected: "one value, not a list"), at: node.place)
    return false
  }

  /// A list of at least one, or a value without one.
  private mutating func list(_ key: String, _ node: SourceNode) -> [SourceNode] {
    let nodes = node.elements ?? [node]
    if nodes.isEmpty { report(.value(key: key, expected: "at least one value, or no such key"), at: node.place) }
    return nodes
  }

  private mutating func strings(_ key: String, _ node: SourceNode) -> [String]? {
    let texts = list(key, node).compactMap { string(key, $0) }
    return texts.isEmpty ? nil : texts
  }

  private mutating func integers(_ key: String, _ node: SourceNode, _ range: ClosedRange<Int>) -> [Int]? {
    let values = list(key, node).compactMap { item -> Int? in
      guard let value = item.integer, range.contains(value) else {
        let expected = "whole numbers from \(range.lowerBound) to \(range.upperBound)"
        report(.value(key: key, expected: expected), at: item.place)
        return nil
      }
      return value
    }
    return values.isEmpty ? nil : values
  }

  private mutating func choices(_ key: String, _ node: SourceNode, _ known: [String]) -> [String]? {
    guard let texts = strings(key, node) else { return nil }
    for text in texts where !known.contains(text) {
      report(.value(key: key, expected: "one of \(known.joined(separator: ", "))"), at: node.place)
      return nil
    }
    return texts
  }

  private mutating func report(_ issue: ProjectIssue, at place: Place) {
    diagnostics.append(Diagnostic(issue, at: place))
  }
}
