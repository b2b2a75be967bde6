import Diagnostics
import Drawing

/// The evidence that a part and a leaf match, strongest first.
package enum MatchEvidence: String, CaseIterable, Encodable, Sendable {
  /// Specified by a map file.
  case pinned
  case identifier
  case text
  /// An image without a hierarchy shows the same shapes.
  case pixels
  /// The kind, order and size within the card.
  case place
}

/// A part of a card and the element that shows it.
struct PartMatch {
  var part: CardPart
  var leaf: ScreenLeaf
  var evidence: MatchEvidence
}

/// The matched contents of one card on a screen.
struct CardMatch {
  var card: ScreenCard
  /// The pairs in the order of the parts.
  var pairs: [PartMatch] = []
  var missing: [CardPart] = []
  var extra: [ScreenLeaf] = []
  /// An element that merges the texts of several parts, which can't be compared then.
  var merged: ScreenLeaf?
  /// The names of its elements by node; empty for an image without a hierarchy.
  var names: [Int: ElementName] = [:]
  /// The corner of the element that contains all of the card and nothing of another; nil for an edge that the screen
  /// cuts.
  var corner: (x: Double, y: Double?)?
}

/// Finds cards on a screen by their texts, never by their position.
struct ScreenMatching {
  let screen: AppScreen
  /// Points per unit of the screen's frames, if known.
  let pointsPerUnit: Double?
  let map: ScreenMap

  /// Returns matches for cards with unmistakable content on the screen, in screen order.
  func matches(_ cards: [ScreenCard]) -> [CardMatch] {
    let leaves = ScreenContent(screen).leaves
    let parts = cards.map(\.parts)
    let names = ElementNames(screen)
    let anchors = anchors(parts, leaves, names)
    let owners = owners(of: leaves, anchors, cards)
    return cards.indices.compactMap { card in
      guard anchors.contains(where: { $0.card == card }) else { return nil }
      let own = leaves.indices.filter { owners[$0] == card }
      var match = match(cards[card], parts[card], own.map { leaves[$0] }, names)
      let others = leaves.indices.filter { owners[$0] != nil && owners[$0] != card }
      match.names = names.names(of: own.map { leaves[$0] }, among: others.map { leaves[$0] })
      // In a list without elements around its cards, the anchor itself would be the cell.
      if let cell = cell(of: card, anchors, leaves), cell.isAmongOthers, let frame = screen.nodes[cell.node].frame,
        !anchors.contains(where: { leaves[$0.leaf].node == cell.node })
      {
        let isCut = screen.bounds.map { frame.minY <= $0.minY } ?? false
        match.corner = (frame.minX, isCut ? nil : frame.minY)
      }
      return match
    }.sorted { ($0.top, $0.card.name) < ($1.top, $1.card.name) }
  }

  // MARK: Cards

  private struct Anchor {
    var card: Int
    var leaf: Int
    /// The frame of the part with the same text; nil if it is identified by name only.
    var part: Rect?
  }

  /// Returns texts that only one card contains and only one leaf shows.
  private func anchors(_ parts: [[CardPart]], _ leaves: [ScreenLeaf], _ names: ElementNames) -> [Anchor] {
    var saying: [String: Set<Int>] = [:]
    for (card, parts) in parts.enumerated() {
      for part in parts { if let text = part.text { saying[text, default: []].insert(card) } }
    }
    var showing: [String: [Int]] = [:]
    for (index, leaf) in leaves.enumerated() { if let text = leaf.text { showing[text, default: []].append(index) } }
    var anchors: [Anchor] = []
    for (card, parts) in parts.enumerated() {
      for part in parts {
        guard let text = part.text, text.count > 2 else { continue }
        if saying[text]?.count == 1, let leaf = showing[text], leaf.count == 1 {
          anchors.append(Anchor(card: card, leaf: leaf[0], part: part.frame))
        } else if part.box.isTruncated == true || text.count > 40 {
          // A long text that is truncated differently, or merged with other text in one element.
          let found = leaves.indices.filter { leaves[$0].text.map { ScreenText.agree(text, $0, isCut: true) } ?? false }
          if found.count == 1 { anchors.append(Anchor(card: card, leaf: found[0], part: part.frame)) }
        }
      }
    }
    // If only one card can be on the screen, names are sufficient.
    if anchors.isEmpty, parts.count == 1 {
      anchors = leaves.indices.filter { leaf in
        parts[0].contains {
          map.pins($0, leaves[leaf], names) || named($0, leaves[leaf]) || $0.text != nil && $0.text == leaves[leaf].text
        }
      }.map { Anchor(card: 0, leaf: $0) }
    }
    return anchors
  }

