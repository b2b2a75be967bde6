import Drawing

/// Finds cards in an image by their look and pairs their shapes: first the position of each card, by the displacement
/// of most of its shapes; then all shapes at once, in order.
struct ShapeMatching {
  /// A card found in the image.
  struct MatchedCard {
    /// The index in the given cards.
    var card: Int
    /// The displacement in points of most shapes, from the card's corner.
    var shift: Point
    /// The image's shapes by the card's shapes.
    var pairs: [Int: Int] = [:]
    /// Another card with the same similarity.
    var rival: String?
    /// The fraction of the expected shapes that were found: 0 to 1.
    var share = 0.0
  }

  /// Below this fraction, the card doesn't count as found.
  static let leastShare = 0.6
  private static let likely = 0.75
  /// The similarity of a sure match; words in another font, or other words of the same length, are below it.
  private static let sure = 0.85
  /// Search distances in points: a card is within the image's margins, with its parts in place.
  private static let reach = (x: 60.0, y: 200.0)

  let seen: [VisualShape]
  let size: Size
  let cards: [VisualCard]

  /// Returns the cards from top to bottom. Of two states of a post, the more similar one is used.
  ///
  /// Cards with too few matches have a share below `leastShare`.
  func found() -> [MatchedCard] {
    var cards = places()
    align(&cards)
    for index in cards.indices { cards[index].share = share(of: cards[index]) }
    return cards
  }

  /// Returns the weight of a shape: large shapes say more than small ones, up to the length of a word.
  private func weight(_ shape: VisualShape) -> Double {
    let width = min(80, max(4, shape.frame.width))
    return shape.spread < 0.02 ? width / 4 : width
  }

  // MARK: Positions of cards

  private struct Vote {
    var card: Int
    var shift: Point
    var weight: Double
    /// The image's shapes that it occupies.
    var claims: Set<Int>
  }

  private func places() -> [MatchedCard] {
    let votes = cards.indices.compactMap(vote).sorted { ($0.weight, $1.card) > ($1.weight, $0.card) }
    var taken: Set<Int> = []
    var posts: Set<String> = []
    var found: [MatchedCard] = []
    for vote in votes {
      let name = cards[vote.card].card.name
      let free = vote.claims.subtracting(taken)
      guard !posts.contains(name) else { continue }
      if free.count * 5 < vote.claims.count * 3 {
        if let index = found.firstIndex(where: { abs($0.shift.y - vote.shift.y) < 4 }), found[index].rival == nil,
          let best = votes.first(where: { $0.card == found[index].card }), vote.weight >= 0.97 * best.weight
        {
          found[index].rival = name
        }
        continue
      }
      posts.insert(name)
      taken.formUnion(vote.claims)
      found.append(MatchedCard(card: vote.card, shift: vote.shift))
    }
    return found.sorted { $0.shift.y < $1.shift.y }
  }

