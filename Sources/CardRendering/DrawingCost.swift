import FeedReading
import Prefetching

extension Post {
  /// The approximate cost of drawing the post's card: points of height at the design's default width, summed over its
  /// states; photos are weighted more. Neither layout nor files are needed, so that every shard can partition a large
  /// feed by itself.
  package var drawingCost: Int { DrawingCost.points(DrawingCost.height(of: self)) }
}

/// Estimates that need not be exact, only consistent: they determine how posts are distributed, not how they look.
package enum DrawingCost {
  /// The width of a card in points; its photo is as wide.
  private static let width = 359.0
  /// A photo is decoded and resampled, and compresses slowly.
  package static let photoWeight = 3.0
  /// The minimum cost of a card.
  private static let overhead = 60.0

  package static func points(_ height: Double) -> Int { Int(min(max(0, height), 1e9).rounded()) }

  package static func height(of post: Post) -> Double {
    let (lines, isLong) = lines(in: post.text)
    let photos = post.attachments.compactMap(\.photo)
    // Header and footer are about 100 points, a line is 20, a row next to photos 52.
    let fixed = overhead + 100 + 52 * Double(post.attachments.count - photos.count)
    let photo = photos.first.map { photoWeight * height(of: $0) } ?? 0
    // Part of a carousel's next page is visible, and each page is an image of its own.
    let pages = photos.count > 1 ? photoWeight * photos.reduce(0) { $0 + height(of: $1) } : 0
    let inner = post.reposts.prefix(1).reduce(0) { $0 + height(of: $1) - overhead }
    let expanded = fixed + 20 * Double(lines) + photo + inner
    let collapsed = isLong ? fixed + 20 * Double(collapsedLines) + photo + inner : 0
    return expanded + collapsed + pages
  }

  private static let collapsedLines = 8

  /// At about 45 characters per line.
  private static func lines(in text: String) -> (count: Int, isLong: Bool) {
    var lines = text.isEmpty ? 0 : 1
    var column = 0
    for unit in text.utf8 where unit & 0xC0 != 0x80 {
      column = unit == UInt8(ascii: "\n") ? 0 : column + 1
      if unit == UInt8(ascii: "\n") || column > 45 {
        lines += 1
        column = min(column, 1)
      }
    }
    return (lines, lines > collapsedLines)
  }

  private static func height(of photo: Photo) -> Double {
    let sizes = photo.sources.compactMap { source in
      source.width.flatMap { width in source.height.map { (Double(width), Double($0)) } }
    }
    guard let (across, down) = sizes.last, across > 0, down > 0 else { return width }
    return width * min(max(down / across, 0.5), 1.25)
  }
}

extension CardLoad {
  /// For a post and what it reposts. Iterative, because the feed controls the depth.
  package init(_ post: Post) {
    self.init()
    isAdvertisement = post.isAdvertisement
    var waiting = [post]
    while let post = waiting.popLast() {
      let photos = post.attachments.count { $0.photo != nil }
      if photos == 1 { self.photos += 1 } else { pages += photos }
      for case .item(let item) in post.attachments { add(item) }
      if case .system(.miniApps, _) = post.kind { webApps += 1 }
      waiting += post.reposts
    }
  }

  private mutating func add(_ item: AttachmentItem) {
    if item.isWebApp { webApps += 1 }
    guard item.preview != nil else { return }
    switch item.content {
    case .video, .videoNote: videos += 1
    case .animation: animations += 1
    case .document(_, let fileExtension): if fileExtension == "gif" { animations += 1 }
    default: break
    }
  }
}

extension Post {
  private static let paidKinds: [SystemKind] = [.advertisement, .promotion]

  fileprivate var isAdvertisement: Bool {
    if case .system(let kind, _) = kind, Self.paidKinds.contains(kind) { return true }
    return flags.contains(.ad)
  }
}
