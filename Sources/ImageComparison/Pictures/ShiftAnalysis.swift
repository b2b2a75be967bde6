import Basics
import Diagnostics

/// Finds content that moved in an image of fixed size, on any ground: blank, textured or a gradient, which may move
/// along or stay.
struct ShiftAnalysis {
  /// How far the content moved, in pixels; right and down are positive.
  let shift: (x: Int, y: Int)
  /// The shift as a change.
  let moved: ImageChange
  /// Differing pixels that the shift doesn't explain.
  let rest: PixelSet
  /// The bounds of the moved content in the new image.
  let target: PixelRect

  /// The largest shift in pixels.
  private static let farthest = 420
  /// The number of parts of a row that are compared.
  private static let parts = 48
  /// The number of shifts to check pixel by pixel, in each direction.
  private static let candidates = 4
  /// The largest shift that is always checked. Pixels of strokes as long as the shift don't differ, so signatures of
  /// differing pixels don't show it.
  private static let nearest = 3
  /// The largest distance of two channels of the same content. On a gradient, edges blend with another ground.
  private static let exact = 4
  static let leastBlended = 30
  /// The difference from a neighbor from which on a pixel counts as content: that of a smooth ground, and the most on a
  /// textured one.
  private static let (leastContrast, mostContrast) = (24, 100)
  /// The share of the differing content that a shift must explain.
  private static let explainedShare = 0.5
  /// The number of differing pixels with which shifts are checked.
  private static let sample = 40_000
  /// The most operations for comparing signatures.
  private static let budget = 600_000_000

  /// Returns nil if no shift explains the differences.
  ///
  /// - Parameter differing: The pixels that differ at the same place.
  init?(_ before: PixelView, _ after: PixelView, differing: PixelSet) {
    guard differing.count >= 16 else { return nil }
    let bounds = differing.bounds
    let contrast = Self.contrast(before, after)
    let blended = max(Self.leastBlended, contrast)
    let content = ShiftedContent(before, after, differing, contrast: contrast)
    let step = max(1, differing.count / Self.sample)
    var best: (score: Int, shift: (x: Int, y: Int), tolerance: Int)?
    let near = (1...Self.nearest).flatMap { [$0, -$0] }
    let shifts: [(x: Int, y: Int)] =
      (Self.shifts(before, after, differing, bounds, .rows, contrast) + near).uniqued().map { (x: 0, y: $0) }
      + (Self.shifts(before, after, differing, bounds, .columns, contrast) + near).uniqued().map { (x: $0, y: 0) }
    for shift in shifts where content.mayBe(shift, tolerance: blended) {
      for tolerance in [Self.exact, blended] {
        let match = content.match(shift, tolerance: tolerance, step: step)
        guard match.explained >= match.outside else { continue }
        let share = Double(match.explained) / Double(max(1, match.explained + match.unexplained))
        guard share >= Self.explainedShare else { continue }
        // The exact match is better than a blended one that explains little more.
        let score = match.explained - match.unexplained - (tolerance == Self.exact ? 0 : match.explained / 20)
        if score > best?.score ?? 0 { best = (score, shift, tolerance) }
        break
      }
    }
    guard let best else { return nil }
    let match = content.match(best.shift, tolerance: best.tolerance)
    guard !match.moved.isEmpty else { return nil }
    shift = best.shift
    target = match.moved.moved(by: best.shift)
    (moved, rest) = Self.change(before, after, shift, match)
    // Few differences must remain, or few places.
    guard rest.count * 10 <= differing.count || rest.regions(reach: 8).count <= 4 else { return nil }
  }

  /// Returns the contrast of content: more than that of most pixels that are the same in both images.
  private static func contrast(_ before: PixelView, _ after: PixelView) -> Int {
    var (counts, total) = ([Int](repeating: 0, count: 256), 0)
    for y in stride(from: 0, to: before.height, by: max(1, before.height / 128)) {
      let (one, other) = (before.row(y, from: 0), after.row(y, from: 0))
      for x in stride(from: 1, to: before.width, by: max(1, before.width / 256)) where one[x] == other[x] {
        counts[PixelView.distance(one[x], one[x - 1])] += 1
        total += 1
      }
    }
    var (sum, level) = (0, 0)
    while level < 255, sum + counts[level] < total * 3 / 4 {
      sum += counts[level]
      level += 1
    }
    return max(leastContrast, min(mostContrast, level * 17 / 10))
  }

  // MARK: Candidates

  private enum Direction { case rows, columns }

