import Drawing
import Testing

@Suite("Names of pictures")
struct PictureVariantTests {
  private static let known: [(PictureVariant, String)] = [
    (.init(width: 375, scale: 2, theme: "light", state: .expanded), "375@2x-light-expanded.png"),
    (.init(width: 320, scale: 1, theme: "dark", state: .collapsed), "320@1x-dark-collapsed.png"),
    (.init(width: 414, scale: 3, theme: "light", state: .page(12)), "414@3x-light-page-12.png"),
    (.init(width: 375, scale: 2, theme: "dark"), "375@2x-dark.png"),
  ]

  @Test("a file's name says which picture it is, and can be read back", arguments: known)
  func names(_ variant: PictureVariant, _ fileName: String) {
    #expect(variant.fileName == fileName)
    #expect(PictureVariant(fileName: fileName) == variant)
  }

  @Test(
    "other names are none of a picture's",
    arguments: [
      "", "375@2x-light", "375@2x-light.gif", "375@2x.png", "375@2x-.png", "@2x-light.png", "375@x-light.png",
      "0375@2x-light.png", "+375@2x-light.png", "375@0x-light.png", "375@2x-light-page-0.png",
      "375@2x-light-page-.png", "375@2x-light-page-01.png", "375@2x-light-folded.png", "375@2x-light-.png",
      "375@2-light.png", "375-light-expanded.png", "99999999999999999999@2x-light.png",
    ])
  func otherNames(_ fileName: String) {
    #expect(PictureVariant(fileName: fileName) == nil)
  }

  @Test("paths in an output folder")
  func paths() {
    let variant = PictureVariant(width: 375, scale: 2, theme: "light", state: .expanded)
    #expect(variant.path(ofCard: "wall1_2") == "cards/wall1_2/375@2x-light-expanded.png")
    #expect(PictureVariant(width: 375, scale: 2, theme: "light").pathOfFeed == "feed/375@2x-light.png")
  }

  @Test("the pattern for pages gives the same path once it is filled in")
  func pattern() {
    let filled = ["id": "wall1_2", "width": "375", "scale": "2", "theme": "light", "state": "page-3"]
      .reduce(PictureVariant.cardPathPattern()) { $0.split(separator: "{\($1.key)}").joined(separator: $1.value) }
    let variant = PictureVariant(width: 375, scale: 2, theme: "light", state: .page(3))
    #expect(filled == variant.path(ofCard: "wall1_2"))
  }
}
