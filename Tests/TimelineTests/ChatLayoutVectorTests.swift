import Foundation
import Support
import Testing
import Timeline

/// Cases from ChatLayout's own tests and from a model of it, if they are next to the checkout.
@Suite(.enabled(if: ChatLayoutVectors.file != nil, "no extra vectors beside the checkout"))
struct ChatLayoutVectorTests {
  @Test("a batch is played as ChatLayout plays it", arguments: ChatLayoutVectors.cases("batch"))
  func batch(vector: ChatLayoutVector) throws {
    let expect = try #require(vector.expect)
    var names = Names()
    let list = vector.list(&names)
    if let before = expect.before { check(list, before.frames ?? [], before.contentHeight, &names) }
    let outcome = list.applying(vector.updates(&names))
    let after = try #require(expect.after)
    #expect(outcome.after.sections.map { $0.items.map { names[$0.id] } } == after.order)
    check(outcome.after, after.frames ?? [], after.contentHeight, &names)
    #expect(outcome.anchor.map { names[$0.id] } == expect.anchor?.id)
    #expect(isNear(outcome.anchor?.distance ?? 0, expect.anchor?.distance ?? 0))
    #expect(isNear(outcome.compensation, expect.compensation ?? 0))
    let offset = try #require(expect.offset)
    #expect(isNear(outcome.after.offset, offset.after ?? .nan))
    #expect(isNear(list.offset, offset.before ?? .nan))
    #expect(
      zip([outcome.after.offsets.lowerBound, outcome.after.offsets.upperBound], offset.range ?? []).allSatisfy(isNear))
    #expect(isNear(outcome.keptShift, expect.keptShift ?? 0))
    let motion = try #require(expect.motion)
    #expect(outcome.motion.map { names[$0.id] } == motion.map(\.id))
    for (found, wanted) in zip(outcome.motion, motion) {
      #expect(found.kind.rawValue == wanted.kind, "\(wanted.id)")
      #expect(isNear(found.from.y, wanted.from.y) && isNear(found.to.y, wanted.to.y), "\(wanted.id)")
      #expect(isNear(found.from.height, wanted.from.h) && isNear(found.to.height, wanted.to.h), "\(wanted.id)")
      #expect(found.from.alpha == wanted.from.alpha && found.to.alpha == wanted.to.alpha, "\(wanted.id)")
    }
  }

  @Test("items get their sizes as in ChatLayout", arguments: ChatLayoutVectors.cases("measure"))
  func measure(vector: ChatLayoutVector) throws {
    var names = Names()
    var list = vector.list(&names)
    for (step, wanted) in zip(vector.measures ?? [], try #require(vector.expect?.steps)) {
      let adjustment = list.measure(.init(step.at[0], step.at[1]), height: step.h)
      #expect(isNear(adjustment, wanted.adjustment) && isNear(list.offset, wanted.offset))
      #expect(isNear(list.contentHeight, wanted.contentHeight))
    }
    check(list, vector.expect?.frames ?? [], nil, &names)
  }

  @Test("a place is kept and found again as in ChatLayout", arguments: ChatLayoutVectors.cases("snapshot"))
  func snapshot(vector: ChatLayoutVector) throws {
    var names = Names()
    var list = vector.list(&names)
    let wanted = try #require(vector.expect?.snapshot)
    var snapshot = ChatLayoutList.Snapshot(
      names[wanted.id], wanted.edge == "top" ? .top : .bottom, offset: wanted.offset)
    if let edge = vector.edge {
      snapshot = try #require(list.snapshot(at: edge == "top" ? .top : .bottom))
      #expect(names[snapshot.id] == wanted.id)
      #expect(isNear(snapshot.offset, wanted.offset))
    }
    if let later = vector.laterViewport {
      list.viewport = Viewport(
        height: later.height ?? list.viewport.height, insetTop: later.insetTop ?? list.viewport.insetTop,
        insetBottom: later.insetBottom ?? list.viewport.insetBottom)
    }
    if let items = vector.laterItems { list.sections = items.map { $0.section(&names) } }
    #expect(isNear(try #require(list.offset(restoring: snapshot)), vector.expect?.offset?.only ?? .nan))
  }

  @Test("items are pinned as in ChatLayout", arguments: ChatLayoutVectors.cases("pin"))
  func pin(vector: ChatLayoutVector) throws {
    var names = Names()
    let pinned = vector.list(&names).pinned(at: vector.edge == "top" ? .top : .bottom)
    let wanted = vector.expect
    #expect(pinned.map { names[$0.id] } == wanted?.id)
    #expect(pinned?.next.map { names[$0] } == wanted?.next)
    for (found, expected) in [
      (pinned?.y, wanted?.y), (pinned?.progress, wanted?.progress), (pinned?.nextProgress, wanted?.nextProgress),
    ] {
      #expect(isNear(found ?? -1, expected ?? -1))
    }
  }

  @Test("content is laid out as in ChatLayout", arguments: ChatLayoutVectors.cases("visible"))
  func visible(vector: ChatLayoutVector) throws {
    var names = Names()
    let list = vector.list(&names)
    let expect = try #require(vector.expect)
    if let visible = expect.visible { #expect(list.visible.map { names[$0.id] } == visible) }
    check(list, expect.frames ?? [], expect.contentHeight, &names)
  }

  private func check(
    _ list: ChatLayoutList, _ frames: [ChatLayoutVector.Frame], _ height: Double?, _ names: inout Names
  ) {
    if let height { #expect(isNear(list.contentHeight, height)) }
    guard !frames.isEmpty else { return }
    #expect(list.frames.map { names[$0.id] } == frames.map(\.id))
    for (found, wanted) in zip(list.frames, frames) {
      #expect(isNear(found.x, wanted.x) && isNear(found.y, wanted.y), "\(wanted.id)")
      #expect(isNear(found.width, wanted.w) && isNear(found.height, wanted.h), "\(wanted.id)")
    }
  }
}

/// Returns whether two values are equal within the digits of the file.
private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-5 }
