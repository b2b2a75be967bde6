import Drawing
import Layout
import Site

/// Something that a reader finds in a card, where it stands in one of its states, and what is in it.
struct AccessibilityNode {
  /// The same in every state of a card and at every width.
  struct Identity: Hashable {
    /// One box may be several things: a row, and the text that it shows.
    enum Aspect { case item, list, content, counter }

    var element: Int
    var path: [Int]
    var aspect: Aspect
  }

  /// One page of a carousel, to be drawn apart.
  struct Page {
    var image: ImageLeaf
    /// As it stands in the card.
    var box: LaidOutBox
  }

  var identity: Identity
  /// A row, an answer, a quote and a carousel get their numbers in `numbered`.
  var content: SiteCard.Element.Content
  var place: SiteCard.Place
  var pages: [Page] = []
  /// Of a photo by itself.
  var photo: ImageReference?
  /// What stands in a row or a quote.
  var children: [AccessibilityNode] = []
}

extension AccessibilityNode {
  /// What somebody may want to see whole: a photo, or those of the pages.
  var photos: [ImageReference?] { pages.isEmpty ? photo.map { [$0] } ?? [] : pages.map(\.image.image) }
}

extension [AccessibilityNode] {
  /// Adds what only `other` has, each after what it follows there.
  mutating func join(_ other: [AccessibilityNode]) {
    var next = startIndex
    for node in other {
      let isNext = next < endIndex && self[next].identity == node.identity
      if let index = isNext ? next : firstIndex(where: { $0.identity == node.identity }) {
        self[index].children.join(node.children)
        next = index + 1
      } else {
        insert(node, at: next)
        next += 1
      }
    }
  }

  /// All nodes in reading order, those in rows and quotes after these: each knows how many they are, and a carousel the
  /// number of its first page.
  var numbered: [AccessibilityNode] {
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
      let inside = all[(index + 1)...]
      switch node.content {
      case .quote(_, let target): all[index].content = .quote(elements: inside.count, target: target)
      case .row(_, let target):
        // A row with links of its own can't be one link as a whole.
        let hasLinks = inside.contains {
          if case .text(_, let links) = $0.content { links.contains { $0.target != nil } } else { false }
        }
        all[index].content = .row(elements: inside.count, target: hasLinks ? nil : target)
      case .answer(_, let spoken): all[index].content = .answer(elements: inside.count, spoken: spoken)
      case .pages(_, let descriptions):
        all[index].content = .pages(first: pages + 1, descriptions: descriptions)
        pages += node.pages.count
      case .name, .date, .text, .photo, .count: break
      }
    }
  }
}
