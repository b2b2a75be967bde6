import Basics

/// A change in an image without known boxes. All lengths are in pixels.
package struct ImageChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Rows or columns were inserted or removed; later content is the same.
    case rows(inserted: Bool)
    case columns(inserted: Bool)
    /// The same pixels at another position; right and down are positive.
    case moved(x: Int, y: Int)
    case recoloured(from: UInt32, to: UInt32)
    /// The old size.
    case resized(from: PixelSize)
    case came
    case went
    /// The same shapes with different soft edges, or moved by less than a pixel.
    case softEdges
    /// Other content.
    case other
  }

  package var kind: Kind
  /// The place: in the new image, or in the old one for removed content.
  package var place: PixelRect
  /// A digest of the changed content, independent of its position.
  package var content: String

  init(_ kind: Kind, at place: PixelRect, content: String = "") {
    (self.kind, self.place, self.content) = (kind, place, content)
  }

  /// The change without its position.
  package var title: String {
    let size = "\(place.width) × \(place.height) px"
    return switch kind {
    case .rows(let inserted): "\(place.height) px \(inserted ? "inserted" : "removed")"
    case .columns(let inserted): "\(place.width) px \(inserted ? "inserted" : "removed") across"
    case .moved(let x, let y): "\(size) moved \(Self.steps(x, y))"
    case .recoloured(let old, let new): "\(Self.hex(old)) → \(Self.hex(new))"
    case .resized(let from): "\(from.width) × \(from.height) px → \(size)"
    case .came: "\(size) came"
    case .went: "\(size) went"
    case .softEdges: "soft edges are drawn otherwise"
    case .other: "\(size) show something else"
    }
  }

  /// A description with the position.
  package var text: String {
    switch kind {
    case .rows: "\(title) at y \(place.y); what follows is the same"
    case .columns: "\(title) at x \(place.x), y \(place.y) to \(place.bottom); what follows is the same"
    case .softEdges: "\(title) in \(place.width) × \(place.height) px at \(place.x), \(place.y)"
    case .recoloured: "\(title) in \(place.width) × \(place.height) px at \(place.x), \(place.y)"
    default: "\(title) at \(place.x), \(place.y)"
    }
  }

  /// The cause, equal in every image with the same change.
  package var cause: Cause {
    Cause(.picture, title: title, identity: "\(title)\n\(content)")
  }

  private static func steps(_ x: Int, _ y: Int) -> String {
    [(x, "to the right", "to the left"), (y, "down", "up")].filter { $0.0 != 0 }
      .map { "\(abs($0.0)) px \($0.0 > 0 ? $0.1 : $0.2)" }.joined(separator: ", ")
  }

  private static func hex(_ pixel: UInt32) -> String {
    let channels = [0, 8, 16].map { pixel >> $0 & 255 } + (pixel >> 24 == 255 ? [] : [pixel >> 24])
    return "#"
      + channels.map { channel in
        let digits = String(channel, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}
