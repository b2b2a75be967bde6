import Diagnostics

extension FeedPage {
  /// The page's files by their path in the output folder.
  ///
  /// - Throws: `Diagnostic` when a template is missing.
  package func files(with templates: SiteTemplates) throws(Diagnostic) -> [(path: String, text: String)] {
    [
      ("index.html", try templates.render(pageValues, with: "feed.html")),
      ("feed.css", try templates.render(styleValues, with: "feed.css")),
    ]
  }

  private var pageValues: [String: Any] {
    [
      "language": language, "title": title, "footer": footer, "cards": cards.map(\.values),
      "hasDark": themes.contains { $0.name == "dark" } && themes.count > 1,
    ]
  }

  private var styleValues: [String: Any] {
    let first = themes.first
    var values: [String: Any] = [
      "gap": cssNumber(cardGap), "radius": cssNumber(cardRadius), "width": cssNumber(screenWidth),
      "colorScheme": themes.count > 1 ? "light dark" : (first?.name == "dark" ? "dark" : "light"),
    ]
    values["base"] = first?.values
    if themes.count > 1 { values["dark"] = themes.first { $0.name == "dark" }?.values }
    return values
  }
}

extension FeedPage.Theme {
  fileprivate var values: [String: Any] {
    ["background": background, "cardFill": cardFill, "shadow": shadow, "secondaryText": secondaryText]
  }
}

extension FeedPage.Card {
  fileprivate var values: [String: Any] {
    var values: [String: Any] = ["id": id, "description": description, "expanded": expanded.values]
    values["collapsed"] = collapsed?.values
    return values
  }
}

extension FeedPage.State {
  fileprivate var values: [String: Any] {
    var values: [String: Any] = ["width": cssNumber(width), "height": cssNumber(height)]
    values["source"] = pictures.first?.source
    values["sourceSet"] = pictures.first?.sourceSet
    if pictures.count > 1 { values["dark"] = pictures.first { $0.theme == "dark" }.map { ["sourceSet": $0.sourceSet] } }
    return values
  }
}

/// "359", "302.5": the shortest form, without a locale.
private func cssNumber(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
}
