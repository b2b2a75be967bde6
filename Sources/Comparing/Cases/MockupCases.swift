import CheckedSources
import Diagnostics
import Digests
import Drawing
import Files
import Foundation
import Projects
import Proof
import Raster
import Runs

/// A case of `cases.yml`: a post as a designer drew it.
struct MockupCase: Sendable {
  var name: String
  /// Of the list that it stands in.
  var list: Digest
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
  private let digest: Digest
  private var diagnostics: [Diagnostic] = []

  /// - Throws: `RunFailure` with all that is wrong, each with line and column.
  static func read(_ file: URL, name: String) throws -> [MockupCase] {
    let text: String
    do throws(FileError) {
      text = try RegularFile(file).text()
    } catch {
      throw error.unreadable(as: name)
    }
    var reader = MockupCases(file: file, name: name, digest: Digest(of: text))
    let cases = try reader.cases(of: text)
    guard reader.diagnostics.isEmpty else { throw RunFailure(reader.diagnostics) }
    return cases
  }

  private init(file: URL, name: String, digest: Digest) {
    self.file = file
    self.name = name
    self.digest = digest
  }

  private mutating func cases(of text: String) throws -> [MockupCase] {
    let root: SourceNode
    do throws(SourceFault) {
      root = try YAMLSource.read(text, file: name)
    } catch {
      throw Diagnostic(ProjectIssue.source(error.fact), at: error.place)
    }
    guard let members = root.members, let list = root["cases"]?.elements else {
      report(.value(key: "cases", expected: "a list of cases"), at: root)
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
        report(.value(key: "name", expected: "unique; \(found.name) comes twice"), at: node)
        return nil
      }
      return found
    }
  }

  private mutating func fields(of node: SourceNode) -> [String: SourceNode] {
    guard let members = node.members else {
      report(.value(key: "case", expected: "a mapping of keys to values"), at: node)
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

  private mutating func mockupCase(_ fields: [String: SourceNode], at node: SourceNode) -> MockupCase? {
    guard let name = text("name", fields, at: node), let post = text("post", fields, at: node),
      let mockup = text("mockup", fields, at: node),
      let width = number("width", fields, Project.widthRange, else: 375),
      let scale = number("scale", fields, Project.scaleRange, else: 2),
      let theme = theme(fields["theme"]),
      let state = choice("state", fields, ["expanded", "collapsed"]).flatMap({ PictureVariant.State(name: $0) })
    else { return nil }
    guard RelativePath(name) != nil, !name.contains("/") else {
      report(.value(key: "name", expected: "a name without slashes that does not begin with a dot"), at: node)
      return nil
    }
    return MockupCase(
      name: name, list: digest, feed: url(fields["feed"]?.text ?? "."), post: post, width: width, scale: scale,
      theme: theme,
      state: state, mockup: url(mockup), figma: fields["figma"]?.text.map(url), frame: fields["frame"]?.text,
      tolerance: tolerance(fields["tolerances"]), masks: masks(fields["masks"]),
      ignored: fields["ignore"]?.elements?.compactMap(\.text) ?? [])
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

  private mutating func masks(_ node: SourceNode?) -> [CaseMask] {
    (node?.elements ?? []).compactMap { item in
      guard let box = item["box"]?.text, let reason = item["reason"]?.text, !reason.isEmpty else {
        report(.value(key: "masks", expected: "a list of {box: path, reason: why}"), at: item)
        return nil
      }
      return CaseMask(box: box, reason: reason)
    }
  }

  private mutating func text(_ key: String, _ fields: [String: SourceNode], at node: SourceNode) -> String? {
    if let text = fields[key]?.text, !text.isEmpty { return text }
    report(.value(key: key, expected: "a text"), at: fields[key] ?? node)
    return nil
  }

  private mutating func number(
    _ key: String, _ fields: [String: SourceNode], _ range: ClosedRange<Int>, else standard: Int
  ) -> Int? {
    guard let node = fields[key] else { return standard }
    if let value = node.integer, range.contains(value) { return value }
    report(
      .value(key: key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"), at: node)
    return nil
  }

  /// The first of the known ones where the key is left out.
  private mutating func choice(_ key: String, _ fields: [String: SourceNode], _ known: [String]) -> String? {
    guard let node = fields[key] else { return known.first }
    if let text = node.text, known.contains(text) { return text }
    report(.value(key: key, expected: "one of \(known.joined(separator: ", "))"), at: node)
    return nil
  }

  /// Light where the key is left out. Whether there is such a theme, the design says when it is loaded.
  private mutating func theme(_ node: SourceNode?) -> String? {
    guard let node else { return "light" }
    if let text = node.text, ThemeName.isSound(text) { return text }
    report(.value(key: "theme", expected: ThemeName.expected), at: node)
    return nil
  }

  private mutating func report(_ issue: ProjectIssue, at node: SourceNode) { report(issue, at: node.place) }

  private mutating func report(_ issue: ProjectIssue, at place: Place) {
    diagnostics.append(Diagnostic(issue, at: place))
  }
}

/// The design files of a run's mockups, each read once.
struct MockupDesigns: Sendable {
  /// Bytes of a design file: an export of one document of a design tool is some tens of millions.
  private static let sizeLimit = 512 << 20

  private let designs: [URL: Result<FigmaDesign, Diagnostic>]

  init(cases: [MockupCase]) {
    var designs: [URL: Result<FigmaDesign, Diagnostic>] = [:]
    for file in cases.compactMap(\.figma).uniqued() {
      designs[file] = Result { () throws(Diagnostic) in try Self.read(file) }
    }
    self.designs = designs
  }

  private static func read(_ file: URL) throws(Diagnostic) -> FigmaDesign {
    let data: Data
    do throws(FileError) {
      data = try RegularFile(file).data(limit: sizeLimit)
    } catch {
      throw error.unreadable(as: file.lastPathComponent)
    }
    do throws(SourceFault) {
      return try JSONSource.decode(from: data, file: file.lastPathComponent)
    } catch {
      throw Diagnostic(ProofIssue.figmaUnreadable(reason: error.fact.message), at: error.place)
    }
  }

  private func boxes(ofFrame frame: String, in file: URL) throws(Diagnostic) -> LayoutRecord? {
    do throws(Diagnostic) {
      return try designs[file]?.get().layout(ofFrame: frame)
    } catch {
      throw error.located(in: file.lastPathComponent)
    }
  }

  /// What the mockup shows, and its picture as a file; nil where there is no picture yet.
  ///
  /// - Throws: `Diagnostic` when the picture or the design can't be read.
  func reference(for mockup: MockupCase) throws -> (Reference, [UInt8])? {
    guard FileSystem.exists(mockup.mockup) else { return nil }
    let png = try PictureFile.bytes(of: mockup.mockup, called: mockup.mockup.lastPathComponent)
    let layout = try mockup.figma.flatMap { try boxes(ofFrame: mockup.frame ?? mockup.name, in: $0) }
    let size = try PictureFile.size(png, name: mockup.mockup.lastPathComponent)
    let reference = Reference(
      layout: layout, size: size, digest: Digest(of: png).hex, isForeign: true,
      picture: { try PictureFile.decoded(png, name: mockup.mockup.lastPathComponent) })
    return (reference, png)
  }
}
