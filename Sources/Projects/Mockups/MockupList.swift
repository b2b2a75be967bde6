import DataFormats
import Diagnostics
import Drawing
import Files
import Foundation
import ImageComparison
import RunSupport

/// A case of `cases.yml`: a post as a designer drew it.
package struct Mockup: Sendable {
  package var name: String
  /// The digest of the list that contains the case.
  package var list: Digest
  /// The project that contains the post.
  package var feed: URL
  package var post: String
  /// In points.
  package var width: Int
  package var scale: Int
  package var theme: String
  package var state: ImageVariant.State
  /// The image; nil for the pulled image of the frame, if there is one.
  package var mockup: URL?
  /// The design (a file or a folder of API responses) and the frame in it; nil compares only pixels.
  package var figma: URL?
  package var frame: String?
  /// The part of the frame and of the image that shows the card, in points; nil for all of it.
  package var crop: Rect?
  /// The pixels per point of the image; nil to compute them from the sizes of image and frame.
  package var pictureScale: Double?
  /// Layers for boxes whose names don't match.
  package var map: BoxMap
  /// Whether layers and boxes without a counterpart are differences.
  package var reportsUnmapped: Bool
  package var tolerance: Tolerance
  package var masks: [CaseMask]
  /// Boxes that may be missing from either side.
  package var ignored: [String]
  package var deviations: [Deviation]
}