  /// Returns the position on which most of a card's shapes agree; nil if too few do.
  private func vote(for card: Int) -> Vote? {
    let drawn = cards[card].shapes
    var likely: [(drawn: Int, seen: Int, shift: Point, weight: Double)] = []
    var bins: [Int: Double] = [:]
    let step = 4.0
    for (index, shape) in drawn.enumerated() {
      for (place, other) in seen.enumerated() {
        let dx = other.frame.center.x - shape.frame.center.x
        guard abs(dx) <= Self.reach.x else { continue }
        let likeness = shape.likeness(to: other)
        guard likeness >= Self.likely else { continue }
        let shift = Point(x: dx, y: other.frame.center.y - shape.frame.center.y)
        let weight = likeness * weight(shape)
        likely.append((index, place, shift, weight))
        for bin in -1...1 { bins[Int((shift.y / step).rounded()) + bin, default: 0] += weight }
      }
    }
    guard let peak = bins.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return nil }
    let middle = Double(peak) * step
    var best: [Int: (seen: Int, shift: Point, weight: Double)] = [:]
    for one in likely where abs(one.shift.y - middle) <= 1.5 * step && one.weight > best[one.drawn]?.weight ?? 0 {
      best[one.drawn] = (one.seen, one.shift, one.weight)
    }
    let total = best.values.reduce(0) { $0 + $1.weight }
    let visible = drawn.filter { (0...size.height).contains($0.frame.center.y + middle) }
    guard best.count >= 3, total >= 0.25 * visible.reduce(0, { $0 + weight($1) }) else { return nil }
    return Vote(
      card: card,
      shift: Point(x: Self.median(best.values.map(\.shift.x)), y: Self.median(best.values.map(\.shift.y))),
      weight: total, claims: Set(best.values.map(\.seen)))
  }

  static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }

  private func share(of found: MatchedCard) -> Double {
    let drawn = cards[found.card].shapes
    let visible = drawn.indices.filter { (0...size.height).contains(drawn[$0].frame.center.y + found.shift.y) }
    let all = visible.reduce(0) { $0 + weight(drawn[$1]) }
    let there = visible.filter { shape in
      found.pairs[shape].map { drawn[shape].likeness(to: seen[$0]) >= Self.sure } ?? false
    }.reduce(0) { $0 + weight(drawn[$1]) }
    return all > 0 ? there / all : 0
  }

  // MARK: Pairing of shapes

  /// Aligns the shapes of all cards with the image's in one sequence, maximizing the total similarity without
  /// duplicates; then pairs shapes that changed places.
  private func align(_ found: inout [MatchedCard]) {
    let drawn = found.indices.flatMap { card in cards[found[card].card].shapes.indices.map { (card: card, shape: $0) } }
    let places = found
    func gain(_ index: Int, _ place: Int) -> Double {
      let (card, shape) = drawn[index]
      return likeness(cards[places[card].card].shapes[shape], seen[place], shift: places[card].shift)
    }
    let width = seen.count + 1
    var best = [Double](repeating: 0, count: (drawn.count + 1) * width)
    for index in drawn.indices {
      let own = weight(cards[places[drawn[index].card].card].shapes[drawn[index].shape])
      for place in seen.indices {
        let alike = gain(index, place) - 0.5
        let cell = (index + 1) * width + place + 1
        best[cell] = max(best[cell - 1], best[cell - width])
        if alike > 0 { best[cell] = max(best[cell], best[index * width + place] + alike * own) }
      }
    }
    var (index, place) = (drawn.count, seen.count)
    var taken: Set<Int> = []
    while index > 0, place > 0 {
      let cell = index * width + place
      if best[cell] == best[cell - 1] {
        place -= 1
      } else if best[cell] == best[cell - width] {
        index -= 1
      } else {
        (index, place) = (index - 1, place - 1)
        found[drawn[index].card].pairs[drawn[index].shape] = place
        taken.insert(place)
      }
    }
    // Shapes that changed places are out of order, but nearly identical.
    for (index, one) in drawn.enumerated() where found[one.card].pairs[one.shape] == nil {
      let free = seen.indices.filter { !taken.contains($0) }
      guard let best = free.max(by: { gain(index, $0) < gain(index, $1) }), gain(index, best) >= 0.8 else { continue }
      found[one.card].pairs[one.shape] = best
      taken.insert(best)
    }
  }

  /// Returns the similarity, reduced by the distance from the card's position.
  private func likeness(_ drawn: VisualShape, _ other: VisualShape, shift: Point) -> Double {
    let (dx, dy) = (
      other.frame.center.x - drawn.frame.center.x - shift.x, other.frame.center.y - drawn.frame.center.y - shift.y
    )
    guard abs(dx) <= Self.reach.x, abs(dy) <= Self.reach.y else { return 0 }
    let likeness = drawn.likeness(to: other)
    return likeness - abs(dy) / 1000 - abs(dx) / 500
  }
}
