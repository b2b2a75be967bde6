import Drawing
import ImageComparison

/// Separates parts that moved by themselves along one axis from parts that only followed.
///
/// The expected position of a part is the card's, shifted like an earlier part: the end edge of the nearest part above
/// (to the left), a part next to it, or the card itself. Of all possible card positions, the one with the fewest causes
/// is used.
struct AxisCauses {
  enum Axis { case horizontal, vertical }

  enum Cause: Hashable {
    case part(Int)
    case missing(String)
    case extra(Int)
  }

  /// By part index: the points that it moved by itself, the part that the move is relative to, and the points that it
  /// grew.
  private(set) var moves: [Double]
  private(set) var bases: [Int?]
  private(set) var growths: [Double]
  /// Parts that swapped positions.
  private(set) var swapped: [Int: Int] = [:]
  /// The start of the card on the screen, in points.
  private(set) var origin = 0.0
  /// The cause that pushed a part that moved without being a cause itself.
  private var causes: [Cause?]
  private var pushed: [Double]

  private let axis: Axis
  private let judge: ScreenJudge
  private let match: CardMatch
  private let placed: [PlacedPart]
  private let points: Double

  init(axis: Axis, judge: ScreenJudge, match: CardMatch, placed: [PlacedPart], points: Double) {
    (self.axis, self.judge, self.match, self.placed, self.points) = (axis, judge, match, placed, points)
    moves = []
    (bases, growths, causes, pushed) = ([], [], [], [])
    reset()
    var best: (causes: Int, moved: Int)?
    var chosen = 0.0
    for (number, candidate) in candidates.enumerated() {
      // Limited, so that a misplaced part doesn't move the card with it.
      walk(from: candidate, atMost: 0.5)
      // On a tie, prefer the position of the element around the card, then the one that leaves the most parts in place.
      let isContainer = number == 0 && corner != nil
      let rank = (causes: causeCount, moved: isContainer ? -1 : placed.count - stillCount)
      if let best, rank >= best { continue }
      (best, chosen) = (rank, candidate)
    }
    walk(from: chosen, atMost: .infinity)
    origin = chosen
  }

  func followers(of cause: Cause) -> [String] {
    placed.indices.filter { causes[$0] == cause }.map { placed[$0].match.part.path }
  }

  func pushes(of cause: Cause) -> Double {
    placed.indices.first { causes[$0] == cause }.map { pushed[$0] } ?? 0
  }

  private mutating func reset() {
    moves = Array(repeating: 0, count: placed.count)
    growths = moves
    pushed = moves
    bases = Array(repeating: nil, count: placed.count)
    causes = Array(repeating: nil, count: placed.count)
    swapped = [:]
  }

  private var causeCount: Int {
    placed.indices.count { moves[$0] != 0 && (swapped[$0] ?? .max) > $0 }
  }

  /// The number of parts at the card's positions.
  private var stillCount: Int { placed.indices.count { moves[$0] == 0 && pushed[$0] == 0 } }

  private var candidates: [Double] {
    // Edges cut by the screen have no known position.
    let found = placed.map { start($0) }.filter { $0.low.isFinite && $0.high.isFinite }.map(\.middle)
    return
      ((corner.map { [$0 * points] } ?? []) + (found.isEmpty && corner == nil ? placed.map { start($0).high } : found))
      .filter(\.isFinite)
  }

  private var corner: Double? { axis == .vertical ? match.corner?.y : match.corner?.x }

  private func start(_ place: PlacedPart) -> PositionRange {
    axis == .vertical ? place.displacement.top : place.displacement.left
  }

  private func end(_ place: PlacedPart) -> PositionRange {
    axis == .vertical ? place.displacement.bottom : place.displacement.right
  }

  private func low(_ frame: Rect) -> Double { axis == .vertical ? frame.minY : frame.minX }
  private func high(_ frame: Rect) -> Double { axis == .vertical ? frame.maxY : frame.maxX }

  /// Whether both are in one row (column).
  private func overlap(_ one: Rect, _ other: Rect) -> Bool {
    axis == .vertical
      ? one.minX < other.maxX - 0.5 && other.minX < one.maxX - 0.5
      : one.minY < other.maxY - 0.5 && other.minY < one.maxY - 0.5
  }

  // MARK: Explanations

  private struct Explanation {
    var span: PositionRange
    var cause: Cause?
    /// The part that the expected position is relative to.
    var base: Int?
    /// Something was added or removed along with an unknown amount of space: the span gives the maximum shift.
    var isByRoom = false
  }

