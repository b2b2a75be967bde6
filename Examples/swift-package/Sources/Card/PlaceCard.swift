import FeedproofLayout

/// A place on a map: its photo, name, kind and distance.
public struct PlaceCard: Sendable {
  public var name: String
  public var about: String
  public var distance: String

  public init(name: String, about: String, distance: String) {
    (self.name, self.about, self.distance) = (name, about, distance)
  }

  /// The inset of the content and the spacing between its parts, in points.
  static let (edge, gap) = (16.0, 12.0)

  public var spec: LayoutSpec {
    let heading = TextStyle(family: "Typewriter", size: 16, lineHeight: 20)
    let words = TextStyle(family: "Typewriter", size: 12, lineHeight: 16, color: Color(rgb: 0x6B6B70))
    return LayoutSpec.row(
      spacing: Self.gap, alignItems: .center,
      [
        .image(nil, placeholder: .solid(Color(rgb: 0xD9E2EC))).named("picture")
          .styled { ($0.width, $0.height) = (.points(48), .points(48)) },
        LayoutSpec.column(
          spacing: 4,
          [
            .text(name, style: heading, maxLines: 1).named("name"),
            .text(about, style: words).named("about"),
          ]
        )
        .named("words").styled { ($0.flexGrow, $0.flexShrink) = (1, 1) },
        .text(distance, style: words, maxLines: 1).named("distance"),
      ]
    )
    .inset(EdgeInsets(all: Self.edge)).named("card")
    .decorated(BoxDecoration(outline: .rounded(12), fill: .solid(.white)))
  }

  /// The card on a screen of the given width in points, aligned to the pixels of a scale.
  public func laidOut(width: Double, scale: Double = 2) -> LaidOutCard {
    LayoutEngine(measuring: Typewriter(), scale: scale).layOut(spec, in: .width(width))
  }
}
