import Basics
import Diagnostics

/// The review of a comparison: the data that all its pages share. Strings are plain text.
package struct ReviewSite: Sendable {
  /// Cases with one common cause.
  package struct Cluster: Sendable {
    package var id: String
    package var title: String
    /// Indices of the review's cases.
    package var cases: [Int]
    /// The command that accepts all of them; nil if none can be accepted.
    package var accept: String?
    /// The kind of change: `token`, `photo`, …; nil if unknown.
    package var kind: String?
    /// The title for people who know the design; nil if there is only the title.
    package var sentence: String?

    package init(
      id: String, title: String, cases: [Int], accept: String?, kind: String? = nil, sentence: String? = nil
    ) {
      (self.id, self.title, self.cases, self.accept) = (id, title, cases, accept)
      (self.kind, self.sentence) = (kind, sentence)
    }

    fileprivate var members: ScriptValue {
      .record([
        ("id", .text(id)), ("title", .text(title)), ("cases", .counts(cases)),
        ("accept", .optional(accept.map(ScriptValue.text))), ("kind", .optional(kind.map(ScriptValue.text))),
        ("sentence", .optional(sentence.map(ScriptValue.text))),
      ])
    }
  }

  /// A verdict with its cases.
  package struct Verdict: Sendable {
    package var name: String
    /// The number of cases.
    package var cases: Int
    /// The symbol next to the name.
    package var sign: String
    /// Whether it needs attention.
    package var isOpen: Bool
    /// Whether thumbnails mark the differences.
    package var isMarked: Bool
    /// The reason why there is nothing to approve; empty if there is.
    package var whyNot: String

    package init(name: String, cases: Int, sign: String, isOpen: Bool, isMarked: Bool, whyNot: String) {
      (self.name, self.cases, self.sign) = (name, cases, sign)
      (self.isOpen, self.isMarked, self.whyNot) = (isOpen, isMarked, whyNot)
    }

    fileprivate var members: ScriptValue {
      .record([
        ("name", .text(name)), ("cases", .count(cases)), ("sign", .text(sign)), ("isOpen", .count(isOpen ? 1 : 0)),
        ("isMarked", .count(isMarked ? 1 : 0)), ("whyNot", .text(whyNot)),
      ])
    }
  }

  /// The project's name on the page.
  package var project: String
  /// The version of the tool.
  package var tool: String
  /// Identifies the comparison of decisions: equal for the same report.
  package var key: String
  /// The rendering environment of the cards.
  package var environment: String
  /// What approvals store: `full` or `digest`.
  package var keeping: String
  /// The command that approves, without ids: `feedproof approve holiday`.
  package var approve: String
  /// All verdicts, most urgent first.
  package var verdicts: [Verdict]
  /// The clusters, largest first.
  package var clusters: [Cluster]
  /// Whether two versions of a design are compared. Such a review has no decisions.
  package var isDesign: Bool
  /// The time of the comparison in seconds since 1970; nil if unknown.
  package var made: Int64?
  /// Whether the review is of external images, two versions of each, not rendered here.
  package var isOfPictures = false

  package init(
    project: String, tool: String, key: String, environment: String, keeping: String, approve: String,
    verdicts: [Verdict], clusters: [Cluster], isDesign: Bool = false, made: Int64? = nil
  ) {
    self.made = made
    self.project = project
    self.tool = tool
    self.key = key
    self.environment = environment
    self.keeping = keeping
    self.approve = approve
    self.verdicts = verdicts
    self.clusters = clusters
    self.isDesign = isDesign
  }
}

