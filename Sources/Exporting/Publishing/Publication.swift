import Diagnostics
import Digests
import ExportStore
import FeedSources
import Files
import Foundation
import OutputFolders
import Site

/// What an export publishes: pictures, the page and the manifest, from what the store has of each card. A part of an
/// export has no page; it publishes what the whole's is made of instead.
struct Publication {
  let frame: PublicationFrame
  /// Nil where the frame has the pages.
  var templates: SiteTemplates?
  /// The output folder as it is.
  let folder: String
  /// The feed's cards in order, with those of posts that have left it.
  let cards: [Int64]
  /// Those of posts that have left the feed.
  var retained: Set<Int64> = []
  let pictures: [FeedPicture.Outcome]
  /// Nil where all of the feed is published.
  var shard: ExportShard?
  /// What the next run is told of the feed.
  var origin: PublishedFeed

  /// Cards that pass through memory together; a chunk of the page's data is as many.
  private static let step = SiteData.postsPerChunk

  private static let retainedMark = Digest(of: "left the feed")

  /// Of all that is published: the same key means the same files.
  func key(_ store: ExportStore) throws -> Digest {
    var chain = DigestChain()
    for start in stride(from: 0, to: cards.count, by: Self.step) {
      let step = cards[start..<min(start + Self.step, cards.count)]
      for (card, key) in zip(step, try store.keys(of: step)) {
        chain.append(key.content, key.photos, key.design)
        if retained.contains(card) { chain.append(Self.retainedMark) }
      }
    }
    chain.append(try Digest(encoding: manifest), try Digest(encoding: site), frame.pageKey)
    if let shard { chain.append(try Digest(encoding: shard.places)) }
    return chain.digest
  }

  /// Fills `update` with all files; pictures first, then what tells of them.
  func fill(_ update: some OutputUpdate, from store: ExportStore) throws {
    for start in stride(from: 0, to: cards.count, by: Self.step) {
      try place(cards[start..<min(start + Self.step, cards.count)], in: update, from: store)
    }
    try place(pictures.map(\.id), in: update, from: store)
    try update.write(StateFolder.feed, try origin.text)
    let write = { (path: String, text: String) in try update.write(RelativePath.checked(path), text) }
    var data = shard == nil ? SiteData(site: site, count: cards.count) : nil
    let widths = site.widths.map(\.screen)
    try update.write("manifest.json") { sink in
      try writeManifest(to: sink, from: store) { entries in
        try data?.write(try entries.map { try siteEntry($0, $1, widths: widths) }, to: write)
      }
    }
    if let shard { return try ShardFiles.write(self, shard, to: update, from: store) }
    try data?.finish(to: write)
    let pages = try templates.map { try frame.pages(with: $0) } ?? frame.pages ?? []
    for page in pages { try write(page.path, page.text) }
  }

  /// The next cards from a place on, those that have left the feed marked.
  private func entries(_ start: Int, _ store: ExportStore) throws -> [(card: Int64, entry: ExportStore.Entry)] {
    let step = cards[start..<min(start + Self.step, cards.count)]
    return try zip(step, store.entries(of: step)).map { card, entry in
      (card, retained.contains(card) ? try RetainedCards.marked(entry) : entry)
    }
  }

  private func siteEntry(_ card: Int64, _ entry: ExportStore.Entry, widths: [Int]) throws -> SiteEntry {
    retained.contains(card) ? try RetainedCards.siteEntry(entry, widths: widths) : SiteEntry(entry, widths: widths)
  }

  private func place(
    _ cards: some Collection<Int64>, in update: some OutputUpdate, from store: ExportStore
  ) throws {
    for (isStaged, files) in try store.files(of: cards) {
      for file in files {
        // A path that leads elsewhere is none that was written here.
        guard let path = RelativePath(file.path) else { throw StoreIssue.Fault.corrupt }
        try isStaged ? update.take(path) : update.keep(path)
      }
    }
  }

  /// - Parameter passing: Gets the cards as they pass, so that they are read once.
  private func writeManifest(
    to sink: FileSink, from store: ExportStore, passing: ([(card: Int64, entry: ExportStore.Entry)]) throws -> Void
  ) throws {
    let frame = try ManifestText.frame(manifest)
    try sink.write(frame.head)
    for start in stride(from: 0, to: cards.count, by: Self.step) {
      let entries = try entries(start, store)
      for (index, (_, entry)) in entries.enumerated() {
        try sink.write(start + index == 0 ? "\n    " : ",\n    ")
        try sink.write(entry.fragments.entry)
      }
      try passing(entries)
    }
    try sink.write("\n  ]")
    try sink.write(frame.tail)
  }

  /// Without the posts.
  private var manifest: Manifest {
    var manifest = frame.manifest
    manifest.feedPictures = pictures.map(\.entry)
    manifest.diagnostics += pictures.flatMap(\.diagnostics).uniqued()
    manifest.shard = shard?.record
    return manifest
  }

  /// Where a comparison writes its pages, when there was one.
  private static let reviewPage = "review/index.html"

  private var site: FeedSite {
    var site = frame.site
    let hasReview = FileStamp("\(folder)/\(Self.reviewPage)", following: true) != nil
    site.review = hasReview ? Self.reviewPage : nil
    return site
  }
}