  /// Returns the likeliest shifts, by comparing the edges of differing pixels line by line.
  private static func shifts(
    _ before: PixelView, _ after: PixelView, _ differing: PixelSet, _ bounds: PixelRect, _ direction: Direction,
    _ contrast: Int
  ) -> [Int] {
    let lines = direction == .rows ? bounds.rows : bounds.columns
    let length = direction == .rows ? bounds.width : bounds.height
    let parts = min(Self.parts, max(1, length / 4))
    let old = signatures(before, differing, bounds, direction, parts, contrast)
    let new = signatures(after, differing, bounds, direction, parts, contrast)
    var farthest = min(Self.farthest, lines.count - 1)
    farthest = min(farthest, max(16, budget / max(1, lines.count * parts * 2)))
    guard farthest >= 1 else { return [] }
    var scores: [(shift: Int, score: Double)] = []
    for shift in -farthest...farthest where shift != 0 {
      var (shared, all) = (Float(0), Float(0))
      let (first, last) = (max(0, -shift), min(lines.count, lines.count - shift))
      guard first < last else { continue }
      for line in first..<last {
        let (one, other) = (line * parts, (line + shift) * parts)
        for part in 0..<parts {
          shared += min(old[one + part], new[other + part])
          all += max(old[one + part], new[other + part])
        }
      }
      if all > 0 { scores.append((shift, Double(shared) * Double(shared / all))) }
    }
    let sorted = scores.sorted { ($0.score, -abs($0.shift), $0.shift) > ($1.score, -abs($1.shift), $1.shift) }
    return sorted.prefix(candidates).map(\.shift)
  }

  /// Returns the strength of the edges in each part of each line.
  private static func signatures(
    _ view: PixelView, _ differing: PixelSet, _ bounds: PixelRect, _ direction: Direction, _ parts: Int,
    _ contrast: Int
  ) -> [Float] {
    let isRows = direction == .rows
    var sums = [Float](repeating: 0, count: (isRows ? bounds.height : bounds.width) * parts)
    for run in differing.runs {
      for x in run.columns {
        let pixel = view.pixel(x, run.y)
        // Edges along the line: a ground that changes from line to line has none.
        let next = isRows ? view.pixel(max(0, x - 1), run.y) : view.pixel(x, max(0, run.y - 1))
        let edge = Float(PixelView.distance(pixel, next))
        guard edge * 4 > Float(contrast) else { continue }
        let (line, place) = isRows ? (run.y - bounds.y, x - bounds.x) : (x - bounds.x, run.y - bounds.y)
        sums[line * parts + place * parts / max(1, isRows ? bounds.width : bounds.height)] += edge
      }
    }
    return sums
  }

  // MARK: The change

  private static func change(
    _ before: PixelView, _ after: PixelView, _ shift: (x: Int, y: Int), _ match: ShiftedContent.Match
  ) -> (ImageChange, PixelSet) {
    let box = match.moved
    let isVertical = shift.y != 0
    let distance = abs(isVertical ? shift.y : shift.x)
    let isPushed = shift.x > 0 || shift.y > 0
    let target = box.moved(by: shift)
    // A single object that moves on its ground is no insertion.
    guard match.isPage else {
      return (ImageChange(.moved(x: shift.x, y: shift.y), at: target), match.rest)
    }
    var start = isVertical ? (isPushed ? box.y : target.y) : (isPushed ? box.x : target.x)
    let edge =
      isVertical
      ? PixelRect(x: 0, y: 0, width: before.width, height: start)
      : PixelRect(x: 0, y: 0, width: start, height: before.height)
    start = min(start, isVertical ? match.edge.y : match.edge.x)
    if start > 0, before.isBlank(edge), after.isBlank(edge) { start = 0 }
    if isVertical, start > 0 { start = slid(start, distance, match.rest) }
    let place =
      isVertical
      ? PixelRect(x: 0, y: start, width: before.width, height: distance)
      : PixelRect(x: start, y: box.y, width: distance, height: box.height)
    // What the new lines show, or what the lost ones showed, is a part of the change.
    let rest = match.rest.filtered { x, y in
      isVertical ? !place.rows.contains(y) : !(place.columns.contains(x) && (box.y..<box.bottom).contains(y))
    }
    let kind: ImageChange.Kind = isVertical ? .rows(inserted: isPushed) : .columns(inserted: isPushed)
    let shown = isPushed ? after : before
    let inside = place.intersection(PixelRect(x: 0, y: 0, width: before.width, height: before.height))
    let content = inside.isEmpty || shown.isBlank(inside) ? "" : shown.content(inside)
    return (ImageChange(kind, at: place, content: content), rest)
  }
}

