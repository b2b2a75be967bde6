import Testing
import Timeline

@testable import Filming

@Suite("What of a film is not unchanged")
struct FilmDifferenceTests {
  private func record(_ change: (inout FilmRecord) -> Void = { _ in }) -> FilmRecord {
    var record = FilmRecord(
      film: "film", screen: .init(width: 375, height: 667, scale: 2, theme: "light"), rate: 10, events: [],
      judgement: .init(
        jumps: [], jumpSum: 0, score: 0, blankPoints: 0, blankTime: 0, blankArea: 0, placeholders: 0,
        placeholderTime: 0, placeholderSeconds: 0),
      keyFrames: [.init(time: 0, text: nil, sha256: "a"), .init(time: 1, text: nil, sha256: "b")],
      frames: (0...10).map { number in
        FilmRecord.Frame(
          time: Double(number) / 10, offset: 0, phase: "resting",
          anchor: .init(item: "p1", edge: "top", y: 90), scrolled: 0,
          items: [.init(item: "p1", top: 90, bottom: 200), .init(item: "p2", top: 212, bottom: 300)])
      })
    change(&record)
    return record
  }

  private func reasons(_ change: (inout FilmRecord) -> Void) -> [String] {
    FilmDifference(from: record(), to: record(change)).reasons
  }

  @Test("the same film differs by nothing, nor does one within half a point")
  func same() {
    #expect(FilmDifference(from: record(), to: record()).isEmpty)
    #expect(reasons { $0.frames[3].anchor?.y += 0.4 } == [])
  }

  @Test("a jump that has come is reported with time, card and distance, and one that has gone")
  func jumps() {
    let jump = FilmRecord.Jump(time: 0.43, item: "p1", distance: 22, cause: "batch", score: 0.1)
    #expect(
      reasons { $0.judgement.jumps = [jump] } == ["at 0.43 s, p1 jumps 22 pt down (batch)"])
    let gone = FilmDifference(from: record { $0.judgement.jumps = [jump] }, to: record())
    #expect(gone.reasons == ["at 0.43 s, p1 no longer jumps"])
  }

  @Test("a last message that is pushed out is reported as it comes and as it goes, and is a fault")
  func pushedEnds() {
    let end = FilmRecord.PushedEnd(time: 0.5, item: "p2", distance: 32, cause: "expand")
    let pushed = record { $0.judgement.pushedEnds = [end] }
    let come = FilmDifference(from: record(), to: pushed)
    #expect(come.reasons == ["at 0.50 s, the last message p2 is pushed 32 pt off the screen (expand)"])
    #expect(come.faults == come.reasons)
    let gone = FilmDifference(from: pushed, to: record())
    #expect(gone.reasons == ["at 0.50 s, p2 is no longer pushed off the screen"] && gone.faults.isEmpty)
    #expect(FilmDifference(from: pushed, to: pushed).isEmpty)
  }

  @Test("a different path is described from its start, with the largest distance")
  func path() {
    #expect(
      reasons { record in
        for number in 4...10 {
          record.frames[number].anchor?.y += Double(number)
          record.frames[number].items[0].top += Double(number)
        }
      } == ["from 0.40 s, p1 is 4 pt lower, at most 10 pt"])
    #expect(
      reasons { $0.frames[5].anchor = .init(item: "p9", edge: "top", y: 90) }
        == ["from 0.50 s, the reader sees p9 instead of p1"])
  }

  @Test("blanks, missing photos, lengths and pixels are reported")
  func others() {
    #expect(
      reasons { ($0.judgement.blankPoints, $0.judgement.blankTime) = (40, 0.3) }
        == ["at 0.30 s, 40 pt of the screen are blank"])
    #expect(
      reasons { ($0.judgement.placeholders, $0.judgement.placeholderSeconds) = (3, 1.5) }
        == ["up to 3 photos are missing for 1.50 photo seconds, instead of 0 for 0.00"])
    #expect(reasons { $0.frames.removeLast() } == ["10 frames at 10 per second instead of 11 at 10"])
    #expect(
      reasons { $0.keyFrames[1].sha256 = "c" } == ["1 of 2 key frames differ, the first at 1.00 s"])
  }

  @Test("an item's place goes on where the feed comes again")
  func places() {
    let feed = FilmFeed(["a", "b", "c"].map { FilmFeed.Post(id: $0, expanded: 10) })
    #expect(["a", "c", "a#2", "b#3", "d"].map(feed.place(ofItemNamed:)) == [0, 2, 3, 7, nil])
  }
}
