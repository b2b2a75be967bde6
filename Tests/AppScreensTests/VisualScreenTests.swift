import AppScreens
import Basics
import Drawing
import ImageComparison
import Testing

/// Screenshots without a hierarchy, painted at 2 pixels per point, compared with a card painted in the same way.
@Suite struct VisualScreenTests {
  // MARK: Painting

  private struct Canvas {
    var bytes: [UInt8]
    let (width, height): (Int, Int)

    init(_ width: Int, _ height: Int, ground: UInt8) {
      (self.width, self.height) = (2 * width, 2 * height)
      bytes = [UInt8](repeating: ground, count: 16 * width * height)
      for alpha in stride(from: 3, to: bytes.count, by: 4) { bytes[alpha] = 255 }
    }

    mutating func fill(_ frame: Rect, _ color: VisualColor) {
      for y in Int(frame.minY * 2)..<Int(frame.maxY * 2) where (0..<height).contains(y) {
        for x in Int(frame.minX * 2)..<Int(frame.maxX * 2) where (0..<width).contains(x) {
          let at = (y * width + x) * 4
          bytes.replaceSubrange(at..<at + 3, with: [color.red, color.green, color.blue])
        }
      }
    }

    /// Paints a word: strokes of the given widths in points, a point apart, with heights that vary with them.
    mutating func write(_ strokes: [Int], at origin: Point, _ color: VisualColor = ink) {
      var x = origin.x
      for (number, stroke) in strokes.enumerated() {
        let low = Double((stroke + number) % 4) * 2
        fill(Rect(x: x, y: origin.y + low, width: Double(stroke), height: 10 - low), color)
        x += Double(stroke) + 1
      }
    }

    var bitmap: Bitmap? { Bitmap(width: width, height: height, format: .rgba, bytes: bytes) }
  }

  private static let ink = VisualColor(red: 20, green: 20, blue: 30)
  private static let white = VisualColor()

  /// The differences from the card.
  private struct Change {
    var avatar = Rect(x: 12, y: 12, width: 36, height: 36)
    var name = Point(x: 60, y: 16)
    var nameColor = ink
    var lines = 2
    var hasIcon = true
    var hasBadge = false
  }

  /// Paints the card at `origin`; additional lines make it taller.
  private static func paint(_ canvas: inout Canvas, at origin: Point, _ change: Change = Change()) {
    canvas.fill(Rect(x: origin.x, y: origin.y, width: 200, height: 130 + Double(change.lines - 2) * 20), white)
    canvas.fill(change.avatar.offset(by: origin), VisualColor(red: 90, green: 120, blue: 200))
    canvas.write([3, 2, 4, 1, 5, 2], at: change.name + origin, change.nameColor)
    canvas.write([2, 5, 3, 3], at: Point(x: 94, y: 16) + origin, change.nameColor)
    let words = [[4, 1, 1, 6, 2], [3, 3, 5, 1, 2, 4], [1, 2, 6, 4]]
    for line in 0..<change.lines {
      for (number, word) in words.enumerated() {
        canvas.write(
          line % 2 == 0 ? word : word.reversed(),
          at: Point(x: 12 + Double(number) * 34, y: 60 + Double(line) * 20) + origin)
      }
    }
    let bottom = 104 + Double(change.lines - 2) * 20
    if change.hasIcon {
      let frame = Rect(x: 12, y: bottom, width: 14, height: 14).offset(by: origin)
      canvas.fill(frame, VisualColor(red: 130, green: 140, blue: 150))
    }
    canvas.write([2, 2, 5], at: Point(x: 40, y: bottom) + origin)
    if change.hasBadge { canvas.write([6, 1, 1, 3], at: Point(x: 150, y: 36) + origin) }
  }

  private static func box(_ name: String, _ frame: Rect, lines: Int? = nil) -> BoxRecord {
    BoxRecord(
      path: "card/\(name)", frame: frame, lineCount: lines, lineTexts: lines.map { Array(repeating: name, count: $0) },
      color: lines == nil ? nil : "#14141E",
      font: lines.map { FontRecord(family: "Inter", size: 14, weight: 400, lineHeight: frame.height / Double($0)) })
  }

