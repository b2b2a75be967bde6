import Basics
import Testing

@testable import ImageComparison

/// Lines of letters drawn at 8 times the size and averaged, as rasterizers do.
private struct Lettering {
  /// The part of a pixel by which the letters are moved to the right.
  var offset = 0.0
  /// The exponent by which coverage is adjusted.
  var gamma = 1.0
  /// Whether each channel has its own third of a pixel.
  var hasSubpixels = false
  /// The device scale.
  var scale = 1
  /// A letter that is another one.
  var changed: Int?

  private static let samples = 6

  /// Strokes of seven segments, by digit.
  private static let segments: [Int] = [0x77, 0x24, 0x5D, 0x6D, 0x2E, 0x6B, 0x7B, 0x25, 0x7F, 0x6F]

  private static let bars: [(segment: Int, y: Double)] = [(0, 0.8), (3, 6.4), (6, 12.1)]
  private static let strokes: [(segment: Int, x: Double, y: Double)] = [
    (1, 0.7, 0.8), (2, 5.6, 0.8), (4, 0.7, 6.4), (5, 5.6, 6.4),
  ]

  private func isInk(_ x: Double, _ y: Double) -> Bool {
    let (column, line) = (Int((x / 11).rounded(.down)), Int((y / 22).rounded(.down)))
    guard x >= 0, y >= 0, column < 16, line < 3 else { return false }
    let index = line * 16 + column
    let digit = (index * 7 + line * 3 + (index == changed ? 4 : 0)) % 10
    let (left, top) = (x - Double(column) * 11, y - Double(line) * 22)
    let shown = Self.segments[digit]
    for bar in Self.bars where shown >> bar.segment & 1 == 1 {
      if left >= 0.7, left < 6.9, top >= bar.y, top < bar.y + 1.4 { return true }
    }
    for stroke in Self.strokes where shown >> stroke.segment & 1 == 1 {
      if left >= stroke.x, left < stroke.x + 1.3, top >= stroke.y, top < stroke.y + 7 { return true }
    }
    return false
  }

  private func coverage(_ x: Double, _ y: Double, width: Double) -> Double {
    var count = 0
    for row in 0..<Self.samples {
      for column in 0..<Self.samples {
        let place = (Double(column) + 0.5) / Double(Self.samples) * width
        if isInk(x + place - offset, y + (Double(row) + 0.5) / Double(Self.samples) / Double(scale)) { count += 1 }
      }
    }
    return Double(count) / Double(Self.samples * Self.samples)
  }

  var bitmap: Bitmap {
    let pixel = 1 / Double(scale)
    return Pictures.make(200 * scale, 84 * scale) { x, y in
      let (left, top) = (Double(x) * pixel - 8, Double(y) * pixel - 8)
      let shares = [0, 1, 2].map { channel in
        hasSubpixels
          ? coverage(left + Double(channel - 1) * pixel / 3, top, width: pixel) : coverage(left, top, width: pixel)
      }
      let values = shares.map { UInt8(255 - 220 * $0.power(gamma)) }
      return (values[0], values[1], values[2], 255)
    }
  }
}

extension Double {
  /// The value to a power, for values from 0 to 1 and powers near 1.
  fileprivate func power(_ exponent: Double) -> Double {
    // Blends the value with its square or its root, which is as good for drawing.
    exponent >= 1
      ? self * (2 - exponent) + self * self * (exponent - 1) : self * exponent + squareRoot() * (1 - exponent)
  }
}

@Suite("Text by another rasterizer")
struct ShapeComparisonTests {
  private func judge(
    _ after: Lettering, allowing allowance: ImageAllowance = ImageAllowance()
  ) -> (judgement: Judgement, causes: [Cause]) {
    ImageJudge(allowance: allowance).judge(before: Lettering().bitmap, after: after.bitmap)
  }

  private static let rasterizers = [
    Lettering(offset: 0.33), Lettering(gamma: 1.6), Lettering(gamma: 0.6), Lettering(hasSubpixels: true),
  ]

  @Test("is a single cause, which a tolerance lets pass", arguments: 0..<4)
  func rasterizer(index: Int) {
    let found = judge(Self.rasterizers[index])
    let titles = ["text from another rasterizer", "different anti-aliasing"]
    #expect(found.causes.count == 1 && titles.contains(found.causes[0].title), "\(found.judgement.reasons)")
    #expect(judge(Self.rasterizers[index], allowing: ImageAllowance(rasterizer: true)).judgement.verdict == .similar)
  }

  @Test("does not hide a changed digit", arguments: 0..<4)
  func changed(index: Int) {
    var after = Self.rasterizers[index]
    after.changed = 21
    let found = judge(after, allowing: ImageAllowance(rasterizer: true))
    #expect(found.judgement.verdict == .different && found.causes.count == 1, "\(found.judgement.reasons)")
  }

  @Test("Another device scale is a single cause", arguments: [2, 3])
  func scale(scale: Int) {
    let large = Lettering(scale: scale).bitmap
    let small = Lettering().bitmap
    let up = ImageJudge().judge(before: small, after: large)
    #expect(up.judgement.verdict == .different && up.causes.count == 1, "\(up.judgement.reasons)")
    let words = scale == 2 ? "twice as large" : "3 times as large"
    #expect(up.causes[0].title.contains("\(words) (200 × 84 → \(200 * scale) × \(84 * scale) px)"))
    let down = ImageJudge().judge(before: large, after: small)
    #expect(down.causes.count == 1 && down.causes[0].title.hasPrefix("another scale"), "\(down.judgement.reasons)")
  }

  @Test("Another device scale does not hide a changed digit")
  func scaledChange() {
    let found = ImageJudge().judge(
      before: Lettering().bitmap, after: Lettering(scale: 2, changed: 21).bitmap
    )
    #expect(found.causes.count == 2, "\(found.judgement.reasons)")
  }

  @Test("A turned screen is a single cause")
  func turned() {
    let old = Lettering().bitmap
    let turned = Pictures.make(old.height, old.width) { x, y in
      let place = ((old.height - 1 - x) * old.width + y) * 4
      return (old.bytes[place], old.bytes[place + 1], old.bytes[place + 2], 255)
    }
    let found = ImageJudge().judge(before: old, after: turned)
    #expect(found.causes.count == 1 && found.causes[0].title.hasPrefix("rotated by "), "\(found.judgement.reasons)")
  }

  @Test("Noise is a single cause, and hides no other one")
  func noise() {
    let old = Lettering().bitmap
    var new = old
    var random = Pictures.Noise(seed: 5)
    for byte in new.bytes.indices where byte % 4 != 3 {
      new.bytes[byte] = UInt8(clamping: Int(new.bytes[byte]) + Int(random.byte() % 5) - 2)
    }
    let plain = ImageJudge().judge(before: old, after: new)
    #expect(plain.causes.map(\.title) == ["colors differ by at most 2 levels"], "\(plain.judgement.reasons)")
    for y in 60..<72 {
      for x in 150..<170 { new.bytes[(y * new.width + x) * 4] = 20 }
    }
    #expect(ImageJudge().judge(before: old, after: new).causes.count == 2)
  }
}
