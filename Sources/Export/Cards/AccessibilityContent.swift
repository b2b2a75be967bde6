import CardRendering
import Cards
import Drawing
import Files
import Layout
import Site

/// The accessible content of one state of a laid-out card, in reading order.
package struct AccessibilityContent: Sendable {
  /// The path of a text that a card may cut, by indices in the enclosing lists.
  package typealias BodyPath = [Int]

  /// The controls that expand the card: "show more" under each cut text, and labels on hidden content, in order.
  package private(set) var showMores: [(body: BodyPath?, frame: Rect, label: String?)] = []
  /// The bottom edges of texts that a card may cut.
  package private(set) var textEnds: [BodyPath: Double] = [:]
  /// The nodes; those in rows and quotes are nested.
  package private(set) var nodes: [AccessibilityNode] = []

  private let words: Strings.AccessibilityWords
  /// Page controls by the post whose carousel they turn.
  private var controls: [[Int]: PageControl] = [:]

  private typealias PageControl = (row: Rect, first: Rect, second: Rect)

  package init(_ layout: LaidOutCard, words: Strings.AccessibilityWords) {
    self.words = words
    var nodes: [AccessibilityNode] = []
    read(layout.root, within: layout.root.frame, into: &nodes)
    if !controls.isEmpty { nodes.attach(&controls) }
    self.nodes = nodes
  }

  /// - Parameter window: The visible area within clipping ancestors; nil if clipping starts at the box itself.
  private mutating func read(_ box: LaidOutBox, within window: Rect?, into nodes: inout [AccessibilityNode]) {
    if box.role?.content == .avatar { return }
    let window = box.decoration.clipsContent ? box.frame : window
    switch box.role?.item {
    case .counter(_, let spoken):
      if let spoken { nodes.append(node(.counter, box, .count(spoken), .box(box.frame))) }
    case .row(let target): readWhole(box, .row(elements: 0, target: target), within: window, into: &nodes)
    case .answer(let spoken): readWhole(box, .answer(elements: 0, spoken: spoken), within: window, into: &nodes)
    // A quote is next to its bar, and pages aren't swiped over that.
    case .quote(let target): readWhole(box, .quote(elements: 0, target: target), within: nil, into: &nodes)
    case .reveal(let label):
      var inside: [AccessibilityNode] = []
      readInside(box, within: window, into: &inside)
      if let label {
        showMores.append((nil, box.frame, label))
        // The control already says it.
        inside.removeAll { $0.content == .text(label, links: []) }
      }
      nodes += inside
    case .page, .dot, nil: readInside(box, within: window, into: &nodes)
    }
  }

  /// Reads a box that is an element itself, including its contents.
  private mutating func readWhole(
    _ box: LaidOutBox, _ content: SiteCard.Element.Content, within window: Rect?, into nodes: inout [AccessibilityNode]
  ) {
    var whole = node(.item, box, content, .box(box.frame))
    readInside(box, within: window, into: &whole.children)
    nodes.append(whole)
  }

  private mutating func readInside(_ box: LaidOutBox, within window: Rect?, into nodes: inout [AccessibilityNode]) {
    read(contentOf: box, into: &nodes)
    var known: BoxRole.Item?
    switch box.role?.list {
    case .carousel:
      if let carousel = carousel(box, within: window) {
        nodes.append(carousel)
        known = .page
      }
    case .pageControl:
      if add(controlOf: box) { known = .dot }
    case nil: break
    }
    for child in box.shownChildren where known == nil || child.role?.item != known {
      read(child, within: window, into: &nodes)
    }
  }

  private func node(
    _ aspect: AccessibilityNode.Identity.Aspect, _ box: LaidOutBox, _ content: SiteCard.Element.Content,
    _ place: SiteCard.Place
  ) -> AccessibilityNode {
    let identity = AccessibilityNode.Identity(
      element: box.role?.element ?? 0, path: box.role?.path ?? [], aspect: aspect)
    return AccessibilityNode(identity: identity, content: content, place: place)
  }

  private mutating func read(contentOf box: LaidOutBox, into nodes: inout [AccessibilityNode]) {
    guard let meaning = box.role?.content else { return }
    switch box.content {
    case .text(let shaped, let text):
      if meaning == .showMore {
        showMores.append((box.role?.path ?? [], box.frame, nil))
        return
      }
      if meaning == .body {
        let path = box.role?.path ?? []
        textEnds[path] = textEnds[path] ?? box.frame.maxY
      }
      let content: SiteCard.Element.Content =
        switch meaning {
        case .name: .name(text.string)
        case .date: .date(text.string)
        default: .text(text.string, links: text.links)
        }
      nodes.append(node(.content, box, content, .text(SiteCard.TextPlace(shaped, text, at: box.frame))))
    case .image(let leaf):
      // Hidden content isn't accessible either.
      guard let image = leaf.image, image.treatment != .blurred else { return }
      let description = image.description ?? (meaning == .photo ? words.photo : nil)
      guard let description else { return }
      var photo = node(.content, box, .photo(description), .box(box.frame))
      if meaning == .photo { photo.photo = image }
      nodes.append(photo)
    case .none, .icon: break
    }
  }

  /// Returns false if there is nothing to show.
  private mutating func add(controlOf box: LaidOutBox) -> Bool {
    let dots = box.children.filter { $0.role?.item == .dot }
    guard let path = box.role?.path, dots.count > 1 else { return false }
    if controls[path] == nil { controls[path] = (box.frame, dots[0].frame, dots[1].frame) }
    return true
  }

  /// Returns nil if there are no pages to turn.
  private func carousel(_ box: LaidOutBox, within window: Rect?) -> AccessibilityNode? {
    let pages = box.children.compactMap { child in
      child.role?.item == .page
        ? child.firstImage.map { AccessibilityNode.Page(image: $0, box: child) } : nil
    }
    guard pages.count > 1, pages[0].image.image?.treatment != .blurred else { return nil }
    let descriptions = pages.enumerated().map { index, page in
      let number = words.photoOf.filled([.n: String(index + 1), .total: String(pages.count)])
      return page.image.image?.description.map { "\(number): \($0)" } ?? number
    }
    let first = pages[0].box.frame
    let pitch = pages[1].box.frame.minX - first.minX
    let window = window ?? first
    let place = SiteCard.PageLocation(
      page: first, pitch: pitch, clip: pitch < 0 ? window.maxX : window.minX, control: nil)
    var carousel = node(.list, box, .pages(first: 0, descriptions: descriptions), .pages(place))
    carousel.pages = pages
    return carousel
  }
}

