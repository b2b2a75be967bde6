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
    if a == b {
      let picture = try decoded(a, first)
      return try await diff(picture, picture)
    }
    let contents = (ImageContent(a), ImageContent(b))
    if contents.0.isAnimated || contents.1.isAnimated { return try await diffFrames(a, b) }
    async let decoding = decoded(b, second)
    let one = try decoded(a, first)
    var other = try await decoding
    var profiles: String?
    if contents.0.colors != contents.1.colors {
      guard let look = ColorConversion(from: contents.0.colors, to: contents.1.colors)?.look(before: one, after: other)
      else { throw Diagnostic(ImageFolderIssue.colorProfiles, at: Place(file: second.path)) }
      profiles = "\(contents.0.colors.name) → \(contents.1.colors.name)"
      other = look.converted
    }
    var diff = try await diff(one, other)
    diff.colorProfiles = profiles
    guard diff.verdict == .same else { return diff }
    let within = comparison.differenceWithin(one, other)
    if within.pixels > 0 {
      diff.within = ImageDiff.Within(pixels: within.pixels, distance: within.distance)
    } else if max(contents.0.depth, contents.1.depth) > 8 {
      let (pixels, distance) = try ImageFileComparison.deepDifference(a, b)
      if pixels > 0 { diff.within = ImageDiff.Within(pixels: pixels, distance: Double(distance) / 65535) }
    }
    if diff.within != nil || profiles != nil { diff.verdict = .similar }
    return diff
  }

  private func diff(_ one: Bitmap, _ other: Bitmap) async throws -> ImageDiff {
    let difference = await comparison.compare(one, other, bands: jobs)
    if difference.compared == 0, !difference.sizesDiffer {
      throw Diagnostic(ImageFolderIssue.maskedWhole, at: Place(file: first.path))
    }
    if let output { try draw(difference, over: one, to: output) }
    return ImageDiff(first: first.lastPathComponent, second: second.lastPathComponent, comparison, difference)
  }

  /// Compares all frames. The counts of pixels are those of the first frames that differ.
  private func diffFrames(_ a: [UInt8], _ b: [UInt8]) async throws -> ImageDiff {
    var tolerance = ImageJudge.standard
    (tolerance.threshold, tolerance.countsAntialiased) = (comparison.threshold, comparison.countsAntialiased)
    let outcome: ImageFileComparison.Outcome
    do {
      outcome = try ImageFileComparison(judge: ImageJudge(tolerance: tolerance, masks: comparison.masks)).compare(a, b)
    } catch let diagnostic as Diagnostic {
      throw diagnostic.located(in: second.path)
    }
    var diff = try await diff(outcome.before, outcome.after)
    diff.frames = outcome.judgement.reasons
    switch outcome.judgement.verdict {
    case .identical: diff.verdict = .same
    case .similar: diff.verdict = .similar
    default: if diff.verdict == .same { diff.verdict = .different }
    }
    return diff
  }

  private func decoded(_ bytes: [UInt8], _ file: URL) throws -> Bitmap {
    if ImageContent(bytes).isAnimated {
      do {
        return try ImageAnimation(bytes).firstFrame()
      } catch {
        throw Diagnostic(error, at: Place(file: file.path))
      }
    }
    return try ComparedImageFile.decoded(bytes, name: file.path)
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
    case same
    /// Different, but within the threshold; or the same look with another color profile.
    case similar
    case different
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

  /// Differences that pass.
  package struct Within: Encodable, Sendable {
    /// The number of pixels with another color.
    package var pixels: Int
    /// The largest distance of two colors, 0 to 1 as for the threshold.
    package var distance: Double
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
  /// The differences within the threshold; nil unless only those were found.
  package var within: Within?
  /// Both color profiles, if they differ.
  package var colorProfiles: String?
  /// For animations: what differs, frame by frame.
  package var frames: [String]?

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
    let notes = (frames ?? []) + (colorProfiles.map { ["the color profiles differ: \($0)"] } ?? [])
    let more = found.count > 20 ? ["  … and \(found.count - 20) more regions"] : []
    return ([headline] + notes.map { "  \($0)" } + found.prefix(20) + more).joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let soft = antialiased > 0 ? "; \(antialiased) differ only in anti-aliasing" : ""
    switch verdict {
    case .same: return "same: \(compared) pixels\(soft)"
    case .similar:
      guard let within else { return "similar: \(compared) pixels look the same\(soft)" }
      let rounded = (within.distance * 10_000).rounded(.up) / 10_000
      let distance = within.distance < 0.0001 ? "less than 0.0001" : "\(rounded)"
      return "within the threshold of \(threshold): \(within.pixels.counted("pixel")) "
        + "differ\(within.pixels == 1 ? "s" : "") by at most \(distance)"
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
