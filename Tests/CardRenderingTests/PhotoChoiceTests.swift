import Basics
import CardRendering
import Testing

@Suite("Which of a photo's sizes is read")
struct PhotoChoiceTests {
  @Test("the smallest size that covers the target is chosen, else the largest")
  func photoChoice() {
    let sizes = [(75, 50), (604, 403), (1280, 853), (2560, 1707), (807, 538)]
    func choose(_ width: Int, _ height: Int) -> Int? {
      PhotoChoice.best(of: sizes, width: width, height: height) { PixelSize(width: $0.0, height: $0.1) }?.0
    }
    #expect(choose(359, 239) == 604)
    #expect(choose(604, 403) == 604)
    #expect(choose(605, 403) == 807)
    #expect(choose(600, 600) == 1280)
    #expect(choose(4000, 10) == 2560)
  }

  @Test("a size without pixels is chosen only where no other is left")
  func unknownSizes() {
    let sizes: [(Int?, String)] = [(nil, "unknown"), (100, "small")]
    func choose(_ candidates: [(Int?, String)]) -> String? {
      PhotoChoice.best(of: candidates, width: 500, height: 500) { candidate in
        candidate.0.map { PixelSize(width: $0, height: $0) }
      }?.1
    }
    #expect(choose(sizes) == "small")
    #expect(choose([sizes[0]]) == "unknown")
  }
}
