import Drawing

/// Puts what stands below each other on pages: breaks stand between two cards; a card that is taller than a page is cut,
/// between two of its lines where it can be.
///
/// Lengths in points.
struct PageFlow<Card> {
  /// A card, or a part of it.
  struct Piece {
    var card: Card
    /// Of the part's upper edge, on the page.
    var top: Double
    /// Of the card, from its upper edge.
    var rows: Range<Double>
  }

  /// A page that is full.
  struct Page {
    var pieces: [Piece]
    /// Down to the last piece's end, without the page's own edge.
    var bottom: Double
  }

  /// Of the whole page; infinite for one that grows.
  let height: Double
  /// Free at the top and at the bottom of a page, and between two cards.
  let edge: Double
  let gap: Double
  private var pieces: [Piece] = []
  private var bottom: Double

  init(height: Double, edge: Double, gap: Double) {
    (self.height, self.edge, self.gap) = (height, edge, gap)
    bottom = edge
  }

  /// Where the page that is being filled ends.
  var end: Double { bottom }

  /// - Parameter whole: What must not be cut, as ranges from the card's upper edge.
  /// - Returns: The pages that are full now.
  mutating func add(_ card: Card, height cardHeight: Double, whole: [ClosedRange<Double>]) -> [Page] {
    var full: [Page] = []
    let room = height - 2 * edge
    if !pieces.isEmpty, bottom + gap + cardHeight > height - edge { full += flush() }
    var top = pieces.isEmpty ? edge : bottom + gap
    var start = 0.0
    // What is empty at a card's end is worth no page of its own.
    let seen = whole.map(\.upperBound).max().map { min($0, cardHeight) } ?? cardHeight
    while cardHeight - start > room {
      guard seen - start > room else {
        pieces.append(Piece(card: card, top: top, rows: start..<start + room))
        bottom = top + room
        return full
      }
      let end = Self.cut(from: start, atMost: start + room, whole)
      pieces.append(Piece(card: card, top: top, rows: start..<end))
      bottom = top + end - start
      full += flush()
      (top, start) = (edge, end)
    }
    pieces.append(Piece(card: card, top: top, rows: start..<max(start, cardHeight)))
    bottom = top + cardHeight - start
    return full
  }

  /// The page that is being filled; nothing where it is empty.
  mutating func flush() -> [Page] {
    guard !pieces.isEmpty else { return [] }
    defer { (pieces, bottom) = ([], edge) }
    return [Page(pieces: pieces, bottom: bottom)]
  }

  /// The lowest place that cuts nothing and leaves the page more than half full; else the page's end.
  private static func cut(from start: Double, atMost end: Double, _ whole: [ClosedRange<Double>]) -> Double {
    var place = end
    while let cut = whole.first(where: { $0.lowerBound < place && place < $0.upperBound }) { place = cut.lowerBound }
    return place > start + (end - start) / 2 ? place : end
  }
}
