import Basics
import Testing

@testable import ImageComparison

@Suite("Regions of differing pixels")
struct RegionTests {
  /// Each `#` of the drawing differs.
  private func regions(_ drawing: [String], reach: Int) -> [PixelRect] {
    var pixels = PixelSet()
    for (y, row) in drawing.enumerated() {
      for (x, character) in row.enumerated() where character == "#" { pixels.add(x, y) }
    }
    return pixels.regions(reach: reach).map(\.bounds)
  }

  @Test("pixels that touch, also at a corner, are one region")
  func touching() {
    let found = regions(["##...", "..#..", "....#"], reach: 1)
    #expect(found == [PixelRect(x: 0, y: 0, width: 3, height: 2), PixelRect(x: 4, y: 2, width: 1, height: 1)])
  }

  @Test("regions within reach are merged, those beyond are not", arguments: [(2, 2), (3, 1)])
  func reach(reach: Int, count: Int) {
    #expect(regions(["#..#"], reach: reach).count == count)
    #expect(regions(["#", ".", ".", "#"], reach: reach).count == count)
    #expect(regions(["#...", "....", "....", "...#"], reach: reach).count == count)
  }

  @Test("a shape around another joins with it only within reach")
  func ring() {
    let drawing = ["#########", "#.......#", "#...#...#", "#.......#", "#########"]
    #expect(regions(drawing, reach: 1).count == 2)
    #expect(regions(drawing, reach: 2) == [PixelRect(x: 0, y: 0, width: 9, height: 5)])
  }

  @Test("regions come from the top, then from the left, with all their pixels")
  func order() {
    var pixels = PixelSet()
    for (x, y) in [(20, 0), (0, 2), (1, 2), (40, 2)] { pixels.add(x, y) }
    let found = pixels.regions(reach: 4)
    #expect(found.map(\.bounds.x) == [20, 0, 40])
    #expect(found.map(\.count) == [1, 2, 1])
  }

  @Test("no pixels, no regions")
  func none() {
    #expect(PixelSet().regions().isEmpty)
  }
}
