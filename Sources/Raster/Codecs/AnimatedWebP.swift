import Pixels

/// The container of an animated WebP: a header, then a frame after the other. Pictures without alpha that play for ever.
///
/// As Google's "WebP Container Specification" has it; all numbers little endian.
package struct AnimatedWebP: Sendable {
  /// Pixels of the canvas, from 1 to `WebPEncoder.longestSide` a side.
  package let size: PixelSize

  package init(size: PixelSize) { self.size = size }

  /// One part of the canvas that is painted over, and for how long nothing else is.
  package struct Frame: Sendable {
    /// Its left and its top are even.
    package var area: PixelArea
    /// Milliseconds.
    package var duration: Int
    /// As `WebPEncoder.chunk` gives it.
    package var chunk: [UInt8]

    package init(area: PixelArea, duration: Int, chunk: [UInt8]) {
      (self.area, self.duration, self.chunk) = (area, duration, chunk)
    }

    /// Milliseconds that a frame may last.
    package static let longestDuration = 0xFF_FFFF

    /// The frame as it stands in the file.
    package var bytes: [UInt8] {
      var bytes = Array("ANMF".utf8) + AnimatedWebP.number(chunk.count + 16, bytes: 4)
      for value in [area.x / 2, area.y / 2, area.width - 1, area.height - 1, min(duration, Self.longestDuration)] {
        bytes += AnimatedWebP.number(value, bytes: 3)
      }
      // Not blended with what is below, and left there.
      return bytes + [0b10] + chunk
    }

    /// The same area with its left and top moved to even pixels, which the format asks for.
    package static func aligned(_ area: PixelArea) -> PixelArea {
      let (left, top) = (area.x & 1, area.y & 1)
      return PixelArea(x: area.x - left, y: area.y - top, width: area.width + left, height: area.height + top)
    }
  }

  /// What stands before the first frame; nil where the file would be longer than the format can tell.
  ///
  /// - Parameter frames: Bytes of all frames together.
  package func header(frames: Int) -> [UInt8]? {
    let body = 4 + 18 + 14 + frames
    guard body <= Int(UInt32.max) - 8 else { return nil }
    var bytes = Array("RIFF".utf8) + Self.number(body, bytes: 4) + "WEBPVP8X".utf8 + Self.number(10, bytes: 4)
    // It has an animation, and no alpha, profile or metadata.
    bytes += [0b10, 0, 0, 0] + Self.number(size.width - 1, bytes: 3) + Self.number(size.height - 1, bytes: 3)
    // Black behind the canvas; no end of repeating.
    return bytes + "ANIM".utf8 + Self.number(6, bytes: 4) + [0, 0, 0, 255, 0, 0]
  }

  fileprivate static func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
