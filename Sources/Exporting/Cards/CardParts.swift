import Cards
import Drawing
import Layout
import Site

/// What a reader finds in one state of a laid-out card, in reading order. Boxes are known by the names that card
/// templates give them (docs/feed-site.md); a text with any other name is still a text.
struct CardParts {
  struct Placed {
    var content: SiteCard.Part.Content
    var place: SiteCard.Place
  }

  /// One page of a carousel, to be drawn apart.
  struct Page {
    var image: ImageLeaf
    var look: Look
    /// As it stands in the card.
    var frame: Rect
  }

  private(set) var placed: [Placed] = []
  private(set) var pages: [Page] = []
  private(set) var textEnd: Double?
  private(set) var showMore: Rect?

  private let card: FeedCard
  private let counts: [String: String]
  private let words: Strings.AccessibilityWords
  private var targets: ArraySlice<String?>

  private enum Step {
    /// `name`: the nearest named box's, without the number of a repeat.
    case visit(LaidOutBox, name: String, isCounter: Bool)
    case close(Int)
  }

  /// - Parameter counts: What is said of each counter, by its box's name.
  init(_ layout: LaidOutCard, of card: FeedCard, counts: [String: String], words: Strings.AccessibilityWords) {
    self.card = card
    self.counts = counts
    self.words = words
    targets = card.rowTargets[...]
    // A loop, since trees may be deeper than a thread's stack.
    var pending = [Step.visit(layout.root, name: "", isCounter: false)]
    while let step = pending.popLast() {
      switch step {
      case .close(let index): close(index)
      case .visit(let box, let name, let isCounter):
        pending += visit(box, inside: name, isCounter: isCounter).reversed()
      }
    }
    if let showMore { textEnd = showMore.maxY }
  }

  /// What is to be done after the box itself, in order.
  private mutating func visit(_ box: LaidOutBox, inside outer: String, isCounter: Bool) -> [Step] {
    let name = box.name.map(Self.stem) ?? outer
    let isNamed = box.name != nil
    var after: [Step] = []
    var isCounter = isCounter
    if isNamed {
      switch name {
      case "avatar": return []
      case "show-more":
        showMore = box.frame
        return []
      case "dots" where attach(control: box): return []
      case "carousel" where add(carousel: box): return []
      case "counters": isCounter = true
      case _ where isCounter:
        if let count = counts[name] { add(.count(count), .box(box.frame)) }
        return []
      case "repost": after.append(open(.quote(parts: 0), box.frame))
      case "row": after.append(open(.row(parts: 0, target: targets.popFirst() ?? nil), box.frame))
      default: break
      }
    }
    add(contentOf: box, name: name)
    return box.children.map { .visit($0, name: name, isCounter: isCounter) } + after
  }

  /// "row" of "row-0".
  private static func stem(_ name: String) -> String {
    guard let dash = name.lastIndex(of: "-"), dash != name.startIndex else { return name }
    let number = name[name.index(after: dash)...]
    guard !number.isEmpty, number.allSatisfy(\.isWholeNumber) else { return name }
    // Repeats inside repeats have several numbers.
    return stem(String(name[..<dash]))
  }

  private mutating func add(_ content: SiteCard.Part.Content, _ place: SiteCard.Place) {
    placed.append(Placed(content: content, place: place))
  }

  private mutating func open(_ content: SiteCard.Part.Content, _ frame: Rect) -> Step {
    add(content, .box(frame))
    return .close(placed.count - 1)
  }

  /// A row with links of its own can't be one link as a whole.
  private mutating func close(_ index: Int) {
    let count = placed.count - index - 1
    switch placed[index].content {
    case .quote: placed[index].content = .quote(parts: count)
    case .row(_, let target):
      let hasLinks = placed[(index + 1)...].contains {
        if case .text(_, let links) = $0.content { !links.isEmpty } else { false }
      }
      placed[index].content = .row(parts: count, target: hasLinks ? nil : target)
    default: break
    }
  }

  private mutating func add(contentOf box: LaidOutBox, name: String) {
    switch box.content {
    case .text(let shaped, let text):
      let place = SiteCard.TextPlace(shaped, text, at: box.frame)
      let content: SiteCard.Part.Content =
        switch name {
        case "name": .name(text.string)
        case "date": .date(text.string)
        default: .text(text.string, links: text.links)
        }
      add(content, .text(place))
      if textEnd == nil, let body = card.body, body.text.string == text.string { textEnd = box.frame.maxY }
    case .image(let leaf):
      guard let image = leaf.image else { return }
      // A row's preview shows what its title says.
      if let description = image.description ?? (name == "photo" ? words.photo : nil) {
        add(.photo(description), .box(box.frame))
      }
    case .none, .icon: break
    }
  }

  // MARK: Carousels

  private mutating func add(carousel box: LaidOutBox) -> Bool {
    let found = box.children.compactMap { child in child.firstImage.map { (box: child, image: $0) } }
    guard found.count > 1 else { return false }
    let descriptions = found.enumerated().map { index, page in
      let number = words.photoOf.filled([.n: String(index + 1), .total: String(found.count)])
      return page.image.leaf.image?.description.map { "\(number): \($0)" } ?? number
    }
    let first = found[0].box.frame
    // A post's own pages run under both edges of the card, a repost's begin at its bar.
    let clip = first.minX <= (found[1].box.frame.minX - first.maxX) * 3 ? 0 : first.minX
    add(
      .pages(first: pages.count + 1, descriptions: descriptions),
      .pages(
        SiteCard.PagesPlace(page: first, pitch: found[1].box.frame.minX - first.minX, clip: clip, control: nil)))
    pages += found.map { Page(image: $0.image.leaf, look: $0.image.look, frame: $0.box.frame) }
    return true
  }

  /// The page control stands after its pages.
  private mutating func attach(control box: LaidOutBox) -> Bool {
    guard let index = placed.lastIndex(where: { if case .pages = $0.content { true } else { false } }),
      case .pages(var place) = placed[index].place, place.control == nil, box.children.count > 1
    else { return false }
    place.control = (box.frame, box.children[0].frame, box.children[1].frame)
    placed[index].place = .pages(place)
    return true
  }
}

extension LaidOutBox {
  fileprivate var firstImage: (leaf: ImageLeaf, look: Look)? {
    var pending = [self]
    while let box = pending.popLast() {
      if case .image(let leaf) = box.content { return (leaf, box.look) }
      pending += box.children.reversed()
    }
    return nil
  }
}
