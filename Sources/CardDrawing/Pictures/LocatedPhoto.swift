import Drawing
import FeedSources
import Files
import Pixels
import Raster

/// One of a photo's sizes, whose bytes are there.
struct LocatedPhoto: Equatable {
  let candidate: ImageReference.Candidate
  private let place: PhotoFiles.Place

  /// Nil where there are none.
  init?(_ candidate: ImageReference.Candidate, in files: PhotoFiles) {
    guard let place = files.location(of: candidate.url) else { return nil }
    (self.candidate, self.place) = (candidate, place)
  }

  /// Of the file; nil where the address has the bytes.
  var stamp: FileStamp? { place.stamp }

  /// Bytes.
  var size: Int {
    if case .inline(let bytes) = place { bytes.count } else { stamp?.size ?? 0 }
  }

  /// The first bytes; all of them where it has no more than `count`.
  func bytes(first count: Int) throws(PhotoFailure) -> [UInt8] {
    if case .inline(let bytes) = place { return count >= bytes.count ? bytes : Array(bytes.prefix(max(0, count))) }
    guard case .file(let path, let stamp) = place else { return [] }
    do throws(FileError) {
      let file = try RegularFile(path)
      guard file.stamp.isSameFile(as: stamp), file.stamp.size == stamp.size else { throw FileError(path, .changed) }
      return try file.bytes(first: count)
    } catch {
      throw .unreadable(reason: error.fact.reason)
    }
  }

  /// What the picture says of itself, read from no more of the file than it takes.
  ///
  /// - Parameter share: What the bytes are taken of meanwhile.
  func header(_ share: MemoryBudget.Share) throws(PhotoFailure) -> ImageHeader {
    guard size <= PhotoFiles.sizeLimit else { throw .tooLarge(bytes: size) }
    var count = 64 << 10
    while true {
      let isWhole = count >= size
      let found = try header(first: min(count, size), share)
      do throws(ImageError) {
        let header = try found.get()
        guard let area = header.storedSize.area, area <= ImageDecoder.pixelLimit else {
          throw .tooLarge(header.size, limit: ImageDecoder.pixelLimit)
        }
        return header
      } catch {
        // Before its pixels a file can have profiles, previews and comments of any length.
        guard !isWhole, case .corrupt = error else { throw .undecodable(error) }
      }
      count *= 16
    }
  }

  private func header(
    first count: Int, _ share: MemoryBudget.Share
  ) throws(PhotoFailure) -> Result<ImageHeader, ImageError> {
    share.take(count)
    defer { share.giveBack(count) }
    let bytes = try bytes(first: count)
    return Result { () throws(ImageError) -> ImageHeader in try ImageDecoder.header(of: bytes) }
  }
}

extension ImageReference.Candidate {
  /// As the feed says.
  var declaredSize: PixelSize? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return PixelSize(width: width, height: height)
  }
}
