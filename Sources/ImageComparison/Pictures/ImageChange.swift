import Basics
import Diagnostics

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
    /// Content of another size in a line, whose rest moved by a number of pixels to the right.
    case replaced(from: PixelSize, shift: Int)
    /// Small differences of colors: the largest one, of 255, and the number of pixels.
    case levels(Int, pixels: Int)
    /// The same shapes, drawn by another rasterizer.
    case rasterizer
    /// The same view at another device scale: the old size.
    case scaled(from: PixelSize)
    /// The same pixels on a turned screen.
    case rotated(degrees: Int)
    /// Another layout on a turned screen: the old size.
    case turned(from: PixelSize)
    /// Other rounded corners of an object whose straight edges are the same. The radii in pixels, if they can be
    /// measured.
    case corners(from: Int?, to: Int?)
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
    case .came: "\(size) added"
    case .went: "\(size) removed"
    case .replaced(let from, let shift):
      "\(from.width) × \(from.height) px replaced by \(size); the rest moved \(Self.steps(shift, 0))"
    case .levels(let levels, _): "colors differ by at most \(levels.counted("level"))"
    case .rasterizer: "text from another rasterizer"
    case .scaled(let from): "another scale: \(Self.factor(from, place.size)) (\(from) → \(place.size) px)"
    case .rotated(let degrees): "rotated by \(degrees)°"
    case .turned(let from): "turned screen: \(from) → \(place.size) px"
    case .corners(let from?, let to?): "corner radius \(from) → \(to) px"
    case .corners: "different rounded corners"
    case .softEdges: "different anti-aliasing"
    case .other: "\(size) with different content"
    }
  }

  /// A description with the position.
  package var text: String {
    switch kind {
    case .rows: "\(title) at y \(place.y); the rest is equal"
    case .columns: "\(title) at x \(place.x), y \(place.y) to \(place.bottom); the rest is equal"
    case .scaled, .rotated, .turned: title
    case .levels(let levels, let pixels):
      "\(pixels.counted("pixel")) differ\(pixels == 1 ? "s" : "") by at most \(levels.counted("level")) in "
        + "\(place.width) × \(place.height) px at \(place.x), \(place.y)"
    case .softEdges, .rasterizer, .recoloured, .corners:
      "\(title) in \(place.width) × \(place.height) px at \(place.x), \(place.y)"
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

  /// Returns `twice as large`, `half as large` or `1.5 times as large`.
  private static func factor(_ old: PixelSize, _ new: PixelSize) -> String {
    let factor = (Double(new.width) / Double(max(1, old.width)) * 100).rounded() / 100
    if factor == 2 { return "twice as large" }
    if factor == 0.5 { return "half as large" }
    let isWhole = factor == factor.rounded()
    return "\(isWhole ? "\(Int(factor))" : "\(factor)") times as large"
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