  private static func card() throws -> VisualCard {
    var canvas = Canvas(200, 130, ground: 255)
    paint(&canvas, at: .zero)
    var icon = box("icon", Rect(x: 12, y: 104, width: 14, height: 14))
    icon.icon = "likes"
    let boxes = [
      BoxRecord(path: "card", frame: Rect(x: 0, y: 0, width: 200, height: 130)),
      box("avatar", Rect(x: 12, y: 12, width: 36, height: 36)),
      box("name", Rect(x: 60, y: 12, width: 128, height: 20), lines: 1),
      box("text", Rect(x: 12, y: 56, width: 176, height: 40), lines: 2), icon,
      box("likes", Rect(x: 40, y: 100, width: 30, height: 20), lines: 1),
    ]
    let layout = LayoutRecord(size: Size(width: 200, height: 130), boxes: boxes)
    return VisualCard(ScreenCard(name: "a", layout: layout), picture: try #require(canvas.bitmap), scale: 2)
  }

  /// Compares the card with a screenshot of it on a gray page below a bar.
  private func report(
    _ change: Change = Change(), at origin: Point = Point(x: 8, y: 70), height: Int = 300, otherFont: String? = nil
  ) throws -> ScreenReport {
    var canvas = Canvas(216, height, ground: 230)
    canvas.fill(Rect(x: 0, y: 0, width: 216, height: 44), VisualColor(red: 20, green: 90, blue: 60))
    canvas.write([5, 5, 2], at: Point(x: 90, y: 16), Self.white)
    Self.paint(&canvas, at: origin, change)
    let picture = VisualScreen(try #require(canvas.bitmap), scale: 2)
    let comparison = ScreenComparison(cards: [], judge: ScreenJudge(otherFont: otherFont))
    return comparison.compare(picture, [try Self.card()]).report
  }

  private func findings(_ change: Change) throws -> [String] {
    let report = try report(change)
    #expect(report.cards.count == 1, "\(report.unknown)")
    return report.cards.flatMap(\.findings).map(\.text)
  }

  // MARK: Reports

  @Test("an image is cut into words, and what is on a filled ground is seen on it")
  func shapes() throws {
    var canvas = Canvas(100, 60, ground: 255)
    canvas.fill(Rect(x: 10, y: 10, width: 60, height: 40), VisualColor(red: 200, green: 30, blue: 30))
    canvas.write([4, 4], at: Point(x: 20, y: 25), Self.white)
    canvas.write([4, 4], at: Point(x: 40, y: 25), Self.white)
    let seen = VisualScreen(try #require(canvas.bitmap), scale: 2)
    #expect(seen.shapes.map(\.holdsOthers) == [true, false, false])
    #expect(seen.shapes.first?.color.hex == "#C81E1E")
    #expect(seen.leaves.map(\.frame.minX) == [20, 40])
  }

  @Test("a card that looks as it was drawn has no cause, wherever it stands")
  func untouched() throws {
    for origin in [Point(x: 8, y: 70), Point(x: 3, y: 140)] {
      let report = try report(at: origin)
      let card = try #require(report.cards.first)
      #expect(card.findings.isEmpty && card.unknown.isEmpty && card.pairs.count == 5, "\(card)")
      #expect(card.pairs.allSatisfy { $0.evidence == .pixels })
      #expect(card.origin == origin)
    }
  }

  @Test("anything that moved, grew, has another color, is missing or is there besides is reported")
  func mistakes() throws {
    let moved = try findings(Change(avatar: Rect(x: 15, y: 12, width: 36, height: 36)))
    #expect(moved.count == 1 && moved[0].contains("card/avatar: 3 pt to the right"), "\(moved)")
    #expect(try findings(Change(avatar: Rect(x: 12, y: 12, width: 36, height: 30))) == ["card/avatar: 6 pt shorter"])
    let red = Change(nameColor: VisualColor(red: 204, green: 0, blue: 0))
    #expect(try findings(red) == ["card/name: is #CC0000, not #14141E"])
    #expect(try findings(Change(hasIcon: false)) == ["card/icon: is missing"])
    #expect(try findings(Change(hasBadge: true)).first?.contains("belongs to no part of the card") == true)
  }

  @Test("a line more is one cause, and what is lower because of it none")
  func lineMore() throws {
    #expect(try findings(Change(lines: 3)) == ["card/text: 1 line more (20 pt); 2 parts 20 pt lower because of it"])
  }

  @Test("parts cut off by the image's edge are not missing, even between lines")
  func cutOff() throws {
    for height in [145, 160, 190] {
      let report = try report(height: height)
      #expect(report.cards.first?.findings.isEmpty == true, "\(height): \(report)")
    }
    let above = try report(at: Point(x: 8, y: -72))
    #expect(above.cards.flatMap(\.findings).isEmpty, "\(above)")
  }

  @Test("an image of something else is refused, as text")
  func refused() throws {
    var canvas = Canvas(216, 200, ground: 255)
    for row in 0..<8 { canvas.write([1 + row % 3, 9, 9, 1, 1], at: Point(x: 20, y: 10 + Double(row) * 22)) }
    let picture = VisualScreen(try #require(canvas.bitmap), scale: 2)
    let report = ScreenComparison(cards: []).compare(picture, [try Self.card()]).report
    #expect(report.cards.isEmpty && report.unknown == [.noPicture], "\(report)")
  }

  @Test("where the app has another font pixels are not asked")
  func otherFont() throws {
    #expect(try report(otherFont: "SF Pro").unknown == [.otherFont("SF Pro")])
  }

  @Test("an image of nothing, and one of noise, are gone through in bounded time")
  func noise() throws {
    let empty = try #require(Bitmap(width: 0, height: 0, format: .rgba, bytes: []))
    #expect(VisualScreen(empty, scale: 2).shapes.isEmpty)
    var canvas = Canvas(150, 150, ground: 255)
    for y in stride(from: 0.0, to: 150, by: 3) {
      for x in stride(from: 0.0, to: 150, by: 4) { canvas.fill(Rect(x: x, y: y, width: 1, height: 1), Self.ink) }
    }
    #expect(VisualScreen(try #require(canvas.bitmap), scale: 2).shapes.count <= 4000)
  }

  @Test("the ground of an image is the color that most of it is near to")
  func ground() throws {
    var canvas = Canvas(40, 30, ground: 0x20)
    canvas.fill(Rect(x: 0, y: 0, width: 40, height: 10), VisualColor(red: 255, green: 255, blue: 255))
    let picture = try #require(Bitmap(width: 80, height: 60, format: .rgba, bytes: canvas.bytes))
    #expect(picture.nearestGround(of: ["#FFFFFF", "#19191A"]) == 1)
    #expect(picture.nearestGround(of: ["#FFFFFF", nil]) == 0)
    #expect(picture.nearestGround(of: [nil]) == nil)
  }
}
