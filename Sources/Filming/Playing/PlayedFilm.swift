import Diagnostics
import Timeline

/// A played film: its frames and its faults. Nothing is drawn.
package struct PlayedFilm: Sendable {
  package let script: FilmScript
  /// Frames a second.
  package let rate: Int
  package let frames: [FilmFrame]
  package let judgement: FilmRecord.Judgement
  package let happenings: [FilmRecord.RecordedEvent]

  /// The allowed frame rates.
  package static let rates = 1...120

  /// - Throws: `FilmIssue`, and `Diagnostic` with the place of the event that can't be played.
  package init(_ script: FilmScript, feed: FilmFeed, screen: FilmScreen, rate: Int) throws {
    var play = try FilmPlay(script, feed: feed, screen: screen)
    var (frames, judgement): ([FilmFrame], FilmStability) = ([], FilmStability())
    try play.checkNames()
    do {
      try play.play(rate: rate) { frame, jumps in
        frames.append(frame)
        judgement.add(frame.frame, jumps: jumps)
      }
    } catch let issue as FilmIssue {
      throw Diagnostic(issue, at: play.playing)
    }
    (self.script, self.rate, self.frames) = (script, rate, frames)
    self.judgement = FilmRecord.Judgement(judgement, play.timeline.pushedEnds, frames, names: feed.name)
    happenings = play.happenings
  }

  /// Returns the frames that tell the story: starts and ends of movements, and some in between; at most `most`.
  package func keyFrames(most: Int = 12) -> [Int] {
    guard frames.count > 1 else { return frames.isEmpty ? [] : [0] }
    let number = { (time: Double) in min(frames.count - 1, Int((time * Double(rate)).rounded(.up))) }
    // Events become visible a tenth of a second later, expanded texts a quarter.
    let told = happenings.flatMap { [number($0.time + 0.1), number($0.time + 0.25)] }
    let jumped = frames.indices.filter { frames[$0].jump != 0 }
      .sorted { (abs(frames[$1].jump), $0) < (abs(frames[$0].jump), $1) }
    var chosen = Set([0, frames.count - 1] + jumped.prefix(4))
    for frame in told where chosen.count < most * 2 / 3 { chosen.insert(frame) }
    // Fill in where most movement is, up to the capacity of a storyboard.
    let moved = movement
    while chosen.count < min(most, frames.count) {
      let rising = chosen.sorted()
      let gaps = zip(rising, rising.dropFirst()).filter { $0.1 - $0.0 > 1 && moved[$0.1] - moved[$0.0] > 1 }
      guard let gap = gaps.max(by: { moved[$0.1] - moved[$0.0] < moved[$1.1] - moved[$1.0] }) else { break }
      let half = (moved[gap.0] + moved[gap.1]) / 2
      chosen.insert((gap.0 + 1..<gap.1).first { moved[$0] >= half } ?? (gap.0 + gap.1) / 2)
    }
    return chosen.sorted()
  }

  /// For each frame, the number of frames with movement up to it.
  private var movement: [Int] {
    var moved = [0]
    for (before, after) in zip(frames, frames.dropFirst()) {
      let isSame = before.frame.items == after.frame.items && before.placeholders == after.placeholders
      moved.append((moved.last ?? 0) + (isSame ? 0 : 1))
    }
    return moved
  }

  /// Returns the events since the previous key frame, for its label.
  package func label(of frame: Int, after previous: Int?) -> String? {
    let (start, end) = (previous.map { frames[$0].frame.time } ?? -1, frames[frame].frame.time)
    let told = happenings.filter { $0.time > start && $0.time <= end }.map(\.text)
    return told.isEmpty ? nil : told.joined(separator: ", ")
  }
}
