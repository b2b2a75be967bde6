import Drawing
import FeedIngest
import Layout

/// About how many bytes a card's picture has that nobody has exported yet.
///
/// Fitted to the cards of Examples/newsfeed at two pixels a point: a sixth of a byte for a pixel of text and ground, 1.1
/// bytes for one of a photo, as PNG has them.
struct PictureEstimate {
  let bytes: Int

  private static let ground = 1.0 / 6
  private static let photo = 1.1

  init(_ layout: LaidOutCard, scale: Double) {
    let all = layout.size.width * layout.size.height
    let photos = min(all, layout.displayList(scale: scale).commands.reduce(0) { $0 + $1.photoArea })
    bytes = Int(((all - photos) * Self.ground + photos * Self.photo) * scale * scale)
  }

  /// Of a carousel's page by itself: nearly a square.
  static func page(width: Int, scale: Int) -> Int {
    let side = Double(width * scale) * 0.85
    return Int(side * side * photo)
  }
}

extension DrawingCommand {
  /// Points.
  fileprivate var photoArea: Double {
    switch self {
    case .image(_, let shape, _, _): shape.bounds.width * shape.bounds.height
    case .group(_, _, let commands), .translated(_, let commands): commands.reduce(0) { $0 + $1.photoArea }
    default: 0
    }
  }
}

/// About how many bytes the files have that a post plays.
enum MediaEstimate {
  /// Bytes a second of a video for phones, and of one whose length the feed does not tell: half a minute.
  private static let videoRate = 187_500
  private static let usualSeconds = 30

  static func files(of post: Post) -> [Int] {
    post.attachments.compactMap { attachment in
      guard case .item(let item) = attachment, item.preview != nil else { return nil }
      switch item.content {
      // A live stream has no end to load.
      case .video(let seconds, let isLive): return isLive ? nil : video(seconds)
      case .animation(let seconds): return video(seconds ?? 5)
      case .document(let size, let fileExtension): return fileExtension == "gif" ? max(0, size ?? video(5)) : nil
      default: return nil
      }
    }
  }

  private static func video(_ seconds: Int?) -> Int { max(1, min(seconds ?? usualSeconds, 86_400)) * videoRate }
}
