import Basics
import Testing

@testable import ImageComparison

/// A screen of flat shapes, as an app draws it.
private struct Sheet {
  var width = 240
  var height = 300
  private(set) var pixels: [UInt32]

  static let white: UInt32 = 0xFFFF_FFFF
  static let ink: UInt32 = 0xFF2E_2D2C

  init(width: Int = 240, height: Int = 300, _ ground: UInt32 = Sheet.white) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: ground, count: width * height)
  }

  mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: UInt32) {
    for row in max(0, y)..<min(self.height, y + height) {
      for column in max(0, x)..<min(self.width, x + width) { pixels[row * self.width + column] = color }
    }
  }

  /// Draws lines that resemble letters, with soft edges and without equal rows.
  mutating func text(_ seed: UInt32, _ x: Int, _ y: Int, width: Int = 180, lines: Int = 1, color: UInt32 = ink) {
    var state = seed &* 2_654_435_761 | 1
    for line in 0..<lines {
      for row in 0..<10 {
        for column in 0..<width {
          state = state &* 1_664_525 &+ 1_013_904_223
          guard column % 7 < 5, state >> 29 > 3 else { continue }
          let soft = column % 7 == 4
          fill(x + column, y + line * 18 + row, 1, 1, soft ? Self.mixed(color) : color)
        }
      }
    }
  }

  /// Returns the color at half opacity on white.
  private static func mixed(_ color: UInt32) -> UInt32 {
    [0, 8, 16].reduce(UInt32(0xFF00_0000)) { $0 | (((color >> $1 & 255) + 255) / 2) << $1 }
  }

  mutating func insert(_ rows: Int, at y: Int, _ color: UInt32 = white) {
    pixels.insert(contentsOf: Array(repeating: color, count: rows * width), at: y * width)
    height += rows
  }

  mutating func cut(to height: Int) {
    pixels.removeLast((self.height - height) * width)
    self.height = height
  }

  var bitmap: Bitmap {
    Bitmap(
      width: width, height: height, format: .rgba,
      bytes: pixels.flatMap { pixel in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) } })!
  }
}

@Suite struct ImageJudgeTests {
  private let page = {
    var page = Sheet()
    page.fill(12, 12, 36, 36, 0xFFCC_8844)
    page.text(1, 60, 14)
    page.text(2, 60, 32, width: 90)
    page.text(3, 12, 62, width: 210, lines: 4)
    page.fill(12, 150, 216, 90, 0xFF44_AA33)
    page.text(4, 12, 256, width: 60)
    page.text(5, 120, 256, width: 70)
    return page
  }()

  private func told(_ before: Sheet, _ after: Sheet, _ judge: ImageJudge = ImageJudge()) -> [String] {
    judge.judge(before: before.bitmap, after: after.bitmap).judgement.reasons
  }

  private func changed(_ change: (inout Sheet) -> Void) -> [String] {
    var after = page
    change(&after)
    return told(page, after)
  }

  @Test("the same pixels are the same image")
  func same() {
    #expect(ImageJudge().judge(before: page.bitmap, after: page.bitmap).judgement.verdict == .identical)
  }

  @Test("inserted rows are reported once; the rows below them count as equal")
  func rowsCame() {
    #expect(changed { $0.insert(40, at: 142, 0xFF00_66FF) } == ["40 px inserted at y 142; the rest is equal"])
    var longer = page
    longer.insert(40, at: 142, 0xFF00_66FF)
    #expect(told(longer, page) == ["40 px removed at y 142; the rest is equal"])
  }