/// Reads `cases.yml`: `defaults`, and `cases` that override them key by key.
package struct MockupList {
  package static let keys = [
    "name", "feed", "post", "width", "scale", "theme", "state", "mockup", "figma", "frame", "tolerances", "masks",
    "ignore", "map", "unmapped", "deviations", "crop", "pictureScale",
  ]

  private let file: URL
  private let name: String
  private let digest: Digest
  private var diagnostics: [Diagnostic] = []

  /// Reads a list of cases.
  ///
  /// - Throws: `RunFailure` with all problems, each with line and column.
  package static func read(_ file: URL, name: String) throws -> [Mockup] {
    let text: String
    do throws(FileError) {
      text = try RegularFile(file).text()
    } catch {
      throw error.unreadable(as: name)
    }
    var reader = MockupList(file: file, name: name, digest: Digest(of: text))
    let cases = try reader.cases(of: text)
    guard reader.diagnostics.isEmpty else { throw RunFailure(reader.diagnostics) }
    return cases
  }

  /// Returns the files that a list names, valid or not: images, designs and maps.
  package static func files(namedIn list: URL) -> [URL] {
    guard let text = try? RegularFile(list).text(), let root = try? YAMLSource.read(text, file: list.lastPathComponent)
    else { return [] }
    let reader = MockupList(file: list, name: "", digest: Digest(of: text))
    let fields = [root["defaults"]] + (root["cases"]?.elements ?? [])
    return ["mockup", "figma", "map"].flatMap { key in fields.compactMap { $0?[key]?.text } }.uniqued().map(reader.url)
  }

  private init(file: URL, name: String, digest: Digest) {
    self.file = file
    self.name = name
    self.digest = digest
  }

  private mutating func cases(of text: String) throws -> [Mockup] {
    let root = try ProjectFile.source(text, called: name)
    guard let members = root.members, let list = root["cases"]?.elements else {
      report(.value(key: "cases", expected: "a list of cases", found: root["cases"]?.quotedScalar), at: root)
      return []
    }
    for member in members where !["cases", "defaults"].contains(member.key) {
      report(.unknownKey(member.key, known: ["cases", "defaults"]), at: member.keyPlace)
    }
    let defaults = root["defaults"].map { fields(of: $0) } ?? [:]
    var seen: Set<String> = []
    return list.compactMap { node in
      let own = fields(of: node)
      guard let found = mockupCase(own.merging(defaults) { own, _ in own }, at: node) else { return nil }
      guard seen.insert(found.name).inserted else {
        report(.value(key: "name", expected: "unique, but \"\(found.name)\" occurs twice"), at: node)
        return nil
      }
      return found
    }
  }

  private mutating func fields(of node: SourceNode) -> [String: SourceNode] {
    guard let members = node.members else {
      report(.value(key: "case", expected: "a mapping of keys to values", found: node.quotedScalar), at: node)
      return [:]
    }
    var fields: [String: SourceNode] = [:]
    for member in members {
      guard Self.keys.contains(member.key) else {
        report(.unknownKey(member.key, known: Self.keys), at: member.keyPlace)
        continue
      }
      fields[member.key] = member.value
    }
    return fields
  }

  private mutating func mockupCase(_ fields: [String: SourceNode], at node: SourceNode) -> Mockup? {
    guard let name = text("name", fields, at: node), let post = text("post", fields, at: node),
      let mockup = picture(fields, at: node),
      let width = number("width", fields, Project.widthRange, else: 375),
      let scale = number("scale", fields, Project.scaleRange, else: 2),
      let theme = theme(fields["theme"]),
      let state = choice("state", fields, ["expanded", "collapsed"]).flatMap({ ImageVariant.State(name: $0) }),
      let unmapped = choice("unmapped", fields, ["ignore", "report"]),
      let map = map(fields["map"]), let crop = crop(fields["crop"]), let pictureScale = pictureScale(fields)
    else { return nil }
    guard RelativePath(name) != nil, !name.contains("/") else {
      report(
        .value(key: "name", expected: "a name without slashes that does not begin with a dot", found: "\"\(name)\""),
        at: node)
      return nil
    }
    return Mockup(
      name: name, list: digest, feed: url(fields["feed"]?.text ?? "."), post: post, width: width, scale: scale,
      theme: theme, state: state, mockup: mockup.file, figma: fields["figma"]?.text.map(url),
      frame: fields["frame"]?.text, crop: crop.rect, pictureScale: pictureScale.value, map: map,
      reportsUnmapped: unmapped == "report", tolerance: tolerance(fields["tolerances"]),
      masks: rules(fields["masks"], CaseRuleReader.masks),
      ignored: fields["ignore"]?.elements?.compactMap(\.text) ?? [],
      deviations: rules(fields["deviations"], CaseRuleReader.deviations))
  }

  private func url(_ path: String) -> URL {
    path.hasPrefix("/")
      ? URL(fileURLWithPath: path)
      : file.deletingLastPathComponent().appendingPathComponent(path).standardizedFileURL
  }

  // MARK: Values

  private mutating func tolerance(_ node: SourceNode?) -> Tolerance {
    guard let node else { return .mockup }
    let (tolerance, problems) = ToleranceReader.read(node, over: .mockup)
    for problem in problems { report(problem.issue, at: problem.place) }
    return tolerance
  }

  /// A case with a design needs no image of its own.
  private mutating func picture(_ fields: [String: SourceNode], at node: SourceNode) -> (file: URL?, Void)? {
    if fields["figma"]?.text != nil, fields["mockup"] == nil { return (nil, ()) }
    return text("mockup", fields, at: node).map { (url($0), ()) }
  }

  private mutating func map(_ node: SourceNode?) -> BoxMap? {
    guard let node else { return BoxMap() }
    do throws(Diagnostic) {
      guard let path = node.text else { return try BoxMap.read(node) }
      return try BoxMap.read(url(path), called: path)
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  private mutating func crop(_ node: SourceNode?) -> (rect: Rect?, Void)? {
    guard let node else { return (nil, ()) }
    if let rect = CaseRuleReader.rect(node) { return (rect, ()) }
    report(
      .value(key: "crop", expected: "x, y, width and height in points, as in 0 44 375 210", found: node.quotedScalar),
      at: node)
    return nil
  }

  private mutating func pictureScale(_ fields: [String: SourceNode]) -> (value: Double?, Void)? {
    guard let node = fields["pictureScale"] else { return (nil, ()) }
    if let scale = node.number, (0.01...8).contains(scale) { return (scale, ()) }
    report(
      .value(key: "pictureScale", expected: "pixels per point, from 0.01 to 8", found: node.quotedScalar), at: node)
    return nil
  }

  private mutating func rules<Value>(
    _ node: SourceNode?, _ read: (SourceNode, [String]) -> CaseRuleReader.Values<Value>
  ) -> [Value] {
    guard let found = node.map({ read($0, []) }) else { return [] }
    for problem in found.problems { report(problem.issue, at: problem.place) }
    return found.values.map(\.value)
  }

  private mutating func text(_ key: String, _ fields: [String: SourceNode], at node: SourceNode) -> String? {
    if let text = fields[key]?.text, !text.isEmpty { return text }
    let expected = key == "post" ? "a post's id, as listed by \"feedproof show --stage post\"" : "a text"
    report(.value(key: key, expected: expected, found: fields[key]?.quotedScalar), at: fields[key] ?? node)
    return nil
  }

  private mutating func number(
    _ key: String, _ fields: [String: SourceNode], _ range: ClosedRange<Int>, else standard: Int
  ) -> Int? {
    guard let node = fields[key] else { return standard }
    if let value = node.integer, range.contains(value) { return value }
    report(
      .value(
        key: key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", found: node.quotedScalar),
      at: node)
    return nil
  }

  /// Reads one of the known texts; the first one if the key is missing.
  private mutating func choice(_ key: String, _ fields: [String: SourceNode], _ known: [String]) -> String? {
    guard let node = fields[key] else { return known.first }
    if let text = node.text, known.contains(text) { return text }
    report(.value(key: key, expected: "one of \(known.joined(separator: ", "))", found: node.quotedScalar), at: node)
    return nil
  }

  /// Reads the name of a theme; `light` if the key is missing. Loading the design checks whether it has the theme.
  private mutating func theme(_ node: SourceNode?) -> String? {
    guard let node else { return "light" }
    if let text = node.text, ThemeName.isSound(text) { return text }
    report(.value(key: "theme", expected: ThemeName.expected, found: node.quotedScalar), at: node)
    return nil
  }

  private mutating func report(_ issue: ProjectIssue, at node: SourceNode) { report(issue, at: node.place) }

  private mutating func report(_ issue: ProjectIssue, at place: Place) {
    diagnostics.append(Diagnostic(issue, at: place))
  }
}
