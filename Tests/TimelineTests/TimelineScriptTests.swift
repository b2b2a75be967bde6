import Testing
import Timeline

struct ScriptTests {
  private func judged(_ script: TimelineScript, _ timeline: Timeline, rate: Int = 60) throws -> (FilmStability, [Frame])
  {
    var (timeline, judgement, frames) = (timeline, FilmStability(), [Frame]())
    try timeline.play(script, rate: rate) {
      frames.append($0)
      judgement.add($0, jumps: [])
    }
    if let last = frames.last { judgement.add(last, jumps: timeline.jumps) }
    return (judgement, frames)
  }

  @Test("frames come at their rate, from the start to the end, with what happens at their times")
  func frames() throws {
    let script = TimelineScript([.init(at: 0.5, .wheel(100))], duration: 1)
    let (_, frames) = try judged(script, .of(30), rate: 10)
    #expect(frames.map(\.time) == (0...10).map { Double($0) / 10 })
    #expect(frames.map(\.offset) == [0, 0, 0, 0, 0, 100, 100, 100, 100, 100, 100])
  }

  @Test("two rates show the same at the moments they share")
  func rates() throws {
    let script = TimelineScript(
      [
        .init(at: 0.1, .fling(velocity: 3000)), .init(at: 0.77, .expand(id(12), height: 444)),
        .init(at: 1.3, .scrollToTop),
      ],
      duration: 3)
    let (_, slow) = try judged(script, .of(300))
    let (_, fast) = try judged(script, .of(300), rate: 120)
    #expect(slow.count == 181)
    #expect(slow == fast.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
  }

  @Test("an event that can't be played is reported with its number and time")
  func issue() throws {
    let script = TimelineScript([.init(at: 0, .wheel(1)), .init(at: 0.5, .expand(id(99), height: 5))], duration: 1)
    let issue = TimelineScriptIssue(entry: 1, time: 0.5, issue: .noSuchItem(id(99)))
    #expect(throws: issue) { try judged(script, .of(3)) }
    #expect(issue.description == "event 2, at 0.5 s: item 99 does not exist")
    let backwards = TimelineScript([.init(at: 0.5, .wheel(1)), .init(at: 0.2, .wheel(1))], duration: 1)
    #expect(throws: TimelineScriptIssue(entry: 1, time: 0.2, issue: .time(0.2, after: 0.5))) {
      try judged(backwards, .of(3))
    }
    #expect(throws: TimelineScriptIssue.self) {
      try judged(TimelineScript([.init(at: .nan, .wheel(1))], duration: 1), .of(3))
    }
    #expect(throws: TimelineIssue.self) { try judged(TimelineScript([], duration: .infinity), .of(3)) }
  }

  @Test("a film is judged by its jumps and its blanks")
  func judgement() throws {
    let rules = AnchorRules.feed.with(.batchesNotCompensated)
    let refresh = TimelineScript.Entry(at: 0.5, .batch(.refresh(items(1, from: 100))))
    let undo = TimelineScript.Entry(at: 0.6, .batch(Batch([.delete([id(100)])])))
    var (judgement, _) = try judged(TimelineScript([refresh, undo], duration: 1), .of(30, rules: rules))
    #expect(judgement.jumps.map(\.distance) == [108, -108])
    #expect(judgement.jumpSum == 216 && judgement.largestJump?.time == 0.5)
    #expect(judgement.score > 0.3)
    (judgement, _) = try judged(TimelineScript([refresh, undo], duration: 1), .of(30))
    #expect(judgement.jumps.isEmpty && judgement.jumpSum == 0 && judgement.score == 0 && judgement.largestJump == nil)
    #expect(judgement.largestBlank.points == 0)
  }

  @Test("content that isn't there is a blank, a pull and short content are none")
  func blanks() throws {
    let pull = TimelineScript([.init(at: 0, .drag(touch(from: 0, to: 400, seconds: 0.4)))], duration: 2)
    #expect(try judged(pull, .of(30)).0.blankArea < 1e-4)
    #expect(try judged(pull, .of(1)).0.blankArea < 1e-4)
    #expect(try judged(pull, .of(1, rules: .chat)).0.blankArea < 1e-4)
    // Short until it is expanded.
    let open = TimelineScript([.init(at: 0.2, .expand(id(0), height: 500))], duration: 1)
    #expect(try judged(open, .of(1)).0.blankArea < 1e-4)
    // At the end, a card turns out to be smaller than estimated, which leaves a blank.
    var feed = try Timeline.of(30)
    feed.stand(at: feed.bounds.offsets.upperBound)
    let shrink = TimelineScript([.init(at: 0, .measured(id(29), height: 20))], duration: 1)
    let judgement = try judged(shrink, feed).0
    #expect(judgement.largestBlank.points == 80 && judgement.largestBlank.time == 0)
    #expect(judgement.blankArea > 0)
  }
}
