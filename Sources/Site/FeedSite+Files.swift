import Diagnostics

extension FeedSite {
  /// Writes the page and all that it loads, by path in the output folder. The page comes last: what it needs is there.
  ///
  /// - Throws: `Diagnostic` when a template is missing, and whatever `write` throws.
  package func write(
    _ entries: [SiteEntry], with templates: SiteTemplates, to write: (_ path: String, _ text: String) throws -> Void
  ) throws {
    let page = try templates.render(pageValues, with: "feed.html")
    try write("site/feed.css", try templates.render(styleValues, with: "feed.css"))
    try write("site/feed.js", ShippedScript.text(try templates.render([:], with: "feed.js")))
    try SiteData(site: self, entries: entries).write(write)
    try write("index.html", page)
  }

  private var pageValues: [String: Any] {
    [
      "language": language, "title": title, "footer": footer, "words": words,
      "hasThemes": themes.count > 1, "themes": themes.map { ["name": $0.name, "label": words[$0.name] ?? $0.name] },
      "hasWidths": widths.count > 1, "widths": widths.map { ["width": String($0.screen)] },
    ]
  }

  private var styleValues: [String: Any] {
    var values: [String: Any] = [
      "radius": cssNumber(cardRadius), "gap": cssNumber(cardGap),
      "colorScheme": themes.count > 1 ? "light dark" : (themes.first?.name == "dark" ? "dark" : "light"),
    ]
    values["base"] = themes.first?.values
    if themes.count > 1 { values["dark"] = themes.first { $0.name == "dark" }?.values }
    return values
  }
}

extension FeedSite.Theme {
  fileprivate var values: [String: Any] {
    [
      "background": background, "card": cardFill, "shadow": shadow, "text": text, "secondary": secondaryText,
      "link": link, "placeholder": placeholder, "currentDot": currentDot, "otherDot": otherDot,
    ]
  }
}

/// "359", "302.5": the shortest form, without a locale.
private func cssNumber(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
}
