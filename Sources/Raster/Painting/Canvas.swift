import Basics
import CPangoCairo
import Diagnostics
import Drawing
import Foundation

/// A bitmap for drawing with Cairo, at a scale: user space is in points, y down.
struct Canvas {
  /// The size limit of Cairo's image surfaces.
  static let longestSide = ImageEncoding.png.longestSide

  /// A `cairo_t` whose surface shares the bitmap's memory.
  let context: OpaquePointer
  /// Pixels per point.
  let scale: Double

  /// Returns the size in pixels of a canvas of `size` points, rounded up except for floating-point noise. Throws
  /// `raster.too-large` and `raster.not-finite`.
  static func pixels(of size: Size, scale: Double) throws(Diagnostic) -> (width: Int, height: Int) {
    let width = (size.width * scale - 1e-6).rounded(.up)
    let height = (size.height * scale - 1e-6).rounded(.up)
    guard width.isFinite, height.isFinite, scale > 0 else {
      throw Diagnostic(PaintIssue.notFinite(width: size.width, height: size.height, scale: scale))
    }
    guard width <= Double(longestSide), height <= Double(longestSide) else {
      throw Diagnostic(
        PaintIssue.tooLarge(width: size.width, height: size.height, scale: scale, limit: Canvas.longestSide))
    }
    return (max(0, Int(width)), max(0, Int(height)))
  }

