import DataFormats
import Diagnostics
import Files
import Foundation
import Projects

/// The settings in `screens.yml`: which elements show which parts, tolerances, the theme, and the app's font.
package struct ScreenRules {
  static let fileName = "screens.yml"
  package static let keys = ["map", "tolerances", "tolerance", "font", "theme"]

  private var pins: [(part: String, element: String)] = []
  private var tolerances: [(part: String, points: Double)] = []
  private var tolerance: Double?
  private var font: String?
  private var theme: (name: String, place: Place)?

  var map: ScreenMap { ScreenMap(pins) }
  var judge: ScreenJudge {
    var judge = ScreenJudge(tolerances: tolerances, otherFont: font)
    if let tolerance { judge.tolerance = tolerance }
    return judge
  }

  /// The theme of all screens. Nil if the file doesn't name one.
  ///
  /// - Parameter themes: The project's themes.
  /// - Throws: `Diagnostic` if the theme is not one of them.
  func theme(among themes: [String]) throws -> ScreenTheme? {
    try theme.map { theme in
      guard let index = themes.firstIndex(of: theme.name) else {
        let names = themes.map { "\"\($0)\"" }.joined(separator: ", ")
        throw Diagnostic(
          ScreenRuleIssue.value("\"theme\"", "a theme of the project (\(names))"), at: theme.place)
      }
      return ScreenTheme(index: index, evidence: .rules)
    }
  }

  /// Reads the files in all folders. If several define the same setting, the first folder wins.
  ///
  /// - Throws: `Diagnostic` with line and column.
  static func find(in folders: [URL], environment: Environment) throws -> ScreenRules {
    var rules = ScreenRules()
    for folder in folders.map(FileSystem.resolved).map(\.standardizedFileURL).uniqued() {
      guard let root = try ProjectFile.source(fileName, inFirstOf: [folder], environment: environment) else { continue }
      rules.add(try ScreenRules(root))
    }
    return rules
  }

  private mutating func add(_ other: ScreenRules) {
    pins += other.pins.filter { pin in !pins.contains { $0.part == pin.part } }
    tolerances += other.tolerances
    tolerance = tolerance ?? other.tolerance
    font = font ?? other.font
    theme = theme ?? other.theme
  }

  private init() {}

  init(_ root: SourceNode) throws {
    guard let members = root.members else {
      throw Diagnostic(ScreenRuleIssue.value("the file", "a mapping"), at: root.place)
    }
    for member in members {
      switch member.key {
      case "map":
        pins = try Self.entries(member, "a mapping of parts to elements") { $0.text }.map { ($0, $1) }
      case "tolerances":
        tolerances = try Self.entries(member, "a mapping of parts to points", Self.points).map { ($0, $1) }
      case "tolerance":
        guard let points = Self.points(member.value) else { throw Self.wrong(member, "points, like 0.5") }
        tolerance = points
      case "font":
        guard let font = member.value.text else { throw Self.wrong(member, "the font family of the app") }
        self.font = font
      case "theme":
        guard let theme = member.value.text else { throw Self.wrong(member, "a theme of the project") }
        self.theme = (theme, member.value.place)
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
    Diagnostic(
      ScreenRuleIssue.value("\"\(member.key)\"", expected + (member.value.quotedScalar.map { ", not \($0)" } ?? "")),
      at: member.value.place)
  }
}

/// A writer for the map in a project's `screens.yml`, used by the review page.
package struct ScreenMapFile {
  /// The file in the project's folder.
  package let file: URL
  /// The file's name in diagnostics and on pages.
  package let name: String

  package init(in folder: URL) {
    file = folder.appendingPathComponent(ScreenRules.fileName)
    name = ScreenRules.fileName
  }

  /// A part and the element that shows it. Both are patterns.
  package struct Pair: Decodable {
    var part: String
    /// The element's identifier, or another name of the element as in the map.
    var identifier: String

    /// Whether both names are single lines of at most 500 bytes.
    fileprivate var isSound: Bool {
      [part, identifier].allSatisfy { text in
        (1...500).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      }
    }
  }

  /// Adds a pair, or changes the identifier of a part. The rest of the file stays unchanged.
  ///
  /// - Throws: `Diagnostic` if the pair is invalid, or the file can't be edited or written.
  package func set(_ pair: Pair) throws {
    guard pair.isSound else { throw Diagnostic(ScreenRuleIssue.noPair) }
    let text: String
    do throws(FileError) {
      text = try RegularFile(file).text()
    } catch {
      guard error.isMissing else { throw error.unreadable(as: name) }
      text = InputSchema.line("screens")
    }
    let value = YAMLEdit.Value("map", pair.part, written: YAMLText.quoted(pair.identifier))
    guard let edited = YAMLEdit(text, file: name).setting([value], adding: .indented) else {
      throw Diagnostic(ScreenRuleIssue.notEditable, at: Place(file: name))
    }
    if edited != text { try OutputFolder.write(Data(edited.utf8), to: file) }
  }
}

/// A problem in `screens.yml`.
package enum ScreenRuleIssue: Issue {
  case unknownKey(String)
  case value(String, String)
  /// The request from the page contains no valid pair of names.
  case noPair
  case notEditable

  package var text: IssueText {
    switch self {
    case .unknownKey(let key):
      .error(
        "screens.unknown-key", "unknown key \"\(key)\"",
        hint: nearestHint(to: key, among: ScreenRules.keys))
    case .value(let what, let expected): .error("screens.value", "\(what) must be \(expected)")
    case .noPair:
      .error(
        "screens.pair", "the request names no pair",
        hint: "send {\"part\": \"avatar\", \"identifier\": \"*:id/user_pic\"}")
    case .notEditable:
      .error(
        "screens.not-editable", "the map can't be edited automatically",
        hint: "add the pair yourself")
    }
  }
}
