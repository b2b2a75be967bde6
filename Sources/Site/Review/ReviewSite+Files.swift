import Diagnostics

extension ReviewSite {
  /// Cases in one file of details: about 100 KB.
  static let casesPerFile = 8

  /// Writes the pages and all that they load, by path in the review's folder. The page comes last: what it needs is
  /// there.
  ///
  /// - Throws: `Diagnostic` when a template or a script is missing or can't be used, and whatever `write` throws.
  package func write(
    _ entries: [ReviewEntry], with templates: SiteTemplates, to write: (_ path: String, _ text: String) throws -> Void
  ) throws {
    let page = try templates.render(["project": project, "tool": tool], with: "review.html")
    try write("site/review.css", try templates.render([:], with: "review.css"))
    try write("site/review.js", try templates.script(SiteTemplates.reviewScript))
    for start in stride(from: 0, to: entries.count, by: Self.casesPerFile) {
      let items = entries[start..<min(start + Self.casesPerFile, entries.count)].map { ScriptValue.written($0.detail) }
      let number = "\(start / Self.casesPerFile)"
      try write("site/details/\(number).js", ScriptValue.chunk("details", number, items))
    }
    let heads = entries.map { ScriptValue.written($0.head) }
    try write("site/index.js", "self.feedproof={index:\(index.script),cases:\(ScriptValue.list(heads).script)};\n")
    try write("index.html", page)
  }

  private var index: ScriptValue {
    .record([
      ("project", .text(project)), ("key", .text(key)), ("environment", .text(environment)),
      ("keeping", .text(keeping)), ("approve", .text(approve)), ("chunk", .count(Self.casesPerFile)),
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
