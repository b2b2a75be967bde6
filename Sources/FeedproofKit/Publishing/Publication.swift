import Cards
import Diagnostics
import ExportStore
import Foundation
import Site

/// What an export publishes: pictures, the page and the manifest, from what the store has of each card.
struct Publication {
  let studio: Studio
  let facts: FeedFacts
  /// The output folder as it is.
  let folder: String
  /// The feed's cards in order.
  let cards: [Int64]
  let pictures: [FeedPicture.Outcome]

  /// Cards that pass through memory together; a chunk of the page's data is as many.
  private static let step = SiteData.postsPerChunk

  private var diagnostics: [Diagnostic] {
    facts.diagnostics + studio.design.diagnostics + pictures.flatMap(\.diagnostics).uniqued()
  }

  /// Of all that is published: the same key means the same files.
  func key(_ store: ExportStore) throws -> Digest {
    var chain = DigestChain()
    for start in stride(from: 0, to: cards.count, by: Self.step) {
      for key in try store.keys(of: cards[start..<min(start + Self.step, cards.count)]) {
        chain.append(key.content, key.photos, key.design)
      }
    }
    let frame = try ManifestText.frame(manifest)
    for text in [frame.head, frame.tail, site.settings] { chain.append(Digest(of: text)) }
    for page in try site.pages(with: studio.design.siteTemplates) { chain.append(Digest(of: page.text)) }
    return chain.digest
  }

  /// Fills `update` with all files; pictures first, then what tells of them.
  func fill(_ update: some OutputUpdate, from store: ExportStore) throws {
    for start in stride(from: 0, to: cards.count, by: Self.step) {
      try place(cards[start..<min(start + Self.step, cards.count)], in: update, from: store)
    }
    try place(pictures.map(\.id), in: update, from: store)
    try update.write("manifest.json") { sink in try writeManifest(sink, store) }
    var data = SiteData(site: site, count: cards.count)
    for start in stride(from: 0, to: cards.count, by: Self.step) {
      let entries = try store.entries(of: cards[start..<min(start + Self.step, cards.count)])
      try data.write(entries.map { SiteEntry($0, widths: studio.project.widths) }, to: update.write)
    }
    try data.finish(to: update.write)
    for page in try site.pages(with: studio.design.siteTemplates) { try update.write(page.path, page.text) }
  }

  private func place(
    _ cards: some Collection<Int64>, in update: some OutputUpdate, from store: ExportStore
  ) throws {
    for (isStaged, files) in try store.files(of: cards) {
      for file in files { try isStaged ? update.take(file.path) : update.keep(file.path) }
    }
  }

  private func writeManifest(_ sink: FileSink, _ store: ExportStore) throws {
    let frame = try ManifestText.frame(manifest)
    try sink.write(frame.head)
    for start in stride(from: 0, to: cards.count, by: Self.step) {
      let entries = try store.entries(of: cards[start..<min(start + Self.step, cards.count)])
      for (index, entry) in entries.enumerated() {
        try sink.write(start + index == 0 ? "\n    " : ",\n    ")
        try sink.write(entry.story.entry)
      }
    }
    try sink.write("\n  ]")
    try sink.write(frame.tail)
  }

  /// Without the posts.
  private var manifest: Manifest {
    let project = studio.project
    return Manifest(
      tool: Manifest.Tool(version: FeedproofVersion.current), libraries: Manifest.libraries,
      fonts: studio.fonts.lock.faces.map { face in
        Manifest.Font(
          family: face.family, style: face.style, file: face.file, version: face.version, sha256: face.sha256)
      },
      options: Manifest.Options(
        widths: project.widths, scales: project.scales, themes: project.themes, locale: project.locale,
        timeZone: project.timeZone, now: Timestamp.iso(studio.clock.now), highlight: project.highlight,
        feedHeight: project.feedHeight),
      nextFrom: facts.nextFrom, posts: [], feedPictures: pictures.map(\.entry), diagnostics: diagnostics)
  }

  // MARK: The site

  /// Where a comparison writes its pages, when there was one.
  private static let reviewPage = "review/index.html"

  private var site: FeedSite {
    let theme = studio.design.themes[0]
    let footer = studio.builder(for: theme).footer(count: facts.count, areEvents: facts.areEvents).count
    return FeedSite(
      language: studio.project.locale, title: facts.firstAuthor.map { "\($0) · \(footer)" } ?? footer,
      footer: footer, words: studio.strings.siteWords, themes: studio.design.themes.map(\.page),
      widths: studio.project.widths.map { ($0, studio.cardWidth(screen: $0, theme: theme)) },
      scales: studio.project.scales, cardGap: theme.metrics.cardGap, cardRadius: theme.metrics.cardRadius,
      prefetch: studio.project.prefetch,
      review: FileManager.default.fileExists(atPath: "\(folder)/\(Self.reviewPage)") ? Self.reviewPage : nil)
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
