/// The files of a feed's page besides its data and images, by their paths in the output folder. A new file needs a case
/// here and a text in `FeedSite.pages`.
package enum PageFile: String, CaseIterable, Sendable {
  case page = "index.html"
  /// The list of missing files that posts refer to, if there are any.
  case missing = "missing.html"
  case missingStyle = "site/missing.css"
  case feedStyle = "site/feed.css"
  case panelStyle = "site/panels.css"
  /// The letters of the page's own words.
  case typeface = "site/typeface.css"
  case feedScript = "site/feed.js"
  case laterScript = "site/later.js"
  case findScript = "site/find.js"
  case photosScript = "site/photos.js"
  case metricsScript = "site/metrics.js"
  case drawnScript = "site/drawn.js"
  case chatStyle = "site/chat.css"
  case chatScript = "site/chat.js"
  case icon = "site/icon.svg"
  /// The page's data about the whole feed.
  case index = "site/index.js"

  package var path: String { rawValue }
}
