/// A post as the page's data has it: words, places and boxes in their script form, and what a search looks at. Made once
/// with the card; the store keeps it, shards hand it on, and the page's files are joined of it.
package struct SiteEntry: Codable, Hashable, Sendable {
  /// Whole points, rounded up: cards begin on whole pixels of every screen.
  package struct Heights: Codable, Hashable, Sendable {
    package var initial: Int
    /// What expanding adds; 0 for a card of one state.
    package var extra: Int

    package init(initial: Int, extra: Int) {
      self.initial = initial
      self.extra = extra
    }
  }

  /// At one screen width.
  package struct Layout: Codable, Hashable, Sendable {
    package var width: Int
    package var initial: Int
    package var extra: Int
    package var places: String
    package var boxes: String
    /// What the page draws of it: a `DrawnLayout`; nil where it shows pictures.
    package var drawn: String?

    /// Whether a page can read the boxes: another machine may have written them.
    package var hasSoundBoxes: Bool { SharedTexts.isList(boxes) }

    package var heights: Heights { Heights(initial: initial, extra: extra) }
  }

  /// The post's.
  package var id: String
  package var story: String
  package var search: SearchFields
  package var layouts: [Layout]

  package init(id: String, story: String, search: SearchFields, layouts: [Layout]) {
    (self.id, self.story, self.search, self.layouts) = (id, story, search, layouts)
  }

  /// At a screen's width; nil where it was not drawn for that.
  package subscript(width: Int) -> Layout? { layouts.first { $0.width == width } }

  /// Of a post that has left its feed.
  package var marked: SiteEntry {
    var entry = self
    if story.hasSuffix("}"), !story.hasSuffix(",\"g\":1}") { entry.story = "\(story.dropLast()),\"g\":1}" }
    return entry
  }
}

extension SiteEntry.Layout {
  /// A card that is higher than this is the result of a broken design, and has no room in the page's arithmetic.
  private static let limit = 1_000_000.0

  /// - Parameters: Heights of the card's states in points; of a card of one state there is none that is collapsed.
  package init(
    width: Int, expanded: Double, collapsed: Double?, places: String, boxes: String, drawn: DrawnLayout? = nil
  ) {
    func whole(_ height: Double) -> Int { Int(min(max(0, height.isNaN ? 0 : height), Self.limit).rounded(.up)) }
    initial = whole(collapsed ?? expanded)
    extra = collapsed == nil ? 0 : max(1, whole(expanded) - initial)
    (self.width, self.places, self.boxes) = (width, places, boxes)
    self.drawn = drawn?.text
  }
}

/// Takes a file of the site: its path in the output folder, and its text.
package typealias SiteWriting = (_ path: String, _ text: String) throws -> Void
