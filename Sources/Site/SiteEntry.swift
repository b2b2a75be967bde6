/// A post in the page's data: words, places and boxes in script form, and searchable data. It is created once with the
/// card; the store saves it, shards pass it on, and the page's files are composed of it.
package struct SiteEntry: Codable, Hashable, Sendable {
  /// Whole points, rounded up: cards begin on whole pixels of every screen.
  package struct Heights: Codable, Hashable, Sendable {
    package var initial: Int
    /// The additional height when expanded; 0 for a card with one state.
    package var extra: Int

    package init(initial: Int, extra: Int) {
      self.initial = initial
      self.extra = extra
    }
  }

  /// The layout at one screen width.
  package struct Layout: Codable, Hashable, Sendable {
    package var width: Int
    package var initial: Int
    package var extra: Int
    package var places: String
    package var boxes: String
    /// The drawing of the page, as a `DrawnCardLayout`; nil if it shows images.
    package var drawn: String?

    /// Whether a page can read the boxes: they may come from another machine.
    package var hasSoundBoxes: Bool { SharedTextTable.isList(boxes) }

    package var heights: Heights { Heights(initial: initial, extra: extra) }
  }

  /// The id of the post.
  package var id: String
  package var story: String
  package var search: SearchFields
  package var layouts: [Layout]

  package init(id: String, story: String, search: SearchFields, layouts: [Layout]) {
    (self.id, self.story, self.search, self.layouts) = (id, story, search, layouts)
  }

  /// Returns the layout at a screen width; nil if it wasn't drawn for that.
  package subscript(width: Int) -> Layout? { layouts.first { $0.width == width } }

  /// The entry of a removed post.
  package var marked: SiteEntry {
    var entry = self
    if story.hasSuffix("}"), !story.hasSuffix(",\"g\":1}") { entry.story = "\(story.dropLast()),\"g\":1}" }
    return entry
  }
}

extension SiteEntry.Layout {
  /// Taller cards are the result of a broken design and would overflow the page's calculations.
  private static let limit = 1_000_000.0

  /// - Parameters: The heights of the card's states in points; nil for the missing state of a card with only one.
  package init(
    width: Int, expanded: Double, collapsed: Double?, places: String, boxes: String, drawn: DrawnCardLayout? = nil
  ) {
    func whole(_ height: Double) -> Int { Int(min(max(0, height.isNaN ? 0 : height), Self.limit).rounded(.up)) }
    initial = whole(collapsed ?? expanded)
    extra = collapsed == nil ? 0 : max(1, whole(expanded) - initial)
    (self.width, self.places, self.boxes) = (width, places, boxes)
    self.drawn = drawn?.text
  }
}

/// Writes a file of the site: its path in the output folder, and its text.
package typealias SiteWriting = (_ path: String, _ text: String) throws -> Void
