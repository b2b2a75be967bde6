import Diagnostics

/// The data that the review's pages load, written as the cases pass by.
package struct ReviewData {
  /// Cases in one file of details: about 100 KB.
  static let casesPerFile = 8

  /// Cases so far.
  package private(set) var count = 0
  private var heads: [ScriptValue] = []
  private var details: [ScriptValue] = []

  package init() {}

  /// - Parameter write: Gets a file by its path in the review's folder.
  /// - Throws: Whatever `write` throws.
  package mutating func add(_ entry: ReviewEntry, to write: (_ path: String, _ text: String) throws -> Void) throws {
    count += 1
    heads.append(.written(entry.head))
    details.append(.written(entry.detail))
    if details.count == Self.casesPerFile { try writeDetails(to: write) }
  }

  private mutating func writeDetails(to write: (_ path: String, _ text: String) throws -> Void) throws {
    guard !details.isEmpty else { return }
    let number = "\((count - 1) / Self.casesPerFile)"
    try write("site/details/\(number).js", ScriptValue.chunk("details", number, details))
    details.removeAll(keepingCapacity: true)
  }

  /// Writes what is left, and the pages. The page that is opened comes last: what it needs is there.
  ///
  /// - Throws: `Diagnostic` when a template or a script is missing or can't be used, and whatever `write` throws.
  package mutating func finish(
    _ site: ReviewSite, with templates: SiteTemplates, to write: (_ path: String, _ text: String) throws -> Void
  ) throws {
    try writeDetails(to: write)
    let page = try templates.render(["project": site.project, "tool": site.tool], with: "review.html")
    try write("site/review.css", try templates.render([:], with: "review.css"))
    try write("site/review.js", try templates.script(SiteTemplates.reviewScript))
    try write(
      "site/index.js", "self.feedproof={index:\(site.index.script),cases:\(ScriptValue.list(heads).script)};\n")
    try write("index.html", page)
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
