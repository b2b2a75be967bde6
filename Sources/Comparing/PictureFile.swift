import Diagnostics
import Files
import Foundation
import Pixels
import Projects
import Proof
import Raster

/// Picture files on their way into a comparison.
enum PictureFile {
  /// Bytes that a picture's file may have: more than the largest picture that is compared takes without compression.
  private static let sizeLimit = 1 << 30

  static func bytes(of file: URL, called name: String) throws(Diagnostic) -> [UInt8] {
    try bytes(of: file.path, called: name)
  }

  /// - Parameter path: The file's.
  static func bytes(of path: String, called name: String) throws(Diagnostic) -> [UInt8] {
    do throws(FileError) {
      return try RegularFile(path).bytes(limit: sizeLimit)
    } catch {
      throw error.unreadable(as: name)
    }
  }

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

  /// - Throws: `RunFailure` when the comparer does not find what it must find, or the threshold is none.
  static func checkComparison(threshold: Double) throws {
    guard (0...1).contains(threshold) else {
      let issue = ProjectIssue.optionValue(option: "--threshold", value: "\(threshold)", expected: "from 0 to 1")
      throw Diagnostic(issue)
    }
    try SelfCheck.run { try ImageDecoder.decodeExactly(PNGEncoder().encode($0, scale: 1)) }
  }
}
