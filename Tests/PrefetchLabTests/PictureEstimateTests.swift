import Testing

@testable import PrefetchLab

@Suite("Estimated sizes of pictures")
struct PictureEstimateTests {
  @Test("a picture is smaller as WebP than as PNG")
  func encodings() {
    #expect(PictureEstimate(.webp, scale: 2).page(width: 375) * 5 < PictureEstimate(.png, scale: 2).page(width: 375))
  }
}
