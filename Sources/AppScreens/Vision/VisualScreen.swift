import Basics
import Drawing

/// The visible structure of an image, without knowledge of its content: shapes on plain backgrounds, and words one by
/// one.
///
/// An area is repeatedly cut at rows and columns of background (XY cut); areas that can't be cut are shapes. A filled
/// shape becomes the background of its contents.
package struct VisualScreen: Sendable {
  /// The size in points.
  package let size: Size
  /// Points per pixel.
  let pixel: Double
  /// The shapes in reading order.
  package private(set) var shapes: [VisualShape] = []

  /// The maximum number of shapes; more are a photo or noise.
  private static let mostShapes = 4000

  /// - Parameters:
  ///   - picture: An image with straight colors; transparent pixels count as white.
  ///   - scale: Pixels per point.
  package init(_ picture: Bitmap, scale: Double) {
    pixel = 1 / scale
    size = Size(width: Double(picture.width) / scale, height: Double(picture.height) / scale)
    // Words are farther apart than letters.
    let gap = (x: max(2, Int((2.5 * scale).rounded())), y: max(1, Int((1.5 * scale).rounded())))
    var found: [VisualShape] = []
    picture.bytes.withUnsafeBytes { bytes in
      let seer = ShapeSegmentation(pixels: bytes, width: picture.width, scale: scale, gap: gap)
      let whole = PixelRect(picture.size)
      guard !whole.isEmpty else { return }
      // The page background shows at the sides, whatever covers the rest.
      let sides =
        [PixelRect(x: 0, y: 0, width: 1, height: whole.height)]
        + [PixelRect(x: whole.width - 1, y: 0, width: 1, height: whole.height)]
      seer.cut(whole, on: seer.commonest(in: sides, unlike: nil)?.color ?? VisualColor(), depth: 0) { shape in
        found.append(shape)
        return found.count < Self.mostShapes
      }
    }
    shapes = found
  }

  /// The shapes without visible contents.
  package var leaves: [VisualShape] { shapes.filter { !$0.holdsOthers } }
}

/// A shape that differs from its surroundings.
package struct VisualShape: Hashable, Sendable {
  /// The bounding rectangle, in points from the image's corner.
  package var frame: Rect
  /// The fraction of ink in each cell of a grid over the frame, row by row.
  var ink: [Float]
  /// The deviation of the cells from their mean; 0 if evenly filled.
  var spread: Float
  /// Whether most of its frame is ink.
  var isBlock: Bool
  package var color: VisualColor
  /// Whether it is the background or border of others.
  package var holdsOthers = false

  static let columns = 16
  static let rows = 8

  /// Returns the similarity in shape and size, regardless of color: 0 to 1.
  func likeness(to other: VisualShape) -> Double {
    let size = Self.ratio(frame.width, other.frame.width) * Self.ratio(frame.height, other.frame.height)
    guard size > 0.5 else { return 0 }
    var shape: Float
    if spread < 0.02, other.spread < 0.02 {
      shape = 0.85
    } else {
      var product: Float = 0
      for cell in ink.indices { product += ink[cell] * other.ink[cell] }
      shape = max(0, product)
      // Photos in the same place may differ.
      if isBlock, other.isBlock { shape = max(shape, 0.6) }
    }
    return Double(shape) * size.squareRoot()
  }

  /// Returns a ratio that ignores a difference of one point.
  private static func ratio(_ one: Double, _ other: Double) -> Double {
    min(1, (min(one, other) + 1) / max(one, other, 0.01))
  }
}

