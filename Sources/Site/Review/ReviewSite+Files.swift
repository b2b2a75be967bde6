import Diagnostics

/// The data that the review's pages load, written as the cases pass by.
package struct ReviewData {
  /// Cases in one file of details: about 100 KB.
  static let casesPerFile = 8

  /// Cases so far.
  package private(set) var count = 0
  private var films = 0
  private var details: [ScriptValue] = []

  package init() {}

  /// - Parameter write: Gets a file by its path in the review's folder.
  /// - Throws: Whatever `write` throws.
  package mutating func add(detail: String, to write: (_ path: String, _ text: String) throws -> Void) throws {
    count += 1
    details.append(.written(detail))
    if details.count == Self.casesPerFile { try writeDetails(to: write) }
  }

  /// Adds what a film is played with, in a file of its own: most visits play none.
  ///
  /// - Returns: Its number.
  /// - Throws: Whatever `write` throws.
  package mutating func add(
    _ film: ReviewFilm, to write: (_ path: String, _ text: String) throws -> Void
  ) throws -> Int {
    defer { films += 1 }
    try write("site/films/\(films).js", ScriptValue.chunk("films", "\(films)", film.values))
    return films
  }

  private mutating func writeDetails(to write: (_ path: String, _ text: String) throws -> Void) throws {
    guard !details.isEmpty else { return }
    let number = "\((count - 1) / Self.casesPerFile)"
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
    try templates.render(["project": site.project, "tool": site.tool], with: "review.html")
  }
}

extension ReviewSite {
  fileprivate var index: ScriptValue {
    .record([
      ("project", .text(project)), ("key", .text(key)), ("environment", .text(environment)),
      ("keeping", .text(keeping)), ("approve", .text(approve)), ("chunk", .count(ReviewData.casesPerFile)),
      ("verdicts", .list(verdicts.map { [.text($0.name), .count($0.count)] })),
      (
        "clusters",
        .list(
          clusters.map {
            [.text($0.id), .text($0.title), .counts($0.cases), .optional($0.accept.map(ScriptValue.text))]
          })
      ),
    ])
  }
}
