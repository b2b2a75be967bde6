import CardDrawing
import Synchronization

/// Photos of the posts that were drawn last, decoded and resampled, for as long as the files are the same.
///
/// Their memory is counted apart from the budget of drawing: nobody waits for what is kept for speed alone.
final class KeptPhotos: Sendable {
  private final class Post: Sendable {
    let pictures: Mutex<PostPictures>
    init(_ pictures: consuming sending PostPictures) { self.pictures = Mutex(pictures) }
  }

  private struct State {
    var posts: [Int: Post] = [:]
    /// The one that was used last at the end.
    var order: [Int] = []
  }

  /// Bytes.
  private static let limit = 384 << 20
  private static let postLimit = 64

  private let renderer: CardRenderer
  private let memory = MemoryBudget(limit: Int.max / 4)
  private let state = Mutex(State())

  /// - Parameter renderer: Says where photos are and which scales they serve.
  init(_ renderer: CardRenderer) {
    self.renderer = renderer
  }

  /// Whether they serve another renderer too.
  func serve(_ other: CardRenderer) -> Bool { renderer.project.scales == other.project.scales }

  /// One thread at a time has a post's.
  func with<Result: Sendable>(_ place: Int, _ body: (PostPictures) throws -> Result) rethrows -> Result {
    let post = state.withLock { state -> Post in
      state.order.removeAll { $0 == place }
      state.order.append(place)
      if let known = state.posts[place] { return known }
      while let oldest = state.order.first, oldest != place,
        state.order.count > Self.postLimit || memory.taken > Self.limit
      {
        state.order.removeFirst()
        state.posts[oldest] = nil
      }
      let made = Post(
        PostPictures(
          files: renderer.photos, memory: memory, scales: renderer.project.scales,
          undecodable: renderer.undecodablePhotos, keepsDecoded: true))
      state.posts[place] = made
      return made
    }
    return try post.pictures.withLock { try body($0) }
  }
}
