import Basics
import Diagnostics

/// The start page of an export of several feeds and chats.
package struct StartPage {
  package struct Entry {
    let name: String
    /// The path relative to the start page.
    let page: String
    let services: String
    let count: String
    /// The period; empty if nothing has a date.
    let span: String
    let isChat: Bool
    /// The images of its first screen by available theme, relative to the start page.
    let pictures: [(theme: String, path: String)]
    /// The list of missing files, relative to the start page; nil if there are none.
    let missing: String?
    /// The rows of that list, with links for the start page's folder; empty if there are none.
    let missingRows: String
    let initials: String
    /// The author's picture, relative to the start page.
    let avatar: String?

    package init(
      name: String, page: String, services: String, count: String, span: String, isChat: Bool,
      pictures: [(theme: String, path: String)], missing: String? = nil,
      missingRows: String = "", initials: String = "", avatar: String? = nil
    ) {
      self.avatar = avatar
      self.missing = missing
      self.missingRows = missingRows
      self.initials = initials
      (self.name, self.page, self.services, self.count) = (name, page, services, count)
      (self.span, self.isChat, self.pictures) = (span, isChat, pictures)
    }
  }

  private let name: String
  private let title: String
  private let language: String
  private let isRightToLeft: Bool
  private let words: FeedSite.Words
  private let themes: [FeedSite.Theme]
  private let entries: [Entry]

  /// - Parameters:
  ///   - name: The archive's own name.
  ///   - title: The kind of its contents, as text.
  ///   - words: The texts of the search and the calendar, by their names in the templates.
  ///   - themes: At least one.
  package init(
    name: String, title: String, language: String, isRightToLeft: Bool, words: FeedSite.Words,
    themes: [FeedSite.Theme], entries: [Entry]
  ) {
    (self.name, self.title, self.language, self.isRightToLeft) = (name, title, language, isRightToLeft)
    (self.words, self.themes, self.entries) = (words, themes, entries)
  }

  /// Returns paths in the output folder and texts; the page itself comes last.
  ///
  /// - Throws: `Diagnostic` if a template is missing or unusable.
  package func files(with templates: SiteTemplates) throws(Diagnostic) -> [(path: String, text: String)] {
    let (first, dark) = (themes.first, themes.first(where: \.isDark))
    let style: [String: Any] = [
      "light": first.map { values(of: $0) as Any } ?? false,
      "dark": dark.flatMap { $0.name == first?.name ? nil : values(of: $0) as Any } ?? false,
    ]
    let lists = entries.filter { !$0.missingRows.isEmpty }.map {
      ["name": $0.name, "page": $0.page, "rows": $0.missingRows]
    }
    let page: [String: Any] = [
      "language": language, "isRightToLeft": isRightToLeft, "name": name, "title": title, "words": words,
      "hasFilters": true, "hasMissing": !lists.isEmpty, "lists": lists,
      "entries": entries.map(values),
    ].merging(PageScripts(["chats.js"]).values) { $1 }
    let missing =
      lists.isEmpty
      ? []
      : [
        ("chats-missing.css", try templates.render([:], with: "missing.css")),
        (PageFile.missing.path, try templates.render(page, with: "chats-missing.html")),
      ]
    return missing + [
      ("chats.js", try templates.script(SiteTemplates.startScript)),
      ("chats.css", try templates.render(style, with: "chats.css")),
      ("chats-typeface.css", try templates.render([:], with: SiteTemplates.typeface)),
      ("chats.svg", try templates.render(["colour": first?.link ?? "#888"], with: "icon.svg")),
      ("index.html", try templates.render(page, with: "chats.html")),
    ]
  }

  private func values(of entry: Entry) -> [String: Any] {
    let shown = entry.pictures.first { $0.theme == themes.first?.name } ?? entry.pictures.first
    let dark = entry.pictures.first { picture in themes.contains { $0.name == picture.theme && $0.isDark } }
    return [
      "name": entry.name, "page": entry.page, "count": entry.count, "initials": entry.initials,
      "avatar": entry.avatar ?? false,
      // `service-sign.html.mustache` has signs of some services, by their names in lower case.
      "sign": [entry.services.lowercased(): true],
      // A title that is the service's name does not repeat it.
      "services": entry.services == entry.name || entry.services.isEmpty ? false : entry.services as Any,
      "span": entry.span.isEmpty ? false : entry.span as Any, "isChat": entry.isChat,
      "missing": entry.missing ?? false,
      "picture": shown?.path ?? false, "dark": dark?.path == shown?.path ? false : dark?.path as Any? ?? false,
    ]
  }

  private func values(of theme: FeedSite.Theme) -> [String: Any] {
    [
      "background": theme.background, "card": theme.cardFill, "text": theme.text, "secondary": theme.secondaryText,
      "link": theme.link, "placeholder": theme.placeholder, "scheme": theme.isDark ? "dark" : "light",
    ]
  }
}
