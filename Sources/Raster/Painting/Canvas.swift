import CPangoCairo
import Diagnostics
import Drawing
import Foundation
import Pixels

/// A bitmap being drawn on by Cairo, at a scale: user space is points, y down.
struct Canvas {
  /// Cairo's image surfaces end here.
  static let longestSide = 32_767

  /// A `cairo_t`, and a surface that shares the bitmap's own memory.
  let context: OpaquePointer
  /// Pixels for a point.
  let scale: Double

  /// Pixels of a canvas of `size` points. Rounded up, but for the noise of floating point. Throws `raster.too-large`
  /// and `raster.not-finite`.
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

  /// A transparent bitmap, drawn on by `body`. Throws what `body` throws, and `raster.…` where Cairo failed.
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

  /// Lets `body` draw on a buffer whose rows follow each other as Cairo's stride for the format says.
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

  /// A Cairo surface over foreign memory, for as long as `body` runs.
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
      // Finishing detaches the memory, whoever still holds a reference.
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

  /// Runs `body` between saving and restoring Cairo's state (clip, transformation, source).
  func saved(_ body: () throws -> Void) rethrows {
    cairo_save(context)
    defer { cairo_restore(context) }
    try body()
  }

  /// A point in pixels.
  func device(_ point: Point) -> Point {
    var (x, y) = (point.x, point.y)
    cairo_user_to_device(context, &x, &y)
    return Point(x: x, y: y)
  }

  /// What can still be drawn on, in whole pixels.
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
}

/// Whole pixels; `right` and `bottom` are the first ones outside.
struct PixelRect: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  var width: Int { max(0, right - left) }
  var height: Int { max(0, bottom - top) }
  var isEmpty: Bool { width == 0 || height == 0 }

  func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}
