import CardDrawing
import Diagnostics
import Digests
import ExportStore
import Files
import OutputFolders
import Runs

extension DrawnPicture {
  /// Writes the picture where it waits to be published at `path`.
  ///
  /// - Throws: `RunFailure`.
  package func stage(_ path: String, in output: OutputFolder) throws -> (entry: Manifest.Picture, file: StoredFile) {
    let stamp: FileStamp
    stamp = try output.put(bytes, at: StateFolder.staged / RelativePath.checked(path))
    let digest = Digest(of: bytes)
    let entry = Manifest.Picture(
      path: path, width: width, height: height, screenWidth: variant.width, scale: variant.scale,
      theme: variant.theme, state: variant.state?.name, bytes: bytes.count, sha256: digest.hex)
    return (entry, StoredFile(path: path, bytes: bytes.count, modified: stamp.modified, sha256: digest))
  }
}