/// An opaque color.
package struct VisualColor: Hashable, Sendable {
  package var (red, green, blue): (UInt8, UInt8, UInt8) = (255, 255, 255)

  package init(red: UInt8 = 255, green: UInt8 = 255, blue: UInt8 = 255) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Returns the largest difference of a channel.
  func distance(to other: VisualColor) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)), abs(Int(blue) - Int(other.blue)))
  }

  /// `#1C1E21`
  package var hex: String {
    let number = Int(red) << 16 | Int(green) << 8 | Int(blue)
    let digits = String(number, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// Cuts the pixels of an image into shapes.
private struct ShapeSegmentation {
  let pixels: UnsafeRawBufferPointer
  let width: Int
  let scale: Double
  /// The minimum background columns and rows between two shapes.
  let gap: (x: Int, y: Int)

  /// The minimum channel difference of ink; smaller ones are soft shadows.
  private static let least = 10
  private static let deepest = 24

  private func color(_ x: Int, _ y: Int) -> VisualColor {
    let at = (y * width + x) * 4
    let alpha = Int(pixels[at + 3])
    func channel(_ value: UInt8) -> UInt8 {
      alpha == 255 ? value : UInt8((Int(value) * alpha + 255 * (255 - alpha)) / 255)
    }
    return VisualColor(red: channel(pixels[at]), green: channel(pixels[at + 1]), blue: channel(pixels[at + 2]))
  }

  /// Whether the pixel differs from the background.
  private func isInk(_ x: Int, _ y: Int, on ground: VisualColor) -> Bool {
    let at = (y * width + x) * 4
    // Most pixels are the background itself.
    if pixels[at] == ground.red, pixels[at + 1] == ground.green, pixels[at + 2] == ground.blue, pixels[at + 3] == 255 {
      return false
    }
    return color(x, y).distance(to: ground) >= Self.least
  }

  /// - Parameter add: Takes a shape; returns false to stop the search.
  @discardableResult
  func cut(_ area: PixelRect, on ground: VisualColor, depth: Int, _ add: (VisualShape) -> Bool) -> Bool {
    var rows = [Int](repeating: 0, count: area.height)
    var columns = [Int](repeating: 0, count: area.width)
    for y in area.rows {
      for x in area.columns where isInk(x, y, on: ground) {
        rows[y - area.y] += 1
        columns[x - area.x] += 1
      }
    }
    let bands = runs(rows, gap: gap.y)
    guard let top = bands.first?.lowerBound, let bottom = bands.last?.upperBound else { return true }
    if bands.count > 1, depth < Self.deepest {
      for band in bands {
        let part = PixelRect(x: area.x, y: area.y + band.lowerBound, width: area.width, height: band.count)
        guard cut(part, on: ground, depth: depth + 1, add) else { return false }
      }
      return true
    }
    let stripes = runs(columns, gap: gap.x)
    if stripes.count > 1, depth < Self.deepest {
      for stripe in stripes {
        let part = PixelRect(x: area.x + stripe.lowerBound, y: area.y, width: stripe.count, height: area.height)
        guard cut(part, on: ground, depth: depth + 1, add) else { return false }
      }
      return true
    }
    let (left, right) = (stripes[0].lowerBound, stripes[stripes.count - 1].upperBound)
    let frame = PixelRect(x: area.x + left, y: area.y + top, width: right - left, height: bottom - top)
    return see(frame, on: ground, count: rows.reduce(0, +), depth: depth, add)
  }

  private func see(
    _ frame: PixelRect, on ground: VisualColor, count: Int, depth: Int, _ add: (VisualShape) -> Bool
  ) -> Bool {
    let isBlock = Double(count) >= 0.6 * Double(frame.width * frame.height)
    var shape = shape(frame, on: ground, isBlock: isBlock)
    let isLarge = Double(min(frame.width, frame.height)) >= 12 * scale && depth < Self.deepest
    var inner: VisualColor?
    if isBlock || isLarge && goesAround(frame, on: ground), let fill = commonest(in: [frame], unlike: ground),
      fill.share >= 0.5
    {
      shape.color = fill.color
      if isLarge { inner = fill.color }
    }
    guard let inner else { return add(shape) }
    var parts: [VisualShape] = []
    cut(frame, on: inner, depth: depth + 1) { part in
      parts.append(part)
      return parts.count < 1000
    }
    // Rounded corners show the background behind: they aren't parts.
    parts.removeAll { part in
      part.color.distance(to: ground) < Self.least
        && (part.frame.minX <= shape.frame.minX + 0.5 || part.frame.maxX >= shape.frame.maxX - 0.5)
        && (part.frame.minY <= shape.frame.minY + 0.5 || part.frame.maxY >= shape.frame.maxY - 0.5)
    }
    shape.holdsOthers = !parts.isEmpty
    return add(shape) && parts.allSatisfy(add)
  }

  /// Whether the shape is a border, or a background with large holes: except for rounded corners, its sides are ink.
  private func goesAround(_ frame: PixelRect, on ground: VisualColor) -> Bool {
    let (fifthX, fifthY) = (frame.width / 5, frame.height / 5)
    return (frame.x + fifthX..<frame.right - fifthX).allSatisfy {
      isInk($0, frame.y, on: ground) && isInk($0, frame.bottom - 1, on: ground)
    }
      && (frame.y + fifthY..<frame.bottom - fifthY).allSatisfy {
        isInk(frame.x, $0, on: ground) && isInk(frame.right - 1, $0, on: ground)
      }
  }

  /// Returns ranges with content, merged if the gap between them is too small.
  private func runs(_ counts: [Int], gap: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for index in 0...counts.count {
      let isInk = index < counts.count && counts[index] > 0
      if isInk, start == nil { start = index }
      guard !isInk, let from = start else { continue }
      start = nil
      if let last = found.last, from - last.upperBound < gap {
        found[found.count - 1] = last.lowerBound..<index
      } else {
        found.append(from..<index)
      }
    }
    return found
  }

  /// Returns the most common color and its fraction of the pixels; if `ground` is given, among pixels that differ from
  /// it.
  func commonest(in areas: [PixelRect], unlike ground: VisualColor?) -> (color: VisualColor, share: Double)? {
    var counts = [Int](repeating: 0, count: 4096)
    var votes = counts
    var examples = [VisualColor](repeating: VisualColor(), count: 4096)
    var all = 0
    func count(_ color: VisualColor) {
      if let ground, color.distance(to: ground) < Self.least { return }
      let place = Int(color.red >> 4) << 8 | Int(color.green >> 4) << 4 | Int(color.blue >> 4)
      counts[place] += 1
      all += 1
      // The many colors of soft edges cancel out (Boyer–Moore majority vote).
      if votes[place] == 0 { examples[place] = color }
      votes[place] += examples[place] == color ? 1 : -1
    }
    for area in areas {
      let step = max(1, min(area.width, area.height) / 400)
      for y in stride(from: area.y, to: area.bottom, by: step) {
        for x in stride(from: area.x, to: area.right, by: step) { count(color(x, y)) }
      }
    }
    guard all > 0, let most = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return nil }
    return (examples[most], Double(counts[most]) / Double(all))
  }

  private func shape(_ frame: PixelRect, on ground: VisualColor, isBlock: Bool) -> VisualShape {
    var sums = [Float](repeating: 0, count: VisualShape.columns * VisualShape.rows)
    var counts = sums
    var farthest = 0
    var color = ground
    for y in frame.y..<frame.bottom {
      let row = (y - frame.y) * VisualShape.rows / frame.height
      for x in frame.x..<frame.right {
        let cell = row * VisualShape.columns + (x - frame.x) * VisualShape.columns / frame.width
        let own = self.color(x, y)
        let distance = own.distance(to: ground)
        sums[cell] += Float(distance)
        counts[cell] += 1
        if distance > farthest { (farthest, color) = (distance, own) }
      }
    }
    fill(&sums, counts)
    let mean = sums.reduce(0, +) / Float(sums.count)
    let ink = sums.map { $0 - mean }
    let length = ink.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let rect = Rect(
      x: Double(frame.x) / scale, y: Double(frame.y) / scale, width: Double(frame.width) / scale,
      height: Double(frame.height) / scale)
    return VisualShape(
      frame: rect, ink: ink.map { length > 0 ? $0 / length : 0 },
      spread: mean > 0 ? length / (mean * Float(sums.count).squareRoot()) : 0, isBlock: isBlock, color: color)
  }

  /// Computes the means of the cells; if the shape is narrower than the grid, cells repeat their neighbors.
  private func fill(_ sums: inout [Float], _ counts: [Float]) {
    for row in 0..<VisualShape.rows {
      for column in 0..<VisualShape.columns {
        let cell = row * VisualShape.columns + column
        if counts[cell] > 0 {
          sums[cell] /= counts[cell]
        } else {
          sums[cell] = column > 0 ? sums[cell - 1] : row > 0 ? sums[cell - VisualShape.columns] : 0
        }
      }
    }
  }
}
