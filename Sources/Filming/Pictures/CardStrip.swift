import CardDrawing
import Diagnostics
import Drawing
import Layout
import Pixels
import Raster

/// A card's picture as wide as the screen, with its shadow, ready to be laid into frames row by row.
struct CardStrip: Sendable {
  /// Pixels, premultiplied.
  let bitmap: Bitmap
  /// Rows above and below the card itself, where its shadow is.
  let above: Int
  let below: Int
  /// Of each row, the pixels that let nothing through: they are copied, the others blended.
  let solid: [Range<Int32>]

  /// Rows of the card itself.
  var height: Int { bitmap.height - above - below }
  /// Rows at the end that another strip has just so.
  func sharedEnd(with other: CardStrip) -> Int {
    let (stride, most) = (bitmap.stride, min(bitmap.height, other.bitmap.height))
    guard stride == other.bitmap.stride else { return 0 }
    return bitmap.bytes.withUnsafeBytes { own in
      other.bitmap.bytes.withUnsafeBytes { others in
        (0..<most).first { row in
          let (first, second) = (own.count - (row + 1) * stride, others.count - (row + 1) * stride)
          return !own[first..<(first + stride)].elementsEqual(others[second..<(second + stride)])
        } ?? most
      }
    }
  }

  init(_ bitmap: Bitmap, above: Int, below: Int) {
    (self.bitmap, self.above, self.below) = (bitmap, above, below)
    solid = bitmap.solidRuns
  }

  /// - Parameter hasPhotos: Without them their placeholders stand in.
  static func draw(
    _ layout: LaidOutCard, _ source: FilmSource, hasPhotos: Bool, pictures: PostPictures
  ) throws -> CardStrip {
    let (screen, scale) = (source.screen, Double(source.screen.scale))
    var commands = layout.displayList(scale: scale, includesRootShadow: true).commands
    if !hasPhotos { commands = commands.map(\.withoutPictures) }
    let card = Rect(origin: .zero, size: layout.size)
    let reach = DrawingCommand.group(clip: nil, opacity: 1, commands).reach(beyond: card)
    // Whole pixels around the card, so that its own edges stay where they were.
    let (above, below) = (Int((reach.top * scale).rounded(.up)), Int((reach.bottom * scale).rounded(.up)))
    let rows = max(1, Int((layout.size.height * scale - 1e-6).rounded(.up)))
    let size = Size(width: Double(screen.width), height: Double(above + rows + below) / scale)
    let margin = (screen.margin * scale).rounded() / scale
    let list = DisplayList(
      size: size, commands: [.translated(Point(x: margin, y: Double(above) / scale), commands)])
    let bitmap = try source.renderer.painter.paint(list, scale: scale, images: pictures.at(scale: screen.scale))
    return CardStrip(bitmap, above: above, below: below)
  }
}

extension Bitmap {
  /// Of each row, the longest run of opaque pixels that begins with the first of them.
  fileprivate var solidRuns: [Range<Int32>] {
    bytes.withUnsafeBytes { bytes in
      (0..<height).map { row in
        let start = row * stride
        let isSolid = { (x: Int) in bytes[start + x * 4 + 3] == 255 }
        guard let first = (0..<width).first(where: isSolid) else { return 0..<0 }
        let end = (first..<width).first { !isSolid($0) } ?? width
        return Int32(first)..<Int32(end)
      }
    }
  }
}
