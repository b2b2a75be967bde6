import Drawing

/// Determines the element for each part of a card found in an image, as a hierarchy would.
struct VisualParts {
  let picture: VisualScreen
  let card: VisualCard
  let found: ShapeMatching.MatchedCard

  /// The match of a card, and the facts that pixels don't reveal.
  struct Result {
    var match: CardMatch
    var unknown: [String] = []
  }

  /// The channel difference of colors that count as equal on different backgrounds; soft edges weaken thin ink.
  private static let sameColor = (block: 16, ink: 64)

  private var seen: [VisualShape] { picture.shapes }
  private var whole: Rect { Rect(origin: .zero, size: picture.size) }

  /// - Parameter free: Indices of shapes that no card has; those assigned to a part are removed.
  func result(taking free: inout Set<Int>) -> Result {
    var result = Result(match: CardMatch(card: card.card))
    var shown = card.parts.map { $0.shapes.compactMap { found.pairs[$0] } }
    // Any shape in a part's place shows it; lines that continue below belong to it.
    for (index, entry) in card.parts.enumerated() {
      adopt(&shown[index], for: entry, &free, others: card.parts.indices.filter { $0 != index })
    }
    for (index, entry) in card.parts.enumerated() {
      let expected = ink(entry.shapes).offset(by: shift(near: entry.part.frame))
      if shown[index].isEmpty {
        if expected.intersection(whole).map({ $0.area < expected.area / 2 }) ?? true { continue }
        let least = 0.3 * expected.area
        if seen.contains(where: { !$0.holdsOthers && ($0.frame.intersection(expected)?.area ?? 0) > least }) {
          result.unknown.append("\(entry.part.path): its place shows different content")
        } else {
          result.match.missing.append(entry.part)
        }
        continue
      }
      let matched = entry.shapes.filter { found.pairs[$0] != nil }
      let isKnown =
        matched.reduce(0) { $0 + card.shapes[$1].frame.width } * 2
        >= entry.shapes.reduce(0) { $0 + card.shapes[$1].frame.width }
      if entry.part.isText ? !isKnown : matched.isEmpty && entry.part.box.icon != nil {
        let what = entry.part.isText ? "its text and font" : "its icon"
        result.unknown.append("\(entry.part.path): it looks different; pixels can't show whether \(what) changed")
      }
      let leaf = leaf(entry, shown[index], matched, isKnown: isKnown)
      result.match.pairs.append(
        PartMatch(part: entry.part, leaf: leaf, evidence: matched.isEmpty ? .place : .pixels))
    }
    result.match.extra = extra(free)
    return result
  }

  // MARK: Positions of parts

  /// Returns the displacement of the nearest found shape.
  private func shift(near frame: Rect) -> Point {
    let nearest = found.pairs.keys.min {
      distance(card.shapes[$0].frame, frame) < distance(card.shapes[$1].frame, frame)
    }
    guard let nearest, let place = found.pairs[nearest] else { return found.shift }
    let (own, other) = (card.shapes[nearest].frame, seen[place].frame)
    return Point(x: found.shift.x, y: other.minY - own.minY)
  }

  /// Returns a distance with more weight on the vertical; on a tie, the upper shape wins.
  private func distance(_ shape: Rect, _ frame: Rect) -> Double {
    abs(shape.center.y - frame.center.y) + abs(shape.center.x - frame.center.x) / 4 + shape.minY / 1000
  }

  private func ink(_ shapes: [Int]) -> Rect { Self.union(shapes.map { card.shapes[$0].frame }) }

  private static func union(_ frames: [Rect]) -> Rect {
    frames.dropFirst().reduce(frames.first ?? Rect(origin: .zero, size: .zero)) { $0.union($1) }
  }

  private func adopt(
    _ shown: inout [Int], for entry: (part: CardPart, shapes: [Int]), _ free: inout Set<Int>, others: [Int]
  ) {
    let expected = ink(entry.shapes).offset(by: shift(near: entry.part.frame))
    guard entry.part.isText else {
      guard shown.isEmpty,
        let best = free.max(by: { seen[$0].frame.overlap(expected) < seen[$1].frame.overlap(expected) }),
        seen[best].frame.overlap(expected) >= 0.3
      else { return }
      shown = [best]
      free.remove(best)
      return
    }
    let pitch = self.pitch(of: entry.part)
    let right = max(expected.maxX, entry.part.frame.maxX + found.shift.x) + 3
    let reserved = others.map { ink(card.parts[$0].shapes).offset(by: shift(near: card.parts[$0].part.frame)) }
    var rows = shown.isEmpty ? expected : Self.union(shown.map { seen[$0].frame })
    var last: Int
    repeat {
      last = shown.count
      for place in free.sorted() where !seen[place].holdsOthers && seen[place].frame.height <= 2 * pitch {
        let frame = seen[place].frame
        guard frame.minX >= expected.minX - 3, frame.maxX <= right else { continue }
        let isBeside = frame.center.y > rows.minY && frame.center.y < rows.maxY
        // The first word of a line; the others are next to it.
        let isBelow =
          frame.center.y > rows.maxY && frame.center.y < rows.maxY + pitch && frame.minX <= expected.minX + 3
        guard isBeside || isBelow && !shown.isEmpty && !reserved.contains(where: frame.intersects) else { continue }
        shown.append(place)
        free.remove(place)
        if isBeside { rows = rows.union(frame) }
      }
      if !shown.isEmpty { rows = Self.union(shown.map { seen[$0].frame }) }
    } while shown.count > last
  }

