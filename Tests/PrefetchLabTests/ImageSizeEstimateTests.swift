import Testing

@testable import PrefetchLab

@Suite("Estimated sizes of pictures")
struct ImageSizeEstimateTests {
  @Test("a picture is smaller as WebP than as PNG")
  func encodings() {
    #expect(
      ImageSizeEstimate(.webp, scale: 2).page(width: 375) * 5 < ImageSizeEstimate(.png, scale: 2).page(width: 375))
  }
}
