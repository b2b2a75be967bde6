import Drawing
import Layout
import Site

/// Something that a reader finds in a card, where it stands in one of its states, and what is in it.
struct ReadPart {
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
  var content: SiteCard.Part.Content
  var place: SiteCard.Place
  var pages: [Page] = []
  /// What stands in a row or a quote.
  var parts: [ReadPart] = []
}

extension [ReadPart] {
  /// Adds what only `other` has, each after what it follows there.
  mutating func join(_ other: [ReadPart]) {
    var next = startIndex
    for part in other {
      let isNext = next < endIndex && self[next].identity == part.identity
      if let index = isNext ? next : firstIndex(where: { $0.identity == part.identity }) {
        self[index].parts.join(part.parts)
        next = index + 1
      } else {
        insert(part, at: next)
        next += 1
      }
    }
  }

  /// All parts in reading order, those in rows and quotes after these: each knows how many they are, and a carousel the
  /// number of its first page.
  var numbered: [ReadPart] {
    var all: [ReadPart] = []
    var pages = 0
    append(to: &all, pages: &pages)
    return all
  }

  private func append(to all: inout [ReadPart], pages: inout Int) {
    for part in self {
      let index = all.count
      all.append(part)
      part.parts.append(to: &all, pages: &pages)
      let inside = all[(index + 1)...]
      switch part.content {
      case .quote: all[index].content = .quote(parts: inside.count)
      case .row(_, let target):
        // A row with links of its own can't be one link as a whole.
        let hasLinks = inside.contains {
          if case .text(_, let links) = $0.content { !links.isEmpty } else { false }
        }
        all[index].content = .row(parts: inside.count, target: hasLinks ? nil : target)
      case .answer(_, let spoken): all[index].content = .answer(parts: inside.count, spoken: spoken)
      case .pages(_, let descriptions):
        all[index].content = .pages(first: pages + 1, descriptions: descriptions)
        pages += part.pages.count
      case .name, .date, .text, .photo, .count: break
      }
    }
  }
}
