import CardRendering
import Cards
import Drawing
import FeedReading
import Layout
import Site

extension SiteCard {
  /// Creates the card of the site from its states at every width.
  init(_ input: CardInput, card: FeedCard, read states: [AccessibleStates], originals: CardOriginals? = nil) {
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