  private func pitch(of part: CardPart) -> Double {
    part.box.font?.lineHeight ?? part.frame.height / Double(max(1, part.box.lineCount ?? 1))
  }

  /// Returns the number of lines; adjacent shapes form one line.
  private func lines(_ frames: [Rect]) -> Int {
    var count = 0
    var end = -Double.infinity
    for frame in frames.sorted(by: { $0.center.y < $1.center.y }) {
      if frame.center.y > end { count += 1 }
      end = max(end, frame.maxY)
    }
    return count
  }

  // MARK: Elements of parts

  private func leaf(
    _ entry: (part: CardPart, shapes: [Int]), _ shown: [Int], _ matched: [Int], isKnown: Bool
  ) -> ScreenLeaf {
    let part = entry.part
    let (own, other) = (ink(entry.shapes), Self.union(shown.map { seen[$0].frame }))
    var leaf = ScreenLeaf(
      node: shown[0], identifiers: [], frame: other, spread: .within(picture.pixel / 2), lineCount: nil,
      isClickable: false)
    if part.isText {
      let first = matched.filter { card.shapes[$0].frame.center.y < own.minY + pitch(of: part) }
        .sorted { card.shapes[$0].frame.minX < card.shapes[$1].frame.minX }
      let steps = (isKnown ? first : []).compactMap { shape in
        found.pairs[shape].map { place in
          let (own, other) = (card.shapes[shape].frame, seen[place].frame)
          return Point(x: other.minX - own.minX, y: other.center.y - own.center.y)
        }
      }
      let count = part.box.lineCount ?? 1
      // Lines beyond the image's edge don't count as missing, even if the edge is between two lines.
      let shifts = matched.compactMap { shape in
        found.pairs[shape].map { seen[$0].frame.center.y - card.shapes[shape].frame.center.y }
      }
      let shift = isKnown && !shifts.isEmpty ? ShapeMatching.median(shifts) : found.shift.y
      let isCut =
        other.maxY >= whole.maxY - 1 || other.minY <= 1 || part.frame.minY + shift < whole.minY - 1
        || part.frame.maxY + shift > whole.maxY + 1
      let more = lines(shown.map { seen[$0].frame }) - lines(entry.shapes.map { card.shapes[$0].frame })
      let lineCount = isCut ? count : max(1, count + more)
      let step = Point(
        // The position of the first word, regardless of the others' widths.
        x: steps.first?.x ?? other.minX - own.minX,
        y: isCut ? shift : steps.isEmpty ? other.minY - own.minY : ShapeMatching.median(steps.map(\.y)))
      // Other words have other ascenders and side bearings.
      if steps.isEmpty { leaf.spread = .within(pitch(of: part) / 4) }
      leaf.lineCount = lineCount
      leaf.frame = part.frame.offset(by: step)
      if lineCount != count { leaf.frame.size.height = pitch(of: part) * Double(lineCount) }
    } else {
      leaf.frame = Rect(
        left: part.frame.minX + other.minX - own.minX, top: part.frame.minY + other.minY - own.minY,
        right: part.frame.maxX + other.maxX - own.maxX, bottom: part.frame.maxY + other.maxY - own.maxY)
      // Another drawing fills its box differently.
      if matched.isEmpty, part.box.icon != nil { leaf.spread = .within(part.frame.height / 2) }
      if other.maxY >= whole.maxY - picture.pixel { leaf.frame.size.height = max(0, whole.maxY - leaf.frame.minY) }
    }
    leaf.style = style(matched)
    return leaf
  }

  /// Returns the style of shapes that differ only in color.
  private func style(_ matched: [Int]) -> ScreenStyle? {
    guard let largest = matched.max(by: { card.shapes[$0].frame.area < card.shapes[$1].frame.area }),
      let place = found.pairs[largest]
    else { return nil }
    let (own, other) = (card.shapes[largest], seen[place])
    let least = own.isBlock && other.isBlock && own.spread < 0.02 ? Self.sameColor.block : Self.sameColor.ink
    guard own.color.distance(to: other.color) > least else { return nil }
    return ScreenStyle(ink: other.color.hex)
  }

  // MARK: Unassigned shapes

  /// Returns unassigned shapes within the card, combining adjacent words.
  private func extra(_ free: Set<Int>) -> [ScreenLeaf] {
    let known = Self.union(found.pairs.values.map { seen[$0].frame })
    var frames: [(node: Int, frame: Rect)] = []
    for place in free.sorted() where !seen[place].holdsOthers {
      let frame = seen[place].frame
      let isInCard = frame.center.y > known.minY && frame.center.y < known.maxY
      guard isInCard, frame.width >= 4, frame.height >= 4 else { continue }
      let beside = frames.firstIndex { other in
        other.frame.minY < frame.maxY && frame.minY < other.frame.maxY && frame.minX - other.frame.maxX < 8
          && other.frame.minX - frame.maxX < 8
      }
      if let beside {
        frames[beside].frame = frames[beside].frame.union(frame)
      } else {
        frames.append((place, frame))
      }
    }
    return frames.map { node, frame in
      ScreenLeaf(
        node: node, identifiers: [], frame: frame, spread: .within(picture.pixel / 2), lineCount: nil,
        isClickable: false)
    }
  }
}
