import Basics
import Diagnostics

/// The frames of an animation, without their pixels.
package struct AnimationSummary: Hashable, Sendable {
  /// A digest of each frame's pixels.
  package var frames: [UInt64]
  /// How long each frame is shown, in milliseconds.
  package var durations: [Int]

  package init(frames: [UInt64] = [], durations: [Int] = []) {
    (self.frames, self.durations) = (frames, durations)
  }
}

/// Compares animations frame by frame: frames that came or went are aligned before any pixel is counted.
package struct AnimationJudge {
  package let judge: ImageJudge

  /// The maximum number of frame pairs whose pixels are compared in detail.
  private static let described = 8

  package init(_ judge: ImageJudge) { self.judge = judge }

  /// The images of frames by their number, from 0.
  package typealias Frames = [Int: Bitmap]

  /// The findings, and the frames that show them.
  package struct Finding: Sendable {
    package var judgement: Judgement
    package var causes: [Cause]
    /// The first pair of frames that differ; nil if none do.
    package var shown: (before: Bitmap, after: Bitmap)?
  }

  /// - Parameter load: Returns the images of the given frames of both animations.
  package func judge(
    before: AnimationSummary, after: AnimationSummary,
    load: (_ before: Set<Int>, _ after: Set<Int>) throws -> (before: Frames, after: Frames)
  ) rethrows -> Finding {
    if before == after { return Finding(judgement: Judgement(verdict: .identical), causes: []) }
    let pairs = Pairs(before, after)
    let described = Array(pairs.differing.prefix(Self.described))
    let frames = try load(Set(described.map(\.before)), Set(described.map(\.after)))
    var causes = pairs.causes
    var reasons = causes.map(\.title)
    var finding = Finding(judgement: Judgement(verdict: .similar), causes: [])
    var counted = 0
    for pair in described {
      guard let one = frames.before[pair.before], let other = frames.after[pair.after] else { continue }
      let (judgement, found) = judge.judge(before: one, after: other)
      if finding.shown == nil || judgement.verdict == .different && finding.judgement.verdict != .different {
        finding.shown = (one, other)
        finding.judgement.pixels = judgement.pixels
      }
      guard judgement.verdict == .different else { continue }
      finding.judgement.verdict = .different
      counted += 1
      for cause in found where !causes.contains(cause) {
        causes.append(cause)
        reasons.append("frame \(pair.after + 1): \(cause.title)")
      }
      if found.isEmpty { reasons += judgement.reasons.map { "frame \(pair.after + 1): \($0)" } }
    }
    let rest = pairs.differing.count - described.count
    if rest > 0 {
      finding.judgement.verdict = .different
      reasons.append("\(rest) further \(rest == 1 ? "frame differs" : "frames differ")")
      if causes.isEmpty { causes.append(Cause(.picture, title: "frames differ", identity: "frames differ\n\(rest)")) }
    }
    if !pairs.causes.isEmpty { finding.judgement.verdict = .different }
    if finding.judgement.verdict == .different {
      finding.judgement.reasons = reasons
      finding.causes = causes
    }
    return finding
  }

  /// The pairs of frames of two animations.
  private struct Pairs {
    /// Paired frames with different pixels, by their numbers.
    private(set) var differing: [(before: Int, after: Int)] = []
    /// Added and removed frames, and other durations.
    private(set) var causes: [Cause] = []

    init(_ before: AnimationSummary, _ after: AnimationSummary) {
      var (one, other) = (0, 0)
      var durations: [(frame: Int, before: Int, after: Int)] = []
      func pair(_ first: Int, _ second: Int) {
        if before.frames[first] != after.frames[second] { differing.append((first, second)) }
        if before.durations[first] != after.durations[second] {
          durations.append((second, before.durations[first], after.durations[second]))
        }
      }
      let gaps = LineAlignment(before.frames, after.frames).gaps
      let end = LineAlignment.Gap(
        first: before.frames.count..<before.frames.count, second: after.frames.count..<after.frames.count)
      for gap in gaps + [end] {
        while one < gap.first.lowerBound, other < gap.second.lowerBound {
          pair(one, other)
          (one, other) = (one + 1, other + 1)
        }
        let shared = min(gap.first.count, gap.second.count)
        for index in 0..<shared { pair(gap.first.lowerBound + index, gap.second.lowerBound + index) }
        let (came, went) = (gap.second.count - shared, gap.first.count - shared)
        if came > 0 { add("\(came.counted("frame")) inserted at frame \(gap.second.lowerBound + shared + 1)") }
        if went > 0 { add("\(went.counted("frame")) removed at frame \(gap.first.lowerBound + shared + 1)") }
        (one, other) = (gap.first.upperBound, gap.second.upperBound)
      }
      add(durations, of: after.frames.count)
    }

    private mutating func add(_ title: String) { causes.append(Cause(.picture, title: title, identity: title)) }

    /// Adds changed durations: one cause for each change, however many frames have it.
    private mutating func add(_ changes: [(frame: Int, before: Int, after: Int)], of count: Int) {
      var known: Set<[Int]> = []
      for change in changes where known.insert([change.before, change.after]).inserted {
        let frames = changes.filter { $0.before == change.before && $0.after == change.after }.map { $0.frame + 1 }
        let shown =
          frames.count == count && count > 1
          ? "all frames are" : frames.count == 1 ? "frame \(frames[0]) is" : "\(frames.count) frames are"
        add("\(shown) shown for \(change.after) ms instead of \(change.before) ms")
      }
    }
  }
}
