import Diagnostics
import Drawing
import Files
import Foundation
import Projects
import Proof
import Runs
import Yams

/// A case of `cases.yml`: a post as a designer drew it.
struct MockupCase: Sendable {
  var name: String
  /// The project that has the post.
  var feed: URL
  var post: String
  /// Points.
  var width: Int
  var scale: Int
  var theme: String
  var state: PictureVariant.State
  /// The picture.
  var mockup: URL
  /// The design file and the frame in it; nil compares pixels alone.
  var figma: URL?
  var frame: String?
  var tolerance: Tolerance
  var masks: [CaseMask]
  /// Boxes that only one side has without that being a fault.
  var ignored: [String]
}

/// Reads `cases.yml`: `defaults`, and `cases` that override them key by key.
struct MockupCases {
  static let keys = [
    "name", "feed", "post", "width", "scale", "theme", "state", "mockup", "figma", "frame", "tolerances", "masks",
    "ignore",
  ]

  private let file: URL
  private let name: String
  private var diagnostics: [Diagnostic] = []

  /// - Throws: `RunFailure` with all that is wrong, each with line and column.
  static func read(_ file: URL, name: String) throws -> [MockupCase] {
    let text: String
    do {
      text = try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw Diagnostic(FileIssue.unreadable(reason: reason(error)), at: Place(file: name))
    }
    var reader = MockupCases(file: file, name: name)
    let cases = try reader.cases(of: text)
    guard reader.diagnostics.isEmpty else { throw RunFailure(reader.diagnostics) }
    return cases
  }

  private init(file: URL, name: String) {
    self.file = file
    self.name = name
  }

  private mutating func cases(of text: String) throws -> [MockupCase] {
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      throw Diagnostic(yaml: error, in: name)
    }
    guard let mapping = root?.mapping, let list = mapping["cases"]?.sequence else {
      report(.value(key: "cases", expected: "a list of cases"), at: root)
      return []
    }
    for (key, _) in mapping where !["cases", "defaults"].contains(key.string) {
      report(.unknownKey(key.string ?? "", known: ["cases", "defaults"]), at: key)
    }
    let defaults = mapping["defaults"].map { fields(of: $0) } ?? [:]
    var seen: Set<String> = []
    return list.compactMap { node in
      let own = fields(of: node)
      guard let found = mockupCase(own.merging(defaults) { own, _ in own }, at: node) else { return nil }
      guard seen.insert(found.name).inserted else {
        report(.value(key: "name", expected: "unique; \(found.name) comes twice"), at: node)
        return nil
      }
      return found
    }
  }

  private mutating func fields(of node: Node) -> [String: Node] {
    guard let mapping = node.mapping else {
      report(.value(key: "case", expected: "a mapping of keys to values"), at: node)
      return [:]
    }
    var fields: [String: Node] = [:]
    for (key, value) in mapping {
      let text = key.string ?? ""
      guard Self.keys.contains(text) else {
        report(.unknownKey(text, known: Self.keys), at: key)
        continue
      }
      fields[text] = value
    }
    return fields
  }

  private mutating func mockupCase(_ fields: [String: Node], at node: Node) -> MockupCase? {
    guard let name = text("name", fields, at: node), let post = text("post", fields, at: node),
      let mockup = text("mockup", fields, at: node),
      let width = number("width", fields, Project.widthRange, else: 375),
      let scale = number("scale", fields, Project.scaleRange, else: 2),
      let theme = choice("theme", fields, Project.knownThemes),
      let state = choice("state", fields, ["expanded", "collapsed"]).flatMap({ PictureVariant.State(name: $0) })
    else { return nil }
    guard RelativePath(name) != nil, !name.contains("/") else {
      report(.value(key: "name", expected: "a name without slashes that does not begin with a dot"), at: node)
      return nil
    }
    return MockupCase(
      name: name, feed: url(fields["feed"]?.string ?? "."), post: post, width: width, scale: scale, theme: theme,
      state: state, mockup: url(mockup), figma: fields["figma"]?.string.map(url), frame: fields["frame"]?.string,
      tolerance: tolerance(fields["tolerances"]), masks: masks(fields["masks"]),
      ignored: fields["ignore"]?.sequence?.compactMap(\.string) ?? [])
  }

  private func url(_ path: String) -> URL {
    path.hasPrefix("/")
      ? URL(fileURLWithPath: path)
      : file.deletingLastPathComponent().appendingPathComponent(path).standardizedFileURL
  }

  // MARK: Values

  private mutating func tolerance(_ node: Node?) -> Tolerance {
    guard let node else { return .mockup }
    let (tolerance, problems) = ToleranceReader.read(node, over: .mockup)
    for problem in problems { report(problem.issue, at: problem.node) }
    return tolerance
  }

  private mutating func masks(_ node: Node?) -> [CaseMask] {
    (node?.sequence.map(Array.init) ?? []).compactMap { item in
      guard let box = item.mapping?["box"]?.string, let reason = item.mapping?["reason"]?.string, !reason.isEmpty else {
        report(.value(key: "masks", expected: "a list of {box: path, reason: why}"), at: item)
        return nil
      }
      return CaseMask(box: box, reason: reason)
    }
  }

  private mutating func text(_ key: String, _ fields: [String: Node], at node: Node) -> String? {
    if let text = fields[key]?.string, !text.isEmpty { return text }
    report(.value(key: key, expected: "a text"), at: fields[key] ?? node)
    return nil
  }

  private mutating func number(
    _ key: String, _ fields: [String: Node], _ range: ClosedRange<Int>, else standard: Int
  ) -> Int? {
    guard let node = fields[key] else { return standard }
    if let value = node.int, range.contains(value) { return value }
    report(
      .value(key: key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"), at: node)
    return nil
  }

  /// The first of the known ones where the key is left out.
  private mutating func choice(_ key: String, _ fields: [String: Node], _ known: [String]) -> String? {
    guard let node = fields[key] else { return known.first }
    if let text = node.string, known.contains(text) { return text }
    report(.value(key: key, expected: "one of \(known.joined(separator: ", "))"), at: node)
    return nil
  }

  private mutating func report(_ issue: ProjectIssue, at node: Node?) {
    diagnostics.append(Diagnostic(issue, at: .line(node?.mark?.line ?? 1, column: node?.mark?.column, in: name)))
  }
}
