import Diagnostics

extension SiteTemplates {
  /// The start page of an export of several conversations: paths in the output folder and texts.
  ///
  /// - Parameters:
  ///   - chats: Their names, the folders of their pages relative to the start page, and how many messages each has.
  ///   - themes: At least one.
  /// - Throws: `Diagnostic` when a template is missing or can't be used.
  package func chatList(
    _ chats: [(name: String, folder: String, count: Int)], title: String, language: String, themes: [FeedSite.Theme]
  ) throws(Diagnostic) -> [(path: String, text: String)] {
    let page: [String: Any] = [
      "language": language, "title": title,
      "chats": chats.map { ["name": $0.name, "page": "\($0.folder)/index.html", "count": String($0.count)] },
    ]
    let (first, dark) = (themes.first, themes.first(where: \.isDark))
    let style: [String: Any] = [
      "light": first.map { values(of: $0) as Any } ?? false,
      "dark": dark.flatMap { $0.name == first?.name ? nil : values(of: $0) as Any } ?? false,
    ]
    return [
      ("chats.css", try render(style, with: "chats.css")),
      ("chats.svg", try render(["colour": first?.link ?? "#888"], with: "icon.svg")),
      ("index.html", try render(page, with: "chats.html")),
    ]
  }

  private func values(of theme: FeedSite.Theme) -> [String: Any] {
    [
      "background": theme.background, "card": theme.cardFill, "text": theme.text, "secondary": theme.secondaryText,
      "link": theme.link, "placeholder": theme.placeholder, "scheme": theme.isDark ? "dark" : "light",
    ]
  }
}
