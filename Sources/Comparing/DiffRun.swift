import Diagnostics
import Files
import Foundation
import Pixels
import Projects
import Proof
import Raster
import Runs

/// `feedproof diff`: two picture files against each other.
package struct DiffRun {
  let first: URL
  let second: URL
  let comparison: PixelComparison
  /// Where the picture of the difference goes; nil draws none.
  let output: URL?
  /// How many rows' bands are compared side by side; 1 or more.
  let jobs: Int

  package init(first: URL, second: URL, comparison: PixelComparison, output: URL?, jobs: Int) {
    self.first = first
    self.second = second
    self.comparison = comparison
    self.output = output
    self.jobs = jobs
  }

  /// - Throws: `RunFailure` when a picture can't be read whole, or the difference can't be written.
  package func run() async throws -> PictureVerdict {
    try PictureFile.checkComparison(threshold: comparison.threshold)
    let (a, b) = (
      try PictureFile.bytes(of: first, called: first.path), try PictureFile.bytes(of: second, called: second.path)
    )
    // Equal files need no decoder to be equal, but broken ones are no pictures.
    let one: Bitmap
    let other: Bitmap
    if a == b {
      one = try PictureFile.bitmap(a, name: first.path)
      other = one
    } else {
      async let decoding = PictureFile.bitmap(b, name: second.path)
      one = try PictureFile.bitmap(a, name: first.path)
      other = try await decoding
    }
    let difference = await comparison.compare(one, other, bands: jobs)
    if let output { try draw(difference, over: one, to: output) }
    return PictureVerdict(first: first.lastPathComponent, second: second.lastPathComponent, comparison, difference)
  }

  private func draw(_ difference: PixelDifference, over picture: Bitmap, to file: URL) throws {
    guard let drawn = DifferencePicture.draw(difference, over: picture) else {
      throw ImageError.tooLarge(difference.firstSize, limit: ImageDecoder.pixelLimit)
    }
    let png = try PNGEncoder().encode(drawn, scale: 1)
    try OutputFolder.write(png, to: file)
  }
}

/// Picture files on their way into a comparison.
enum PictureFile {
  /// Bytes that a picture's file may have: more than the largest picture that is compared takes without compression.
  private static let sizeLimit = 1 << 30

  static func bytes(of file: URL, called name: String) throws(Diagnostic) -> [UInt8] {
    do throws(FileError) {
      return try RegularFile(file).bytes(limit: sizeLimit)
    } catch {
      throw error.unreadable(as: name)
    }
  }

  /// - Throws: `RunFailure` also where only a part of the picture could be decoded.
  static func bitmap(_ bytes: [UInt8], name: String) throws -> Bitmap {
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
