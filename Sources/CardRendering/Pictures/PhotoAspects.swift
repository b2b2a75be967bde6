import Drawing
import FeedSources
import Files
import Raster
import Synchronization

/// Width ÷ height of photos whose feed doesn't give it, read from the files. Each file is read once.
final class PhotoAspects: Sendable {
  private let known = Mutex<[FileStamp: Double?]>([:])
  private static let knownLimit = 4096
  /// The number of bytes to read from a file's start; profiles and previews may precede its size, so more is read if
  /// necessary.
  private static let (first, most) = (64 << 10, 16 << 20)

  /// Nil if there is no readable image.
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
