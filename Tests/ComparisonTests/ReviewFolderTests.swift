import Basics
import Comparison
import Foundation
import ImageFolders
import Support
import Testing

@Suite("The review's folder")
struct ReviewFolderTests {
  @Test(
    "a file is named from the folder, wherever it lies",
    arguments: [
      ("/a/output/review/actual/p.png", "actual/p.png"), ("/a/Baselines/p/1.png", "../../Baselines/p/1.png"),
      ("/b/p.png", "../../../b/p.png"), ("/a/output/../Baselines/p.png", "../../Baselines/p.png"),
    ])
  func path(file: String, path: String) {
    let folder = ReviewFolder(in: URL(fileURLWithPath: "/a/output"))
    #expect(folder.path(to: URL(fileURLWithPath: file)) == path)
  }

  @Test("a derived name over 255 bytes keeps its beginning and its ending, and differs where names differ")
  func bounded() {
    let (one, other) = (String(repeating: "ä", count: 125) + "1", String(repeating: "ä", count: 125) + "2")
    let paths = [one, other].map { ReviewFolder.bounded("diff/deep/\($0).webp.png") }
    #expect(Set(paths).count == 2)
    for path in paths {
      #expect(path.hasPrefix("diff/deep/ää") && path.hasSuffix(".png"))
      #expect(path.dropFirst("diff/deep/".count).utf8.count <= 255)
    }
    let fitting = "diff/" + String(repeating: "a", count: 251) + ".png"
    #expect(ReviewFolder.bounded(fitting) == fitting)
  }

  @Test(
    "a thumbnail fits a tile, keeps the proportions and is never larger than the image",
    arguments: [
      // Width 192 or height 256, whichever is reached first.
      (768, 512, 192, 128), (100, 1024, 25, 256), (718, 1100, 167, 256), (90, 40, 90, 40), (4000, 1, 192, 1),
    ])
  func thumbnail(width: Int, height: Int, toWidth: Int, toHeight: Int) throws {
    let folder = try TemporaryFolder()
    let bitmap = try #require(
      Bitmap(
        width: width, height: height, format: .bgraPremultiplied,
        bytes: [UInt8](repeating: 255, count: width * height * 4)))
    let thumbnail = try ReviewFolder(in: folder.url).saveThumbnail(of: "p/1", bitmap)
    #expect((thumbnail.width, thumbnail.height, thumbnail.path) == (toWidth, toHeight, "thumbnails/p/1.png"))
    let file = folder.url.appendingPathComponent("review/thumbnails/p/1.png")
    let written = try ComparedImageFile.decoded([UInt8](Data(contentsOf: file)), name: "thumbnail")
    #expect((written.width, written.height) == (toWidth, toHeight))
  }
}
