import FeedproofProof
import Testing

/// The image comparison for other packages. Examples/swift-package compares boxes.
@Suite("Pictures compared by other packages")
struct CardComparisonTests {
  /// Returns a black square on white.
  private func picture(squareAt x: Int, _ y: Int, height: Int = 20) throws -> Picture {
    var rgba = [UInt8](repeating: 255, count: 40 * height * 4)
    for row in y..<y + 6 {
      for column in x..<x + 6 {
        for channel in 0..<3 { rgba[(row * 40 + column) * 4 + channel] = 0 }
      }
    }
    return try Picture(width: 40, height: height, rgba: rgba)
  }

  @Test("the same image passes, and there is nothing to tell")
  func same() throws {
    let report = CardComparison().compare(try picture(squareAt: 5, 5), with: try picture(squareAt: 5, 5))
    #expect(report.passes && report.findings.isEmpty && "\(report)" == "nothing differs")
  }

  @Test("anything that moved is reported as moved")
  func moved() throws {
    let report = CardComparison().compare(try picture(squareAt: 17, 5), with: try picture(squareAt: 5, 5))
    #expect(!report.passes && "\(report)" == "6 × 6 px moved 12 px to the right at 17, 5")
  }

  @Test("rows that came are reported once, whatever they push down")
  func rows() throws {
    let report = CardComparison().compare(
      try picture(squareAt: 5, 9, height: 24), with: try picture(squareAt: 5, 5, height: 20))
    #expect(!report.passes && report.findings.count == 1)
    #expect(report.findings[0].hasPrefix("4 px inserted at y"), "\(report)")
  }

  @Test("anything that is hidden or allowed passes")
  func tolerance() throws {
    let (drawn, approved) = (try picture(squareAt: 6, 5), try picture(squareAt: 5, 5))
    #expect(!CardComparison().compare(drawn, with: approved).passes)
    let masks = [PixelRect(x: 0, y: 0, width: 20, height: 20)]
    #expect(CardComparison(masks: masks).compare(drawn, with: approved).passes)
    // A column of six pixels removed, and one added.
    #expect(!CardComparison(allowedPixels: 11).compare(drawn, with: approved).passes)
    #expect(CardComparison(allowedPixels: 12).compare(drawn, with: approved).passes)
  }

  @Test("bytes that are no image of its sides are refused")
  func bytes() {
    #expect(throws: CardImageError.bytes(3, width: 1, height: 1)) { try Picture(width: 1, height: 1, rgba: [0, 0, 0]) }
    #expect(throws: CardImageError.bytes(0, width: -1, height: 0)) { try Picture(width: -1, height: 0, rgba: []) }
  }
}
