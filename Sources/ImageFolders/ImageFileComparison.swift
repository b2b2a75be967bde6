import Basics
import Diagnostics
import Files
import ImageComparison
import Raster

/// The sides of a comparison of images. `both` are files with the same bytes.
package enum ComparedSide: String, Sendable {
  case before, after
  case both = "before and after"
}

/// Compares two image files: colors by their color definitions, animations frame by frame, and channels of 16 bits.
package struct ImageFileComparison {
  package struct Outcome {
    package var judgement: Judgement
    package var causes: [Cause]
    /// The images to show: those of the first frames that differ.
    package var before: Bitmap
    package var after: Bitmap
  }

  package let judge: ImageJudge

  package init(judge: ImageJudge) {
    self.judge = judge
  }

  /// Compares the bytes of two files.
  ///
  /// - Throws: `Diagnostic` if a side can't be decoded completely, or colors can't be compared.
  package func compare(_ before: [UInt8], _ after: [UInt8]) throws -> Outcome {
    let contents = (before: ImageContent(before), after: ImageContent(after))
    if contents.before.isAnimated || contents.after.isAnimated { return try compareFrames(before, after, contents) }
    let old = try Self.decoded(before, .before)
    let new = try Self.decoded(after, .after)
    var outcome = Outcome(judgement: Judgement(verdict: .identical), causes: [], before: old, after: new)
    if contents.before.colors == contents.after.colors {
      (outcome.judgement, outcome.causes) = judge.judge(before: old, after: new)
    } else {
      (outcome.judgement, outcome.causes) = try compareColors(old, new, contents)
    }
    if outcome.judgement.verdict == .identical, max(contents.before.depth, contents.after.depth) > 8 {
      let (pixels, distance) = try Self.deepDifference(before, after)
      if pixels > 0 {
        outcome.judgement = Judgement(
          verdict: .similar,
          reasons: [
            "\(pixels.counted("pixel")) differ\(pixels == 1 ? "s" : "") by at most \(distance) of 65535, "
              + "less than one level of 8 bits"
          ])
      }
    }
    return outcome
  }

  /// Decodes a still image, or the first frame of an animation.
  ///
  /// - Throws: `Diagnostic` that names the side, and what the file is instead of an image.
  package static func decoded(_ bytes: [UInt8], _ side: ComparedSide) throws -> Bitmap {
    do {
      return ImageContent(bytes).isAnimated
        ? try ImageAnimation(bytes).firstFrame() : try ImageDecoder.decodeExactly(bytes)
    } catch {
      throw BrokenImage.diagnostic(of: error, in: bytes, side)
    }
  }

  /// Checks that an image which both folders have is complete. Only files without the format's end are decoded.
  ///
  /// - Throws: `Diagnostic` if a part of it is missing.
  package static func checkCompleteness(_ bytes: [UInt8]) throws {
    guard !hasEnd(bytes) else { return }
    do throws(ImageError) {
      try ImageAnimation(bytes).forEachFrame { _ in true }
    } catch {
      throw BrokenImage.diagnostic(of: error, in: bytes, .both)
    }
  }

  /// Whether the file ends as its format requires.
  private static func hasEnd(_ bytes: [UInt8]) -> Bool {
    // The first byte of PNG, JPEG, GIF and WebP.
    switch bytes.first {
    case 0x89: bytes.suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    case 0xFF: bytes.suffix(2).elementsEqual([0xFF, 0xD9])
    case 0x47: bytes.last == 0x3B
    case 0x52:
      bytes.count >= 12
        && bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == bytes.count - 8
    default: false
    }
  }

  /// Returns the difference of channels with 16 bits.
  static func deepDifference(_ before: [UInt8], _ after: [UInt8]) throws -> (pixels: Int, distance: Int) {
    do throws(ImageError) {
      return try DeepPixels(before).difference(from: DeepPixels(after))
    } catch {
      throw BrokenImage.diagnostic(of: error, in: after, .after)
    }
  }

  // MARK: Colors

  /// Compares images whose numbers define colors in different ways.
  private func compareColors(
    _ old: Bitmap, _ new: Bitmap, _ contents: (before: ImageContent, after: ImageContent)
  ) throws -> (Judgement, [Cause]) {
    let (from, to) = (contents.before.colors, contents.after.colors)
    guard let look = ColorConversion(from: from, to: to)?.look(before: old, after: new) else {
      throw Diagnostic(ImageFolderIssue.colorProfiles)
    }
    let title = "color profile: \(from.name) → \(to.name)"
    var (judgement, causes) = judge.judge(before: old, after: look.converted)
    let (plain, plainCauses) = judge.judge(before: old, after: new)
    if judgement.verdict.isGood {
      judgement.verdict = .similar
      judgement.reasons = [look.differing == 0 ? "\(title); colors look the same" : title] + judgement.reasons
      return (judgement, causes)
    }
    // The same numbers with another profile look different: then the profile is the cause, and edits of the numbers
    // are further ones.
    if Self.weight(plain) < Self.weight(judgement) {
      let cause = Cause(.picture, title: title, identity: title)
      let count = judgement.pixels?.differing ?? 0
      judgement.reasons = ["\(title); \(count.counted("pixel")) look different"] + plain.reasons
      causes = [cause] + plainCauses
    } else {
      judgement.reasons.append("\(title); colors were converted before the comparison")
    }
    return (judgement, causes)
  }

  private static func weight(_ judgement: Judgement) -> Int {
    judgement.verdict.isGood ? 0 : judgement.pixels?.differing ?? Int.max
  }

  // MARK: Frames

  private func compareFrames(
    _ before: [UInt8], _ after: [UInt8], _ contents: (before: ImageContent, after: ImageContent)
  ) throws -> Outcome {
    let old = try Animation(before, .before, judge)
    let new = try Animation(after, .after, judge)
    guard contents.before.colors == contents.after.colors else { throw Diagnostic(ImageFolderIssue.colorProfiles) }
    let finding = try AnimationJudge(judge).judge(before: old.summary, after: new.summary) {
      (try old.frames($0), try new.frames($1))
    }
    return Outcome(
      judgement: finding.judgement, causes: finding.causes, before: finding.shown?.before ?? old.first,
      after: finding.shown?.after ?? new.first)
  }

  /// An animation whose first frame is in memory.
  private struct Animation {
    private let bytes: [UInt8]
    private let side: ComparedSide
    private(set) var summary = AnimationSummary()
    let first: Bitmap

    init(_ bytes: [UInt8], _ side: ComparedSide, _ judge: ImageJudge) throws {
      (self.bytes, self.side) = (bytes, side)
      var (first, summary) = (Bitmap?.none, AnimationSummary())
      try Self.reporting(bytes, side) { () throws(ImageError) in
        try ImageAnimation(bytes).forEachFrame { frame in
          if first == nil { first = frame.bitmap }
          let shown = Digest(of: judge.masked(frame.bitmap).bytes).hex.prefix(16)
          summary.frames.append(UInt64(shown, radix: 16) ?? 0)
          summary.durations.append(frame.duration)
          return true
        }
      }
      guard let first else { throw BrokenImage.diagnostic(of: .empty, in: bytes, side) }
      (self.first, self.summary) = (first, summary)
    }

    func frames(_ numbers: Set<Int>) throws -> [Int: Bitmap] {
      var (found, number) = ([Int: Bitmap](), 0)
      let last = numbers.max() ?? -1
      try Self.reporting(bytes, side) { () throws(ImageError) in
        try ImageAnimation(bytes).forEachFrame { frame in
          if numbers.contains(number) { found[number] = frame.bitmap }
          number += 1
          return number <= last
        }
      }
      return found
    }

    private static func reporting(
      _ bytes: [UInt8], _ side: ComparedSide, _ body: () throws(ImageError) -> Void
    ) throws {
      do throws(ImageError) {
        try body()
      } catch {
        throw BrokenImage.diagnostic(of: error, in: bytes, side)
      }
    }
  }
}