extension ShiftAnalysis {
  /// Returns the first row of inserted or removed rows, moved up so that they include differences just above. Equal rows
  /// of ground at both ends of the strip leave its place open.
  private static func slid(_ start: Int, _ distance: Int, _ rest: PixelSet) -> Int {
    let above = rest.runs.filter { $0.y < start && $0.y >= start - distance }
    guard let first = above.first?.y else { return start }
    let gained = above.reduce(0) { $0 + $1.columns.count }
    let lost = rest.runs.reduce(0) {
      $0 + ($1.y >= first + distance && $1.y < start + distance ? $1.columns.count : 0)
    }
    return lost < gained ? first : start
  }
}

/// The differing pixels of two images, for checking shifts.
private struct ShiftedContent {
  struct Match {
    /// The number of pixels of content at the expected place, at another place, and of those whose place is outside of
    /// the image.
    var (explained, unexplained, outside) = (0, 0, 0)
    /// The bounds of the content that moved, in the older image.
    var moved = PixelRect(x: 0, y: 0, width: 0, height: 0)
    /// Pixels that the shift doesn't explain.
    var rest = PixelSet()
    /// Whether the moved content is a page or a column of one rather than a single object.
    var isPage = false
    /// The first row and column of differing pixels whose content came in over the edge of the image or went out.
    var edge = (x: Int.max, y: Int.max)
  }

  private let before: PixelView
  private let after: PixelView
  private let differing: PixelSet
  private let contrast: Int

  init(_ before: PixelView, _ after: PixelView, _ differing: PixelSet, contrast: Int) {
    (self.before, self.after, self.differing, self.contrast) = (before, after, differing, contrast)
  }

  /// - Parameter step: 1 to check all differing pixels, n to check those of every n-th row.
  func match(_ shift: (x: Int, y: Int), tolerance: Int, step: Int = 1) -> Match {
    var match = Match()
    var rows = [(explained: Int, unexplained: Int)](repeating: (0, 0), count: before.height)
    var columns = [(explained: Int, unexplained: Int)](repeating: (0, 0), count: before.width)
    let strip = strip(shift)
    var ground = PixelSet()
    let back = (x: -shift.x, y: -shift.y)
    for run in differing.runs where step == 1 || run.y % step == 0 {
      for x in run.columns {
        let y = run.y
        let (isOld, isNew) = (isContent(before, x, y), isContent(after, x, y))
        // A pixel that hardly differs at its own place has not moved.
        guard PixelView.distance(before.pixel(x, y), after.pixel(x, y)) > tolerance else {
          if isOld || isNew { match.unexplained += 1 }
          continue
        }
        let radius = isOld || isNew ? 1 : 0
        let gone = isOld || !isNew ? leads(before, x, y, to: after, shift, tolerance, radius) : .elsewhere
        let there = isNew || !isOld ? leads(after, x, y, to: before, back, tolerance, radius) : .elsewhere
        let isNear = shift.x > 0 || shift.y > 0 ? there == .outside : gone == .outside
        if isNear { match.edge = (min(match.edge.x, x), min(match.edge.y, y)) }
        if gone == .there || there == .there {
          if radius > 0 { match.explained += 1 }
          if gone == .there, isOld || !isNew {
            rows[y].explained += 1
            columns[x].explained += 1
          }
        } else if gone == .outside || there == .outside {
          if radius > 0 { match.outside += 1 }
        } else if radius > 0 {
          if gone == .elsewhere, isOld {
            rows[y].unexplained += 1
            columns[x].unexplained += 1
          }
          // New rows show other content, and lost ones did.
          if !strip.contains(x, y) { match.unexplained += 1 }
          match.rest.add(x, y)
        } else {
          ground.add(x, y)
        }
      }
    }
    // Letters repeat, so single pixels match anywhere.
    func span(_ counts: [(explained: Int, unexplained: Int)]) -> Range<Int>? {
      let isMoved = { (count: (explained: Int, unexplained: Int)) in count.explained > 2 * count.unexplained }
      guard let first = counts.firstIndex(where: isMoved), let last = counts.lastIndex(where: isMoved) else {
        return nil
      }
      return first..<last + 1
    }
    if let across = span(columns), let down = span(rows) {
      match.moved = PixelRect(
        left: across.lowerBound, top: down.lowerBound, right: across.upperBound, bottom: down.upperBound)
    }
    if step == 1 { match.isPage = isPage(match.moved) }
    // Ground that content covered or uncovered is no change of its own.
    let target = match.moved.moved(by: shift)
    match.rest = PixelSet(
      joining: match.rest.runs
        + ground.filtered { x, y in !match.moved.contains(x, y) && !target.contains(x, y) }.runs)
    return match
  }

