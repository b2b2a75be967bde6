import Diagnostics

/// The start page of an export of several conversations.
package struct ChatList: Sendable {
  package struct Entry: Sendable {
    package var name: String
    /// Of its page, relative to the start page.
    package var folder: String
    /// Of its messages.
    package var count: Int

    package init(name: String, folder: String, count: Int) {
      self.name = name
      self.folder = folder
      self.count = count
    }
  }

  private let entries: [Entry]
  private let title: String
  private let language: String
  private let themes: [FeedSite.Theme]

  /// - Parameters:
  ///   - title: "Chats"
  ///   - language: Of the title; `ru` or `en`.
  ///   - themes: At least one.
  package init(entries: [Entry], title: String, language: String, themes: [FeedSite.Theme]) {
    self.entries = entries
    self.title = title
    self.language = language
    self.themes = themes
  }

  /// Paths in the output folder and texts.
  ///
  /// - Throws: `Diagnostic` when a template is missing or can't be used.
  package func pages(with templates: SiteTemplates) throws(Diagnostic) -> [(path: String, text: String)] {
    let page: [String: Any] = [
      "language": language, "title": title,
      "chats": entries.map { ["name": $0.name, "page": "\($0.folder)/index.html", "count": String($0.count)] },
    ]
    let first = themes.first
    let dark = themes.first(where: \.isDark)
    let style: [String: Any] = [
      "light": first.map { values(of: $0) as Any } ?? false,
      "dark": dark.flatMap { $0.name == first?.name ? nil : values(of: $0) as Any } ?? false,
    ]
    return [
      ("chats.css", try templates.render(style, with: "chats.css")),
      ("chats.svg", try templates.render(["colour": first?.link ?? "#888"], with: "icon.svg")),
      ("index.html", try templates.render(page, with: "chats.html")),
    ]
  }

  private func values(of theme: FeedSite.Theme) -> [String: Any] {
    [
      "background": theme.background, "card": theme.cardFill, "text": theme.text, "secondary": theme.secondaryText,
      "link": theme.link, "placeholder": theme.placeholder, "scheme": theme.isDark ? "dark" : "light",
    ]
  }
}
