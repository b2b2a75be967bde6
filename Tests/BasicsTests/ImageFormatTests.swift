import Basics
import Testing

@Suite("Formats of images")
struct ImageFormatTests {
  @Test("no two formats share an ending or a type")
  func unique() {
    let endings = ImageFormat.allCases.flatMap(\.endings)
    #expect(Set(endings).count == endings.count)
    #expect(Set(ImageFormat.allCases.map(\.mediaType)).count == ImageFormat.allCases.count)
  }

  @Test("an ending names its format, and what ends otherwise is not an image")
  func endings() {
    for format in ImageFormat.allCases {
      for ending in format.endings { #expect(ImageFormat(ending: ending) == format) }
    }
    #expect(ImageFormat(ending: "html") == nil && ImageFormat(ending: "") == nil)
  }

  @Test("media are reported by endings and by types", arguments: ImageFormat.allCases.filter { $0 != .html })
  func family(format: ImageFormat) {
    #expect(format.endings.allSatisfy { MediaFileKind(ending: $0) == .image })
    #expect(MediaFileKind(mediaType: format.mediaType) == .image)
  }

  @Test(
    "films and sounds are not images, and documents no media",
    arguments: [("mp4", MediaFileKind.video), ("opus", .audio), ("pdf", nil)])
  func others(ending: String, family: MediaFileKind?) {
    #expect(MediaFileKind(ending: ending) == family)
  }
}
