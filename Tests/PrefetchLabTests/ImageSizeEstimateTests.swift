import PrefetchLab
import Testing

@Suite("Estimated sizes of images")
struct ImageSizeEstimateTests {
  @Test("an image is smaller as WebP than as PNG")
  func encodings() {
    #expect(
      ImageSizeEstimate(.webp, scale: 2).page(width: 375) * 5 < ImageSizeEstimate(.png, scale: 2).page(width: 375))
  }
}