  @Test("in an image that may not grow, anything that is pushed out below is no change of its own")
  func pushedOut() {
    #expect(
      changed {
        $0.insert(40, at: 142, 0xFF00_66FF)
        $0.cut(to: 300)
      } == ["40 px inserted at y 142; the rest is equal"])
  }

  @Test("rows are compared after alignment")
  func counted() {
    var after = page
    after.insert(40, at: 142, 0xFF00_66FF)
    after.fill(100, 200, 3, 3, 0xFF00_0000)
    let found = ImageJudge().judge(before: page.bitmap, after: after.bitmap).judgement.pixels
    #expect(found?.differing == 40 * 240 + 9)
  }

  @Test("a column that moves next to one that does not is reported with its rows")
  func column() {
    var before = Sheet()
    before.text(7, 6, 10, width: 100, lines: 12)
    before.text(8, 126, 10, width: 100, lines: 12)
    var after = Sheet()
    after.text(7, 6, 10, width: 100, lines: 12)
    after.text(8, 126, 50, width: 100, lines: 12)
    after.fill(126, 10, 100, 30, 0xFF00_66FF)
    let reasons = told(before, after)
    #expect(reasons.count == 1 && reasons[0].hasPrefix("40 px inserted at y"), "\(reasons)")
  }

  @Test("anything that moved sideways among its neighbors is reported in pixels across")
  func across() {
    var before = Sheet()
    before.text(9, 12, 100, width: 80)
    before.text(10, 100, 100, width: 100)
    var after = Sheet()
    after.text(9, 12, 100, width: 80)
    after.fill(96, 100, 20, 10, 0xFF00_66FF)
    after.text(10, 124, 100, width: 100)
    let reasons = told(before, after)
    #expect(reasons.count == 1 && reasons[0].hasPrefix("24 px inserted across at x"), "\(reasons)")
  }

  @Test("the same pixels elsewhere have moved", arguments: [(2, 0), (0, 6), (3, -4)])
  func moved(x: Int, y: Int) {
    let steps = [x == 0 ? nil : "\(x) px to the right", y == 0 ? nil : "\(abs(y)) px \(y > 0 ? "down" : "up")"]
    #expect(
      changed {
        $0.fill(12, 12, 36, 36, Sheet.white)
        $0.fill(12 + x, 12 + y, 36, 36, 0xFFCC_8844)
      } == ["36 × 36 px moved \(steps.compactMap { $0 }.joined(separator: ", ")) at \(12 + x), \(12 + y)"])
  }

  @Test("a text that moved is no other text")
  func movedText() {
    #expect(
      changed {
        $0.fill(110, 256, 130, 10, Sheet.white)
        $0.text(5, 123, 256, width: 70)
      }.allSatisfy { $0.contains("moved 3 px to the right") })
  }

  @Test("another color is reported with both, soft edges along with it")
  func recoloured() {
    #expect(changed { $0.fill(12, 150, 216, 90, 0xFF44_AA88) } == ["#33AA44 → #88AA44 in 216 × 90 px at 12, 150"])
    let text = changed { $0.text(1, 60, 14, color: 0xFF00_00CC) }
    #expect(text.count == 1 && text[0].hasPrefix("#2C2D2E → #CC0000"), "\(text)")
  }

  @Test("anything that became larger is reported with both sizes")
  func resized() {
    #expect(changed { $0.fill(12, 12, 40, 44, 0xFFCC_8844) } == ["36 × 36 px → 40 × 44 px at 12, 12"])
  }

  @Test("anything that came and what went is reported with its size")
  func cameAndWent() {
    #expect(changed { $0.fill(200, 36, 16, 12, 0xFF00_00FF) } == ["16 × 12 px added at 200, 36"])
    #expect(changed { $0.fill(12, 12, 36, 36, Sheet.white) } == ["36 × 36 px removed at 12, 12"])
  }

  @Test("soft edges that another rasterizer draws are reported as that, and once")
  func softEdges() {
    let soft = page.bitmap
    var bytes = soft.bytes
    for index in bytes.indices
    where index % 4 != 3 && bytes[index] > 0x60 && bytes[index] < 0xF0 && index < 60 * 240 * 4 {
      bytes[index] -= 10
    }
    // The avatar has no soft edge.
    let plain = page.bitmap.bytes
    for y in 12..<48 {
      for x in 12..<48 { for byte in 0..<4 { bytes[(y * 240 + x) * 4 + byte] = plain[(y * 240 + x) * 4 + byte] } }
    }
    let drawn = Bitmap(width: 240, height: 300, format: .rgba, bytes: bytes)!
    let found = ImageJudge(tolerance: .baseline).judge(before: soft, after: drawn)
    #expect(found.causes.map(\.title) == ["different anti-aliasing"], "\(found.judgement.reasons)")
  }

  @Test("the same change elsewhere, and in an image of another width, is the same cause")
  func oneCause() {
    let changes: [(inout Sheet) -> Void] = [
      { $0.insert(40, at: 142, 0xFF00_66FF) }, { $0.fill(12, 12, 36, 36, 0xFF11_2233) },
      { $0.fill(200, 36, 16, 12, 0xFF00_00FF) },
    ]
    let elsewhere: [(inout Sheet) -> Void] = [
      { $0.insert(40, at: 52, 0xFF00_66FF) }, { $0.fill(30, 12, 36, 36, 0xFF11_2233) },
      { $0.fill(220, 24, 16, 12, 0xFF00_00FF) },
    ]
    var other = Sheet(width: 320)
    other.fill(30, 12, 36, 36, 0xFFCC_8844)
    other.text(3, 12, 62, width: 210, lines: 4)
    for (change, there) in zip(changes, elsewhere) {
      var (one, two) = (page, other)
      change(&one)
      there(&two)
      let causes = [(page, one), (other, two)].map { pair in
        ImageJudge().judge(before: pair.0.bitmap, after: pair.1.bitmap).causes
      }
      #expect(causes[0] == causes[1] && causes[0].count == 1, "\(causes)")
    }
  }

  @Test("masked pixels and tolerated differences are ignored")
  func masks() {
    var after = page
    after.fill(200, 20, 4, 4, 0xFF00_00FF)
    let masked = ImageJudge(masks: [PixelRect(x: 190, y: 10, width: 30, height: 30)])
    #expect(masked.judge(before: page.bitmap, after: after.bitmap).judgement.verdict == .similar)
    var tolerance = ImageJudge.standard
    tolerance.pixels = 16
    let passed = ImageJudge(tolerance: tolerance).judge(before: page.bitmap, after: after.bitmap)
    #expect(passed.judgement.verdict == .similar && passed.causes.isEmpty)
  }

  @Test("images of noise are one change, not thousands")
  func noise() {
    var (one, other) = (Sheet(), Sheet())
    for line in 0..<30 {
      one.text(UInt32(line), 0, line * 10, width: 240)
      other.text(UInt32(line + 99), 0, line * 10, width: 240)
    }
    #expect(told(one, other).count <= 25)
  }

  @Test("lines that come again and again are put next to each other, too")
  func repeated() {
    let stripes = (0..<80).map { UInt64($0 % 2 + 1) }
    let alignment = LineAlignment(stripes, [7, 8, 9] + stripes)
    #expect(alignment.gaps == [LineAlignment.Gap(first: 0..<0, second: 0..<3)])
  }
}
