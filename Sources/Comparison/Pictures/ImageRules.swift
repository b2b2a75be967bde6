import Basics
import DataFormats
import Diagnostics
import Files
import Foundation
import ImageComparison
import Projects

/// The rules of `pictures.yml`: tolerances and masks.
package struct ImageRules: Sendable {
  package static let fileName = "pictures.yml"

  struct Mask: Sendable {
    /// The paths of the affected images.
    var pictures: GlobPattern
    /// The masked rectangle in pixels, for both images.
    var rect: PixelRect
    var reason: String
  }

  package var tolerance = ImageJudge.standard
  private(set) var masks: [Mask] = []

  package init() {}

  /// - Returns: The rules of the first folder with such a file; the default rules if there is none.
  /// - Throws: `Diagnostic` with line and column if the file is invalid.
  package static func find(in folders: [URL], environment: Environment) throws -> ImageRules {
    try ProjectFile.source(fileName, inFirstOf: folders, environment: environment).map(ImageRules.init)
      ?? ImageRules()
  }

  init(_ root: SourceNode) throws {
    guard let members = root.members else {
      throw Diagnostic(ImageFolderIssue.rule("the file must be a mapping of tolerances and masks"), at: root.place)
    }
    for member in members {
      switch member.key {
      case "tolerances":
        let (tolerance, problems) = ToleranceReader.read(member.value, over: ImageJudge.standard)
        if let problem = problems.first { throw Diagnostic(problem.issue, at: problem.place) }
        self.tolerance = tolerance
      case "masks":
        guard let list = member.value.elements else {
          throw Diagnostic(ImageFolderIssue.rule("masks must be a list"), at: member.value.place)
        }
        masks = try list.map(Self.mask)
      default: throw Self.unknown(member, among: ["tolerances", "masks"])
      }
    }
  }

  private static func unknown(_ member: SourceNode.Member, among known: [String]) -> Diagnostic {
    Diagnostic(ImageFolderIssue.unknownRule(member.key, known: known), at: member.keyPlace)
  }

  /// Unknown keys are errors, because a misspelled `pictures` would mask all images.
  private static func mask(_ node: SourceNode) throws -> Mask {
    let keys = ["pictures", "rect", "reason"]
    if let other = node.members?.first(where: { !keys.contains($0.key) }) { throw unknown(other, among: keys) }
    let sides = node["rect"]?.elements?.compactMap(\.integer) ?? []
    guard sides.count == 4, sides.allSatisfy({ (0...1_000_000).contains($0) }), let reason = node["reason"]?.text,
      !reason.isEmpty
    else {
      throw Diagnostic(
        ImageFolderIssue.rule(
          "a mask must be {rect: [x, y, width, height], reason: why}, in pixels, with pictures: pattern"),
        at: node.place)
    }
    return Mask(
      pictures: GlobPattern(node["pictures"]?.text ?? "*"),
      rect: PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]), reason: reason)
  }

  func masks(of id: String) -> [Mask] { masks.filter { $0.pictures.matches(id) } }
}
