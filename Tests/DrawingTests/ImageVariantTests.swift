import Drawing
import Testing

@Suite("Names of images")
struct ImageVariantTests {
  private static let known: [(ImageVariant, String)] = [
    (.init(width: 375, scale: 2, theme: "light", state: .expanded), "375@2x-light-expanded.png"),
    (.init(width: 320, scale: 1, theme: "dark", state: .collapsed), "320@1x-dark-collapsed.png"),
    (.init(width: 414, scale: 3, theme: "light", state: .page(12)), "414@3x-light-page-12.png"),
    (.init(width: 375, scale: 2, theme: "dark"), "375@2x-dark.png"),
    (.init(width: 375, scale: 2, theme: "high-contrast"), "375@2x-high-contrast.png"),
    (.init(width: 375, scale: 2, theme: "high-contrast", state: .page(3)), "375@2x-high-contrast-page-3.png"),
  ]

  @Test("an image's name says which it is, and can be read back", arguments: known)
  func names(_ variant: ImageVariant, _ fileName: String) {
    #expect(variant.fileName == fileName)
    #expect(ImageVariant(name: variant.name) == variant)
  }

  @Test(
    "other names are none of an image's",
    arguments: [
      "", "wall1_2", "375@2x", "375@2x-", "@2x-light", "375@x-light",
      "0375@2x-light", "+375@2x-light", "375@0x-light", "375@2x-light-page-",
      "375@2x-light-",
      "375@2-light", "375-light-expanded", "99999999999999999999@2x-light",
    ])
  func otherNames(_ name: String) {
    #expect(ImageVariant(name: name) == nil)
  }

  @Test("an encoding is the ending of a file, and of nothing else")
  func encodings() {
    let variant = ImageVariant(width: 375, scale: 2, theme: "light", state: .expanded, encoding: .webp)
    #expect(variant.name == "375@2x-light-expanded" && variant.fileName == "375@2x-light-expanded.webp")
    #expect(ImageVariant.cardPathPattern(.webp) == "cards/{id}/{width}@{scale}x-{theme}-{state}.webp")
  }

  @Test("paths in an output folder")
  func paths() {
    let variant = ImageVariant(width: 375, scale: 2, theme: "light", state: .expanded)
    #expect(variant.path(ofCard: "wall1_2") == "cards/wall1_2/375@2x-light-expanded.png")
    #expect(ImageVariant(width: 375, scale: 2, theme: "light").pathOfFeed == "feed/375@2x-light.png")
  }

  @Test("the pattern for pages gives the same path once it is filled in")
  func pattern() {
    let filled = ["id": "wall1_2", "width": "375", "scale": "2", "theme": "light", "state": "page-3"]
      .reduce(ImageVariant.cardPathPattern()) { $0.split(separator: "{\($1.key)}").joined(separator: $1.value) }
    let variant = ImageVariant(width: 375, scale: 2, theme: "light", state: .page(3))
    #expect(filled == variant.path(ofCard: "wall1_2"))
  }
}
