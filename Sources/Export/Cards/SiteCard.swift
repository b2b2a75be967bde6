import Basics
import Cards
import Drawing
import Prefetching
import Site

/// A post on the feed's page: the image's size in both states, and the elements above the image that make it behave
/// like text. Coordinates are in points from the card's top left corner. All strings are plain text.
struct SiteCard: Sendable {
  /// Safe in paths and fragments: ASCII letters, digits, `-`, `_`, `.`.
  var id: String
  /// The author, or the title if there is none.
  var author: String
  /// Whether it comes from a project's own data, which has no authors.
  var isOwnData = false
  /// The time in ISO 8601; nil if the feed has none.
  var time: String?
  var elements: [Element]
  var load: CardLoad
  /// The URL of the post's page on its service; nil if there is none.
  var permalink: WebAddress?
  /// The full date for display; nil if the card shows it.
  var fullDate: String?
  var layouts: [WidthLayout]
  /// Earlier versions of an edited post, latest first.
  var earlier: [EarlierVersionText] = []
  /// Whether a later export lacks it.
  var isRemoved = false
  /// Its own outline; nil if it is the usual one of the page.
  var outline: Outline?
  /// Files that it refers to and that the feed lacks.
  var missing: [ReferencedFile] = []

  /// How the page draws the card's element behind its image.
  struct Outline: Hashable, Sendable {
    /// Points.
    var radius: Double
    /// Whether the card has a fill; a card without one shows the page's background.
    var hasGround: Bool
  }

  struct EarlierVersionText: Sendable {
    /// The name of the export with this version; nil if unknown.
    var label: String?
    var text: String
    /// Paths in the output folder.
    var photos: [String]
    /// Descriptions of other attachments.
    var others: [String]
  }

  /// An accessible element of the card, in reading order.
  struct Element: Hashable, Sendable {
    enum Content: Hashable, Sendable {
      case name(String)
      case date(String)
      case text(String, links: [Link])
      /// A photo with its description.
      case photo(String)
      /// A carousel: the number of its first page's image, and the description of each page.
      case pages(first: Int, descriptions: [String])
      /// "12 likes"
      case count(String)
      /// A row: the next `elements` elements share a link.
      case row(elements: Int, target: LinkTarget?)
      /// A poll answer: the next `elements` elements, with text for screen readers such as "Fish: 15%, 203 votes".
      case answer(elements: Int, spoken: String)
      /// A quoted post: the next `elements` elements, with the URL of its page.
      case quote(elements: Int, target: LinkTarget? = nil)
    }

    var content: Content
    /// For a photo or each page of a carousel: the path of the copied original in the output folder; nil if it wasn't
    /// copied. Empty if none was copied.
    var originals: [String?]

    init(_ content: Content, originals: [String?] = []) {
      self.content = content
      self.originals = originals.contains { $0 != nil } ? originals : []
    }
  }

  struct Link: Hashable, Sendable {
    /// UTF-16 offsets, as in JavaScript.
    var range: Range<Int>
    /// Nil for words that an inline image replaces, and for covered words.
    var target: LinkTarget?
    /// Whether the words are covered until a reader uncovers them.
    var isCover = false
  }

  /// The card at one screen width.
  struct WidthLayout: Sendable {
    /// The width of the screen.
    var width: Int
    var expanded: StateLayout
    /// Nil for a card with one state.
    var collapsed: StateLayout?
  }

  struct StateLayout: Sendable {
    var height: Double
    /// The place of each element; nil if this state omits it.
    var places: [Place?]
    /// The bottom of the text that is cut in the other state, including "show more": content below it moves when the
    /// card expands. Nil if several texts are cut.
    var textEnd: Double?
    /// One for each cut text and each hidden part; each expands the whole card. The label is nil for "show more".
    var showMore: [(frame: Rect, label: String?)] = []
    /// The boxes for the layout overlay.
    var boxes: [(path: String, frame: Rect)]
  }

  enum Place: Sendable {
    case box(Rect)
    case text(TextPlace)
    case pages(PageLocation)
  }

  struct TextPlace: Sendable {
    var frame: Rect
    var style: TextStyle
    /// The UTF-16 offsets of each line.
    var lines: [Range<Int>]
    /// The frames of a link's fragments, by its index in the element.
    var links: [(link: Int, frame: Rect)]
  }

  struct PageLocation: Sendable {
    /// The frame of the first page.
    var page: Rect
    /// The distance between the left edges of pages; negative for right-to-left carousels.
    var pitch: Double
    /// The edge beyond which pages are hidden: to the left, or to the right in right-to-left carousels.
    var clip: Double
    /// The row of the page control, and its first two dots; nil if the card has none.
    var control: (row: Rect, first: Rect, second: Rect)?
  }
}

extension SiteEntry {
  /// - Parameter drawn: The layouts by width, like the card's; empty if the page shows images.
  init(_ card: SiteCard, drawn: [DrawnCardLayout] = []) {
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

// The feed's scripts read these formats; Templates/Site/feed/types.js describes them as types.

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
    if let outline { fields.append(("f", .list([.number(outline.radius), .count(outline.hasGround ? 1 : 0)]))) }
    if isRemoved { fields.append(("g", .count(1))) }
    return .record(fields)
  }
}

extension SiteCard.EarlierVersionText {
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
    .list(
      [.count(range.lowerBound), .count(range.upperBound), target.map { .text($0.text) } ?? .null]
        + (isCover ? [.count(1)] : []))
  }
}

extension SiteCard.WidthLayout {
  var layout: ScriptValue { [expanded.script, collapsed?.script ?? .null] }
  var boxes: ScriptValue { [expanded.boxesScript, collapsed?.boxesScript ?? .null] }
}

extension SiteCard.StateLayout {
  fileprivate var script: ScriptValue {
    // Cards rarely have more than one.
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

extension SiteCard.PageLocation {
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
