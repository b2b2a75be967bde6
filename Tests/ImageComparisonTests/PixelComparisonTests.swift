import Basics
import Testing

@testable import ImageComparison

@Suite("Comparing pixels")
struct PixelComparisonTests {
  private let exact = PixelComparison(threshold: 0, countsAntialiased: true)

  @Test("the same image has no difference, at any threshold", arguments: [0, 0.1, 1])
  func same(threshold: Double) {
    let picture = Pictures.make(19, 7) { x, y in (UInt8(x * 9), UInt8(y * 20), 77, UInt8(x + y)) }
    let difference = PixelComparison(threshold: threshold).compare(picture, picture)
    #expect(difference.isEmpty && difference.compared == 19 * 7)
  }

  @Test("one changed pixel is found wherever it is in its row", arguments: 0..<19)
  func onePixel(column: Int) {
    let changed = Pictures.make(19, 3) { x, y in x == column && y == 1 ? (255, 255, 254, 255) : Pictures.white }
    let difference = exact.compare(Pictures.make(19, 3), changed)
    #expect(difference.differing.runs == [PixelRun(y: 1, columns: column..<column + 1)])
  }

  @Test("bands side by side find what one walk finds, masks and soft edges too", arguments: [1, 2, 3, 64])
  func bands(count: Int) async {
    // A slope from black to white. Its gray column differs in every third row, and another column differs everywhere.
    func slope(_ grey: UInt8, _ last: UInt8) -> Bitmap {
      Pictures.make(31, 23) { x, y in
        let level: UInt8 = x == 30 ? last : x < 12 ? 0 : x > 12 ? 255 : y % 3 == 1 ? grey : 128
        return (level, level, level, 255)
      }
    }
    let (one, other) = (slope(128, 255), slope(220, 90))
    let comparison = PixelComparison(masks: [PixelRect(x: 10, y: 5, width: 21, height: 6)])
    let whole = comparison.compare(one, other)
    #expect(whole.antialiased.count > 0 && whole.differing.count > 0)
    #expect(await comparison.compare(one, other, bands: count) == whole)
  }

  // Gray 250 on white: ΔY = 5 (the weights add up to 1), ΔI = ΔQ = 0, δ = .5053 · 25 = 12.6325 = 35215 · 0.018940².
  @Test("the threshold is the square root of the weighted YIQ difference", arguments: [(0.01893, 24), (0.01895, 0)])
  func threshold(threshold: Double, count: Int) {
    let grey = Pictures.make(8, 3) { _, _ in (250, 250, 250, 255) }
    let comparison = PixelComparison(threshold: threshold, countsAntialiased: true)
    #expect(comparison.compare(Pictures.make(8, 3), grey).differing.count == count)
  }

  @Test("colors that nothing shows of are the same")
  func invisible() {
    let one = Pictures.make(9, 2) { _, _ in (255, 0, 0, 0) }
    let other = Pictures.make(9, 2) { _, _ in (0, 0, 255, 0) }
    #expect(exact.compare(one, other).isEmpty)
  }

  @Test("white that lets everything through is not the white it would be on paper")
  func transparentWhite() {
    let clear = Pictures.make(9, 2) { _, _ in (255, 255, 255, 0) }
    #expect(PixelComparison().compare(Pictures.make(9, 2), clear).differing.count == 18)
  }

  @Test("one pixel softer at the edge of a shape is anti-aliased, not differing, unless such pixels are counted")
  func antialiased() {
    // A slope from black to white. The gray column between the flat areas differs in one row.
    func slope(_ grey: UInt8) -> Bitmap {
      Pictures.make(9, 9) { x, y in
        let level: UInt8 = x < 4 ? 0 : x > 4 ? 255 : y == 4 ? grey : 128
        return (level, level, level, 255)
      }
    }
    let lenient = PixelComparison().compare(slope(128), slope(220))
    #expect(lenient.differing.count == 0 && lenient.antialiased.runs == [PixelRun(y: 4, columns: 4..<5)])
    let strict = PixelComparison(countsAntialiased: true).compare(slope(128), slope(220))
    #expect(strict.differing.runs == [PixelRun(y: 4, columns: 4..<5)] && strict.antialiased.count == 0)
  }

