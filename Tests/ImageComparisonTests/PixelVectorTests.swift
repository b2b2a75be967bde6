import Foundation
import ImageComparison
import Support
import Testing

@Suite("Counts of another implementation")
struct PixelVectorTests {
  @Test(
    "every pair of images has exactly the counts of pixelmatch 7.2.0, with anti-aliased pixels and without",
    .enabled(if: PixelVectors.folder != nil))
  func pairs() throws {
    let folder = try #require(PixelVectors.folder)
    for pair in try PixelVectors(in: folder).pairs {
      let first = try Pictures.read(folder.appendingPathComponent(pair.first))
      let second = try Pictures.read(folder.appendingPathComponent(pair.second))
      var comparison = PixelComparison(threshold: pair.threshold)
      let without = comparison.compare(first, second)
      #expect(without.differing.count == pair.differing, "\(pair)")
      #expect(without.differing.count + without.antialiased.count == pair.differingWithAntialiased, "\(pair)")
      comparison.countsAntialiased = true
      #expect(comparison.compare(first, second).differing.count == pair.differingWithAntialiased, "\(pair)")
    }
  }
}
