import Diagnostics
import Drawing
import FeedSources
import Pixels
import Raster

/// The photos of a document's page: JPEGs that can be shown as they are go into it so, all else as it is drawn.
package struct DocumentPhotos: DocumentImages {
  private let pictures: PostPictures
  private let files: PhotoFiles
  package let scale: Double

  init(_ pictures: PostPictures, files: PhotoFiles, scale: Int) {
    (self.pictures, self.files, self.scale) = (pictures, files, Double(scale))
  }

  /// What went wrong with them so far.
  package var diagnostics: [Diagnostic] { pictures.diagnostics }

  package func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
    pictures.at(scale: Int(scale)).picture(for: reference, width: width, height: height)
  }

  package func original(of reference: ImageReference, width: Double, height: Double) -> DocumentJPEG? {
    guard reference.treatment == nil, width * height < 1e8 else { return nil }
    let (across, down) = (Int((width * scale).rounded(.up)), Int((height * scale).rounded(.up)))
    let found = reference.candidates.compactMap { LocatedPhoto($0, in: files) }
    // Of a size that nobody told of, drawing finds out.
    guard
      let photo = PhotoChoice.best(of: found, width: across, height: down, size: { $0.candidate.declaredSize }),
      // A file that is larger than its box's own pixels would only make the document heavier.
      photo.size <= across * down, let bytes = try? photo.bytes(first: photo.size)
    else { return nil }
    return pictures.share.holding(photo.size) { DocumentJPEG(jpeg: bytes) }
  }
}
