import Cards
import Drawing
import Names
import Prefetching
import Site

/// A post as the feed's page shows it: the picture's size in both states, and everything that lies over the picture so
/// that it behaves like text. Points, from the card's top left corner. Every string is plain text.
struct SiteCard: Sendable {
  /// Safe in paths and fragments: ASCII letters, digits, `-`, `_`, `.`.
  var id: String
  /// Or what it is called, where it is nobody's.
  var author: String
  /// Whether it is of a project's own data, which has no authors.
  var isOwnData = false
  /// ISO 8601; nil where the feed gives none.
  var time: String?
  var elements: [Element]
  var load: CardLoad
  /// The post's own page on its service; nil where there is none.
  var permalink: WebAddress?
  /// When it was written, in full, in words; nil where the card says it.
  var fullDate: String?
  var layouts: [WidthLayout]
  /// What it said before it was edited, the latest first.
  var earlier: [Earlier] = []
  /// Whether a later export has it no more.
  var isRemoved = false
  /// Files that it names and that its feed lacks.
  var missing: [NamedFile] = []

  struct Earlier: Sendable {
    /// Which export has it, in words; nil where nobody knows.
    var label: String?
    var text: String
    /// Paths in the output folder.
    var photos: [String]
    /// What else it carried, in words.
    var others: [String]
  }

  /// What a reader or a screen reader finds in the card, in reading order.
  struct Element: Hashable, Sendable {
    enum Content: Hashable, Sendable {
      case name(String)
      case date(String)
      case text(String, links: [Link])
      /// Said of a photo.
      case photo(String)
      /// A carousel: the number of its first page's picture, and what is said of each page.
      case pages(first: Int, descriptions: [String])
      /// "12 likes"
      case count(String)
      /// The next `elements` elements lead to an address together.
      case row(elements: Int, target: LinkTarget?)
      /// The next `elements` elements are an answer of a poll, which is said as a whole: "Fish: 15%, 203 votes".
      case answer(elements: Int, spoken: String)
      /// The next `elements` elements are another post's, whose page is at an address.
      case quote(elements: Int, target: LinkTarget? = nil)
    }

    var content: Content
    /// Of a photo, or of each page of a carousel: where its original was copied to, in the output folder; nil of one that
    /// was not. Empty where none was.
    var originals: [String?]

    init(_ content: Content, originals: [String?] = []) {
      self.content = content
      self.originals = originals.contains { $0 != nil } ? originals : []
    }
  }

  struct Link: Hashable, Sendable {
    /// UTF-16 offsets, as JavaScript counts.
    var range: Range<Int>
    /// Nil of words that a picture stands for: they take its room.
    var target: LinkTarget?
  }

  /// The card at one screen width.
  struct WidthLayout: Sendable {
    /// The screen's.
    var width: Int
    var expanded: StateLayout
    /// Nil for a card of one state.
    var collapsed: StateLayout?
  }

  struct StateLayout: Sendable {
    var height: Double
    /// One for each element; nil where this state does not show it.
    var places: [Place?]
    /// Where the text ends that is cut in the card's other state, "show more" included: what stands below moves when the
    /// card is expanded. Nil where several texts are cut.
    var textEnd: Double?
    /// One for each text that is cut and for all that is hidden; each expands the whole card. A label is what is drawn
    /// there where that is not "show more".
    var showMore: [(frame: Rect, label: String?)] = []
    /// For the overlay that shows how the card is laid out.
    var boxes: [(path: String, frame: Rect)]
  }

  enum Place: Sendable {
    case box(Rect)
    case text(TextPlace)
    case pages(PagesPlace)
  }

  struct TextPlace: Sendable {
    var frame: Rect
    var style: TextStyle
    /// UTF-16 offsets of each line, as it was broken.
    var lines: [Range<Int>]
    /// Where a piece of a link stands, by the link's index in its element.
    var links: [(link: Int, frame: Rect)]
  }

  struct PagesPlace: Sendable {
    /// The first page's.
    var page: Rect
    /// From a page's left edge to the next one's; below 0 where pages follow each other from right to left.
    var pitch: Double
    /// Before this, pages are hidden: left of it, or right of it where they follow each other from right to left.
    var clip: Double
    /// The page control: its row, and its first two dots; nil where the card draws none.
    var control: (row: Rect, first: Rect, second: Rect)?
  }
}

extension SiteEntry {
  /// - Parameter drawn: By width, as the card's layouts are; empty where the page shows pictures.
  init(_ card: SiteCard, drawn: [DrawnLayout] = []) {
    let parts = card.elements.map(\.script)
    self.init(
      id: card.id, story: card.story.script,
      search: SearchFields(
        author: card.author, moment: card.time, isOwnData: card.isOwnData, loads: card.load.counts, parts: parts),
      layouts: card.layouts.enumerated().map { index, layout in
        Layout(
          width: layout.width, expanded: layout.expanded.height, collapsed: layout.collapsed?.height,
          places: layout.layout.script, boxes: layout.boxes.script,
          drawn: drawn.indices.contains(index) ? drawn[index] : nil)
      })
  }
}

