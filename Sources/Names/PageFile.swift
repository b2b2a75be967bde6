/// What a feed's page is made of beside its data and its pictures, by the path in the output folder. Another file is a case
/// here, and a text in `FeedSite.pages`.
package enum PageFile: String, CaseIterable, Sendable {
  case page = "index.html"
  /// What posts name and their folder lacks, where that is anything.
  case missing = "missing.html"
  case missingStyle = "site/missing.css"
  case feedStyle = "site/feed.css"
  case panelStyle = "site/panels.css"
  case feedScript = "site/feed.js"
  case laterScript = "site/later.js"
  case findScript = "site/find.js"
  case photosScript = "site/photos.js"
  case metricsScript = "site/metrics.js"
  case drawnScript = "site/drawn.js"
  case chatStyle = "site/chat.css"
  case chatScript = "site/chat.js"
  case icon = "site/icon.svg"
  /// All that the page's data says of the whole feed.
  case index = "site/index.js"

  package var path: String { rawValue }
}
