import Diagnostics

/// What of a site is other than exported while somebody works at it (`feedproof watch`): the page's script looks for changes
/// as well, and the page may ask its own server.
extension FeedSite {
  /// - Returns: The pages' own files by path.
  /// - Throws: As `pages(with:)`.
  package func watchedPages(with templates: SiteTemplates) throws(Diagnostic) -> [String: String] {
    var texts: [String: String] = [:]
    for page in try pages(with: templates) { texts[page.path] = page.text }
    texts["index.html"] = texts["index.html"].map(Self.askingItsServer)
    let (path, entry) = chat == nil ? ("site/feed.js", "live/feed.js") : ("site/chat.js", "live/chat.js")
    texts[path] = try templates.script(entry)
    return texts
  }

  /// A page that may ask the server that it comes from.
  static func askingItsServer(_ page: String) -> String {
    guard !page.contains("connect-src") else { return page }
    return page.replacing("default-src 'none';", with: "default-src 'none'; connect-src 'self';", maxReplacements: 1)
  }

  /// What of the page's settings a page that is open can't take over: all but the lengths that depend on the design.
  package var fixedSettings: String {
    var site = self
    site.cardGap = 0
    site.widths = widths.map { ($0.screen, 0) }
    return site.settings + site.title + site.footer
  }
}

extension SiteTemplates {
  /// The review's script, as `feedproof compare --watch` shows it.
  package func watchedReviewScript() throws(Diagnostic) -> String { try script("live/review.js") }
}