// The forms below are read by the feed's scripts; Templates/Site/feed/types.js describes them as types.

extension SiteCard {
  var story: ScriptValue {
    var fields: [(String, ScriptValue)] = [
      ("i", .text(id)), ("a", .text(author)), ("t", time.map(ScriptValue.text) ?? .null),
    ]
    if load.counts.contains(where: { $0 != 0 }) { fields.append(("w", .counts(load.counts))) }
    fields.append(("p", .list(elements.map(\.script))))
    if let permalink { fields.append(("u", .text(permalink.text))) }
    if let fullDate { fields.append(("d", .text(fullDate))) }
    if !earlier.isEmpty { fields.append(("e", .list(earlier.map(\.script)))) }
    if !missing.isEmpty { fields.append(("m", .list(missing.map { [.text($0.kind), .text($0.name)] }))) }
    if isRemoved { fields.append(("g", .count(1))) }
    return .record(fields)
  }
}

extension SiteCard.Earlier {
  fileprivate var script: ScriptValue {
    [label.map(ScriptValue.text) ?? .null, .text(text), .texts(photos), .texts(others)]
  }
}

extension SiteCard.Element {
  var script: ScriptValue {
    switch content {
    case .name(let name): ["name", .text(name)]
    case .date(let date): ["date", .text(date)]
    case .text(let text, let links): ["text", .text(text), .list(links.map(\.script))]
    case .photo(let description):
      .list(["photo", .text(description)] + originals.compactMap { $0.map(ScriptValue.text) })
    case .pages(let first, let descriptions):
      .list(["pages", .count(first), .texts(descriptions)] + (originals.isEmpty ? [] : [.list(originalScripts)]))
    case .count(let count): ["count", .text(count)]
    case .row(let elements, let target):
      ["row", .count(elements), target.map { .text($0.text) } ?? .null]
    case .answer(let elements, let spoken): ["answer", .count(elements), .text(spoken)]
    case .quote(let elements, let target):
      .list(["quote", .count(elements)] + (target.map { [.text($0.text)] } ?? []))
    }
  }
}

extension SiteCard.Element {
  fileprivate var originalScripts: [ScriptValue] { originals.map { $0.map(ScriptValue.text) ?? .null } }
}

extension SiteCard.Link {
  fileprivate var script: ScriptValue {
    [
      .count(range.lowerBound), .count(range.upperBound),
      target.map { .text($0.text) } ?? .null,
    ]
  }
}

extension SiteCard.WidthLayout {
  var layout: ScriptValue { [expanded.script, collapsed?.script ?? .null] }
  var boxes: ScriptValue { [expanded.boxesScript, collapsed?.boxesScript ?? .null] }
}

extension SiteCard.StateLayout {
  fileprivate var script: ScriptValue {
    // Nearly no card has more than one.
    let further = showMore.dropFirst().map(Self.script)
    return .list(
      [
        .list(places.map { $0?.script ?? .null }), textEnd.map(ScriptValue.number) ?? .null,
        showMore.first.map(Self.script) ?? .null,
      ] + further)
  }

  private static func script(_ more: (frame: Rect, label: String?)) -> ScriptValue {
    .list(more.frame.numbers + (more.label.map { [.text($0)] } ?? []))
  }

  fileprivate var boxesScript: ScriptValue {
    .list(boxes.map { .list([.shared($0.path)] + $0.frame.numbers) })
  }
}

extension SiteCard.Place {
  fileprivate var script: ScriptValue {
    switch self {
    case .box(let frame): .list(frame.numbers)
    case .text(let place): place.script
    case .pages(let place): place.script
    }
  }
}

extension SiteCard.TextPlace {
  fileprivate var script: ScriptValue {
    .list(
      frame.numbers + [
        .number(style.size), .number(style.lineHeight), .count(style.weight), .number(style.letterSpacing),
        .counts(lines.flatMap { [$0.lowerBound, $0.upperBound] }),
        .list(links.map { .list([.count($0.link)] + $0.frame.numbers) }),
      ])
  }
}

extension SiteCard.PagesPlace {
  fileprivate var script: ScriptValue {
    .list(
      page.numbers + [
        .number(pitch), .number(clip),
        control.map { .list($0.row.numbers + $0.first.numbers + [.number($0.second.minX - $0.first.minX)]) } ?? .null,
      ])
  }
}

extension Rect {
  /// x, y, width, height.
  fileprivate var numbers: [ScriptValue] { [.number(minX), .number(minY), .number(width), .number(height)] }
}