  /// Returns the card of each leaf: the one whose cell contains it, else the one whose extent does. A half-visible card
  /// may have no anchor left; its leaves belong to no card.
  private func owners(of leaves: [ScreenLeaf], _ anchors: [Anchor], _ cards: [ScreenCard]) -> [Int?] {
    let known = anchors.map(\.card).uniqued().sorted()
    let extents = known.compactMap { card in extent(of: card, anchors, leaves, cards).map { (card, $0) } }
    var inside = [Int?](repeating: nil, count: screen.nodes.count)
    for card in known {
      guard let cell = cell(of: card, anchors, leaves) else { continue }
      inside[widened(cell, to: extents.first { $0.0 == card }?.1, card, anchors, leaves)] = card
    }
    for (index, node) in screen.nodes.enumerated() {
      inside[index] = inside[index] ?? node.parent.flatMap { inside[$0] }
    }
    let byLeaf = Dictionary(anchors.map { ($0.leaf, $0.card) }) { first, _ in first }
    var last: Int?
    return leaves.indices.map { index in
      let leaf = leaves[index]
      last = byLeaf[index] ?? last
      if let card = byLeaf[index] ?? inside[leaf.node] { return card }
      guard let points = pointsPerUnit, extents.count == known.count else {
        return last ?? (known.count == 1 ? known[0] : nil)
      }
      let middle = leaf.frame.center.y * points
      let around = extents.filter { $0.1.contains(middle) }.map { $0.0 }
      return around.first { $0 == last } ?? around.first
    }
  }

  /// Returns a card's vertical extent in points of the screen, derived from its anchors.
  private func extent(
    of card: Int, _ anchors: [Anchor], _ leaves: [ScreenLeaf], _ cards: [ScreenCard]
  ) -> ClosedRange<Double>? {
    guard let points = pointsPerUnit else { return nil }
    let shifts = anchors.filter { $0.card == card }.compactMap { anchor -> (top: Double, bottom: Double)? in
      guard let part = anchor.part else { return nil }
      let frame = leaves[anchor.leaf].frame
      let (top, bottom) = (frame.minY * points - part.minY, frame.maxY * points - part.maxY)
      // For an anchor cut by the screen, the opposite edge gives the position.
      if let bounds = screen.bounds, frame.minY <= bounds.minY { return (bottom, bottom) }
      if let bounds = screen.bounds, frame.maxY >= bounds.maxY { return (top, top) }
      return (top, bottom)
    }
    guard let top = shifts.map({ $0.top }).min(), let bottom = shifts.map({ $0.bottom }).max() else { return nil }
    return top...max(top, bottom + cards[card].layout.size.height)
  }

  private struct Cell {
    var node: Int
    /// Whether the enclosing element contains anchors of another card.
    var isAmongOthers: Bool
  }

  /// Returns the largest element that contains a card's anchors and none of another's, if its parent does; else the
  /// smallest element that contains all its anchors.
  private func cell(of card: Int, _ anchors: [Anchor], _ leaves: [ScreenLeaf]) -> Cell? {
    var foreign: Set<Int> = []
    for anchor in anchors where anchor.card != card {
      var next: Int? = leaves[anchor.leaf].node
      while let node = next, foreign.insert(node).inserted { next = screen.nodes[node].parent }
    }
    let own = anchors.filter { $0.card == card }.map { leaves[$0.leaf].node }
    guard let first = own.first else { return nil }
    if !foreign.isEmpty {
      var best: Int?
      var next: Int? = first
      while let node = next, !foreign.contains(node) {
        best = node
        next = screen.nodes[node].parent
      }
      return best.map { Cell(node: $0, isAmongOthers: next != nil) }
    }
    var holds: [Int: Int] = [:]
    for node in own.uniqued() {
      var next: Int? = node
      while let node = next {
        holds[node, default: 0] += 1
        next = screen.nodes[node].parent
      }
    }
    var next: Int? = first
    while let node = next, holds[node] != own.uniqued().count { next = screen.nodes[node].parent }
    return next.map { Cell(node: $0, isAmongOthers: false) }
  }

