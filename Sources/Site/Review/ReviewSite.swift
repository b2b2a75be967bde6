import Diagnostics

/// The review of a comparison: what all its pages have in common. Strings are plain text.
package struct ReviewSite: Sendable {
  /// Cases with one and the same cause.
  package struct Cluster: Sendable {
    package var id: String
    package var title: String
    /// Indexes into the review's cases.
    package var cases: [Int]
    /// The command that accepts all of them; nil where none can be accepted.
    package var accept: String?
    /// What kind of change it is: `token`, `photo`, …; nil where nobody tells.
    package var kind: String?
    /// The title as somebody tells it who knows the design; nil where the title is all that there is.
    package var sentence: String?

    package init(
      id: String, title: String, cases: [Int], accept: String?, kind: String? = nil, sentence: String? = nil
    ) {
      (self.id, self.title, self.cases, self.accept) = (id, title, cases, accept)
      (self.kind, self.sentence) = (kind, sentence)
    }
  }

  /// How cases came out.
  package struct Verdict: Sendable {
    package var name: String
    /// How many did so.
    package var cases: Int
    /// Stands beside the name.
    package var sign: String
    /// Whether somebody should look.
    package var isOpen: Bool
    /// Whether thumbnails show where cards are not as they were.
    package var isMarked: Bool
    /// Why there is nothing to approve; empty where there is.
    package var whyNot: String

    package init(name: String, cases: Int, sign: String, isOpen: Bool, isMarked: Bool, whyNot: String) {
      (self.name, self.cases, self.sign) = (name, cases, sign)
      (self.isOpen, self.isMarked, self.whyNot) = (isOpen, isMarked, whyNot)
    }

    fileprivate var row: ScriptValue {
      [.text(name), .count(cases), .text(sign), .count(isOpen ? 1 : 0), .count(isMarked ? 1 : 0), .text(whyNot)]
    }
  }

  /// What the page calls the project.
  package var project: String
  /// The tool's version.
  package var tool: String
  /// What tells this comparison's decisions from another one's: the same for the same report.
  package var key: String
  /// What the cards were drawn with.
  package var environment: String
  /// What approving keeps: `full` or `digest`.
  package var keeping: String
  /// The command that approves, without ids: `feedproof approve --project holiday`.
  package var approve: String
  /// Every one, those that need somebody first.
  package var verdicts: [Verdict]
  /// The largest first.
  package var clusters: [Cluster]
  /// Two versions of a design: nothing is decided about.
  package var isDesign: Bool
  /// When it was compared, in seconds since 1970; nil where that is not told.
  package var made: Int64?
  /// Pictures by anybody: two states of them, neither of which was drawn here.
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

/// The data that the review's pages load, written as the cases pass by.
package struct ReviewData {
  /// Cases in one file of details: about 100 KB of cards; pictures by anybody have no boxes.
  fileprivate static func casesPerFile(ofPictures: Bool) -> Int { ofPictures ? 64 : 8 }

  /// Cases so far.
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

  /// Adds what a film is played with, in a file of its own: most visits play none.
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

  /// Writes what is left of the details, style, script and icon.
  ///
  /// - Throws: `Diagnostic` when a template or a script is missing or can't be used, and whatever `write` throws.
  package mutating func finish(
    with templates: SiteTemplates, to write: (_ path: String, _ text: String) throws -> Void
  ) throws {
    try writeDetails(to: write)
    try write("site/review.css", try templates.render([:], with: "review.css"))
    try write("site/icon.svg", try templates.render(["colour": Self.iconColor], with: "icon.svg"))
    try write("site/review.js", try templates.script(SiteTemplates.reviewScript))
  }

  /// `site/measures.js`: what measures boxes on the page of the feed that was compared.
  ///
  /// - Parameter looks: What the design says of boxes, by their paths.
  /// - Throws: `Diagnostic` when a script is missing or can't be used.
  package static func measures(_ looks: ScriptValue, with templates: SiteTemplates) throws -> String {
    "self.feedproof.looks=\(looks.script);\n\(try templates.script(SiteTemplates.measuresScript))"
  }

  /// Dark: a feed's tab and its review's are told apart.
  private static let iconColor = "#1c2025"

  /// `site/index.js`: what stands before and after the heads of all cases, which have commas between them.
  package static func index(_ site: ReviewSite) -> (start: String, end: String) {
    ("self.feedproof={index:\(site.index.script),cases:[", "]};\n")
  }

  /// `site/decisions.js`: what was decided since the comparison, to be loaded behind `index.js`.
  package static func decisions(_ decided: [(id: String, decision: String, comment: String?)]) -> String {
    let list = decided.map { each -> ScriptValue in
      [.text(each.id), .text(each.decision), .optional(each.comment.map(ScriptValue.text))]
    }
    return "self.feedproof.decided=\(ScriptValue.list(list).script);\n"
  }

  /// `index.html`, to be written when all that it loads is there.
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
      ("verdicts", .list(verdicts.map(\.row))),
      (
        "clusters",
        .list(
          clusters.map {
            [
              .text($0.id), .text($0.title), .counts($0.cases), .optional($0.accept.map(ScriptValue.text)),
              .optional($0.kind.map(ScriptValue.text)), .optional($0.sentence.map(ScriptValue.text)),
            ]
          })
      ),
    ]
    if let made { members.append(("made", .count(Int(made)))) }
    if isDesign { members.append(("isDesign", .count(1))) }
    if isOfPictures { members.append(("isOfPictures", .count(1))) }
    return .record(members)
  }
}

/// What the review plays a film with: JSON as it is in the report and in `film.json`.
package struct ReviewFilm: Sendable {
  /// The pictures that frames are put together from, and those of cards that were approved with another one.
  let pictures: String
  let approvedPictures: String
  let actual: String
  /// Nil where none was approved.
  let expected: String?

  package init(pictures: String, approvedPictures: String, actual: String, expected: String?) {
    (self.pictures, self.approvedPictures, self.actual, self.expected) = (pictures, approvedPictures, actual, expected)
  }

  var values: [ScriptValue] {
    [pictures, approvedPictures, actual].map(Self.value) + [.optional(expected.map(Self.value))]
  }

  /// JSON in which nothing ends a script. What is replaced stands in strings alone.
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
