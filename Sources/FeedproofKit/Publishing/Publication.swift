import Cards
import Diagnostics
import FeedIngest
import Foundation
import Raster
import Site

/// What is written last, when every picture is there: the page and the manifest.
struct Publication {
  let studio: Studio
  let feed: Feed
  let cards: [ExportedCard]
  let pictures: [Manifest.Picture]
  let diagnostics: [Diagnostic]

  /// - Throws: `RunFailure`.
  func publish(to output: OutputFolder) throws {
    do {
      try site(in: output).write(cards.map(\.site), with: studio.design.siteTemplates) { path, text in
        try output.write(Data(text.utf8), to: path)
      }
      try output.write(try JSONText.pretty(manifest), to: "manifest.json")
    } catch let diagnostic as Diagnostic {
      throw RunFailure(diagnostic.code == "output.unwritable" ? .unwritableOutput : .brokenInput, diagnostic)
    }
  }

  private var manifest: Manifest {
    let project = studio.project
    let versions =
      TextLibraryVersions.all.map { ($0.key, $0.value) } + CodecVersions.all.map { ($0.name, $0.version) }
    return Manifest(
      tool: Manifest.Tool(version: FeedproofVersion.current),
      libraries: Dictionary(versions, uniquingKeysWith: { first, _ in first }),
      fonts: studio.fonts.lock.faces.map { face in
        Manifest.Font(
          family: face.family, style: face.style, file: face.file, version: face.version, sha256: face.sha256)
      },
      options: Manifest.Options(
        widths: project.widths, scales: project.scales, themes: project.themes, locale: project.locale,
        timeZone: project.timeZone, now: Timestamp.iso(studio.clock.now), highlight: project.highlight,
        feedHeight: project.feedHeight),
      nextFrom: feed.nextFrom, posts: cards.map(\.entry), feedPictures: pictures, diagnostics: diagnostics)
  }

  // MARK: The site

  /// Where a comparison writes its pages, when there was one.
  private static let reviewPage = "review/index.html"

  private func site(in output: OutputFolder) -> FeedSite {
    let theme = studio.design.themes[0]
    let footer = studio.builder(for: theme).footer(for: feed.posts).count
    let review = output.url.appendingPathComponent(Self.reviewPage).path
    return FeedSite(
      language: studio.project.locale, title: feed.posts.first.map { "\($0.author.shownName) · \(footer)" } ?? footer,
      footer: footer, words: studio.strings.siteWords, themes: studio.design.themes.map(\.page),
      widths: studio.project.widths.map { ($0, studio.cardWidth(screen: $0, theme: theme)) },
      scales: studio.project.scales, cardGap: theme.metrics.cardGap, cardRadius: theme.metrics.cardRadius,
      prefetch: studio.project.prefetch,
      review: FileManager.default.fileExists(atPath: review) ? Self.reviewPage : nil)
  }
}

extension Strings {
  /// By the names that the page's templates and scripts use.
  fileprivate var siteWords: FeedSite.Words {
    [
      "feed": screen.feed, "theme": site.theme, "system": site.system, "light": site.light, "dark": site.dark,
      "width": site.width, "boxes": site.boxes, "review": site.review, "showMore": post.showMore,
      "collapse": site.collapse, "carousel": site.carousel, "previous": site.previousPhoto, "next": site.nextPhoto,
      "noScript": site.noScript,
    ]
  }
}