  /// The maximum size of a card's element beyond the card, in points.
  private static let margin = 12.0

  /// Returns the largest element around a cell that isn't larger than the card, excluding elements as large as the
  /// screen.
  private func widened(
    _ cell: Cell, to extent: ClosedRange<Double>?, _ card: Int, _ anchors: [Anchor], _ leaves: [ScreenLeaf]
  ) -> Int {
    guard !cell.isAmongOthers, let extent, let points = pointsPerUnit else { return cell.node }
    var best = anchors.first { $0.card == card }.map { leaves[$0.leaf].node } ?? cell.node
    var next: Int? = best
    while let node = next {
      next = screen.nodes[node].parent
      guard let frame = screen.nodes[node].frame else { continue }
      let isOnCard =
        frame.minY * points >= extent.lowerBound - Self.margin && frame.maxY * points <= extent.upperBound + Self.margin
      guard isOnCard, frame != screen.bounds else { break }
      best = node
    }
    return best
  }

  // MARK: Parts

  private func match(
    _ card: ScreenCard, _ parts: [CardPart], _ leaves: [ScreenLeaf], _ names: ElementNames
  ) -> CardMatch {
    var match = CardMatch(card: card)
    var pairs: [Int: (leaf: Int, evidence: MatchEvidence)] = [:]
    var taken: Set<Int> = []
    func pair(_ part: Int, _ leaf: Int, _ evidence: MatchEvidence) {
      pairs[part] = (leaf, evidence)
      taken.insert(leaf)
    }
    /// Pairs parts and leaves that only match each other.
    func pairUnique(_ evidence: MatchEvidence, _ agree: (CardPart, ScreenLeaf) -> Bool) {
      let free = leaves.indices.filter { !taken.contains($0) }
      let open = parts.indices.filter { pairs[$0] == nil }
      let found = open.map { part in free.filter { agree(parts[part], leaves[$0]) } }
      for (part, leaf) in zip(open, found) where leaf.count == 1 {
        if found.count(where: { $0.contains(leaf[0]) }) == 1 { pair(part, leaf[0], evidence) }
      }
    }
    pairUnique(.pinned) { map.pins($0, $1, names) }
    // Longest names first: `likes-label` is more specific than `label`.
    for length in (0..<(parts.map(\.names.count).max() ?? 0)).reversed() {
      pairUnique(.identifier) { part, leaf in
        length < part.names.count && leaf.identifiers.contains { ScreenText.name($0) == part.names[length] }
      }
    }
    pairUnique(.text) { part, leaf in part.text != nil && part.text == leaf.text }
    pairUnique(.text) { part, leaf in
      guard let text = part.text, let shown = leaf.text else { return false }
      return ScreenText.agree(text, shown, isCut: part.box.isTruncated == true)
    }
    let texts = parts.compactMap(\.text).filter { $0.count > 2 }
    match.merged = leaves.first { leaf in
      leaf.text.map { shown in texts.count { $0 != shown && shown.contains($0) } > 1 } ?? false
    }
    let open = parts.indices.filter { pairs[$0] == nil }
    let free = leaves.indices.filter { !taken.contains($0) }
    let known = pairs.map { (parts[$0.key], leaves[$0.value.leaf]) }
    let alignment = PartAlignment(pointsPerUnit: pointsPerUnit, known: known)
    for (part, leaf) in alignment.pairs(open.map { parts[$0] }, free.map { leaves[$0] }) {
      pair(open[part], free[leaf], .place)
    }
    for (index, part) in parts.enumerated() {
      if let found = pairs[index] {
        match.pairs.append(PartMatch(part: part, leaf: leaves[found.leaf], evidence: found.evidence))
      } else {
        match.missing.append(part)
      }
    }
    match.extra = leaves.indices.filter { !taken.contains($0) }.map { leaves[$0] }
    return match
  }

  private func named(_ part: CardPart, _ leaf: ScreenLeaf) -> Bool {
    leaf.identifiers.contains { part.names.contains(ScreenText.name($0)) }
  }
}

extension CardMatch {
  func name(of leaf: ScreenLeaf) -> ElementName {
    names[leaf.node] ?? ElementName(identifier: leaf.identifiers.first)
  }

  var top: Double { pairs.map(\.leaf.frame.minY).min() ?? .infinity }
}
