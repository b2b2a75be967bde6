import Basics
import CardRendering
import Diagnostics
import Drawing
import FeedSources
import Files
import Foundation
import Raster
import Support
import Testing

@Suite("Photos that are not drawn")
struct PhotoLimitTests {
  private let folder: TemporaryFolder
  private let budget = MemoryBudget(limit: 64 << 20)

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Returns a progressive gray image.
  private func photo(_ width: Int, _ height: Int) -> [UInt8] {
    HandmadeJPEG(width: width, height: height, isWhole: true).bytes
  }

  private func write(_ bytes: [UInt8], to name: String = "photo.jpg") throws {
    try Data(bytes).write(to: folder.url.appendingPathComponent(name))
  }

  private func pictures(scales: [Int] = [1], undecodable: UndecodablePhotos = UndecodablePhotos()) -> PostImages {
    PostImages(
      files: PhotoFiles(roots: [folder.url]), memory: budget, scales: scales, undecodable: undecodable)
  }

  private func draw(_ pictures: PostImages, _ url: String = "photo.jpg", scale: Int = 1, side: Int = 40) -> Bitmap? {
    pictures.at(scale: scale).picture(
      for: ImageReference(candidates: [.init(url: url, width: nil, height: nil)]), width: side * scale,
      height: side * scale)
  }

  @Test("a progressive JPEG of a few hundred bytes that would take gigabytes is refused, and takes nothing")
  func coefficients() throws {
    try write(HandmadeJPEG(width: 16_000, height: 12_000).bytes)
    let pictures = pictures(scales: [1, 2])
    for scale in [1, 2] { #expect(draw(pictures, scale: scale) == nil) }
    #expect(pictures.diagnostics.map(\.code) == ["photo.over-budget"])
    #expect(pictures.isLimited)
    #expect(budget.peak < 1 << 20)
  }

  @Test("one that fits is decoded, with its coefficients and its file counted")
  func fitting() throws {
    let bytes = photo(1600, 1200)
    try write(bytes)
    let pictures = pictures()
    #expect(draw(pictures) != nil)
    #expect(!pictures.isLimited)
    let need = try #require(
      try ImageDecoder.header(of: bytes).decodingBytes(covering: PixelSize(width: 40, height: 40)))
    #expect(budget.peak == need + 40 * 40 * 4 + bytes.count)
  }

  @Test("anything that is kept of one drawing is let go where the next one needs all the room")
  func lettingGo() throws {
    let bytes = photo(1600, 1200)
    try write(bytes)
    let target = PixelSize(width: 60, height: 60)
    let need = try #require(try ImageDecoder.header(of: bytes).decodingBytes(covering: target))
    let budget = MemoryBudget(limit: need + 60 * 60 * 4 + bytes.count)
    let pictures = PostImages(files: PhotoFiles(roots: [folder.url]), memory: budget, scales: [1])
    #expect(draw(pictures, side: 40) != nil)
    #expect(budget.taken == 40 * 40 * 4)
    #expect(draw(pictures, side: 60) != nil)
    #expect(budget.peak == budget.limit)
  }

  @Test("a file of gigabytes is refused by its size, none of it read")
  func sparse() throws {
    try write([])
    #expect(truncate(folder.url.appendingPathComponent("photo.jpg").path, 5 << 30) == 0)
    let pictures = pictures()
    #expect(draw(pictures) == nil)
    #expect(pictures.diagnostics.map(\.code) == ["photo.too-large"])
    #expect(pictures.diagnostics.first?.hint != nil)
    #expect(budget.peak == 0)
  }

  @Test("a photo's size is read from the file's beginning, from more of it where comments come first")
  func beginning() throws {
    try write(HandmadeJPEG(width: 64, height: 64, isProgressive: false, comments: 3).bytes)
    let photo = try #require(
      LocatedPhoto(.init(url: "photo.jpg", width: nil, height: nil), in: PhotoFiles(roots: [folder.url])))
    #expect(try photo.header(budget.share()).size == PixelSize(width: 64, height: 64))
    #expect(photo.size > 3 * 65_533)
    try write(HandmadeJPEG(width: 64, height: 64, isProgressive: false).bytes + [UInt8](repeating: 0, count: 3 << 20))
    let long = try #require(
      LocatedPhoto(.init(url: "photo.jpg", width: nil, height: nil), in: PhotoFiles(roots: [folder.url])))
    let fresh = MemoryBudget(limit: 64 << 20)
    #expect(try long.header(fresh.share()).size == PixelSize(width: 64, height: 64))
    #expect(fresh.peak == 64 << 10)
  }

  @Test("a photo that failed is not tried again for another width, scale or state")
  func failedOnce() throws {
    try write(Array("no picture at all".utf8))
    let pictures = pictures(scales: [1, 2])
    #expect(draw(pictures) == nil)
    // The photo could be decoded now, but the images of the post would differ from each other.
    try write(photo(64, 64))
    #expect(draw(self.pictures()) != nil)
    #expect(draw(pictures, side: 50) == nil)
    #expect(draw(pictures, scale: 2) == nil)
    #expect(pictures.diagnostics.map(\.code) == ["image.unrecognized"])
  }

  @Test("a file that can't be decoded is tried once a run, as long as it stays the same")
  func failedBefore() throws {
    try write(photo(64, 64))
    let undecodable = UndecodablePhotos()
    let stamp = try #require(FileStamp(folder.url.appendingPathComponent("photo.jpg").path, following: true))
    undecodable.note(.undecodable(.corrupt(.jpeg, reason: "it was met before")), of: stamp)
    let pictures = pictures(undecodable: undecodable)
    #expect(draw(pictures) == nil)
    #expect(pictures.diagnostics.map(\.code) == ["image.corrupt"])

    try write(photo(80, 64))
    #expect(draw(self.pictures(undecodable: undecodable)) != nil)
  }

  @Test("what another run could decode is not remembered")
  func passing() {
    let undecodable = UndecodablePhotos()
    let stamp = FileStamp(folder.url.path, following: true)
    for failure in [
      PhotoFailure.undecodable(.outOfMemory(.zero)), .overBudget(bytes: 2, limit: 1), .unreadable(reason: ""),
      .undecodable(.overMemory(bytes: 2, limit: 1)), .tooLarge(bytes: 1),
    ] { undecodable.note(failure, of: stamp) }
    #expect(undecodable[stamp] == nil)
  }

  @Test("a photo outside of the folders is reported, with the way to name a different one")
  func outside() throws {
    let other = try TemporaryFolder()
    try other.write("", to: "secret.jpg")
    let pictures = pictures()
    #expect(draw(pictures, other.url.appendingPathComponent("secret.jpg").absoluteString) == nil)
    let diagnostic = try #require(pictures.diagnostics.first)
    #expect(diagnostic.code == "photo.outside")
    #expect(diagnostic.hint?.contains("--photos") == true)
    #expect(diagnostic.hint?.contains(folder.url.lastPathComponent) == true)
  }
}
