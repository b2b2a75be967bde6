import CheckedSources
import Diagnostics
import Files
import Foundation
import Projects
import Screens

/// `screens.yml`: which identifiers parts have in the app, how far they may be off, and which font stands in.
struct ScreenRules {
  static let fileName = "screens.yml"

  var map = ScreenMap()
  var judge = ScreenJudge()

  /// - Returns: What stands in the first of `folders` that has such a file.
  /// - Throws: `Diagnostic` with line and column.
  static func find(in folders: [URL], environment: Environment) throws -> ScreenRules {
    try ProjectFile.source(fileName, inFirstOf: folders, environment: environment).map(ScreenRules.init)
      ?? ScreenRules()
  }

  init() {}

  init(_ root: SourceNode) throws {
    guard let members = root.members else {
      throw Diagnostic(ScreenRuleIssue.value("the file", "a mapping"), at: root.place)
    }
    for member in members {
      switch member.key {
      case "map":
        map = ScreenMap(try Self.entries(member, "identifiers by the names of parts") { $0.text }.map { ($0, $1) })
      case "tolerances":
        judge.tolerances = try Self.entries(member, "points by the names of parts", Self.points).map { ($0, $1) }
      case "tolerance":
        guard let points = Self.points(member.value) else { throw Self.wrong(member, "points, like 0.5") }
        judge.tolerance = points
      case "font":
        guard let font = member.value.text else { throw Self.wrong(member, "the family that the app uses") }
        judge.otherFont = font
      default:
        throw Diagnostic(ScreenRuleIssue.unknownKey(member.key), at: member.keyPlace)
      }
    }
  }

  private static func points(_ node: SourceNode) -> Double? {
    node.number.flatMap { (0...1000).contains($0) ? $0 : nil }
  }

  private static func entries<Value>(
    _ member: SourceNode.Member, _ expected: String, _ value: (SourceNode) -> Value?
  ) throws -> [(String, Value)] {
    guard let members = member.value.members else { throw wrong(member, expected) }
    return try members.map { entry in
      guard let value = value(entry.value) else { throw wrong(entry, expected) }
      return (entry.key, value)
    }
  }

  private static func wrong(_ member: SourceNode.Member, _ expected: String) -> Diagnostic {
    Diagnostic(ScreenRuleIssue.value("\"\(member.key)\"", expected), at: member.value.place)
  }
}

/// What can be wrong in `screens.yml`.
enum ScreenRuleIssue: Issue {
  case unknownKey(String)
  case value(String, String)

  var text: IssueText {
    switch self {
    case .unknownKey(let key):
      .error(
        "screens.unknown-key", "unknown key \"\(key)\"",
        hint: nearestHint(to: key, among: ["map", "tolerances", "tolerance", "font"]))
    case .value(let what, let expected): .error("screens.value", "\(what) must be \(expected)")
    }
  }
}
