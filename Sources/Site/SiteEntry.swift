/// A card as it is written into the site's data files: encoded at once, so that a run keeps texts, not trees.
package struct SiteEntry: Sendable {
  /// Whole points, rounded up: cards begin on whole pixels of every screen.
  package struct Heights: Hashable, Sendable {
    package var initial: Int
    /// What expanding adds; 0 for a card of one state.
    package var extra: Int

    package init(initial: Int, extra: Int) {
      self.initial = initial
      self.extra = extra
    }
  }

  package let id: String
  package let story: String
  /// By screen width.
  package let heights: [Int: Heights]
  package let layouts: [Int: String]
  package let boxes: [Int: String]

  /// A card that was encoded in an earlier run.
  package init(id: String, story: String, heights: [Int: Heights], layouts: [Int: String], boxes: [Int: String]) {
    self.id = id
    self.story = story
    self.heights = heights
    self.layouts = layouts
    self.boxes = boxes
  }

  /// The story of a post that has left its feed.
  package static func marked(story: String) -> String {
    story.hasSuffix("}") ? "\(story.dropLast()),\"g\":1}" : story
  }

  package init(_ card: SiteCard) {
    id = card.id
    story = card.story.script
    let byWidth = card.layouts.map { ($0.width, $0) }
    let layouts = Dictionary(byWidth, uniquingKeysWith: { first, _ in first })
    heights = layouts.mapValues(Heights.init)
    self.layouts = layouts.mapValues(\.layout.script)
    boxes = layouts.mapValues(\.boxes.script)
  }
}

extension SiteEntry.Heights {
  /// A card that is higher than this is the result of a broken design, and has no room in the page's arithmetic.
  private static let limit = 1_000_000.0

  init(_ layout: SiteCard.WidthLayout) {
    func whole(_ height: Double) -> Int { Int(min(max(0, height.isNaN ? 0 : height), Self.limit).rounded(.up)) }
    initial = whole((layout.collapsed ?? layout.expanded).height)
    extra = layout.collapsed == nil ? 0 : max(1, whole(layout.expanded.height) - initial)
  }
}

/// Takes a file of the site: its path in the output folder, and its text.
package typealias SiteWriting = (_ path: String, _ text: String) throws -> Void
