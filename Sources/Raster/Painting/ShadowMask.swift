import Basics
import CPangoCairo
import CPixelLoops
import Diagnostics
import Drawing

/// The blurred coverage of a shape.
///
/// The middle columns of a rectangle's shadow are all identical, and so are its middle rows, since rounded corners
/// don't reach them. Only one of each is stored and blurred, so the shadow of a card as tall as a screen costs only as
/// much as its corners.
struct ShadowMask {
  /// The frame of the shadow on the canvas.
  let frame: PixelRect
  private let columns: Axis
  private let rows: Axis
  private let values: [UInt8]

  /// One axis of the mask: `removed` pixels after the `kept` ones are left out, since they equal the last kept one.
  private struct Axis {
    var kept: Int
    var removed: Int
    var length: Int

    /// `margin` pixels at each end are always kept.
    init(full: Int, margin: Int, isUniform: Bool) {
      kept = margin + 1
      removed = isUniform ? max(0, full - 2 * margin - 1) : 0
      length = full - removed
    }

    /// Maps a position of the full length to a kept pixel.
    func kept(_ position: Int) -> Int { position < kept ? position : max(kept - 1, position - removed) }
  }

  /// Returns nil if the shadow has no pixels. `blur` and `spread` are in points.
  init?(_ shape: Shape, spread: Double, blur: Double, on canvas: Canvas) throws {
    let sigma = max(0, blur) / 2 * canvas.scale
    guard sigma.isFinite else { return nil }
    let gaussian = sigma > 0.01 ? GaussianBlur(sigma: sigma) : nil
    let reach = gaussian?.reach ?? 0
    var frame = canvas.pixels(around: shape.bounds)
    frame = PixelRect(
      left: frame.x - reach - 1, top: frame.y - reach - 1, right: frame.right + reach + 1,
      bottom: frame.bottom + reach + 1)
    var radius = 0.0
    var isUniform = true
    switch shape {
    case .rectangle: break
    case .rounded(_, radius: let given): radius = given
    case .cornered(let rect, let radii): radius = radii.fitted(into: rect.size).all.max() ?? 0
    case .ellipse, .path:
      isUniform = false
      // Without a uniform middle, leave out the invisible part instead.
      let clip = canvas.clip
      frame = frame.intersection(
        PixelRect(
          left: clip.x - reach, top: clip.y - reach, right: clip.right + reach, bottom: clip.bottom + reach))
    }
    guard !frame.isEmpty else { return nil }
    let corner = min(max(0, radius), min(shape.bounds.width, shape.bounds.height) / 2) * canvas.scale
    let margin = 2 * reach + Int(min(corner, 1e7).rounded(.up)) + 3
    columns = Axis(full: frame.width, margin: margin, isUniform: isUniform)
    rows = Axis(full: frame.height, margin: margin, isUniform: isUniform)
    self.frame = frame
    guard columns.length <= Canvas.longestSide, rows.length <= Canvas.longestSide else {
      throw Diagnostic(
        PaintIssue.tooLarge(
          width: shape.bounds.width, height: shape.bounds.height, scale: canvas.scale, limit: Canvas.longestSide))
    }
    let origin = canvas.device(.zero)
    values = try ShadowMask.coverage(
      shape.shortened(by: Size(width: Double(columns.removed), height: Double(rows.removed)), scale: canvas.scale),
      spread: spread, width: columns.length, height: rows.length, scale: canvas.scale,
      origin: Point(x: origin.x - Double(frame.x), y: origin.y - Double(frame.y)), gaussian)
  }

