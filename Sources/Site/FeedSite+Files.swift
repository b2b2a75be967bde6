import Diagnostics
import Drawing

extension FeedSite {
  /// What the page is beside its data: paths in the output folder and texts. The page itself comes last.
  ///
  /// - Throws: `Diagnostic` when a template or a script is missing or can't be used.
  package func pages(with templates: SiteTemplates) throws(Diagnostic) -> [(path: String, text: String)] {
    [
      ("site/feed.css", try templates.render(styleValues, with: "feed.css")),
      ("site/feed.js", try templates.script(SiteTemplates.feedScript)),
      ("index.html", try templates.render(pageValues, with: "feed.html")),
    ]
  }

  /// All that the page's data says beside the posts; another text means other data.
  package var settings: String { ScriptValue.record(settingFields).script }

  var settingFields: [(String, ScriptValue)] {
    [
      ("block", .count(SiteData.postsPerBlock)), ("chunk", .count(SiteData.postsPerChunk)),
      ("gap", .number(cardGap.rounded())),
      ("widths", .list(widths.map { [.count($0.screen), .number($0.card)] })),
      ("scales", .counts(scales)), ("themes", .texts(themes.map(\.name))),
      ("picture", .text(PictureVariant.cardPathPattern())),
      (
        "prefetch",
        .record([
          ("budget", .number(prefetch.budget)), ("photo", .number(prefetch.photo)), ("page", .number(prefetch.page)),
          ("preview", .number(prefetch.preview)), ("text", .number(prefetch.text)),
        ])
      ),
      ("words", .record(words.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })),
      ("review", review.map(ScriptValue.text) ?? .null),
    ]
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
    let dark = themes.count > 1 ? themes.first { $0.name == "dark" } : nil
    values["dark"] = dark.map { $0.values as Any } ?? false
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
