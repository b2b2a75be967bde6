import Basics
import Testing

@testable import ImageComparison

/// A page in a viewport of fixed size: lines of text and blocks on a ground.
private struct Viewport {
  enum Ground: CaseIterable { case blank, gradient, texture }

  var ground: Ground
  /// How far the content is from its place; the ground stays.
  var shift = (x: 0, y: 0)
  /// Whether the ground moves along.
  var movesGround = false

  static let (width, height) = (360, 360)

  var bitmap: Bitmap {
    Pictures.make(Self.width, Self.height) { x, y in
      Self.content(x - shift.x, y - shift.y)
        ?? (movesGround ? ground(x - shift.x, y - shift.y) : ground(x, y))
    }
  }

  private func ground(_ x: Int, _ y: Int) -> Pictures.Pixel {
    switch ground {
    case .blank: Pictures.white
    case .gradient: (UInt8(clamping: 230 - y / 6), UInt8(clamping: 235 - x / 12), 240, 255)
    case .texture:
      (UInt8(clamping: 222 + Self.hash(x, y) % 13), UInt8(clamping: 222 + Self.hash(y, x) % 13), 225, 255)
    }
  }

  private static func hash(_ x: Int, _ y: Int) -> Int {
    let mixed = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &* 2_654_435_761
    return Int(mixed >> 16)
  }

  /// Letters of irregular strokes, an avatar and a button.
  private static func content(_ x: Int, _ y: Int) -> Pictures.Pixel? {
    if (30..<90).contains(x), (28..<80).contains(y) { return (60, 120, 200, 255) }
    if (30..<150).contains(x), (260..<288).contains(y) { return (230, 60, 40, 255) }
    guard (100..<250).contains(x) && (30..<80).contains(y) || (30..<270).contains(x) && (100..<240).contains(y)
    else { return nil }
    let (line, row, column) = (y / 20, y % 20, x % 9)
    guard row < 11, column < 7 else { return nil }
    return hash(x / 2 &+ line &* 977, y / 2) % 5 < 2 ? (30, 30, 30, 255) : nil
  }
}

@Suite("A page that was pushed in a viewport of fixed size")
struct PageShiftTests {
  private func reasons(_ before: Viewport, _ after: Viewport) -> [String] {
    ImageJudge().judge(before: before.bitmap, after: after.bitmap).judgement.reasons
  }

  @Test(
    "is a single change, whatever the ground",
    arguments: [1, 7, 20, 113], [(0, 1), (0, -1), (1, 0), (-1, 0)])
  func pushed(distance: Int, direction: (x: Int, y: Int)) {
    for ground in Viewport.Ground.allCases {
      var after = Viewport(ground: ground)
      after.shift = (direction.x * distance, direction.y * distance)
      let found = reasons(Viewport(ground: ground), after)
      let isPushed = direction.x + direction.y > 0
      #expect(found.count == 1, "\(ground) \(found)")
      let words = "\(distance) px \(isPushed ? "inserted" : "removed")"
      #expect(found.first?.hasPrefix(words) == true, "\(ground) \(found)")
    }
  }

  @Test("is a single change when a textured ground moves along", arguments: [(0, 7), (0, -20), (20, 0), (-7, 0)])
  func ground(shift: (x: Int, y: Int)) {
    var after = Viewport(ground: .texture)
    (after.shift, after.movesGround) = (shift, true)
    let found = reasons(Viewport(ground: .texture), after)
    #expect(found.count == 1, "\(found)")
  }

  @Test("is an insertion when only a ruling follows the new content")
  func ruling() {
    func page(ruling: Int, hasBlock: Bool) -> Bitmap {
      Pictures.make(360, 360) { x, y in
        if y == ruling, (10..<350).contains(x) { return (208, 215, 222, 255) }
        return hasBlock && (30..<150).contains(x) && (262..<292).contains(y) ? (230, 60, 40, 255) : Pictures.white
      }
    }
    let found = ImageJudge().judge(before: page(ruling: 260, hasBlock: false), after: page(ruling: 305, hasBlock: true))
    #expect(found.judgement.reasons == ["45 px inserted at y 0; the rest is equal"], "\(found.judgement.reasons)")
  }

  @Test("does not hide a recolored block")
  func recolored() {
    var after = Viewport(ground: .blank)
    after.shift = (0, 7)
    var picture = after.bitmap
    for y in 35..<87 {
      for x in 30..<90 {
        for (channel, value) in [40, 160, 80].enumerated() {
          picture.bytes[(y * Viewport.width + x) * 4 + channel] = UInt8(value)
        }
      }
    }
    let found = ImageJudge().judge(before: Viewport(ground: .blank).bitmap, after: picture).judgement.reasons
    #expect(found.count == 2 && found.contains { $0.hasPrefix("7 px inserted at y ") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("#3C78C8 → #28A050 in 60 × ") }, "\(found)")
  }

  @Test("does not hide what else changed")
  func further() {
    var after = Viewport(ground: .blank)
    after.shift = (0, 20)
    var picture = after.bitmap
    for y in 325..<337 {
      for x in 40..<60 {
        for channel in 0..<3 { picture.bytes[(y * Viewport.width + x) * 4 + channel] = channel == 1 ? 200 : 0 }
      }
    }
    let found = ImageJudge().judge(before: Viewport(ground: .blank).bitmap, after: picture).judgement.reasons
    #expect(found.count == 2 && found.contains { $0.hasPrefix("20 px inserted at y 0") }, "\(found)")
  }
}
