import Cards
import Drawing
import FeedIngest
import Files
import Foundation
import Prefetching
import Proof

/// Everything a run is asked for: the project file's values, overridden by the command line's, with defaults for the rest.
package struct Project: Sendable {
  /// Where relative paths of the project file start, and what places in diagnostics are relative to.
  package var folder: URL
  /// Files and folders, in the order given.
  package var feeds: [URL]
  package var order: FeedOrder
  /// Of conversations: which, whose, how much of it.
  package var chat = ChatRequest()
  package var output: URL
  /// Folders that photos may come from, beside those of the feeds and of the project.
  package var photos: [URL]
  /// Points; the screen's widths.
  package var widths: [Int]
  package var scales: [Int]
  package var themes: [String]
  /// What the project itself lays over the tokens in a theme, by the theme's name.
  package var themeLayers: [String: [ThemeLayer]]
  /// Of the pictures that an export writes; a comparison is always of PNG.
  package var encoding: PictureEncoding
  /// Of pictures with photos, where the encoding is lossy; nil takes the usual one.
  package var photoQuality: Int?
  package var locale: Language
  /// IANA name.
  package var timeZone: String
  /// Seconds since 1970; nil takes the newest post's date, so that an export never changes by itself.
  package var now: Int?
  package var dates = DateStyle.relative
  /// Whether the originals of shown photos are copied into the output.
  package var copiesOriginals = false
  package var highlight: String?
  /// Points of the feed picture.
  package var feedHeight: Int
  /// The viewer's picture in the screen's header, an address as in a feed; nil draws the placeholder.
  package var viewer: String?
  /// Folder of card templates; nil takes the tool's own.
  package var cards: URL?
  /// Folders of card templates for the posts of one service, before `cards`.
  package var serviceCards: [Service: URL]
  /// Token files, each laid over the one before; none takes those the card template names. Themes lie beside them:
  /// `name.dark.tokens.json`.
  package var tokens: [URL]
  /// Folder of page templates; nil takes the tool's own.
  package var siteTemplates: URL?
  /// What the page loads ahead of what is seen.
  package var prefetch: PrefetchWeights
  /// The font lock; nil takes the tool's own.
  package var fontLock: URL?
  /// Bytes that decoded photos and pictures being drawn may take at once.
  package var memory: Int

  /// Folder of approved pictures.
  package var baselines: URL
  /// Lists of mockups: `cases.yml`.
  package var mockups: [URL]
  /// Films that are compared: scenes by their names, scripts by their paths.
  package var films: [String] = []
  /// For baselines that may differ; of several that match a case, the last holds.
  package var tolerances: [CaseTolerance]

  package struct CaseTolerance: Sendable {
    /// Which cases: an id, with `*` for anything.
    package var cases: String
    package var tolerance: Tolerance
  }

  package init(folder: URL, feeds: [URL], output: URL) {
    self.folder = folder
    self.feeds = feeds
    self.output = output
    order = .feed
    photos = []
    widths = [375]
    scales = [2]
    themes = ["light"]
    themeLayers = [:]
    serviceCards = [:]
    encoding = .png
    locale = .usual
    timeZone = "UTC"
    feedHeight = 2400
    tokens = []
    baselines = folder.appendingPathComponent("Baselines")
    mockups = [folder.appendingPathComponent("cases.yml")]
      .filter(FileSystem.exists)
    tolerances = []
    prefetch = PrefetchWeights()
    memory = 512 << 20
  }

  /// Narrower than a card's fixed parts, or wider than any screen, is a mistake.
  package static let widthRange = 300...2000
  package static let scaleRange = 1...4
  package static let feedHeightRange = 100...20_000
  package static let photoQualityRange = 1...100
  package static let usualPhotoQuality = 90
}
