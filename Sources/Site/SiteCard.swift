import Drawing
import Prefetching

/// A post as the feed's page shows it: the picture's size in both states, and everything that lies over the picture so
/// that it behaves like text. Points, from the card's top left corner. Every string is plain text.
package struct SiteCard: Sendable {
  /// Safe in paths and fragments: ASCII letters, digits, `-`, `_`, `.`.
  package var id: String
  package var author: String
  /// ISO 8601; nil where the feed gives none.
  package var time: String?
  package var elements: [Element]
  package var load: CardLoad
  /// The post's own page on its service; nil where there is none.
  package var permalink: String?
  /// When it was written, in full, in words; nil where the card says it.
  package var fullDate: String?
  package var layouts: [WidthLayout]

  package init(
    id: String, author: String, time: String?, elements: [Element], load: CardLoad, permalink: String? = nil,
    fullDate: String? = nil, layouts: [WidthLayout]
  ) {
    self.permalink = permalink
    self.fullDate = fullDate
    self.id = id
    self.author = author
    self.time = time
    self.elements = elements
    self.load = load
    self.layouts = layouts
  }

  /// What a reader or a screen reader finds in the card, in reading order.
  package struct Element: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
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
      case row(elements: Int, target: String?)
      /// The next `elements` elements are an answer of a poll, which is said as a whole: "Fish: 15%, 203 votes".
      case answer(elements: Int, spoken: String)
      /// The next `elements` elements are another post's, whose page is at an address.
      case quote(elements: Int, target: String? = nil)
    }

    package var content: Content
    /// Of a photo, or of each page of a carousel: where its original was copied to, in the output folder; nil of one that
    /// was not. Empty where none was.
    package var originals: [String?]

    package init(_ content: Content, originals: [String?] = []) {
      self.content = content
      self.originals = originals.contains { $0 != nil } ? originals : []
    }
  }

  package struct Link: Hashable, Sendable {
    /// UTF-16 offsets, as JavaScript counts.
    package var range: Range<Int>
    /// Nil of words that a picture stands for: they take its room.
    package var target: String?

    package init(range: Range<Int>, target: String?) {
      self.range = range
      self.target = target
    }
  }

  /// The card at one screen width.
  package struct WidthLayout: Sendable {
    /// The screen's.
    package var width: Int
    package var expanded: StateLayout
    /// Nil for a card of one state.
    package var collapsed: StateLayout?

    package init(width: Int, expanded: StateLayout, collapsed: StateLayout?) {
      self.width = width
      self.expanded = expanded
      self.collapsed = collapsed
    }
  }

  package struct StateLayout: Sendable {
    package var height: Double
    /// One for each element; nil where this state does not show it.
    package var places: [Place?]
    /// Where the text ends that is cut in the card's other state, "show more" included: what stands below moves when the
    /// card is expanded. Nil where several texts are cut.
    package var textEnd: Double?
    /// One for each text that is cut and for all that is hidden; each expands the whole card. A label is what is drawn
    /// there where that is not "show more".
    package var showMore: [(frame: Rect, label: String?)]
    /// For the overlay that shows how the card is laid out.
    package var boxes: [(path: String, frame: Rect)]

    package init(
      height: Double, places: [Place?], textEnd: Double?, showMore: [(frame: Rect, label: String?)] = [],
      boxes: [(path: String, frame: Rect)]
    ) {
      self.height = height
      self.places = places
      self.textEnd = textEnd
      self.showMore = showMore
      self.boxes = boxes
    }
  }

  package enum Place: Sendable {
    case box(Rect)
    case text(TextPlace)
    case pages(PagesPlace)
  }

  package struct TextPlace: Sendable {
    package var frame: Rect
    package var style: TextStyle
    /// UTF-16 offsets of each line, as it was broken.
    package var lines: [Range<Int>]
    /// Where a piece of a link stands, by the link's index in its element.
    package var links: [(link: Int, frame: Rect)]

    package init(frame: Rect, style: TextStyle, lines: [Range<Int>], links: [(link: Int, frame: Rect)]) {
      self.frame = frame
      self.style = style
      self.lines = lines
      self.links = links
    }
  }

  package struct PagesPlace: Sendable {
    /// The first page's.
    package var page: Rect
    /// From a page's left edge to the next one's.
    package var pitch: Double
    /// Left of this, pages are hidden.
    package var clip: Double
    /// The page control: its row, and its first two dots; nil where the card draws none.
    package var control: (row: Rect, first: Rect, second: Rect)?

    package init(page: Rect, pitch: Double, clip: Double, control: (row: Rect, first: Rect, second: Rect)?) {
      self.page = page
      self.pitch = pitch
      self.clip = clip
      self.control = control
    }
  }
}

// The forms below are read by the feed's scripts; Templates/Site/feed/types.js describes them as types.

extension SiteCard {
  var story: ScriptValue {
    let page = permalink.flatMap(LinkScheme.checked)
    return .record(
      [
        ("i", .text(id)), ("a", .text(author)), ("t", time.map(ScriptValue.text) ?? .null),
        ("w", .counts(load.counts)), ("p", .list(elements.map(\.script))),
      ] + (page.map { [("u", .text($0))] } ?? []) + (fullDate.map { [("d", .text($0))] } ?? []))
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
      ["row", .count(elements), target.flatMap(LinkScheme.checked).map(ScriptValue.text) ?? .null]
    case .answer(let elements, let spoken): ["answer", .count(elements), .text(spoken)]
    case .quote(let elements, let target):
      .list(["quote", .count(elements)] + (target.flatMap(LinkScheme.checked).map { [.text($0)] } ?? []))
    }
  }
}

extension SiteCard.Element {
  fileprivate var originalScripts: [ScriptValue] { originals.map { $0.map(ScriptValue.text) ?? .null } }
}

extension SiteCard.Link {
  /// A link that leads nowhere good keeps its place in the list, so that the others keep their numbers.
  fileprivate var script: ScriptValue {
    [
      .count(range.lowerBound), .count(range.upperBound),
      target.flatMap(LinkScheme.checked).map(ScriptValue.text) ?? .null,
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
    .list(boxes.map { .list([.text($0.path)] + $0.frame.numbers) })
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
