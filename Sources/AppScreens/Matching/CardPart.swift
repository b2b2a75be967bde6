import Drawing
import ImageComparison

/// A card that a screen should show, laid out at the screen's width.
package struct ScreenCard: Sendable {
  /// The name of the post.
  package var name: String
  package var layout: LayoutRecord

  package init(name: String, layout: LayoutRecord) {
    (self.name, self.layout) = (name, layout)
  }

  /// The boxes without children, in reading order.
  package var parts: [CardPart] {
    var holders: Set<Substring> = []
    for box in layout.boxes {
      if let end = box.path.lastIndex(of: "/") { holders.insert(box.path[..<end]) }
    }
    return layout.boxes.filter { !holders.contains($0.path[...]) && !$0.frame.isEmpty }.map(CardPart.init)
      .sorted { ($0.frame.minY, $0.frame.minX) < ($1.frame.minY, $1.frame.minX) }
  }
}

/// A box of a card to find on a screen.
package struct CardPart {
  let box: BoxRecord
  /// The normalized text; nil if it isn't text.
  package let text: String?

  package init(_ box: BoxRecord) {
    self.box = box
    text = ScreenText.key(box.lineTexts?.joined(separator: " "))
  }

  var path: String { box.path }
  var frame: Rect { box.frame }
  var isText: Bool { box.isText }
  /// Possible identifiers: `label`, `likeslabel`, `counterslikeslabel`.
  var names: [String] {
    let steps = path.split(separator: "/").map { ScreenText.name(String($0)) }
    return steps.indices.map { steps[$0...].joined() }.reversed()
  }
}
