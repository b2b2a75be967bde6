import Export
import Testing

@Suite("Updates in place")
struct PublishingExtentTests {
  @Test(
    "a large folder is updated in place if at most one card in 32 changes",
    arguments: [
      (11, 10_010, true), (0, 1_000, true), (31, 1_000, true), (32, 1_000, false), (1, 999, false),
      (500, 10_000, false),
      (nil, 10_000, false),
    ])
  func extent(changed: Int?, cards: Int, isSmall: Bool) {
    #expect(OutputPublishing.Extent(changed: changed, cards: cards).isSmallInLarge == isSmall)
  }
}
