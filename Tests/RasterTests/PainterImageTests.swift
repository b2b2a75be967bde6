import Basics
import Drawing
import Raster
import Synchronization
import Testing

struct PainterImageTests {
  private let picture = ImageReference(candidates: [.init(url: "a.png")])
  private let grey = Paint.solid(Color(rgb: 0x808080))

  /// Records the requested sizes.
  private final class Asked: ImageSource {
    let sizes = Mutex<[[Int]]>([])
    func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
      sizes.withLock { $0.append([width, height]) }
      return nil
    }
  }

  @Test("an image's pixels are the canvas's, byte for byte", arguments: [1.0, 2, 3])
  func exact(scale: Double) throws {
    let frame = Rect(x: 2, y: 3, width: 12, height: 9)
    let bitmap = try paint(
      [.image(picture, .rectangle(frame), placeholder: grey)], scale: scale, images: PatternPictures())
    for y in 0..<Int(9 * scale) {
      for x in 0..<Int(12 * scale) {
        #expect(bitmap[x + Int(2 * scale), y + Int(3 * scale)] == PatternPictures.pixel(x, y))
      }
    }
    #expect(bitmap.ink == [2, 3, 14, 12].map { Int($0 * scale) })
  }

  @Test("a frame between pixels is taken to the nearest ones, moved or not")
  func fractionalFrame() throws {
    let asked = Asked()
    let frame = Rect(x: 2.3, y: 3.6, width: 10.4, height: 9.7)
    let command = DrawingCommand.image(picture, .rectangle(frame), placeholder: grey)
    let bitmap = try paint([.translated(Point(x: 0.4, y: 0), [command])], images: asked)
    #expect(asked.sizes.withLock { $0 } == [[10, 9]])
    #expect(bitmap.ink == [3, 4, 13, 13])
  }

  @Test("a round image shows its pixels inside and nothing outside")
  func circle() throws {
    let shape = Shape.ellipse(Rect(x: 0, y: 0, width: 20, height: 20))
    let bitmap = try paint([.image(picture, shape, placeholder: grey)], images: PatternPictures())
    #expect(bitmap[10, 10] == PatternPictures.pixel(10, 10))
    #expect(bitmap.alpha(0, 0) == 0)
    let edge = bitmap.alpha(2, 3)
    #expect(edge > 0 && edge < 255)
  }

  @Test("what replaces an image is drawn over the placeholder, and only if there is not an image")
  func missing() throws {
    let shape = Shape.rectangle(Rect(x: 0, y: 0, width: 20, height: 20))
    let mark = DrawingCommand.fill(.rectangle(Rect(x: 8, y: 8, width: 4, height: 4)), .solid(.black))
    let command = DrawingCommand.image(picture, shape, placeholder: grey, missing: [mark])
    let without = try paint([command])
    #expect(without[10, 10] == [0, 0, 0, 255])
    #expect(without[2, 2] == [0x80, 0x80, 0x80, 255])
    #expect(try paint([command], images: PatternPictures())[10, 10] == PatternPictures.pixel(10, 10))
  }

  @Test("without an image the placeholder fills the shape")
  func placeholder() throws {
    let shape = Shape.ellipse(Rect(x: 0, y: 0, width: 20, height: 20))
    let bitmap = try paint([.image(picture, shape, placeholder: grey)])
    #expect(bitmap[10, 10] == [0x80, 0x80, 0x80, 255])
    #expect(bitmap.alpha(0, 0) == 0)
  }

  @Test("an image of another size or format than asked for is not stretched: the placeholder stands")
  func wrongPicture() throws {
    struct Wrong: ImageSource {
      func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap? {
        Bitmap(width: 1, height: 1, format: .bgraPremultiplied, bytes: [1, 2, 3, 255])
      }
    }
    let shape = Shape.rectangle(Rect(x: 0, y: 0, width: 20, height: 20))
    #expect(try paint([.image(picture, shape, placeholder: grey)], images: Wrong())[10, 10][0] == 0x80)
  }

  @Test("anything that can't be seen is not asked for")
  func unseen() throws {
    let asked = Asked()
    let shown = DrawingCommand.image(picture, .rectangle(Rect(x: 15, y: 0, width: 10, height: 10)), placeholder: grey)
    let outside = DrawingCommand.image(picture, .rectangle(Rect(x: 21, y: 0, width: 10, height: 10)), placeholder: grey)
    let clipped = DrawingCommand.group(clip: .rectangle(Rect(x: 0, y: 0, width: 5, height: 5)), opacity: 1, [shown])
    _ = try paint([shown, outside, clipped], images: asked)
    #expect(asked.sizes.withLock { $0 } == [[10, 10]])
  }
}
