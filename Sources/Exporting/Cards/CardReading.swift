import Cards
import Drawing
import Layout
import Site

/// What a reader finds in one state of a laid-out card, in reading order, by what its boxes mean.
struct CardReading {
  /// A text that a card may cut, by the items of lists around it.
  typealias BodyPath = [Int]

  /// Where "show more" stands under each text that is cut, in the order of the card.
  private(set) var showMores: [(body: BodyPath, frame: Rect)] = []
  /// Where a text ends that a card may cut.
  private(set) var textEnds: [BodyPath: Double] = [:]
  /// Those in rows and quotes stand in them.
  private(set) var parts: [ReadPart] = []

  private let words: Strings.AccessibilityWords
  /// Page controls by the post, of those that the card shows, whose carousel they turn.
  private var controls: [[Int]: PageControl] = [:]

  private typealias PageControl = (row: Rect, first: Rect, second: Rect)

  init(_ layout: LaidOutCard, words: Strings.AccessibilityWords) {
    self.words = words
    var parts: [ReadPart] = []
    read(layout.root, within: 0, into: &parts)
    if !controls.isEmpty { parts.attach(&controls) }
    self.parts = parts
  }

  /// - Parameter left: Where what is around the box begins to hide it; nil where it begins at the box itself.
  private mutating func read(_ box: LaidOutBox, within left: Double?, into parts: inout [ReadPart]) {
    if box.role?.content == .avatar { return }
    let left = box.look.clipsContent ? box.frame.minX : left
    switch box.role?.item {
    case .counter(_, let spoken):
      if let spoken { parts.append(part(.counter, box, .count(spoken), .box(box.frame))) }
    case .row(let target):
      var row = part(.item, box, .row(parts: 0, target: target), .box(box.frame))
      readInside(box, within: left, into: &row.parts)
      parts.append(row)
    case .answer(let spoken):
      var answer = part(.item, box, .answer(parts: 0, spoken: spoken), .box(box.frame))
      readInside(box, within: left, into: &answer.parts)
      parts.append(answer)
    case .quote:
      var quote = part(.item, box, .quote(parts: 0), .box(box.frame))
      // What is quoted stands beside its bar, and pages are not turned over that.
      readInside(box, within: nil, into: &quote.parts)
      parts.append(quote)
    case .page, .dot, nil: readInside(box, within: left, into: &parts)
    }
  }

  private mutating func readInside(_ box: LaidOutBox, within left: Double?, into parts: inout [ReadPart]) {
    read(contentOf: box, into: &parts)
    var known: BoxRole.Item?
    switch box.role?.list {
    case .carousel:
      if let carousel = carousel(box, within: left) {
        parts.append(carousel)
        known = .page
      }
    case .pageControl:
      if add(controlOf: box) { known = .dot }
    case nil: break
    }
    for child in box.shownChildren where known == nil || child.role?.item != known {
      read(child, within: left, into: &parts)
    }
  }

  private func part(
    _ aspect: ReadPart.Identity.Aspect, _ box: LaidOutBox, _ content: SiteCard.Part.Content, _ place: SiteCard.Place
  ) -> ReadPart {
    let identity = ReadPart.Identity(element: box.role?.element ?? 0, path: box.role?.path ?? [], aspect: aspect)
    return ReadPart(identity: identity, content: content, place: place)
  }

  private mutating func read(contentOf box: LaidOutBox, into parts: inout [ReadPart]) {
    guard let meaning = box.role?.content else { return }
    switch box.content {
    case .text(let shaped, let text):
      if meaning == .showMore {
        showMores.append((box.role?.path ?? [], box.frame))
        return
      }
      if meaning == .body {
        let path = box.role?.path ?? []
        textEnds[path] = textEnds[path] ?? box.frame.maxY
      }
      let content: SiteCard.Part.Content =
        switch meaning {
        case .name: .name(text.string)
        case .date: .date(text.string)
        default: .text(text.string, links: text.links)
        }
      parts.append(part(.content, box, content, .text(SiteCard.TextPlace(shaped, text, at: box.frame))))
    case .image(let leaf):
      guard let image = leaf.image else { return }
      let description = image.description ?? (meaning == .photo ? words.photo : nil)
      if let description { parts.append(part(.content, box, .photo(description), .box(box.frame))) }
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
  private func carousel(_ box: LaidOutBox, within left: Double?) -> ReadPart? {
    let pages = box.children.compactMap { child in
      child.role?.item == .page
        ? child.firstImage.map { ReadPart.Page(image: $0, box: child) } : nil
    }
    guard pages.count > 1 else { return nil }
    let descriptions = pages.enumerated().map { index, page in
      let number = words.photoOf.filled([.n: String(index + 1), .total: String(pages.count)])
      return page.image.image?.description.map { "\(number): \($0)" } ?? number
    }
    let first = pages[0].box.frame
    let place = SiteCard.PagesPlace(
      page: first, pitch: pages[1].box.frame.minX - first.minX, clip: left ?? first.minX, control: nil)
    var part = part(.list, box, .pages(first: 0, descriptions: descriptions), .pages(place))
    part.pages = pages
    return part
  }
}

extension [ReadPart] {
  /// Gives each page control to the carousel of the same post.
  fileprivate mutating func attach(_ controls: inout [[Int]: (row: Rect, first: Rect, second: Rect)]) {
    for index in indices {
      self[index].parts.attach(&controls)
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