  /// Returns the shape's blurred coverage, as bytes in rows of `width`.
  private static func coverage(
    _ shape: Shape, spread: Double, width: Int, height: Int, scale: Double, origin: Point, _ gaussian: GaussianBlur?
  ) throws -> [UInt8] {
    let stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_A8, Int32(width)))
    var drawn = [UInt8](repeating: 0, count: stride * height)
    try drawn.withUnsafeMutableBytes { bytes in
      try Canvas.draw(on: bytes, format: CAIRO_FORMAT_A8, width: width, height: height) { context in
        cairo_translate(context, origin.x, origin.y)
        cairo_scale(context, scale, scale)
        let canvas = Canvas(context: context, scale: scale)
        canvas.fill(shape, .solid(.black))
        if case .path(let path, bounds: _) = shape { canvas.grow(path, by: spread) }
      }
    }
    var mask = [Float](repeating: 0, count: width * height)
    fp_mask_read(drawn, stride, width, height, &mask)
    gaussian?.apply(to: &mask, width: width, height: height)
    var coverage = [UInt8](repeating: 0, count: mask.count)
    fp_mask_round(mask, mask.count, &coverage)
    return coverage
  }

  /// Writes the coverage of one canvas row, starting at a column of the canvas.
  func read(row y: Int, from left: Int, into pixels: UnsafeMutableBufferPointer<UInt8>) {
    let row = rows.kept(y - frame.y) * columns.length
    let first = left - frame.x
    values.withUnsafeBufferPointer { values in
      // Before the gap, inside it, after it.
      let gap = min(max(columns.kept - first, 0), pixels.count)
      let end = min(max(columns.kept + columns.removed - first, gap), pixels.count)
      for x in 0..<gap { pixels[x] = values[row + first + x] }
      if gap < end { pixels[gap..<end].update(repeating: values[row + columns.kept - 1]) }
      for x in end..<pixels.count { pixels[x] = values[row + first + x - columns.removed] }
    }
  }
}

extension Canvas {
  /// Grows a path by stroking it with a pen, or shrinks it by erasing the stroke: a path has no sides to move.
  fileprivate func grow(_ path: Path, by spread: Double) {
    guard spread != 0, spread.isFinite else { return }
    saved {
      cairo_set_operator(context, spread > 0 ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_DEST_OUT)
      stroke(path, width: 2 * abs(spread), .solid(.black))
    }
  }
}

extension Shape {
  /// Returns the outline that a shadow blurs. Paths stay unchanged, whatever the shadow's spread.
  package func cast(by shadow: Shadow) -> Shape { grown(by: shadow.spread).offset(by: shadow.offset) }

  /// Returns the shape with every side moved out by `distance` points; rounded corners grow too. Paths don't change
  /// (see `Canvas.grow`).
  fileprivate func grown(by distance: Double) -> Shape {
    func grow(_ rect: Rect) -> Rect {
      let width = max(0, rect.width + 2 * distance)
      let height = max(0, rect.height + 2 * distance)
      return Rect(x: rect.center.x - width / 2, y: rect.center.y - height / 2, width: width, height: height)
    }
    switch self {
    case .rectangle(let rect): return .rectangle(grow(rect))
    case .rounded(let rect, radius: let radius):
      return .rounded(grow(rect), radius: radius > 0 ? max(0, radius + distance) : 0)
    case .cornered(let rect, let radii):
      return .cornered(grow(rect), radii.fitted(into: rect.size).map { $0 > 0 ? max(0, $0 + distance) : 0 })
    case .ellipse(let rect): return .ellipse(grow(rect))
    case .path(let path, bounds: let rect): return .path(path, bounds: grow(rect))
    }
  }

  fileprivate func offset(by delta: Point) -> Shape {
    switch self {
    case .rectangle(let rect): .rectangle(rect.offset(by: delta))
    case .rounded(let rect, radius: let radius): .rounded(rect.offset(by: delta), radius: radius)
    case .cornered(let rect, let radii): .cornered(rect.offset(by: delta), radii)
    case .ellipse(let rect): .ellipse(rect.offset(by: delta))
    case .path(let path, bounds: let rect): .path(path.scaled(by: 1, movedTo: delta), bounds: rect.offset(by: delta))
    }
  }