  @Test("eight pixels at once and one by one give the same, opaque or not", arguments: [255, 128, 0] as [UInt8])
  func vectorEqualsScalar(leastAlpha: UInt8) {
    var noise = Pictures.Noise(seed: 7)
    let first = Pictures.make(67, 31) { _, _ in
      (noise.byte(), noise.byte(), noise.byte(), max(leastAlpha, noise.byte()))
    }
    let second = Pictures.make(67, 31) { x, y in
      let start = (y * 67 + x) * 4
      func near(_ channel: Int) -> UInt8 { first.bytes[start + channel] ^ (noise.byte() & 31) }
      return (near(0), near(1), near(2), max(leastAlpha, near(3)))
    }
    let whole = PixelComparison(threshold: 0.05).compare(first, second)
    #expect(whole.differing.count > 100 && whole.differing.count < 2000)
    // Strips of four columns are too narrow for vector instructions.
    let strips = stride(from: 0, to: 67, by: 4).map { left in
      let masks = [
        PixelRect(x: 0, y: 0, width: left, height: 31), PixelRect(x: left + 4, y: 0, width: 67, height: 31),
      ]
      return PixelComparison(threshold: 0.05, masks: masks).compare(first, second)
    }
    #expect(strips.reduce(0) { $0 + $1.differing.count } == whole.differing.count)
    #expect(strips.reduce(0) { $0 + $1.antialiased.count } == whole.antialiased.count)
    #expect(strips.reduce(0) { $0 + $1.compared } == whole.compared)
  }

  @Test("masked pixels neither differ nor count")
  func masks() {
    let black = Pictures.make(10, 4) { _, _ in (0, 0, 0, 255) }
    let masks = [PixelRect(x: -5, y: 1, width: 8, height: 2), PixelRect(x: 2, y: 2, width: 50, height: 1)]
    let difference = PixelComparison(threshold: 0, masks: masks).compare(Pictures.make(10, 4), black)
    #expect(difference.compared == 10 + 7 + 0 + 10)
    #expect(difference.differing.runs.map(\.y) == [0, 1, 3])
    #expect(difference.differing.runs[1].columns == 3..<10)
  }

  @Test("an added white row is found though the card is white, and so is an added column")
  func sizes() {
    let taller = PixelComparison().compare(Pictures.make(6, 4), Pictures.make(6, 5))
    #expect(taller.sizesDiffer && !taller.isEmpty && taller.differing.count == 0)
    #expect(taller.sizeDelta == PixelSize(width: 0, height: 1))
    #expect(taller.strips == [PixelRect(x: 0, y: 4, width: 6, height: 1)])
    let narrower = PixelComparison().compare(Pictures.make(6, 4), Pictures.make(5, 4))
    #expect(narrower.sizeDelta == PixelSize(width: -1, height: 0))
    #expect(narrower.strips == [PixelRect(x: 5, y: 0, width: 1, height: 4)])
  }

  @Test("the overlap of images of two sizes is compared as well")
  func overlap() {
    let longer = Pictures.make(9, 5) { x, y in x == 8 && y == 3 ? (0, 0, 0, 255) : Pictures.white }
    #expect(exact.compare(Pictures.make(9, 4), longer).differing.runs == [PixelRun(y: 3, columns: 8..<9)])
  }

  @Test("nothing against nothing is the same, nothing against something is not")
  func empty() {
    #expect(PixelComparison().compare(Pictures.make(0, 0), Pictures.make(0, 0)).isEmpty)
    #expect(!PixelComparison().compare(Pictures.make(0, 0), Pictures.make(1, 1)).isEmpty)
  }
}
