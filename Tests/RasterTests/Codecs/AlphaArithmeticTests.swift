import Basics
import Raster
import Testing

@Suite("Alpha and versions")
struct AlphaArithmeticTests {
  @Test("premultiplying rounds to nearest for every color and alpha")
  func premultiplied() {
    for alpha in 0...255 {
      for color in 0...255 {
        let exact = (Double(color * alpha) / 255).rounded()
        #expect(AlphaArithmetic.premultiplied(UInt8(color), alpha: UInt8(alpha)) == UInt8(exact))
      }
    }
  }

  @Test("straight color goes back to the same premultiplied color")
  func inverse() {
    for alpha in 1...255 {
      for color in 0...alpha {
        let straight = AlphaArithmetic.straight(UInt8(color), alpha: UInt8(alpha))
        #expect(straight == UInt8((Double(color * 255) / Double(alpha)).rounded()))
        #expect(AlphaArithmetic.premultiplied(straight, alpha: UInt8(alpha)) == UInt8(color))
      }
    }
  }

  @Test("every codec library tells its version")
  func versions() {
    let codecs = ["libdeflate", "libjpeg", "libpng", "libwebp"]
    let text = ["cairo", "freetype", "glib", "harfbuzz", "pango", "pixman"]
    #expect(LibraryVersions.all.keys.sorted() == (codecs + text).sorted())
  }
}
