import Drawing

/// Pairs the remaining parts of a card and elements of a screen in reading order, maximizing the total similarity
/// (Needleman and Wunsch). Kind, size and position relative to known pairs count; dissimilar pairs are rejected.
struct PartAlignment {
  /// The minimum similarity of a pair, of 1.
  private static let leastLikeness = 0.5
  /// The distance in points, sideways or from the expected height, at which two are no longer similar.
  private static let reach = 60.0

  let pointsPerUnit: Double?
  /// Pairs found by stronger evidence.
  let known: [(part: CardPart, leaf: ScreenLeaf)]

  /// Returns the indices of both, in order.
  func pairs(_ parts: [CardPart], _ leaves: [ScreenLeaf]) -> [(part: Int, leaf: Int)] {
    guard let points = pointsPerUnit, !known.isEmpty, !parts.isEmpty, !leaves.isEmpty else { return [] }
    let leafOrder = leaves.indices.sorted {
      (leaves[$0].frame.minY, leaves[$0].frame.minX) < (leaves[$1].frame.minY, leaves[$1].frame.minX)
    }
    let width = leaves.count + 1
    var best = [Double](repeating: 0, count: (parts.count + 1) * width)
    for part in parts.indices {
      for place in leafOrder.indices {
        let alike = likeness(parts[part], leaves[leafOrder[place]], points)
        let both = alike >= Self.leastLikeness ? best[part * width + place] + alike : 0
        let cell = (part + 1) * width + place + 1
        best[cell] = max(both, best[cell - 1], best[cell - width])
      }
    }
    var found: [(Int, Int)] = []
    var (part, place) = (parts.count, leafOrder.count)
    while part > 0, place > 0 {
      let cell = part * width + place
      if best[cell] == best[cell - 1] {
        place -= 1
      } else if best[cell] == best[cell - width] {
        part -= 1
      } else {
        part -= 1
        place -= 1
        found.append((part, leafOrder[place]))
      }
    }
    return found.reversed()
  }

  private func likeness(_ part: CardPart, _ leaf: ScreenLeaf, _ points: Double) -> Double {
    guard part.isText == (leaf.text != nil && leaf.ink != nil || leaf.text != nil && part.isText) else { return 0 }
    let frame = (part.isText ? leaf.ink ?? leaf.frame : leaf.frame).scaled(by: points)
    // Relative to the nearest known pair.
    let nearest = known.min { distance(part, $0.part) < distance(part, $1.part) }
    guard let nearest else { return 0 }
    let other = nearest.leaf.frame.scaled(by: points)
    let dx = frame.minX - other.minX - (part.frame.minX - nearest.part.frame.minX)
    let dy = frame.center.y - other.center.y - (part.frame.center.y - nearest.part.frame.center.y)
    guard abs(dx) < Self.reach, abs(dy) < 2 * Self.reach else { return 0 }
    let size =
      ratio(frame.height, part.frame.height) * (part.isText ? 1 : ratio(frame.width, part.frame.width))
    return 0.5 * size + 0.3 * (1 - abs(dx) / Self.reach) + 0.2 * (1 - abs(dy) / (2 * Self.reach))
  }

  private func distance(_ part: CardPart, _ other: CardPart) -> Double {
    abs(part.frame.center.y - other.frame.center.y) + abs(part.frame.minX - other.frame.minX) / 4
  }

  private func ratio(_ one: Double, _ other: Double) -> Double { min(one, other) / max(one, other, 0.001) }
}

extension Rect {
  package func scaled(by factor: Double) -> Rect {
    Rect(x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
  }
}
