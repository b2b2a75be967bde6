import Drawing
import Files
import Foundation

/// How large the pictures are that an export has written: from its manifest.
struct ExportedSizes: Sendable {
  struct Card: Sendable {
    /// By state.
    var pictures: [PictureVariant.State: Int] = [:]
    /// Of the carousels' pages, in their order.
    var pages: [Int] = []
  }

  private var cards: [String: Card] = [:]

  /// A manifest of a million cards has as many bytes.
  private static let limit = 2 << 30

  private struct Manifest: Decodable {
    struct Post: Decodable {
      var id: String
      var pictures: [Picture]
      var pages: [Picture]
    }

    struct Picture: Decodable {
      var path: String
      var bytes: Int
    }

    var posts: [Post]
  }

  subscript(id: String) -> Card? { cards[id] }

  /// Nothing where there is no manifest, or none that can be read: sizes are estimated then.
  init(of output: URL, width: Int, scale: Int, theme: String) {
    guard let data = try? RegularFile(output.appendingPathComponent("manifest.json")).data(limit: Self.limit),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
    else { return }
    for post in manifest.posts {
      var card = Card()
      for picture in post.pictures + post.pages {
        guard let variant = Self.variant(picture.path), variant.width == width, variant.scale == scale,
          variant.theme == theme, let state = variant.state, picture.bytes >= 0
        else { continue }
        if case .page = state { card.pages.append(picture.bytes) } else { card.pictures[state] = picture.bytes }
      }
      if !card.pictures.isEmpty { cards[post.id] = card }
    }
  }

  private static func variant(_ path: String) -> PictureVariant? {
    guard let file = path.split(separator: "/").last, let dot = file.lastIndex(of: ".") else { return nil }
    return PictureVariant(name: file[..<dot])
  }
}