  /// Returns a transparent bitmap that `body` has drawn on. Throws the errors of `body`, and `raster.…` if Cairo
  /// failed.
  static func bitmap(_ size: Size, scale: Double, _ body: (Canvas) throws -> Void) throws -> Bitmap {
    let (width, height) = try pixels(of: size, scale: scale)
    guard let count = Bitmap.byteCount(width: width, height: height), count <= Int(Int32.max) else {
      throw Diagnostic(
        PaintIssue.tooLarge(width: size.width, height: size.height, scale: scale, limit: Canvas.longestSide))
    }
    var bytes = [UInt8](repeating: 0, count: count)
    if count > 0 {
      try bytes.withUnsafeMutableBytes { buffer in
        try draw(on: buffer, format: CAIRO_FORMAT_ARGB32, width: width, height: height) { context in
          cairo_scale(context, scale, scale)
          try body(Canvas(context: context, scale: scale))
        }
      }
    }
    guard let bitmap = Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: bytes) else {
      throw Diagnostic(PaintIssue.outOfMemory)
    }
    return bitmap
  }

  /// Lets `body` draw on a buffer whose rows have Cairo's stride for the format.
  static func draw(
    on buffer: UnsafeMutableRawBufferPointer, format: cairo_format_t, width: Int, height: Int,
    _ body: (OpaquePointer) throws -> Void
  ) throws {
    try withSurface(over: buffer, format: format, width: width, height: height) { surface in
      guard let context = cairo_create(surface) else { throw Diagnostic(PaintIssue.outOfMemory) }
      defer { cairo_destroy(context) }
      try body(context)
      try check(cairo_status(context))
    }
  }

  /// Passes `body` a Cairo surface over foreign memory, valid only during the call.
  static func withSurface(
    over buffer: UnsafeMutableRawBufferPointer, format: cairo_format_t, width: Int, height: Int,
    _ body: (OpaquePointer) throws -> Void
  ) throws {
    let stride = cairo_format_stride_for_width(format, Int32(clamping: width))
    let surface = cairo_image_surface_create_for_data(
      buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), format, Int32(clamping: width),
      Int32(clamping: height), stride)
    guard stride > 0, Int(stride) * height <= buffer.count, let surface else {
      throw Diagnostic(PaintIssue.outOfMemory)
    }
    defer {
      // Finishing detaches the memory, even if other references remain.
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    try check(cairo_surface_status(surface))
    try body(surface)
    cairo_surface_flush(surface)
  }

  static func check(_ status: cairo_status_t) throws(Diagnostic) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    if status == CAIRO_STATUS_NO_MEMORY { throw Diagnostic(PaintIssue.outOfMemory) }
    throw Diagnostic(PaintIssue.cairo(cairo_status_to_string(status).map(String.init(cString:)) ?? "\(status)"))
  }

  /// Runs `body` and restores Cairo's state (clip, transformation, source) afterwards.
  func saved(_ body: () throws -> Void) rethrows {
    cairo_save(context)
    defer { cairo_restore(context) }
    try body()
  }

  /// Converts a point to pixels.
  func device(_ point: Point) -> Point {
    var (x, y) = (point.x, point.y)
    cairo_user_to_device(context, &x, &y)
    return Point(x: x, y: y)
  }

  /// The current clip in whole pixels.
  var clip: PixelRect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    saved {
      cairo_identity_matrix(context)
      cairo_clip_extents(context, &left, &top, &right, &bottom)
    }
    return PixelRect(
      left: Int(left.rounded(.down)), top: Int(top.rounded(.down)), right: Int(right.rounded(.up)),
      bottom: Int(bottom.rounded(.up)))
  }

  /// Returns a rectangle in points, rounded to the nearest whole pixels.
  func pixels(nearest rect: Rect) -> PixelRect {
    pixels(rect, left: { $0.rounded() }, right: { $0.rounded() })
  }

  /// Returns all pixels that a rectangle in points touches.
  func pixels(around rect: Rect) -> PixelRect {
    pixels(rect, left: { ($0 + 1e-6).rounded(.down) }, right: { ($0 - 1e-6).rounded(.up) })
  }

  func isOnPixels(_ rect: Rect) -> Bool {
    let (start, end) = (device(rect.origin), device(Point(x: rect.maxX, y: rect.maxY)))
    return [start.x, start.y, end.x, end.y].allSatisfy { abs($0 - $0.rounded()) < 1e-4 }
  }

  /// Returns the rows of a pixel-aligned rounded rectangle between its corners, if they cover most of it. There, the
  /// shape clips no more than its box.
  func uncut(_ shape: Shape) -> PixelRect? {
    let (rect, radius): (Rect, Double)
    switch shape {
    case .rounded(let box, let corner): (rect, radius) = (box, corner)
    case .cornered(let box, let radii): (rect, radius) = (box, radii.fitted(into: box.size).all.max() ?? 0)
    default: return nil
    }
    guard rect.isFinite, isOnPixels(rect) else { return nil }
    let box = pixels(nearest: rect)
    let corner = Int(min(max(0, radius * scale), 1e6).rounded(.up))
    guard box.height > 6 * corner else { return nil }
    return PixelRect(left: box.x, top: box.y + corner, right: box.right, bottom: box.bottom - corner)
  }

  private func pixels(_ rect: Rect, left: (Double) -> Double, right: (Double) -> Double) -> PixelRect {
    // Clamp coordinates far outside of the canvas.
    func pixel(_ value: Double) -> Int { Int(min(max(value, -1e8), 1e8)) }
    let (start, end) = (device(rect.origin), device(Point(x: rect.maxX, y: rect.maxY)))
    return PixelRect(
      left: pixel(left(start.x)), top: pixel(left(start.y)), right: pixel(right(end.x)), bottom: pixel(right(end.y)))
  }

  /// Converts a rectangle in pixels to points.
  func points(_ box: PixelRect) -> Rect {
    let origin = device(.zero)
    return Rect(
      x: (Double(box.x) - origin.x) / scale, y: (Double(box.y) - origin.y) / scale,
      width: Double(box.width) / scale, height: Double(box.height) / scale)
  }

  /// Clips to whole pixels.
  func restrict(to box: PixelRect) {
    let box = box.intersection(clip)
    cairo_save(context)
    cairo_identity_matrix(context)
    cairo_new_path(context)
    cairo_rectangle(context, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
    cairo_restore(context)
    cairo_clip(context)
  }

  /// Fills the shape with anti-aliased edges.
  func fill(_ shape: Shape, _ paint: Paint) {
    guard shape.isDrawable else { return }
    saved {
      setSource(paint, in: shape.bounds)
      outline(shape)
      cairo_fill(context)
    }
  }

  func stroke(_ path: Path, width: Double, _ paint: Paint) {
    guard path.isFinite, width > 0, width.isFinite else { return }
    saved {
      setSource(paint, in: outlineBox(path))
      cairo_set_line_width(context, width)
      cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(context)
    }
  }

  func stroke(_ path: Path, width: Double, _ dashes: Dashes, _ paint: Paint) {
    let lengths = dashes.lengths
    guard path.isFinite, width > 0, width.isFinite, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }),
      lengths.contains(where: { $0 > 0 })
    else { return }
    saved {
      setSource(paint, in: outlineBox(path))
      cairo_set_line_width(context, width)
      switch dashes.cap {
      case .butt: cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
      case .round: cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
      case .square: cairo_set_line_cap(context, CAIRO_LINE_CAP_SQUARE)
      }
      cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
      cairo_set_dash(context, lengths, Int32(clamping: lengths.count), 0)
      cairo_stroke(context)
    }
  }

  /// Makes the path Cairo's current path and returns its box.
  private func outlineBox(_ path: Path) -> Rect {
    outline(path)
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_path_extents(context, &left, &top, &right, &bottom)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Makes the shape Cairo's current path.
  func outline(_ shape: Shape) {
    cairo_new_path(context)
    switch shape {
    case .rectangle(let rect):
      let rect = reachable(rect)
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    case .rounded(let rect, radius: let radius):
      let rect = reachable(rect)
      outline(rect, CornerRadii(all: min(max(0, radius), min(rect.width, rect.height) / 2)))
    case .cornered(let rect, let radii):
      let rect = reachable(rect)
      outline(rect, radii.fitted(into: rect.size))
    case .ellipse(let rect): outline(ellipse: reachable(rect))
    case .path(let path, bounds: _):
      outline(path)
      cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    }
  }

  private func outline(_ rect: Rect, _ radii: CornerRadii) {
    guard radii.all.contains(where: { $0 > 0 }) else {
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
      return
    }
    let quarter = Double.pi / 2
    func corner(_ radius: Double, _ x: Double, _ y: Double, from start: Double) {
      cairo_arc(context, x, y, radius, start * quarter, (start + 1) * quarter)
    }
    let (first, second, third, fourth) = (radii.topRight, radii.bottomRight, radii.bottomLeft, radii.topLeft)
    cairo_new_sub_path(context)
    corner(first, rect.maxX - first, rect.minY + first, from: -1)
    corner(second, rect.maxX - second, rect.maxY - second, from: 0)
    corner(third, rect.minX + third, rect.maxY - third, from: 1)
    corner(fourth, rect.minX + fourth, rect.minY + fourth, from: 2)
    cairo_close_path(context)
  }

  private func outline(ellipse rect: Rect) {
    saved {
      cairo_translate(context, rect.center.x, rect.center.y)
      cairo_scale(context, rect.width / 2, rect.height / 2)
      cairo_arc(context, 0, 0, 1, 0, 2 * Double.pi)
      cairo_close_path(context)
    }
  }

  private func outline(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let point): cairo_move_to(context, point.x, point.y)
      case .line(let point): cairo_line_to(context, point.x, point.y)
      case .curve(let first, let second, let end):
        cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
      case .close: cairo_close_path(context)
      }
    }
  }

  /// Moves edges far outside the canvas closer, where they look the same: Cairo uses 24.8 fixed-point numbers.
  private func reachable(_ rect: Rect) -> Rect {
    let limit = 2_000_000 / scale
    let (left, top) = (max(rect.minX, -limit), max(rect.minY, -limit))
    return Rect(x: left, y: top, width: min(rect.maxX, limit) - left, height: min(rect.maxY, limit) - top)
  }

  private func setSource(_ paint: Paint, in bounds: Rect) {
    switch paint {
    case .solid(let color): setSource(color)
    case .linearGradient(let gradient):
      let pattern = cairo_pattern_create_linear(
        bounds.minX + gradient.start.x * bounds.width, bounds.minY + gradient.start.y * bounds.height,
        bounds.minX + gradient.end.x * bounds.width, bounds.minY + gradient.end.y * bounds.height)
      setSource(pattern, gradient.stops)
    case .radialGradient(let gradient): setSource(gradient, in: bounds)
    }
  }

  private func setSource(_ pattern: OpaquePointer?, _ stops: [LinearGradient.Stop]) {
    for stop in stops {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
  }

  /// Sets a circle of radius 1 transformed to its box. A gradient without an area has its last color.
  private func setSource(_ gradient: RadialGradient, in bounds: Rect) {
    func place(_ point: Point) -> Point {
      Point(x: bounds.minX + point.x * bounds.width, y: bounds.minY + point.y * bounds.height)
    }
    let (center, end, side) = (place(gradient.center), place(gradient.end), place(gradient.side))
    var matrix = cairo_matrix_t(
      xx: end.x - center.x, yx: end.y - center.y, xy: side.x - center.x, yy: side.y - center.y, x0: center.x,
      y0: center.y)
    guard cairo_matrix_invert(&matrix) == CAIRO_STATUS_SUCCESS else {
      return setSource(gradient.stops.last?.color ?? .clear)
    }
    let pattern = cairo_pattern_create_radial(0, 0, 0, 0, 0, 1)
    cairo_pattern_set_matrix(pattern, &matrix)
    setSource(pattern, gradient.stops)
  }

  func setSource(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  /// Draws the box of a missing character. `x` and `y` are the pen position in pixels, `size` is in pixels per em.
  func fill(_ box: MissingGlyphBox, size: Double, x: Double, y: Int, _ color: Color) {
    let unit = size / MissingGlyphBox.unitsPerEm
    // Edges are snapped to whole pixels to look crisp, except if a bar is thinner than a pixel and might vanish.
    let snaps = unit >= 1
    func edge(_ units: Int, from origin: Double) -> Double {
      let place = Double(units) * unit
      return snaps ? origin.rounded() + place.rounded() : origin + place
    }
    saved {
      cairo_identity_matrix(context)
      setSource(color)
      cairo_new_path(context)
      for bar in box.bars {
        let (left, top) = (edge(bar.x, from: x), edge(bar.y, from: Double(y)))
        cairo_rectangle(
          context, left, top, edge(bar.x + bar.width, from: x) - left, edge(bar.y + bar.height, from: Double(y)) - top)
      }
      cairo_fill(context)
    }
  }
}

extension Shape {
  /// False for shapes without an area or with non-finite coordinates, which draw nothing.
  package var isDrawable: Bool {
    if case .path(let path, bounds: _) = self { return path.isFinite }
    return bounds.isFinite && !bounds.isEmpty
  }
}

extension Rect {
  package var isFinite: Bool { minX.isFinite && minY.isFinite && width.isFinite && height.isFinite }
}

extension Path {
  package var isFinite: Bool {
    func isFinite(_ point: Point) -> Bool { point.x.isFinite && point.y.isFinite }
    return elements.allSatisfy { element in
      switch element {
      case .move(let point), .line(let point): isFinite(point)
      case .curve(let first, let second, let end): isFinite(first) && isFinite(second) && isFinite(end)
      case .close: true
      }
    }
  }
}

// MARK: - Shadows

extension Canvas {
  /// Draws the shape's shadow, including the area under the shape.
  func shadow(of shape: Shape, _ shadow: Shadow) throws {
    guard shape.isDrawable, shape.bounds.isFinite, shadow.color.alpha > 0, !clip.isEmpty else { return }
    let cast = shape.cast(by: shadow)
    guard cast.isDrawable, cast.bounds.isFinite else { return }
    guard let mask = try ShadowMask(cast, spread: shadow.spread, blur: shadow.blur, on: self) else { return }
    let visible = mask.frame.intersection(clip)
    guard !visible.isEmpty else { return }
    try fill(visible, shadow.color) { row, values in mask.read(row: row, from: visible.x, into: values) }
  }

  /// Draws the shadow that the shape's edges cast inward.
  func innerShadow(of shape: Shape, _ shadow: Shadow) throws {
    guard shape.isDrawable, shape.bounds.isFinite, shadow.color.alpha > 0 else { return }
    let visible = pixels(around: shape.bounds).intersection(clip)
    guard !visible.isEmpty else { return }
    // Light falls through a hole that the spread makes smaller.
    let light = Shadow(offset: shadow.offset, blur: shadow.blur, spread: -shadow.spread, color: shadow.color)
    let hole = shape.cast(by: light)
    let mask =
      hole.isDrawable && hole.bounds.isFinite
      ? try ShadowMask(hole, spread: light.spread, blur: light.blur, on: self) : nil
    try saved {
      outline(shape)
      cairo_clip(context)
      try fill(visible, shadow.color) { row, values in
        values.update(repeating: 255)
        guard let mask, mask.frame.y..<mask.frame.bottom ~= row else { return }
        let lit = mask.frame.intersection(visible)
        guard !lit.isEmpty else { return }
        let part = UnsafeMutableBufferPointer(rebasing: values[lit.x - visible.x..<lit.right - visible.x])
        mask.read(row: row, from: lit.x, into: part)
        for index in part.indices { part[index] = 255 - part[index] }
      }
    }
  }

  /// Draws a color through a coverage mask that `row` writes one line of pixels at a time.
  func fill(
    _ box: PixelRect, _ color: Color, row: (Int, UnsafeMutableBufferPointer<UInt8>) -> Void
  ) throws {
    let stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_A8, Int32(clamping: box.width)))
    let (count, isTooMuch) = stride.multipliedReportingOverflow(by: box.height)
    guard stride > 0, !isTooMuch else { throw Diagnostic(PaintIssue.outOfMemory) }
    var coverage = [UInt8](repeating: 0, count: count)
    try coverage.withUnsafeMutableBytes { bytes in
      let values = bytes.bindMemory(to: UInt8.self)
      for y in 0..<box.height {
        row(box.y + y, UnsafeMutableBufferPointer(rebasing: values[y * stride..<y * stride + box.width]))
      }
      try Canvas.withSurface(over: bytes, format: CAIRO_FORMAT_A8, width: box.width, height: box.height) { mask in
        saved {
          cairo_identity_matrix(context)
          setSource(color)
          cairo_mask_surface(context, mask, Double(box.x), Double(box.y))
        }
      }
    }
  }
}
