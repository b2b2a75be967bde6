import Cards
import Drawing
import Layout
import Site

/// What a reader finds in one state of a laid-out card, in reading order, by what its boxes mean.
struct CardReading {
  /// A text that a card may cut, by the items of lists around it.
  typealias BodyPath = [Int]

  /// What expands the card: "show more" under each text that is cut, and what shows what is hidden, with its own word; in
  /// the order of the card.
  private(set) var showMores: [(body: BodyPath?, frame: Rect, label: String?)] = []
  /// Where a text ends that a card may cut.
  private(set) var textEnds: [BodyPath: Double] = [:]
  /// Those in rows and quotes stand in them.
  private(set) var nodes: [AccessibilityNode] = []

  private let words: Strings.AccessibilityWords
  /// Page controls by the post, of those that the card shows, whose carousel they turn.
  private var controls: [[Int]: PageControl] = [:]

  private typealias PageControl = (row: Rect, first: Rect, second: Rect)

  init(_ layout: LaidOutCard, words: Strings.AccessibilityWords) {
    self.words = words
    var nodes: [AccessibilityNode] = []
    read(layout.root, within: 0, into: &nodes)
    if !controls.isEmpty { nodes.attach(&controls) }
    self.nodes = nodes
  }

  /// - Parameter left: Where what is around the box begins to hide it; nil where it begins at the box itself.
  private mutating func read(_ box: LaidOutBox, within left: Double?, into nodes: inout [AccessibilityNode]) {
    if box.role?.content == .avatar { return }
    let left = box.decoration.clipsContent ? box.frame.minX : left
    switch box.role?.item {
    case .counter(_, let spoken):
      if let spoken { nodes.append(node(.counter, box, .count(spoken), .box(box.frame))) }
    case .row(let target):
      var row = node(.item, box, .row(elements: 0, target: target), .box(box.frame))
      readInside(box, within: left, into: &row.children)
      nodes.append(row)
    case .answer(let spoken):
      var answer = node(.item, box, .answer(elements: 0, spoken: spoken), .box(box.frame))
      readInside(box, within: left, into: &answer.children)
      nodes.append(answer)
    case .quote(let target):
      var quote = node(.item, box, .quote(elements: 0, target: target), .box(box.frame))
      // What is quoted stands beside its bar, and pages are not turned over that.
      readInside(box, within: nil, into: &quote.children)
      nodes.append(quote)
    case .reveal(let label):
      var inside: [AccessibilityNode] = []
      readInside(box, within: left, into: &inside)
      if let label {
        showMores.append((nil, box.frame, label))
        // It is said by what is pressed.
        inside.removeAll { $0.content == .text(label, links: []) }
      }
      nodes += inside
    case .page, .dot, nil: readInside(box, within: left, into: &nodes)
    }
  }

  private mutating func readInside(_ box: LaidOutBox, within left: Double?, into nodes: inout [AccessibilityNode]) {
    read(contentOf: box, into: &nodes)
    var known: BoxRole.Item?
    switch box.role?.list {
    case .carousel:
      if let carousel = carousel(box, within: left) {
        nodes.append(carousel)
        known = .page
      }
    case .pageControl:
      if add(controlOf: box) { known = .dot }
    case nil: break
    }
    for child in box.shownChildren where known == nil || child.role?.item != known {
      read(child, within: left, into: &nodes)
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
      // What is hidden is not told of either.
      guard let image = leaf.image, image.treatment != .blurred else { return }
      let description = image.description ?? (meaning == .photo ? words.photo : nil)
      guard let description else { return }
      var photo = node(.content, box, .photo(description), .box(box.frame))
      if meaning == .photo { photo.photo = image }
      nodes.append(photo)
    case .none, .icon: break
    }
  }

  /// False where it has nothing to show.
  private mutating func add(controlOf box: LaidOutBox) -> Bool {
    let dots = box.children.filter { $0.role?.item == .dot }
    guard let path = box.role?.path, dots.count > 1 else { return false }
    if controls[path] == nil { controls[path] = (box.frame, dots[0].frame, dots[1].frame) }
    return true
  }

  /// Nil where there is nothing to turn.
  private func carousel(_ box: LaidOutBox, within left: Double?) -> AccessibilityNode? {
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
    let place = SiteCard.PagesPlace(
      page: first, pitch: pages[1].box.frame.minX - first.minX, clip: left ?? first.minX, control: nil)
    var carousel = node(.list, box, .pages(first: 0, descriptions: descriptions), .pages(place))
    carousel.pages = pages
    return carousel
  }
}

extension [AccessibilityNode] {
  /// Gives each page control to the carousel of the same post.
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
