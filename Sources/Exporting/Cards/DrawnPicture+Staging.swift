import CardDrawing
import Diagnostics
import Digests
import Drawing
import ExportStore
import Files
import OutputFolders
import Runs

/// An encoded picture without its pixels.
struct PictureFile: Sendable {
  var variant: PictureVariant
  var width: Int
  var height: Int
  var bytes: [UInt8]

  init(_ drawn: DrawnPicture) {
    WorkTally.note(.drewPicture)
    (variant, width, height, bytes) = (drawn.variant, drawn.width, drawn.height, drawn.bytes)
  }

  /// Writes the picture where it waits to be published at `path`.
  ///
  /// - Throws: `RunFailure`.
  func stage(_ path: String, in output: OutputFolder) throws -> (entry: Manifest.Picture, file: StoredFile) {
    let stamp = try output.put(bytes, at: StateFolder.staged / RelativePath.checked(path))
    let digest = Digest(of: bytes)
    let entry = Manifest.Picture(
      path: path, width: width, height: height, screenWidth: variant.width, scale: variant.scale,
      theme: variant.theme, state: variant.state?.name, bytes: bytes.count, sha256: digest.hex)
    return (entry, StoredFile(path: path, bytes: bytes.count, modified: stamp.modified, sha256: digest))
  }
}
