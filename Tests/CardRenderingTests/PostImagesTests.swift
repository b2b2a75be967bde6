import Basics
import CardRendering
import Drawing
import FeedSources
import Files
import Raster
import Support
import Testing

@Suite("A post's photos")
struct PostImagesTests {
  private let files = PhotoFiles(roots: [Checkout.url("Examples/newsfeed")])
  private let photo = ImageReference(candidates: [.init(url: "media/lake_1280.jpg", width: 1280, height: 853)])

  private func pictures(limit: Int = 1 << 30, scales: [Int]) -> (PostImages, MemoryBudget) {
    let budget = MemoryBudget(limit: limit)
    return (PostImages(files: files, memory: budget, scales: scales), budget)
  }

  private func draw(_ pictures: PostImages, _ scale: Int) -> Bitmap? {
    pictures.at(scale: scale).picture(for: photo, width: 100 * scale, height: 80 * scale)
  }

  @Test("a scale's image is the same whichever scale is drawn first")
  func order() {
    let (forth, _) = pictures(scales: [1, 2, 3])
    let (back, _) = pictures(scales: [1, 2, 3])
    let first = [1, 2, 3].map { draw(forth, $0) }
    let second = [3, 2, 1].map { draw(back, $0) }
    #expect(first == second.reversed())
    #expect(first.allSatisfy { $0 != nil })
  }

  @Test("a blurred photo is made of little of it, and a focus keeps its side in sight")
  func treatments() throws {
    let (pictures, budget) = pictures(scales: [1])
    var image = photo.blurred
    let blurred = try #require(pictures.at(scale: 1).picture(for: image, width: 300, height: 200))
    #expect((blurred.width, blurred.height) == (300, 200))
    let whole = try #require(pictures.at(scale: 1).picture(for: photo, width: 300, height: 200))
    #expect(whole != blurred)
    #expect(pictures.diagnostics.isEmpty && budget.peak < 2_000_000)
    image = photo
    let middle = pictures.at(scale: 1).picture(for: image, width: 50, height: 100)
    image.focus = Point(x: 0, y: 0.5)
    #expect(pictures.at(scale: 1).picture(for: image, width: 50, height: 100) != middle)
    image.focus = Point(x: 0.5, y: 0)
    #expect(pictures.at(scale: 1).picture(for: image, width: 50, height: 100) == middle)
  }

  @Test("little memory changes no image, and a photo that alone takes more is not drawn and reported")
  func littleMemory() throws {
    let (plenty, budget) = pictures(scales: [2])
    let wanted = try #require(draw(plenty, 2))
    let (little, _) = pictures(limit: budget.peak, scales: [2])
    #expect(draw(little, 2) == wanted)
    let (least, none) = pictures(limit: budget.peak - 1, scales: [2])
    #expect(draw(least, 2) == nil)
    #expect(plenty.diagnostics.isEmpty && little.diagnostics.isEmpty)
    #expect(least.diagnostics.map(\.code) == ["photo.over-budget"])
    #expect(none.taken == 0)
    // The file; 1280 × 853 at two eighths with four bytes per pixel; the decoder's rows: 1280 columns of three
    // components, twice nine rows and four; the target.
    let file = try #require(FileStamp(Checkout.url("Examples/newsfeed/media/lake_1280.jpg").path, following: true)).size
    #expect(budget.peak == file + 320 * 214 * 4 + 1280 * 3 * 22 + 200 * 160 * 4)
  }

  @Test("anything that is kept is counted, and given back with the post")
  func givenBack() {
    let budget = MemoryBudget(limit: 1 << 30)
    do {
      let pictures = PostImages(files: files, memory: budget, scales: [2])
      _ = draw(pictures, 2)
      #expect(budget.taken == 200 * 160 * 4)
      _ = draw(pictures, 2)
      #expect(budget.taken == 200 * 160 * 4)
    }
    #expect(budget.taken == 0)
  }

  @Test("one decoded photo, kept for all scales, is as large as the largest needs")
  func oneDecode() {
    let (pictures, budget) = pictures(scales: [1, 3])
    _ = draw(pictures, 1)
    // 300 × 240 is covered by three eighths of 1280 × 853: 480 × 320 (two would be 320 × 214).
    let decoded = 480 * 320 * 4
    #expect(budget.taken == decoded + 100 * 80 * 4)
    _ = draw(pictures, 3)
    #expect(budget.taken == decoded + 100 * 80 * 4 + 300 * 240 * 4)
  }
}
