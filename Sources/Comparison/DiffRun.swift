import Basics
import Diagnostics
import Files
import Foundation
import ImageComparison
import Raster
import RunSupport

/// Implements `feedproof diff`: compares two image files.
package struct DiffRun {
  let first: URL
  let second: URL
  let comparison: PixelComparison
  /// The path of the difference image; nil writes none.
  let output: URL?
  /// The number of horizontal bands to compare concurrently, at least 1.
  let jobs: Int

  package init(first: URL, second: URL, comparison: PixelComparison, output: URL?, jobs: Int) {
    self.first = first
    self.second = second
    self.comparison = comparison
    self.output = output
    self.jobs = jobs
  }

  /// - Throws: `RunFailure` if an image can't be decoded completely, or the difference can't be written.
  package func run() async throws -> ImageDiff {
    try ComparedImageFile.checkComparison(threshold: comparison.threshold)
    let (a, b) = (
      try ComparedImageFile.bytes(of: first, called: first.path),
      try ComparedImageFile.bytes(of: second, called: second.path)
    )
    // Equal files are decoded only once. Even they must be valid images.
    let one: Bitmap
    let other: Bitmap
    if a == b {
      one = try ComparedImageFile.decoded(a, name: first.path)
      other = one
    } else {
      async let decoding = ComparedImageFile.decoded(b, name: second.path)
      one = try ComparedImageFile.decoded(a, name: first.path)
      other = try await decoding
    }
    if a != b, let issue = ImageContent.obstacle(a, b) { throw Diagnostic(issue, at: Place(file: second.path)) }
    let difference = await comparison.compare(one, other, bands: jobs)
    if difference.compared == 0, !difference.sizesDiffer {
      throw Diagnostic(ImageFolderIssue.maskedWhole, at: Place(file: first.path))
    }
    if a != b, difference.isEmpty, let issue = ImageContent.doubt(a, b) {
      throw Diagnostic(issue, at: Place(file: second.path))
    }
    if let output { try draw(difference, over: one, to: output) }
    return ImageDiff(first: first.lastPathComponent, second: second.lastPathComponent, comparison, difference)
  }

  private func draw(_ difference: PixelDifference, over picture: Bitmap, to file: URL) throws {
    guard let drawn = DifferenceImage.draw(difference, over: picture) else {
      throw ImageError.tooLarge(difference.firstSize, limit: ImageDecoder.pixelLimit)
    }
    let png = try PNGEncoder().encode(drawn, scale: 1)
    try OutputFolder.write(png, to: file)
  }
}

/// The result of `feedproof diff`, printed unchanged with `--json`. All lengths are in pixels.
package struct ImageDiff: Encodable, Sendable {
  package enum Outcome: String, Encodable, Sendable {
    case same, different
    /// The sizes differ. The shared area may still be equal.
    case size
  }

  package struct Picture: Encodable, Sendable {
    package var file: String
    package var width: Int
    package var height: Int
  }

  package struct Region: Encodable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// The number of differing pixels in the region.
    package var differing: Int
  }

  package var verdict: Outcome
  package var first: Picture
  package var second: Picture
  /// The difference in width and height, positive if the second image is larger.
  package var sizeDelta: PixelSize
  package var threshold: Double
  package var countsAntialiased: Bool
  /// The number of differing pixels in the shared area.
  package var differing: Int
  /// The number of pixels that differ only in anti-aliasing; 0 if these count as differing.
  package var antialiased: Int
  /// The number of unmasked pixels in the shared area.
  package var compared: Int
  package var ratio: Double
  /// The differing regions from top to bottom, then from left to right. Includes areas that only one image has.
  package var regions: [Region]

  init(first: String, second: String, _ comparison: PixelComparison, _ difference: PixelDifference) {
    verdict = difference.sizesDiffer ? .size : difference.isEmpty ? .same : .different
    self.first = Picture(file: first, width: difference.firstSize.width, height: difference.firstSize.height)
    self.second = Picture(file: second, width: difference.secondSize.width, height: difference.secondSize.height)
    sizeDelta = difference.sizeDelta
    threshold = comparison.threshold
    countsAntialiased = comparison.countsAntialiased
    differing = difference.differing.count
    antialiased = difference.antialiased.count
    compared = difference.compared
    ratio = difference.ratio
    let strips = difference.strips.map { Region($0, differing: $0.width * $0.height) }
    regions = difference.differing.regions().map { Region($0.bounds, differing: $0.count) } + strips
  }

  /// The result for people: one line, and a line for each region.
  package var text: String {
    let found = regions.map { region in
      "  \(region.width) × \(region.height) at \(region.x), \(region.y): "
        + "\(region.differing.counted("pixel"))"
    }
    return ([headline] + found.prefix(20) + (found.count > 20 ? ["  … and \(found.count - 20) more regions"] : []))
      .joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let soft = antialiased > 0 ? "; \(antialiased) differ in anti-aliasing alone" : ""
    switch verdict {
    case .same: return "same: \(compared) pixels\(soft)"
    case .size:
      let sizes = "\(first.width) × \(first.height) and \(second.width) × \(second.height)"
      return "the sizes differ: \(sizes); \(differing) of \(compared) shared pixels differ\(soft)"
    case .different:
      return "different: \(differing) of \(compared) pixels (\(percent(ratio)))\(soft)"
    }
  }
}

extension ImageDiff.Region {
  fileprivate init(_ rect: PixelRect, differing: Int) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height, differing: differing)
  }
}
