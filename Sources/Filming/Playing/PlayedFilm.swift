import Diagnostics
import Timeline

/// A film that was played: its frames, and what is wrong with them. Nothing of it is drawn.
package struct PlayedFilm: Sendable {
  package let script: FilmScript
  /// Frames a second.
  package let rate: Int
  package let frames: [FilmFrame]
  package let judgement: FilmJudgement
  package let happenings: [FilmHappening]

  /// Rates of frames that a film may have.
  package static let rates = 1...120

  /// - Throws: `FilmIssue`, and `Diagnostic` with the place of the event that can't be played.
  package init(_ script: FilmScript, feed: FilmFeed, screen: FilmScreen, rate: Int) throws {
    var play = try FilmPlay(script, feed: feed, screen: screen)
    var (frames, judgement): ([FilmFrame], FilmJudgement) = ([], FilmJudgement())
    try play.checkNames()
    do {
      try play.play(rate: rate) { frame, jumps in
        frames.append(frame)
        judgement.add(frame, jumps: jumps)
      }
    } catch let issue as FilmIssue {
      throw Diagnostic(issue, at: play.playing)
    }
    (self.script, self.rate, self.frames, self.judgement) = (script, rate, frames, judgement)
    happenings = play.happenings
  }

  /// The frames that tell the story: where something begins, where it has come to, and some between; at most `most`.
  package func keyFrames(most: Int = 12) -> [Int] {
    guard frames.count > 1 else { return frames.isEmpty ? [] : [0] }
    let number = { (time: Double) in min(frames.count - 1, Int((time * Double(rate)).rounded(.up))) }
    // What happens is seen a tenth of a second later; what has opened, a quarter.
    let told = happenings.flatMap { [number($0.time + 0.1), number($0.time + 0.25)] }
    let jumped = frames.indices.filter { frames[$0].jump != 0 }
    var chosen = Set([0, frames.count - 1] + jumped.prefix(4))
    for frame in told where chosen.count < most * 2 / 3 { chosen.insert(frame) }
    // Where the largest gap is, up to as many as a sheet has.
    while chosen.count < min(most, frames.count) {
      let rising = chosen.sorted()
      guard let gap = zip(rising, rising.dropFirst()).max(by: { $0.1 - $0.0 < $1.1 - $1.0 }), gap.1 - gap.0 > 1 else {
        break
      }
      chosen.insert((gap.0 + gap.1) / 2)
    }
    return chosen.sorted()
  }

  /// What has happened since the key frame before, for its label.
  package func label(of frame: Int, after previous: Int?) -> String? {
    let (start, end) = (previous.map { frames[$0].frame.time } ?? -1, frames[frame].frame.time)
    let told = happenings.filter { $0.time > start && $0.time <= end }.map(\.text)
    return told.isEmpty ? nil : told.joined(separator: ", ")
  }
}