  private mutating func walk(from origin: Double, atMost most: Double) {
    reset()
    let order = placed.indices.sorted {
      let (one, other) = (placed[$0].match.part.frame, placed[$1].match.part.frame)
      return (low(one), high(one)) < (low(other), high(other))
    }
    var done: [Int] = []
    for index in order {
      let limit = min(most, judge.tolerance(of: placed[index].match.part))
      let actual = start(placed[index]) - origin
      let expected = explanations(of: index, done, origin)
      if let fits = expected.first(where: { actual.gap(to: $0.span) <= limit }) {
        causes[index] = fits.cause
        // A part at the card's position followed nothing.
        let isStill = actual.gap(to: PositionRange(0)) <= limit
        if isStill { causes[index] = nil }
        pushed[index] = isStill ? 0 : tenths((fits.isByRoom ? actual : fits.span).middle)
      } else {
        let base = expected[0]
        // The rounding error of a neighbor's position is not the part's own.
        let isStill =
          base.base.map { moves[$0] == 0 && pushed[$0] == 0 && growths[$0] == 0 && !hasOtherLines($0) } ?? true
        moves[index] = tenths((actual - (isStill ? PositionRange(0) : base.span)).middle)
        bases[index] = base.base
        causes[index] = nil
      }
      let place = placed[index].displacement
      let growth = end(placed[index]) - start(placed[index])
      let isJudged = axis == .vertical ? place.judgesHeight : place.judgesWidth
      if isJudged, growth.gap(to: PositionRange(0)) > limit { growths[index] = tenths(growth.middle) }
      done.append(index)
    }
    if axis == .vertical { findSwaps() }
  }

  /// Returns the explanations for a part, the likeliest first. Never empty.
  private func explanations(of index: Int, _ done: [Int], _ origin: Double) -> [Explanation] {
    let frame = placed[index].match.part.frame
    let before = done.filter { high(placed[$0].match.part.frame) <= low(frame) + 0.5 }.sorted {
      let (one, other) = (placed[$0].match.part.frame, placed[$1].match.part.frame)
      return (overlap(one, frame) ? 0 : 1, -high(one)) < (overlap(other, frame) ? 0 : 1, -high(other))
    }
    var found = before.map { other in
      Explanation(span: end(placed[other]) - origin, cause: causer(other), base: other)
    }
    let beside = done.filter {
      high(placed[$0].match.part.frame) > low(frame) + 0.5 || aligned(placed[$0].match.part.frame, frame)
    }
    found += beside.map { other in
      Explanation(
        span: start(placed[other]) - origin, cause: moves[other] != 0 ? .part(other) : causes[other], base: other)
    }
    let card = Explanation(span: PositionRange(0), cause: nil, base: nil)
    // In a row, the card's edge is as near as a neighbor.
    found.insert(card, at: found.isEmpty || axis == .horizontal ? 0 : found.count)
    return found + found.flatMap { pushes($0, index) } + ends(index, origin)
  }

  private func causer(_ other: Int) -> Cause? {
    moves[other] != 0 || growths[other] != 0 || hasOtherLines(other) ? .part(other) : causes[other]
  }

  private func hasOtherLines(_ index: Int) -> Bool {
    placed[index].match.part.isText
      && placed[index].displacement.lineCount != placed[index].match.part.box.lineCount
  }

  /// Whether both start at the same position: a larger indent moves the whole column (row).
  private func aligned(_ one: Rect, _ other: Rect) -> Bool { abs(low(one) - low(other)) <= 0.5 }

  /// Returns explanations by missing and extra parts: a missing part lets later parts move up by its height and the
  /// space around it; an extra part pushes them down.
  private func pushes(_ explanation: Explanation, _ index: Int) -> [Explanation] {
    let frame = placed[index].match.part.frame
    let space = 24.0
    let gone = match.missing.filter { high($0.frame) <= low(frame) + 0.5 }.map { part in
      let size = high(part.frame) - low(part.frame)
      return Explanation(
        span: PositionRange(explanation.span.low - size - space, explanation.span.high - size),
        cause: .missing(part.path),
        isByRoom: true)
    }
    let actual = placed[index].match.leaf.frame
    let came = match.extra.prefix(ScreenJudge.told).filter { high($0.frame) <= low(actual) + 1 }.map { leaf in
      let size = (high(leaf.frame) - low(leaf.frame)) * points
      return Explanation(
        span: PositionRange(explanation.span.low + size, explanation.span.high + size + space),
        cause: .extra(leaf.node),
        isByRoom: true)
    }
    return gone + came
  }

  /// Returns explanations for a row with a fixed end, in which a longer text begins earlier.
  private func ends(_ index: Int, _ origin: Double) -> [Explanation] {
    guard axis == .horizontal, placed[index].match.part.isText else { return [] }
    let isAtEnd =
      (end(placed[index]) - origin).gap(to: PositionRange(0)) <= judge.tolerance(of: placed[index].match.part)
    return isAtEnd ? [Explanation(span: .anywhere, cause: nil, base: nil)] : []
  }

  /// Finds two parts that moved by themselves past each other.
  private mutating func findSwaps() {
    for first in placed.indices where moves[first] > 0 && swapped[first] == nil {
      for second in placed.indices where moves[second] < 0 && swapped[second] == nil {
        let (one, other) = (placed[first].match, placed[second].match)
        guard one.part.frame.maxY <= other.part.frame.minY + 0.5, one.leaf.frame.minY >= other.leaf.frame.maxY - 1
        else {
          continue
        }
        swapped[first] = second
        swapped[second] = first
      }
    }
  }

  private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