/// The data files of the review's pages, written as cases arrive.
package struct ReviewData {
  /// Returns the number of cases per details file: about 100 KB of cards; external images have no boxes.
  fileprivate static func casesPerFile(ofPictures: Bool) -> Int { ofPictures ? 64 : 8 }

  /// The number of cases so far.
  package private(set) var count = 0
  private var films = 0
  private var details: [ScriptValue] = []

  private let casesPerFile: Int

  package init(ofPictures: Bool = false) {
    casesPerFile = Self.casesPerFile(ofPictures: ofPictures)
  }

  package mutating func add(detail: String, to write: (_ path: String, _ text: String) throws -> Void) throws {
    count += 1
    details.append(.written(detail))
    if details.count == casesPerFile { try writeDetails(to: write) }
  }

  /// Adds the data for playing a film in a file of its own, since most visits play none.
  package mutating func add(
    _ film: ReviewFilm, to write: (_ path: String, _ text: String) throws -> Void
  ) throws -> Int {
    defer { films += 1 }
    try write("site/films/\(films).js", ScriptValue.chunk("films", "\(films)", film.values))
    return films
  }

  private mutating func writeDetails(to write: (_ path: String, _ text: String) throws -> Void) throws {
    guard !details.isEmpty else { return }
    let number = "\((count - 1) / casesPerFile)"
    try write("site/details/\(number).js", ScriptValue.chunk("details", number, details))
    details.removeAll(keepingCapacity: true)
  }

  /// Writes the remaining details, style sheet, script and icon.
  ///
  /// - Throws: `Diagnostic` if a template or a script is missing or unusable, and the errors of `write`.
  package mutating func finish(
    with templates: SiteTemplates, to write: (_ path: String, _ text: String) throws -> Void
  ) throws {
    try writeDetails(to: write)
    try write("site/review.css", try templates.render([:], with: "review.css"))
    try write(PageFile.typeface.path, try templates.render([:], with: SiteTemplates.typeface))
    try write("site/icon.svg", try templates.render(["colour": Self.iconColor], with: "icon.svg"))
    try write("site/review.js", try templates.script(SiteTemplates.reviewScript))
  }

  /// Returns `site/measures.js`, which measures boxes on the page of the compared feed.
  ///
  /// - Parameter looks: The design's properties of boxes, by path.
  /// - Throws: `Diagnostic` if a script is missing or unusable.
  package static func measures(_ looks: ScriptValue, with templates: SiteTemplates) throws -> String {
    "self.feedproof.looks=\(looks.script);\n\(try templates.script(SiteTemplates.measuresScript))"
  }

  /// Dark, to distinguish the browser tabs of a feed and its review.
  private static let iconColor = "#1c2025"

  /// Returns the text of `site/index.js` before and after the heads of all cases, which are separated by commas.
  ///
  /// - Parameter columns: The names of the values of each case.
  package static func index(_ site: ReviewSite, columns: [String]) -> (start: String, end: String) {
    let columns = ScriptValue.texts(columns).script
    return ("self.feedproof={index:\(site.index.script),columns:\(columns),cases:[", "]};\n")
  }

  /// Returns `site/decisions.js`: the decisions since the comparison, to be loaded after `index.js`.
  package static func decisions(_ decided: [(id: String, decision: String, comment: String?)]) -> String {
    let list = decided.map { each -> ScriptValue in
      [.text(each.id), .text(each.decision), .optional(each.comment.map(ScriptValue.text))]
    }
    return "self.feedproof.decided=\(ScriptValue.list(list).script);\n"
  }

  /// Returns `index.html`, to be written after all files that it loads.
  ///
  /// - Throws: `Diagnostic`.
  package static func page(_ site: ReviewSite, with templates: SiteTemplates) throws -> String {
    let scripts = PageScripts(["site/index.js", "site/decisions.js", "site/review.js"])
    let values: [String: Any] = ["project": site.project, "tool": site.tool]
    return try templates.render(values.merging(scripts.values) { $1 }, with: "review.html")
  }
}

extension ReviewSite {
  fileprivate var index: ScriptValue {
    var members: [(String, ScriptValue)] = [
      ("project", .text(project)), ("key", .text(key)), ("environment", .text(environment)),
      ("keeping", .text(keeping)), ("approve", .text(approve)),
      ("chunk", .count(ReviewData.casesPerFile(ofPictures: isOfPictures))),
      ("verdicts", .list(verdicts.map(\.members))),
      ("clusters", .list(clusters.map(\.members))),
    ]
    if let made { members.append(("made", .count(Int(made)))) }
    if isDesign { members.append(("isDesign", .count(1))) }
    if isOfPictures { members.append(("isOfPictures", .count(1))) }
    return .record(members)
  }
}

/// The data for playing a film in the review: JSON as in the report and in `film.json`.
package struct ReviewFilm: Sendable {
  /// The images of frames, and those of cards that were approved with another image.
  let pictures: String
  let approvedPictures: String
  let actual: String
  /// Nil if none was approved.
  let expected: String?

  package init(pictures: String, approvedPictures: String, actual: String, expected: String?) {
    (self.pictures, self.approvedPictures, self.actual, self.expected) = (pictures, approvedPictures, actual, expected)
  }

  var values: [ScriptValue] {
    [pictures, approvedPictures, actual].map(Self.value) + [.optional(expected.map(Self.value))]
  }

  /// Escapes JSON such that it can't end a script. Only characters inside strings are replaced.
  private static func value(_ json: String) -> ScriptValue {
    var safe = ""
    safe.reserveCapacity(json.utf8.count)
    for scalar in json.unicodeScalars {
      switch scalar {
      case "<", ">", "&", "\u{7F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let hex = String(scalar.value, radix: 16)
        safe += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return .written(safe)
  }
}
