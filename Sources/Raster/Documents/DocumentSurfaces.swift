import CPangoCairo
import Digests
import Pixels

/// Pictures as Cairo takes them for a document. The caller destroys them.
enum DocumentSurfaces {
  /// Nil where there is no memory.
  static func surface(of bitmap: Bitmap) -> OpaquePointer? {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(clamping: bitmap.width), Int32(clamping: bitmap.height))
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let target = cairo_image_surface_get_data(surface)
    else {
      cairo_surface_destroy(surface)
      return nil
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    cairo_surface_flush(surface)
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      guard let bytes = bytes.baseAddress else { return }
      for row in 0..<bitmap.height {
        (target + row * stride).update(from: bytes + row * bitmap.stride, count: bitmap.stride)
      }
    }
    cairo_surface_mark_dirty(surface)
    attach(Array(Digest(of: bitmap.bytes).hex.utf8), CAIRO_MIME_TYPE_UNIQUE_ID, to: surface)
    return surface
  }

  /// A surface whose pixels nobody looks at: the file goes into the document as it is.
  static func surface(of photo: DocumentJPEG) -> OpaquePointer? {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(clamping: photo.size.width), Int32(clamping: photo.size.height))
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      attach(photo.bytes, CAIRO_MIME_TYPE_JPEG, to: surface)
    else {
      cairo_surface_destroy(surface)
      return nil
    }
    attach(Array(Digest(of: photo.bytes).hex.utf8), CAIRO_MIME_TYPE_UNIQUE_ID, to: surface)
    return surface
  }

  /// Cairo frees the copy.
  @discardableResult
  private static func attach(_ bytes: [UInt8], _ type: String, to surface: OpaquePointer) -> Bool {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    copy.initialize(from: bytes, count: bytes.count)
    let status = cairo_surface_set_mime_data(
      surface, type, copy, UInt(bytes.count),
      { $0?.assumingMemoryBound(to: UInt8.self).deallocate() }, copy)
    if status != CAIRO_STATUS_SUCCESS { copy.deallocate() }
    return status == CAIRO_STATUS_SUCCESS
  }
}
