import Basics
import DataFormats
import Diagnostics
import Files
import Foundation
import ImageComparison
import Projects

/// The rules of `pictures.yml`: tolerances, masks and viewports.
package struct ImageRules: Sendable {
  package static let fileName = "pictures.yml"
  package static let keys = ["tolerances", "masks", "viewports"]
  /// The keys of a mask. `rect` is the former name of `region`.
  package static let maskKeys = ["pictures", "region", "rect", "reason"]
  package static let viewportKeys = ["pictures", "region"]
  /// The keys of tolerances besides those of a project's.
  package static let toleranceKeys = ["pictures", "size", "rasterizer"]

  package struct Mask: Sendable {
    /// The pattern as written; nil if the mask is for all images.
    var text: String?
    /// The paths of the affected images.
    package var pictures: GlobPattern
    /// The masked rectangle in pixels, for both images.
    package var rect: PixelRect
    package var reason: String
  }

  /// The rules of one image.
  package struct Applied: Sendable {
    package var tolerance: Tolerance
    package var allowance: ImageAllowance
    package var masks: [Mask]
  }

  /// Tolerances for the images of a pattern. They replace earlier ones key by key.
  private struct TolerancePart: Sendable {
    /// The pattern as written; nil for all images.
    var text: String?
    var pictures: GlobPattern
    var node: SourceNode
  }

  private var tolerances: [TolerancePart] = []
  package private(set) var masks: [Mask] = []
  /// The parts of images to compare; the rest is masked.
  private var viewports: [Mask] = []
  /// A text that differs if the rules do.
  package private(set) var text = ""

  package init() {}

  /// - Returns: The rules of the first folder with such a file; the default rules if there is none.
  /// - Throws: `Diagnostic` with line and column if the file is invalid.
  package static func find(in folders: [URL], environment: Environment) throws -> ImageRules {
    try ProjectFile.source(fileName, inFirstOf: folders, environment: environment).map(ImageRules.init)
      ?? ImageRules()
  }

  init(_ root: SourceNode) throws {
    guard let members = root.members else {
      throw Diagnostic(
        ImageFolderIssue.rule("the file must be a mapping of tolerances, masks and viewports"), at: root.place)
    }
    text = "\(root)"
    for member in members {
      switch member.key {
      case "tolerances":
        // A mapping is for all images; a list has a pattern for each of its mappings.
        tolerances = try (member.value.elements ?? [member.value]).map(Self.part)
      case "masks":
        guard let list = member.value.elements else {
          throw Diagnostic(ImageFolderIssue.rule("masks must be a list"), at: member.value.place)
        }
        masks = try list.map(Self.mask)
      case "viewports":
        guard let list = member.value.elements else {
          throw Diagnostic(ImageFolderIssue.rule("viewports must be a list"), at: member.value.place)
        }
        viewports = try list.map(Self.viewport)
      default: throw Self.unknown(member, among: Self.keys)
      }
    }
  }

  private static func unknown(_ member: SourceNode.Member, among known: [String]) -> Diagnostic {
    Diagnostic(ImageFolderIssue.unknownRule(member.key, known: known), at: member.keyPlace)
  }

  private static func part(_ node: SourceNode) throws -> TolerancePart {
    let pattern = node["pictures"]?.text
    let part = TolerancePart(text: pattern, pictures: GlobPattern(pattern ?? "*"), node: node)
    _ = try read(part, over: (ImageJudge.standard, ImageAllowance()))
    return part
  }

  private static func read(
    _ part: TolerancePart, over base: (Tolerance, ImageAllowance)
  ) throws -> (Tolerance, ImageAllowance) {
    let (tolerance, problems) = ToleranceReader.read(part.node, over: base.0, alsoAllowed: toleranceKeys)
    if let problem = problems.first { throw Diagnostic(problem.issue, at: problem.place) }
    var allowance = base.1
    if let node = part.node["size"] {
      guard let size = node.integer, (0...1000).contains(size) else {
        throw Diagnostic(
          ProjectIssue.value(key: "size", expected: "a whole number of pixels from 0 to 1000"), at: node.place)
      }
      allowance.size = size
    }
    if let node = part.node["rasterizer"] {
      guard let passes = node.flag else {
        throw Diagnostic(ProjectIssue.value(key: "rasterizer", expected: "true or false"), at: node.place)
      }
      allowance.rasterizer = passes
    }
    return (tolerance, allowance)
  }

  /// Unknown keys are errors, because a misspelled `pictures` would mask all images.
  private static func mask(_ node: SourceNode) throws -> Mask {
    if let other = node.members?.first(where: { !maskKeys.contains($0.key) }) { throw unknown(other, among: maskKeys) }
    guard let rect = (node["region"] ?? node["rect"]).flatMap(rect), let reason = node["reason"]?.text,
      !reason.isEmpty, node["region"] == nil || node["rect"] == nil
    else {
      throw Diagnostic(
        ImageFolderIssue.rule(
          "a mask must be {region: [x, y, width, height], reason: why}, in pixels, with pictures: pattern"),
        at: node.place)
    }
    guard !rect.isEmpty else {
      throw Diagnostic(ImageFolderIssue.rule("the mask hides nothing: its width or height is 0"), at: node.place)
    }
    let pattern = node["pictures"]?.text
    return Mask(text: pattern, pictures: GlobPattern(pattern ?? "*"), rect: rect, reason: reason)
  }

  /// The largest coordinate of a rectangle.
  private static let limit = 1_000_000

  private static func rect(_ node: SourceNode) -> PixelRect? {
    guard let rect = CaseRuleReader.rect(node) else { return nil }
    let sides = [rect.origin.x, rect.origin.y, rect.width, rect.height].compactMap { Int(exactly: $0) }
    guard sides.count == 4, sides.allSatisfy({ (0...limit).contains($0) }) else { return nil }
    return PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }

  private static func viewport(_ node: SourceNode) throws -> Mask {
    if let other = node.members?.first(where: { !viewportKeys.contains($0.key) }) {
      throw unknown(other, among: viewportKeys)
    }
    guard let rect = node["region"].flatMap(rect), !rect.isEmpty else {
      throw Diagnostic(
        ImageFolderIssue.rule("a viewport must be {region: [x, y, width, height]}, in pixels, with pictures: pattern"),
        at: node.place)
    }
    let pattern = node["pictures"]?.text
    return Mask(
      text: pattern, pictures: GlobPattern(pattern ?? "*"), rect: rect, reason: "outside of the viewport")
  }

  /// Returns masks for everything outside of a viewport.
  private static func outside(of viewport: Mask) -> [Mask] {
    let rect = viewport.rect
    return [
      PixelRect(left: 0, top: 0, right: 2 * limit, bottom: rect.y),
      PixelRect(left: 0, top: rect.bottom, right: 2 * limit, bottom: 2 * limit),
      PixelRect(left: 0, top: rect.y, right: rect.x, bottom: rect.bottom),
      PixelRect(left: rect.right, top: rect.y, right: 2 * limit, bottom: rect.bottom),
    ].filter { !$0.isEmpty }.map { hidden in
      var mask = viewport
      mask.rect = hidden
      return mask
    }
  }

  /// Returns the rules for an image.
  package func rules(of id: String) -> Applied {
    var applied = (ImageJudge.standard, ImageAllowance())
    // All parts were read before, so no error is possible here.
    for part in tolerances where part.pictures.matches(id) {
      applied = (try? Self.read(part, over: applied)) ?? applied
    }
    // The last matching viewport counts.
    let viewport = viewports.last { $0.pictures.matches(id) }.map(Self.outside) ?? []
    return Applied(
      tolerance: applied.0, allowance: applied.1, masks: masks.filter { $0.pictures.matches(id) } + viewport)
  }

  /// Returns a warning for each pattern that matches none of the images.
  package func staleRules(among ids: [String]) -> [Diagnostic] {
    let patterns = tolerances.map { ($0.text, $0.pictures) } + (masks + viewports).map { ($0.text, $0.pictures) }
    return patterns.compactMap { text, pattern in
      guard let text, !ids.contains(where: pattern.matches) else { return nil }
      return Diagnostic(ImageFolderIssue.staleRule(pattern: text, known: ids))
    }
  }
}
