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
      for file in try page.files(with: studio.design.siteTemplates) {
        try output.write(Data(file.text.utf8), to: file.path)
      }
    } catch {
      throw RunFailure(error.code == "output.unwritable" ? .unwritableOutput : .brokenInput, error)
    }
    do {
      try output.write(try JSONText.pretty(manifest), to: "manifest.json")
    } catch let diagnostic as Diagnostic {
      throw RunFailure(.unwritableOutput, diagnostic)
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

  // MARK: The page

  /// The page shows one width: the design's own where it is exported, else the first.
  private var shownWidth: Int {
    let widths = studio.project.widths
    return widths.contains(375) ? 375 : widths[0]
  }

  private var page: Site.FeedPage {
    let theme = studio.design.themes[0]
    let footer = studio.builder(for: theme).footer(for: feed.posts).count
    return Site.FeedPage(
      language: studio.project.locale, title: feed.posts.first.map { "\($0.author.shownName) · \(footer)" } ?? footer,
      footer: footer, cards: cards.map(pageCard), themes: studio.design.themes.map(\.page),
      cardGap: theme.metrics.cardGap, cardRadius: theme.metrics.cardRadius, screenWidth: Double(shownWidth))
  }

  private func pageCard(_ card: ExportedCard) -> Site.FeedPage.Card {
    Site.FeedPage.Card(
      id: card.entry.id, description: card.description,
      expanded: state("expanded", of: card) ?? Site.FeedPage.State(width: 0, height: 0, pictures: []),
      collapsed: state("collapsed", of: card))
  }

  private func state(_ state: String, of card: ExportedCard) -> Site.FeedPage.State? {
    guard let height = card.entry.heights[String(shownWidth)]?[state] else { return nil }
    let pictures = studio.design.themes.compactMap { theme -> Site.FeedPage.Picture? in
      let scales = card.entry.pictures.filter {
        $0.screenWidth == shownWidth && $0.theme == theme.name && $0.state == state
      }
      guard let first = scales.first else { return nil }
      return Site.FeedPage.Picture(
        theme: theme.name, source: first.path,
        sourceSet: scales.map { "\($0.path) \($0.scale)x" }.joined(separator: ", "))
    }
    return Site.FeedPage.State(
      width: studio.cardWidth(screen: shownWidth, theme: studio.design.themes[0]), height: height, pictures: pictures)
  }
}
