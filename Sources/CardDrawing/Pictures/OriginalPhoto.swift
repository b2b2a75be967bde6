import Diagnostics
import Drawing
import FeedSources
import Names
import Pixels
import Raster

/// A photo's own bytes, as a page can show them and people keep them.
package struct OriginalPhoto: Sendable {
  package let bytes: [UInt8]
  /// Of a file of this format, without a dot.
  package let fileExtension: String
}

extension PostPictures {
  /// The largest of a photo's sizes that is there, whole. Nil where there is none, or none that browsers show; what keeps
  /// it from being drawn has been told.
  package func original(of reference: ImageReference) -> OriginalPhoto? {
    let found = reference.candidates.compactMap { LocatedPhoto($0, in: photoFiles) }
    let ranked = found.sorted { ($0.area, $0.size) > ($1.area, $1.size) }
    for photo in ranked where photo.size <= PhotoFiles.sizeLimit {
      share.take(photo.size)
      defer { share.giveBack(photo.size) }
      guard let bytes = try? photo.bytes(first: photo.size),
        let format = ImageFormat(of: bytes), format.isForPages, let ending = format.endings.first
      else { continue }
      return OriginalPhoto(bytes: bytes, fileExtension: ending)
    }
    return nil
  }
}

extension LocatedPhoto {
  /// As the feed says; 0 where it does not.
  fileprivate var area: Int { candidate.declaredSize?.area ?? 0 }
}