  /// Returns the likely place of inserted or removed rows or columns: where the first differences are.
  private func strip(_ shift: (x: Int, y: Int)) -> PixelRect {
    let bounds = differing.bounds
    return shift.y != 0
      ? PixelRect(x: 0, y: bounds.y, width: before.width, height: abs(shift.y))
      : PixelRect(x: bounds.x, y: 0, width: abs(shift.x), height: before.height)
  }

  /// The number of pixels with which shifts are ruled out.
  private static let probes = 1500
  /// The share of probes that a shift must explain to be checked further.
  private static let probedShare = 0.3

  /// Whether a shift may explain the differences, as a few pixels of content show.
  func mayBe(_ shift: (x: Int, y: Int), tolerance: Int) -> Bool {
    let step = max(1, differing.count / (Self.probes * 4))
    var (next, seen, matching, count) = (0, 0, 0, 0)
    for run in differing.runs {
      for x in run.columns {
        seen += 1
        guard seen > next, isContent(before, x, run.y) else { continue }
        next = seen + step
        let (there, below) = (x + shift.x, run.y + shift.y)
        guard there >= 0, below >= 0, max(x, there) + 1 < after.width, max(run.y, below) + 1 < after.height else {
          continue
        }
        count += 1
        // Single pixels match by chance.
        let isSame = [(0, 0), (1, 0), (0, 1)].allSatisfy { right, down in
          PixelView.distance(before.pixel(x + right, run.y + down), after.pixel(there + right, below + down))
            <= tolerance
        }
        if isSame { matching += 1 }
      }
    }
    return count == 0 || Double(matching) >= Self.probedShare * Double(count)
  }

  /// The least height of a page, and the least share of the image's width if it has no separate rows, in percent.
  private static let (pageHeight, pageWidth) = (24, 80)

  /// Whether content covers the image's width or has separate rows, like paragraphs and lines of text.
  private func isPage(_ box: PixelRect) -> Bool {
    guard box.height >= Self.pageHeight else { return false }
    if box.width * 100 >= before.width * Self.pageWidth { return true }
    var (bands, isBlank) = (0, true)
    for y in box.rows {
      let hasContent = box.columns.contains { isContent(before, $0, y) }
      if hasContent, isBlank { bands += 1 }
      isBlank = !hasContent
    }
    return bands >= 2
  }

  /// Whether the pixel is at an edge or in a texture.
  private func isContent(_ view: PixelView, _ x: Int, _ y: Int) -> Bool {
    let pixel = view.pixel(x, y)
    if x > 0, PixelView.distance(pixel, view.pixel(x - 1, y)) >= contrast { return true }
    if x < view.width - 1, PixelView.distance(pixel, view.pixel(x + 1, y)) >= contrast { return true }
    if y > 0, PixelView.distance(pixel, view.pixel(x, y - 1)) >= contrast { return true }
    return y < view.height - 1 && PixelView.distance(pixel, view.pixel(x, y + 1)) >= contrast
  }

  private enum Place { case there, elsewhere, outside }

  /// Returns whether the surroundings of a pixel are at the expected place in the other image.
  private func leads(
    _ view: PixelView, _ x: Int, _ y: Int, to other: PixelView, _ shift: (x: Int, y: Int), _ tolerance: Int,
    _ radius: Int
  ) -> Place {
    guard x + shift.x >= 0, y + shift.y >= 0, x + shift.x < view.width, y + shift.y < view.height else {
      return .outside
    }
    for row in max(0, y - radius)...min(view.height - 1, y + radius) {
      for column in max(0, x - radius)...min(view.width - 1, x + radius) {
        let (there, below) = (column + shift.x, row + shift.y)
        guard there >= 0, below >= 0, there < view.width, below < view.height else { continue }
        if PixelView.distance(view.pixel(column, row), other.pixel(there, below)) > tolerance { return .elsewhere }
      }
    }
    return .there
  }
}

extension PixelView {
  /// Returns the largest difference of two pixels' channels.
  static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    guard one != other else { return 0 }
    var largest = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      largest = max(largest, abs(Int(one >> shift & 255) - Int(other >> shift & 255)))
    }
    return largest
  }
}

extension PixelSet {
  /// The smallest rectangle around all pixels; empty if there are none.
  var bounds: PixelRect {
    runs.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { bounds, run in
      bounds.union(
        PixelRect(left: run.columns.lowerBound, top: run.y, right: run.columns.upperBound, bottom: run.y + 1))
    }
  }
}

extension PixelRect {
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool { columns.contains(x) && rows.contains(y) }
}
