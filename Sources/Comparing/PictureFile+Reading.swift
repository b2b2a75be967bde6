import Diagnostics
import Pixels
import Raster

extension PictureFile {
  /// What the picture's head says; nothing is decoded.
  ///
  /// - Throws: `Diagnostic`.
  package static func size(_ bytes: [UInt8], name: String) throws -> PixelSize {
    do {
      return try ImageDecoder.header(of: bytes).size
    } catch {
      throw Diagnostic(error, at: Place(file: name))
    }
  }

  /// - Throws: `Diagnostic`, also where only a part of the picture could be decoded.
  package static func decoded(_ bytes: [UInt8], name: String) throws -> Bitmap {
    do {
      return try ImageDecoder.decodeExactly(bytes)
    } catch {
      throw Diagnostic(error, at: Place(file: name))
    }
  }
}
