import Drawing
import FeedReading
import Files
import Foundation
import Layout
import OutputTransactions

/// Estimates the bytes of card images that haven't been exported yet.
package struct ImageSizeEstimate {
  /// Bytes per pixel of text and background, and of photos.
  private let ground, photo: Double
  /// Pixels per point.
  private let scale: Double

  /// The rates are fitted to the exported cards of Examples/newsfeed at two pixels per point (least squares).
  package init(_ encoding: ImageEncoding, scale: Int) {
    (ground, photo) =
      switch encoding {
      case .png: (0.18, 0.83)
      case .webp: (0.1, 0.07)
      }
    self.scale = Double(scale)
  }

  func bytes(of layout: LaidOutCard) -> Int {
    let all = layout.size.width * layout.size.height
    let photos = min(all, layout.displayList(scale: scale).pictureArea)
    return Int(((all - photos) * ground + photos * photo) * scale * scale)
  }

  /// Returns the estimate for a single page of a carousel, which is nearly square.
  ///
  /// - Parameter width: The width of the screen, in points.
  package func page(width: Int) -> Int {
    let side = Double(width) * scale * 0.85
    return Int(side * side * photo)
  }
}

/// Estimates the bytes of media files that a post plays.
enum MediaSizeEstimate {
  /// Bytes a second of a video for phones; the default duration is half a minute.
  private static let videoRate = 187_500
  private static let usualSeconds = 30

  static func files(of post: Post) -> [Int] {
    post.attachments.compactMap { attachment in
      guard case .item(let item) = attachment, item.preview != nil else { return nil }
      switch item.content {
      // A live stream never finishes loading.
      case .video(let seconds, let isLive): return isLive ? nil : video(seconds)
      case .animation(let seconds): return video(seconds ?? 5)
      case .document(let size, let fileExtension): return fileExtension == "gif" ? max(0, size ?? video(5)) : nil
      default: return nil
      }
    }
  }

  private static func video(_ seconds: Int?) -> Int { max(1, min(seconds ?? usualSeconds, 86_400)) * videoRate }
}

/// The sizes of exported images, from the export's manifest.
package struct ExportedSizes: Sendable {
  package struct Card: Sendable {
    /// The sizes of card images by state.
    package var pictures: [ImageVariant.State: Int] = [:]
    /// The sizes of carousel pages, in order.
    package var pages: [Int] = []
  }

  private var cards: [String: Card] = [:]

  private struct Post: Decodable {
    var id: String
    var pictures: [Picture]?
    var pages: [Picture]?
  }

  private struct Picture: Decodable {
    var path: String
    var bytes: Int
  }

  package subscript(id: String) -> Card? { cards[id] }

  /// Empty if there is no readable manifest: sizes are then estimated.
  package init(of output: URL, width: Int, scale: Int, theme: String) {
    guard let tree = try? FileTree(output.path) else { return }
    try? ManifestFiles.forEachPost(of: Post.self, in: tree) { post in
      var card = Card()
      for picture in (post.pictures ?? []) + (post.pages ?? []) {
        guard let variant = Self.variant(picture.path), variant.width == width, variant.scale == scale,
          variant.theme == theme, let state = variant.state, picture.bytes >= 0
        else { continue }
        if case .page = state { card.pages.append(picture.bytes) } else { card.pictures[state] = picture.bytes }
      }
      if !card.pictures.isEmpty { cards[post.id] = card }
    }
  }

  private static func variant(_ path: String) -> ImageVariant? {
    guard let file = path.split(separator: "/").last, let dot = file.lastIndex(of: ".") else { return nil }
    return ImageVariant(name: file[..<dot])
  }
}