extension [AccessibilityNode] {
  /// Assigns each page control to the carousel of the same post.
  fileprivate mutating func attach(_ controls: inout [[Int]: (row: Rect, first: Rect, second: Rect)]) {
    for index in indices {
      self[index].children.attach(&controls)
      guard case .pages(var place) = self[index].place else { continue }
      place.control = controls.removeValue(forKey: self[index].identity.path)
      self[index].place = .pages(place)
    }
  }
}

extension LaidOutBox {
  fileprivate var firstImage: ImageLeaf? {
    var pending = [self]
    while let box = pending.popLast() {
      if case .image(let leaf) = box.content { return leaf }
      pending += box.children.reversed()
    }
    return nil
  }
}

/// An accessible element of a card in one of its states, with its children.
package struct AccessibilityNode: Sendable {
  /// Identifies the node in every state of a card and at every width.
  struct Identity: Hashable {
    /// The role of a box, which may have several: a row and the text in it.
    enum Aspect { case item, list, content, counter }

    var element: Int
    var path: [Int]
    var aspect: Aspect
  }

  /// A page of a carousel to be drawn separately.
  package struct Page: Sendable {
    var image: ImageLeaf
    /// The box as it is in the card.
    var box: LaidOutBox
  }

  var identity: Identity
  /// The content; rows, answers, quotes and carousels get their numbers in `numbered`.
  package var content: SiteCard.Element.Content
  package var place: SiteCard.Place
  package var pages: [Page] = []
  /// The photo, if it isn't in a carousel.
  var photo: ImageReference?
  /// The contents of a row or a quote.
  package var children: [AccessibilityNode] = []
}

extension AccessibilityNode {
  /// The photos that can be opened: a single one, or those of the pages.
  var photos: [ImageReference?] { pages.isEmpty ? photo.map { [$0] } ?? [] : pages.map(\.image.image) }
}

extension [AccessibilityNode] {
  /// Adds nodes that only `other` has, each after its predecessor there.
  package mutating func join(_ other: [AccessibilityNode]) {
    let places = Dictionary(zip(map(\.identity), indices), uniquingKeysWith: { first, _ in first })
    // By the position that they are inserted before.
    var added: [Int: [AccessibilityNode]] = [:]
    var next = startIndex
    for node in other {
      let isNext = next < endIndex && self[next].identity == node.identity
      if let index = isNext ? next : places[node.identity] {
        self[index].children.join(node.children)
        next = index + 1
      } else {
        added[next, default: []].append(node)
      }
    }
    guard !added.isEmpty else { return }
    self = (startIndex...endIndex).flatMap { (added[$0] ?? []) + self[$0..<Swift.min($0 + 1, endIndex)] }
  }

  /// All nodes in reading order, with those in rows and quotes after their parents. Parents have their counts, and
  /// carousels the number of their first page.
  package var numbered: [AccessibilityNode] {
    var all: [AccessibilityNode] = []
    var pages = 0
    append(to: &all, pages: &pages)
    return all
  }

  private func append(to all: inout [AccessibilityNode], pages: inout Int) {
    for node in self {
      let index = all.count
      all.append(node)
      node.children.append(to: &all, pages: &pages)
      let inside = all.count - index - 1
      switch node.content {
      case .quote(_, let target): all[index].content = .quote(elements: inside, target: target)
      case .row(_, let target):
        // A row that contains links can't be a link as a whole.
        let hasLinks = all[(index + 1)...].contains {
          if case .text(_, let links) = $0.content { links.contains { $0.target != nil } } else { false }
        }
        all[index].content = .row(elements: inside, target: hasLinks ? nil : target)
      case .answer(_, let spoken): all[index].content = .answer(elements: inside, spoken: spoken)
      case .pages(_, let descriptions):
        all[index].content = .pages(first: pages + 1, descriptions: descriptions)
        pages += node.pages.count
      case .name, .date, .text, .photo, .count: break
      }
    }
  }
}

