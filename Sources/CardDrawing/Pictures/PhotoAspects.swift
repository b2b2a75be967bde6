import Drawing
import FeedSources
import Files
import Raster
import Synchronization

/// Width ÷ height of photos whose feed does not say it, as their own files do. Each is looked into once.
final class PhotoAspects: Sendable {
  private let known = Mutex<[FileStamp: Double?]>([:])
  private static let knownLimit = 4096
  /// Bytes of a file's beginning; behind the first, profiles and previews may stand before its size.
  private static let (first, most) = (64 << 10, 16 << 20)

  /// Nil where nothing is there that can be read as a picture.
  func aspect(of address: String, in files: PhotoFiles) -> Double? {
    guard let photo = LocatedPhoto(.init(url: address, width: nil, height: nil), in: files),
      photo.size <= PhotoFiles.sizeLimit
    else { return nil }
    if let stamp = photo.stamp, let found = known.withLock({ $0[stamp] }) { return found }
    let found = Self.aspect(of: photo)
    if let stamp = photo.stamp {
      known.withLock { known in
        if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
        known[stamp] = .some(found)
      }
    }
    return found
  }

  private static func aspect(of photo: LocatedPhoto) -> Double? {
    var count = first
    while count <= most {
      guard let bytes = try? photo.bytes(first: count) else { return nil }
      if let size = try? ImageDecoder.header(of: bytes).size {
        return size.width > 0 && size.height > 0 ? Double(size.width) / Double(size.height) : nil
      }
      if count >= photo.size { return nil }
      count *= 16
    }
    return nil
  }
}
