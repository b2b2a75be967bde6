import CardDrawing
import Cards
import CivilTime
import Diagnostics
import Digests
import FeedSources
import Files
import Foundation
import Projects
import Runs
import Site

/// All that is published beside the posts and does not depend on them one by one: every shard of a run has the same, and
/// it is enough to publish the whole without the feed, its design and its fonts.
struct PublicationFrame: Codable, Sendable {
  struct Page: Codable, Sendable {
    /// In the output folder.
    var path: String
    var text: String
  }

  /// Without posts, feed pictures, and what is said of those.
  var manifest: Manifest
  /// Without the way to a review.
  var site: FeedSite
  /// What the pages are made with, beside `site`: their templates, and the tool.
  var pageKey: Digest
  /// Nil where whoever publishes has the templates: where nothing is new, no page is made.
  private(set) var pages: [Page]?

  /// - Parameter list: Of several chats, relative to the page.
  init(renderer: CardRenderer, facts: FeedFacts, tool: Digest, list: String? = nil) {
    manifest = Manifest(renderer: renderer, facts: facts)
    site = FeedSite(renderer: renderer, facts: facts)
    site.chat?.list = list
    pageKey = Digest(joining: [renderer.design.siteTemplates.key, tool])
  }

  /// - Throws: `Diagnostic` when a page template can't be used.
  func pages(with templates: SiteTemplates) throws -> [Page] {
    try pages ?? site.pages(with: templates).map { Page(path: $0.path, text: $0.text) }
  }

  /// For others, who have no templates.
  ///
  /// - Throws: As `pages(with:)`.
  func withPages(_ templates: SiteTemplates) throws -> PublicationFrame {
    var frame = self
    frame.pages = try pages(with: templates)
    return frame
  }
}

extension Manifest {
  fileprivate init(renderer: CardRenderer, facts: FeedFacts) {
    let project = renderer.project
    self.init(
      tool: Manifest.Tool(version: FeedproofVersion.current), libraries: Manifest.libraries,
      fonts: renderer.fonts.lock.faces.map { face in
        Manifest.Font(
          family: face.family, style: face.style, file: face.file, version: face.version, sha256: face.sha256)
      },
      options: Manifest.Options(
        widths: project.widths, scales: project.scales, themes: project.themes, locale: project.locale.code,
        timeZone: project.timeZone, now: ISO8601Moment.utc(renderer.clock.now), highlight: project.highlight,
        dates: project.dates == .relative ? nil : project.dates.rawValue, feedHeight: project.feedHeight,
        encoding: project.encoding == .png ? nil : project.encoding,
        photoQuality: project.encoding == .png ? nil : project.photoQuality ?? Project.usualPhotoQuality),
      nextFrom: facts.nextFrom, posts: [], feedPictures: [],
      diagnostics: facts.diagnostics + renderer.design.diagnostics.map(\.placedForAll))
  }
}

extension Diagnostic {
  /// Paths begin where a command was run; a manifest says the same wherever that is.
  fileprivate var placedForAll: Diagnostic {
    guard let file = place?.file else { return self }
    return placed(inFile: URL(fileURLWithPath: file).lastPathComponent)
  }
}

extension FeedSite {
  init(renderer: CardRenderer, facts: FeedFacts) {
    let theme = renderer.design.themes[0]
    let counted = renderer.builder(for: theme).footer(count: facts.count, areEvents: facts.areEvents).count
    let page = renderer.strings.page
    let footer = facts.chat.map { renderer.strings.counted($0.messageCount, page.messages) } ?? counted
    let author =
      facts.hasSeveralAuthors ? renderer.strings.screen.feed : facts.firstAuthor.map(renderer.strings.name(of:))
    let named = (facts.title ?? author).map { "\($0) · \(footer)" }
    let title = facts.chat.map { $0.name } ?? named ?? footer
    let words = renderer.strings.siteWords
    self.init(
      language: renderer.project.locale.code, title: title, footer: footer,
      words: words.merging(facts.chat == nil ? page.ofFeed : page.ofChat) { $1 },
      themes: renderer.design.themes.map(\.page),
      widths: renderer.project.widths.map { ($0, renderer.cardWidth(screen: $0, theme: theme)) },
      scales: renderer.project.scales, encoding: renderer.project.encoding, cardGap: theme.metrics.cardGap,
      cardRadius: theme.metrics.cardRadius,
      prefetch: renderer.project.prefetch, review: nil, chat: facts.chat.map { ChatPage($0, renderer: renderer) },
      timeZone: renderer.clock.timeZone)
  }
}

extension ChatPage {
  fileprivate init(_ facts: FeedFacts.ChatFacts, renderer: CardRenderer) {
    let wording = renderer.strings.dayWording(by: renderer.clock)
    self.init(
      days: facts.days.map { Day(place: $0.place, number: $0.day) }, unread: facts.unread, months: wording.months,
      dayOfYear: wording.ofYear, otherDay: wording.other, year: wording.year)
  }
}

extension Strings {
  /// By the names that the page's templates and scripts use.
  fileprivate var siteWords: FeedSite.Words {
    [
      "feed": screen.feed, "theme": site.theme, "system": site.system, "light": site.light, "dark": site.dark,
      "width": site.width, "boxes": site.boxes, "review": site.review, "showMore": post.showMore,
      "collapse": site.collapse, "carousel": site.carousel, "previous": site.previousPhoto, "next": site.nextPhoto,
      "noScript": site.noScript, "original": site.original, "removed": site.removed,
    ]
  }
}
