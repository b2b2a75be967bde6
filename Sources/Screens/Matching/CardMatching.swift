import Drawing

/// How it is known that a part and a leaf are the same, the surest first.
package enum MatchEvidence: String, CaseIterable, Encodable, Sendable {
  /// A map file says so.
  case pinned
  case identifier
  case text
  /// A picture without a hierarchy shows the same shapes.
  case pixels
  /// Kind, order and size within the card.
  case place
}

/// A part of a card and what shows it.
struct PartMatch {
  var part: CardPart
  var leaf: ScreenLeaf
  var evidence: MatchEvidence
}

/// What of one card is on a screen.
struct CardMatch {
  var card: ScreenCard
  /// In the parts' order.
  var pairs: [PartMatch] = []
  var missing: [CardPart] = []
  var extra: [ScreenLeaf] = []
  /// An element that has texts of several parts in one: nothing can be told of those.
  var merged: ScreenLeaf?
  /// The element around all of the card and nothing of another.
  var container: Rect?
}

/// Finds cards on a screen: by what they say, never by where they stand.
struct ScreenMatching {
  let screen: Screen
  /// Points a unit of the screen's frames, as far as it is known.
  let pointsPerUnit: Double?
  let map: ScreenMap

  /// Only cards of which something unmistakable is there, in the screen's order.
  func matches(_ cards: [ScreenCard]) -> [CardMatch] {
    let leaves = ScreenContent(screen).leaves
    let parts = cards.map(\.parts)
    let anchors = anchors(parts, leaves)
    let owners = owners(of: leaves, anchors)
    return cards.indices.compactMap { card in
      guard anchors.contains(where: { $0.card == card }) else { return nil }
      let own = leaves.indices.filter { owners[$0] == card }
      var match = match(cards[card], parts[card], own.map { leaves[$0] })
      match.container = container(
        of: anchors.filter { $0.card == card }.map { leaves[$0.leaf].node }, anchors, card, leaves)
      return match
    }.sorted { ($0.top, $0.card.name) < ($1.top, $1.card.name) }
  }

  // MARK: Cards

  private struct Anchor {
    var card: Int
    var leaf: Int
  }

  /// Texts that one card alone says, and one leaf alone shows.
  private func anchors(_ parts: [[CardPart]], _ leaves: [ScreenLeaf]) -> [Anchor] {
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
          anchors.append(Anchor(card: card, leaf: leaf[0]))
        } else if part.box.isTruncated == true || text.count > 40 {
          // A long text that was cut otherwise, or is one element with more in it.
          let found = leaves.indices.filter { leaves[$0].text.map { ScreenText.agree(text, $0, isCut: true) } ?? false }
          if found.count == 1 { anchors.append(Anchor(card: card, leaf: found[0])) }
        }
      }
    }
    // One card alone is on the screen, whatever it says: its names are enough.
    if anchors.isEmpty, parts.count == 1 {
      anchors = leaves.indices.filter { leaf in
        parts[0].contains {
          map.pins($0, leaves[leaf]) || named($0, leaves[leaf]) || $0.text != nil && $0.text == leaves[leaf].text
        }
      }.map { Anchor(card: 0, leaf: $0) }
    }
    return anchors
  }

  /// The card of each leaf: that of the smallest element around it which holds an anchor, if it holds one card's alone; of
  /// what lies between cards, that of the last anchor before it.
  private func owners(of leaves: [ScreenLeaf], _ anchors: [Anchor]) -> [Int?] {
    var cards: [Int: Set<Int>] = [:]
    for anchor in anchors {
      var next: Int? = leaves[anchor.leaf].node
      while let node = next {
        cards[node, default: []].insert(anchor.card)
        next = screen.nodes[node].parent
      }
    }
    let several = Set(anchors.map(\.card)).count > 1
    // The nearest element around each, or itself, that holds an anchor.
    var nearest = [Int?](repeating: nil, count: screen.nodes.count)
    for (index, node) in screen.nodes.enumerated() {
      nearest[index] = cards[index] != nil ? index : node.parent.flatMap { nearest[$0] }
    }
    let byLeaf = Dictionary(anchors.map { ($0.leaf, $0.card) }) { first, _ in first }
    var last: Int?
    return leaves.indices.map { index in
      if let card = byLeaf[index] { last = card }
      guard let held = nearest[leaves[index].node].flatMap({ cards[$0] }) else { return last }
      return held.count == 1 && several ? held.first : several ? last : held.first
    }
  }

  /// The largest element that holds all of a card's anchors and none of another's, if there is another.
  private func container(of nodes: [Int], _ anchors: [Anchor], _ card: Int, _ leaves: [ScreenLeaf]) -> Rect? {
    var foreign: Set<Int> = []
    for anchor in anchors where anchor.card != card {
      var next: Int? = leaves[anchor.leaf].node
      while let node = next, foreign.insert(node).inserted { next = screen.nodes[node].parent }
    }
    guard !foreign.isEmpty, let first = nodes.first else { return nil }
    var best: Int?
    var next: Int? = first
    while let node = next, !foreign.contains(node) {
      best = node
      next = screen.nodes[node].parent
    }
    return best.flatMap { screen.nodes[$0].frame }
  }

  // MARK: Parts

  private func match(_ card: ScreenCard, _ parts: [CardPart], _ leaves: [ScreenLeaf]) -> CardMatch {
    var match = CardMatch(card: card)
    var pairs: [Int: (leaf: Int, evidence: MatchEvidence)] = [:]
    var taken: Set<Int> = []
    func pair(_ part: Int, _ leaf: Int, _ evidence: MatchEvidence) {
      pairs[part] = (leaf, evidence)
      taken.insert(leaf)
    }
    /// Those that one part and one leaf alone agree on.
    func pairUnique(_ evidence: MatchEvidence, _ agree: (CardPart, ScreenLeaf) -> Bool) {
      let free = leaves.indices.filter { !taken.contains($0) }
      let open = parts.indices.filter { pairs[$0] == nil }
      let found = open.map { part in free.filter { agree(parts[part], leaves[$0]) } }
      for (part, leaf) in zip(open, found) where leaf.count == 1 {
        if found.count(where: { $0.contains(leaf[0]) }) == 1 { pair(part, leaf[0], evidence) }
      }
    }
    pairUnique(.pinned) { map.pins($0, $1) }
    // The longest name first: `likes-label` is more than `label`.
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
    let alignment = Alignment(pointsPerUnit: pointsPerUnit, known: known)
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
  var top: Double { pairs.map(\.leaf.frame.minY).min() ?? .infinity }
}
