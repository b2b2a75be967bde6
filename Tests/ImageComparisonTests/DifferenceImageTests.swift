import Basics
import Diagnostics
import Testing

@testable import ImageComparison

@Suite("The image of a difference, and the check before a run")
struct DifferenceImageTests {
  private func pixel(_ picture: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * picture.width + x) * 4
    return Array(picture.bytes[start..<start + 4])
  }

  @Test("anything that is the same is gray, differing red, anti-aliased yellow")
  func colors() throws {
    let first = Pictures.make(3, 1) { x, _ in x == 0 ? (0, 0, 0, 255) : Pictures.white }
    var difference = PixelDifference(firstSize: first.size, secondSize: first.size)
    difference.differing.add(1, 0)
    difference.antialiased.add(2, 0)
    let picture = try #require(DifferenceImage.draw(difference, over: first))
    // Black keeps three tenths of its darkness: 255 − 76.5.
    #expect(pixel(picture, 0, 0) == [179, 179, 179, 255])
    #expect(pixel(picture, 1, 0) == [255, 0, 0, 255])
    #expect(pixel(picture, 2, 0) == [255, 255, 0, 255])
  }

  @Test("a row that only one image has is red")
  func rows() throws {
    let (first, second) = (Pictures.make(2, 1), Pictures.make(2, 2))
    let picture = try #require(DifferenceImage.draw(PixelComparison().compare(first, second), over: first))
    #expect(picture.size == PixelSize(width: 2, height: 2))
    #expect(pixel(picture, 0, 0) == [255, 255, 255, 255])
    #expect(pixel(picture, 1, 1) == [255, 0, 0, 255])
  }

  @Test("the comparison passes its own check")
  func selfCheck() throws {
    try SelfCheck.run { $0 }
  }

  @Test("a reader that gives the same image for every file is found out")
  func blindReader() {
    #expect(throws: Diagnostic.self) { try SelfCheck.run { _ in Pictures.make(37, 23) } }
  }

  @Test("a comparison that cuts images to the same size is found out")
  func cuttingComparison() {
    func cut(_ picture: Bitmap) -> Bitmap {
      Pictures.make(37, 23) { x, y in
        let start = (y * 37 + x) * 4
        return (picture.bytes[start], picture.bytes[start + 1], picture.bytes[start + 2], 255)
      }
    }
    let exact = PixelComparison(threshold: 0)
    #expect(throws: Diagnostic(ProofIssue.selfCheckFailed(.addedRowMissed))) {
      try SelfCheck.run(comparing: { exact.compare(cut($0), cut($1)) }, throughFile: { $0 })
    }
  }

  @Test("a comparison that overlooks small differences is found out")
  func lenientComparison() {
    #expect(throws: Diagnostic(ProofIssue.selfCheckFailed(.changedPixelMissed))) {
      try SelfCheck.run(comparing: PixelComparison(threshold: 0.1).compare, throughFile: { $0 })
    }
  }
}
