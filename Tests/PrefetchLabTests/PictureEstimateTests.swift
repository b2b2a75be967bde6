import Drawing
import Testing

@testable import PrefetchLab

@Suite("Estimated sizes of pictures")
struct PictureEstimateTests {
  private static let card = Rect(x: 0, y: 0, width: 300, height: 200)

  private static func photo(_ x: Double, _ y: Double) -> DrawingCommand {
    .image(
      ImageReference(candidates: [.init(url: "a.jpg")]), .rectangle(Rect(x: x, y: y, width: 100, height: 100)),
      placeholder: .solid(.white))
  }

  @Test(
    "photos count as far as they are seen",
    arguments: [
      ([photo(0, 0)], 10_000.0),
      // A carousel goes on beyond its card.
      ([photo(150, 0), photo(260, 0), photo(370, 0)], 14_000),
      ([.translated(Point(x: 250, y: 150), [photo(0, 0)])], 2500),
      ([.group(clip: .rectangle(Rect(x: 0, y: 0, width: 10, height: 10)), opacity: 1, [photo(0, 0)])], 100),
      ([.translated(Point(x: 20, y: 0), [.group(clip: nil, opacity: 1, [photo(250, 0)])])], 3000),
    ])
  func area(_ commands: [DrawingCommand], _ expected: Double) {
    #expect(commands.photoArea(in: Self.card, movedBy: .zero) == expected)
  }

  @Test("a picture is smaller as WebP than as PNG")
  func encodings() {
    #expect(PictureEstimate(.webp, scale: 2).page(width: 375) * 5 < PictureEstimate(.png, scale: 2).page(width: 375))
  }
}