/// The states of a card at one width, with their accessible content.
package struct AccessibleStates: Sendable {
  /// The width of the screen.
  let width: Int
  package let states: CardStates
  let expanded: AccessibilityContent
  let collapsed: AccessibilityContent?
  /// The nodes of both states.
  let nodes: [AccessibilityNode]
  /// The card's own outline; nil if it is the usual one of the page.
  let outline: SiteCard.Outline?

  /// - Parameter radius: The radius of the page's cards in points.
  init(_ states: CardStates, width: Int, strings: Strings, radius: Double) {
    (self.width, self.states) = (width, states)
    let outline = SiteCard.Outline(states.expanded.root)
    self.outline = outline == SiteCard.Outline(radius: radius, hasGround: true) ? nil : outline
    expanded = AccessibilityContent(states.expanded, words: strings.accessibility)
    collapsed = states.collapsed.map { AccessibilityContent($0, words: strings.accessibility) }
    var nodes = expanded.nodes
    if let collapsed { nodes.join(collapsed.nodes) }
    self.nodes = nodes
  }

  /// The pages of the card's carousels, each an image of its own.
  package var pages: [LaidOutCard] { nodes.numbered.flatMap(\.pages).map(\.card) }
}

extension AccessibilityNode.Page {
  /// The page as a card, with its top left corner at (0, 0). It keeps its size in the card, so that the photo has
  /// the same pixels.
  fileprivate var card: LaidOutCard {
    LaidOutCard(root: box.offset(by: Point(x: -box.frame.minX, y: -box.frame.minY)))
  }
}

extension CardRenderer {
  /// Returns the card at each of the project's widths.
  package func read(_ card: FeedCard, in theme: Design.Theme) throws -> [AccessibleStates] {
    try project.widths.map { try read(card, in: theme, width: $0) }
  }

  /// - Parameter width: The width of the screen.
  package func read(_ card: FeedCard, in theme: Design.Theme, width: Int) throws -> AccessibleStates {
    WorkTally.note(.laidOutCard)
    // The browser draws a card of any height.
    let states =
      drawsInPage
      ? try states(of: card, in: theme, screen: width) : try imageStates(of: card, in: theme, screen: width)
    return AccessibleStates(states, width: width, strings: strings, radius: theme.metrics.cardRadius)
  }
}

extension SiteCard.TextPlace {
  /// - Parameter frame: The text's box in its card. The page aligns lines to the start of their script, so a text with
  ///   another alignment is positioned by its lines alone.
  init(_ shaped: ShapedText, _ text: StyledText, at frame: Rect) {
    // For a line without letters, the page would use its own direction.
    let beginsAsScript = text.style.alignment == .start && text.style.direction == .leftToRight
    let linked = text.linkedAttributes
    self.init(
      frame: beginsAsScript ? frame : frame.around(shaped.lines), style: text.style,
      lines: shaped.lines.map { text.string.utf16Offsets($0.range) },
      links: shaped.attributeFrames.compactMap { piece in
        linked.firstIndex(of: piece.attribute).map { ($0, piece.frame.offset(by: frame.origin)) }
      })
  }
}

extension Rect {
  /// Returns the box of the lines.
  fileprivate func around(_ lines: [ShapedText.Line]) -> Rect {
    guard let left = lines.map(\.frame.minX).min(), let right = lines.map(\.frame.maxX).max() else { return self }
    return Rect(x: minX + left, y: minY, width: right - left, height: height)
  }
}

extension StyledText {
  /// Attributes with targets, words replaced by inline images, and covered words, in order.
  package var links: [SiteCard.Link] {
    linkedAttributes.map { index in
      let attribute = attributes[index]
      let isCover = attribute.cover != nil
      return SiteCard.Link(
        range: string.utf16Offsets(attribute.range), target: isCover ? nil : attribute.target, isCover: isCover)
    }
  }

  /// The indices of these attributes. A cover hides the links below it.
  fileprivate var linkedAttributes: [Int] {
    let covers = attributes.filter { $0.cover != nil }.map(\.range)
    return attributes.indices.filter { index in
      let attribute = attributes[index]
      return attribute.cover != nil || attribute.isLinkOrPicture && !covers.contains { $0.overlaps(attribute.range) }
    }
  }
}

extension StyledText.Attribute {
  fileprivate var isLinkOrPicture: Bool { target != nil || picture != nil }
}

extension String {
  /// Converts UTF-8 offsets to UTF-16 offsets, clamped to the text.
  fileprivate func utf16Offsets(_ range: Range<Int>) -> Range<Int> {
    let count = utf8.count
    func offset(_ place: Int) -> Int {
      utf8.index(startIndex, offsetBy: min(max(0, place), count)).utf16Offset(in: self)
    }
    let start = offset(range.lowerBound)
    return start..<max(start, offset(range.upperBound))
  }
}
