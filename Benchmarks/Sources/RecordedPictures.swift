import Basics
import Drawing
import FeedSources
import Foundation
import Raster
import Synchronization

/// Finds, decodes and resamples photos like an export, and records each distinct request.
final class RecordedPictures: ImageSource {
  private let photos: PhotoFiles
  private let known = Mutex<[PhotoRequest: Bitmap]>([:])

  init(photos: PhotoFiles) {
    self.photos = photos
  }

  var requests: [PhotoRequest] { known.withLock { Array($0.keys) } }

  func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
    guard let candidate = reference.candidates.first, case .file(let path, _)? = photos.location(of: candidate.url),
      let bytes = try? Data(contentsOf: URL(fileURLWithPath: path))
    else { return nil }
    let request = PhotoRequest(bytes: [UInt8](bytes), width: width, height: height)
    if let picture = known.withLock({ $0[request] }) { return picture }
    let size = PixelSize(width: width, height: height)
    guard let decoded = try? ImageDecoder.decode(request.bytes, covering: size) else { return nil }
    let picture = Resampler.fill(decoded.bitmap, width: width, height: height)
    known.withLock { $0[request] = picture }
    return picture
  }
}
