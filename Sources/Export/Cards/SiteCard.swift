import Basics
import CardRendering
import Cards
import Drawing
import FeedReading
import Layout
import Prefetching
import Site

/// A post on the feed's page: the image's size in both states, and the elements above the image that make it behave
/// like text. Coordinates are in points from the card's top left corner. All strings are plain text.
package struct SiteCard: Sendable {
  /// Safe in paths and fragments: ASCII letters, digits, `-`, `_`, `.`.
  var id: String
  /// The author, or the title if there is none.
  package var author: String
  /// Whether it comes from a project's own data, which has no authors.
  package var isOwnData = false
  /// The time in ISO 8601; nil if the feed has none.
  package var time: String?
  package var elements: [Element]
  package var load: CardLoad
  /// The URL of the post's page on its service; nil if there is none.
  package var permalink: WebAddress?
  /// The full date for display; nil if the card shows it.
  var fullDate: String?
  package var layouts: [WidthLayout]
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
  package struct Element: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
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

    package var content: Content
    /// For a photo or each page of a carousel: the path of the copied original in the output folder; nil if it wasn't
    /// copied. Empty if none was copied.
    var originals: [String?]

    init(_ content: Content, originals: [String?] = []) {
      self.content = content
      self.originals = originals.contains { $0 != nil } ? originals : []
    }
  }

  package struct Link: Hashable, Sendable {
    /// UTF-16 offsets, as in JavaScript.
    var range: Range<Int>
    /// Nil for words that an inline image replaces, and for covered words.
    var target: LinkTarget?
    /// Whether the words are covered until a reader uncovers them.
    var isCover = false

    package init(range: Range<Int>, target: LinkTarget? = nil, isCover: Bool = false) {
      (self.range, self.target, self.isCover) = (range, target, isCover)
    }
  }

  /// The card at one screen width.
  package struct WidthLayout: Sendable {
    /// The width of the screen.
    var width: Int
    package var expanded: StateLayout
    /// Nil for a card with one state.
    package var collapsed: StateLayout?
  }

  package struct StateLayout: Sendable {
    var height: Double
    /// The place of each element; nil if this state omits it.
    package var places: [Place?]
    /// The bottom of the text that is cut in the other state, including "show more": content below it moves when the
    /// card expands. Nil if several texts are cut.
    package var textEnd: Double?
    /// One for each cut text and each hidden part; each expands the whole card. The label is nil for "show more".
    package var showMore: [(frame: Rect, label: String?)] = []
    /// The boxes for the layout overlay.
    package var boxes: [(path: String, frame: Rect)]
  }

  package enum Place: Sendable {
    case box(Rect)
    case text(TextPlace)
    case pages(PageLocation)
  }

  package struct TextPlace: Sendable {
    package var frame: Rect
    var style: TextStyle
    /// The UTF-16 offsets of each line.
    package var lines: [Range<Int>]
    /// The frames of a link's fragments, by its index in the element.
    package var links: [(link: Int, frame: Rect)]
  }

  package struct PageLocation: Sendable {
    /// The frame of the first page.
    package var page: Rect
    /// The distance between the left edges of pages; negative for right-to-left carousels.
    package var pitch: Double
    /// The edge beyond which pages are hidden: to the left, or to the right in right-to-left carousels.
    package var clip: Double
    /// The row of the page control, and its first two dots; nil if the card has none.
    package var control: (row: Rect, first: Rect, second: Rect)?
  }
}

extension SiteEntry {
  /// - Parameter drawn: The layouts by width, like the card's; empty if the page shows images.
  package init(_ card: SiteCard, drawn: [DrawnCardLayout] = []) {
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

// MARK: - Layouts

extension SiteCard {
  /// Creates the card of the site from its states at every width.
  package init(_ input: CardInput, card: FeedCard, read states: [AccessibleStates], originals: CardOriginals? = nil) {
    let all = states.numberedNodes
    let identities = all.map(\.identity)
    let elements = all.map { node in
      Element(node.content, originals: originals.map { known in node.photos.map { $0.flatMap(known.path) } } ?? [])
    }
    self.init(
      id: input.id, author: card.title, isOwnData: card.isOwnData, time: input.entry.date, elements: elements,
      load: input.load, permalink: input.permalink, fullDate: input.fullDate,
      layouts: states.map { entry in
        WidthLayout(
          width: entry.width,
          expanded: StateLayout(
            entry.states.expanded, entry.expanded, textEnd: entry.textEnd, showing: identities),
          collapsed: entry.states.collapsed.flatMap { layout in
            entry.collapsed.map { reading in
              // With several expandable texts, none alone moves the rest.
              let only = reading.showMores.count == 1 ? reading.showMores.first : nil
              let textEnd = only?.body == nil ? nil : only?.frame.maxY
              return StateLayout(layout, reading, textEnd: textEnd, showing: identities)
            }
          })
      })
    isRemoved = input.entry.removed == true
    switch card {
    // The page of a chat draws nothing behind messages.
    case .message, .notice: break
    case .post, .event, .record: outline = states.first?.outline
    }
  }
}

extension [AccessibleStates] {
  /// The accessible elements of the card at all widths, in reading order.
  var numberedNodes: [AccessibilityNode] {
    var nodes: [AccessibilityNode] = []
    for states in self { nodes.join(states.nodes) }
    return nodes.numbered
  }
}

extension SiteCard.Outline {
  /// A chat's messages and other roots without a fill have no ground. An ellipse counts as a rectangle.
  init(_ root: LaidOutBox) {
    let radius: Double =
      switch root.decoration.outline {
      case .rounded(let radius): radius
      case .cornered(let radii): min(radii.topLeft, radii.topRight, radii.bottomLeft, radii.bottomRight)
      case .rectangle, .circle: 0
      }
    self.init(radius: radius.isFinite ? radius : 0, hasGround: root.decoration.fill != nil)
  }
}

extension SiteCard.EarlierVersionText {
  /// Includes the photos that were copied; the others are only mentioned.
  init(_ version: EarlierVersionCard, _ originals: CardOriginals, words: Strings) {
    let paths = version.photos.compactMap(originals.path)
    let lost = Array(repeating: words.attachments.word(for: .photo), count: version.photos.count - paths.count)
    self.init(label: version.label, text: version.text, photos: paths, others: lost + version.others)
  }
}

extension AccessibleStates {
  /// The bottom of the only expandable text; nil if there are several.
  fileprivate var textEnd: Double? {
    let cut = collapsed?.showMores.map(\.body) ?? [[]]
    return cut.count == 1 ? cut[0].flatMap { expanded.textEnds[$0] } : nil
  }
}

extension SiteCard.StateLayout {
  /// Nil places are for elements that this state omits.
  fileprivate init(
    _ layout: LaidOutCard, _ reading: AccessibilityContent, textEnd: Double?,
    showing identities: [AccessibilityNode.Identity]
  ) {
    let places = Dictionary(
      reading.nodes.numbered.map { ($0.identity, $0.place) }, uniquingKeysWith: { first, _ in first })
    self.init(
      height: layout.size.height, places: identities.map { places[$0] }, textEnd: textEnd,
      showMore: reading.showMores.map { ($0.frame, $0.label) }, boxes: layout.namedBoxes.map { ($0.path, $0.frame) })
  }
}