  /// Returns a rectangle with some middle pixels removed; only called for rectangles large enough.
  fileprivate func shortened(by pixels: Size, scale: Double) -> Shape {
    func shorten(_ rect: Rect) -> Rect {
      Rect(
        x: rect.minX, y: rect.minY, width: rect.width - pixels.width / scale,
        height: rect.height - pixels.height / scale)
    }
    switch self {
    case .rectangle(let rect): return .rectangle(shorten(rect))
    // The corners are those of the full shape, even if half of the shortened side would be less.
    case .rounded(let rect, radius: let radius): return .rounded(shorten(rect), radius: radius)
    case .cornered(let rect, let radii): return .cornered(shorten(rect), radii.fitted(into: rect.size))
    case .ellipse, .path: return self
    }
  }
}

/// A Gaussian blur of a coverage mask.
///
/// Uses three box blurs with fractional widths (Gwosdek et al., "Theoretical Foundations of Gaussian Convolution by
/// Extended Box Filtering", 2011), so that the variance is exactly σ². An edge is within 1 % of the error function
/// everywhere, and the cost doesn't depend on σ.
package struct GaussianBlur {
  /// Whole pixels of a box on each side of its center.
  private let radius: Int
  /// The fraction of the next pixel on each side.
  private let edge: Float

  /// The passes of `fp_blur`.
  private static let passes = 3

  /// `sigma` in pixels, above 0.
  package init(sigma: Double) {
    // A stronger blur leaves nothing visible, and its boxes would overflow.
    let sigma = min(sigma, 1e5)
    let variance = sigma * sigma / Double(GaussianBlur.passes)
    let radius = ((12 * variance + 1).squareRoot() / 2 - 0.5).rounded(.down)
    let full = 2 * radius + 1
    let next = radius + 1
    self.radius = Int(radius)
    edge = Float(full * (radius * next - 3 * variance) / (6 * (variance - next * next)))
  }

  /// How far the blur spreads, in pixels.
  package var reach: Int { GaussianBlur.passes * (radius + 1) }

  /// Blurs a mask of `width` × `height` values in place; values outside of it are zero.
  package func apply(to mask: inout [Float], width: Int, height: Int) {
    guard width > 0, height > 0 else { return }
    var line = [Float](repeating: 0, count: fp_blur_line(width, height))
    let weight = 1 / (Float(2 * radius + 1) + 2 * edge)
    fp_blur(&mask, width, height, radius, edge, weight, &line)
  }
}

/// Obscures images completely: a Gaussian blur of a thumbnail, enlarged. Cost and look don't depend on the image's size
/// or scale.
package enum ImageBlur {
  /// Pixels of a thumbnail's longer side.
  private static let side = 48
  /// The sigma of the Gaussian as a fraction of that side. Only a few patches of color remain.
  private static let sigma = 0.085

  /// Returns the thumbnail size for an image of this size in pixels.
  package static func thumbnail(ofWidth width: Int, height: Int) -> PixelSize {
    let longer = Double(max(width, height, 1))
    func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * Double(side) / longer).rounded())) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }

  /// - Parameter thumbnail: An image with the proportions of the result, whose size in pixels is given.
  package static func blurred(_ thumbnail: Bitmap, width: Int, height: Int) -> Bitmap {
    guard thumbnail.width > 0, thumbnail.height > 0 else {
      return Resampler.scale(thumbnail, toWidth: width, height: height)
    }
    var small = thumbnail.converted(to: .bgraPremultiplied)
    let (columns, rows) = (small.width, small.height)
    let blur = GaussianBlur(sigma: Double(side) * sigma)
    // Pixels beyond the edges are ignored: each result is the mean of the existing pixels around it.
    var share = [Float](repeating: 1, count: columns * rows)
    blur.apply(to: &share, width: columns, height: rows)
    var bytes = small.bytes
    for channel in 0..<4 {
      var values = (0..<columns * rows).map { Float(small.bytes[$0 * 4 + channel]) }
      blur.apply(to: &values, width: columns, height: rows)
      for index in values.indices {
        bytes[index * 4 + channel] = UInt8(min(max(0, (values[index] / share[index]).rounded()), 255))
      }
    }
    small = Bitmap(width: columns, height: rows, format: .bgraPremultiplied, bytes: bytes) ?? small
    return Resampler.scale(small, toWidth: width, height: height)
  }
}
