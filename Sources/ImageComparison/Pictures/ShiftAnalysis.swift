import Basics
import Diagnostics

/// Finds content that moved in an image of fixed size, on any ground: blank, textured or a gradient, which may move
/// along or stay.
struct ShiftAnalysis {
  /// How far the content moved, in pixels; right and down are positive.
  let shift: (x: Int, y: Int)
  /// The shift as a change.
  let moved: ImageChange
  /// Differing pixels outside of the moved content that the shift doesn't explain.
  let rest: PixelSet
  /// Pixels of the moved content that changed besides, in the new image.
  let changed: PixelSet
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
  private static let (exact, leastBlended) = (9, 30)
  /// The difference from a neighbor from which on a pixel counts as content: that of a smooth ground, and the most on a
  /// textured one.
  private static let (leastContrast, mostContrast) = (24, 100)
  /// The share of the differing content that a shift must explain.
  private static let explainedShare = 0.5
  /// The share with which a shift needs no comparison of blended content.
  private static let sufficientShare = 0.95
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
    let ofRows = Self.shiftsOfRows(before, after, differing)
    let shifts: [(x: Int, y: Int)] =
      (Self.shifts(before, after, differing, bounds, .rows, contrast) + ofRows + near).uniqued().map { (x: 0, y: $0) }
      + (Self.shifts(before, after, differing, bounds, .columns, contrast) + near).uniqued().map { (x: $0, y: 0) }
    for shift in shifts where ofRows.contains(shift.y) || content.mayBe(shift, tolerance: blended) {
      for tolerance in [Self.exact, blended] {
        let match = content.match(shift, tolerance: tolerance, step: step)
        guard match.explained >= match.outside else { continue }
        let share = Double(match.explained) / Double(max(1, match.explained + match.unexplained))
        guard share >= Self.explainedShare else { continue }
        // The exact match is better than a blended one that explains little more.
        let score = match.explained - match.unexplained - (tolerance == Self.exact ? 0 : match.explained / 20)
        if score > best?.score ?? 0 { best = (score, shift, tolerance) }
        if share >= Self.sufficientShare { break }
      }
    }
    guard let best else { return nil }
    let match = content.match(best.shift, tolerance: best.tolerance)
    guard !match.moved.isEmpty else { return nil }
    shift = best.shift
    let limit = max(Self.leastBlended, contrast)
    if let page = content.page(shift, match.moved, limit: limit) {
      target = page.target
      (rest, changed) = (page.rest, content.changed(in: target, shift, limit: limit))
      moved = Self.change(before, after, page)
    } else {
      // A single object that moves on its ground is no insertion.
      target = match.moved.moved(by: shift)
      changed = content.changed(in: target, shift, limit: limit)
      let target = target
      rest = changed.count == 0 ? match.rest : match.rest.filtered { x, y in !target.contains(x, y) }
      moved = ImageChange(.moved(x: shift.x, y: shift.y), at: target)
    }
    // Few differences must remain, or few places.
    guard
      (rest.count + changed.count) * 10 <= differing.count
        || rest.regions(reach: 8).count + changed.regions(reach: 8).count <= 4
    else { return nil }
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

  /// Returns the likeliest vertical shifts of whole rows, such as of rulings, which have hardly any edges along the row.
  private static func shiftsOfRows(_ before: PixelView, _ after: PixelView, _ differing: PixelSet) -> [Int] {
    let rows = differing.runs.map(\.y).uniqued()
    func hash(_ view: PixelView, _ y: Int) -> UInt64? {
      let row = PixelRect(x: 0, y: y, width: view.width, height: 1)
      return view.isBlank(row) ? nil : view.rowHashes(row).first
    }
    var places: [UInt64: Int] = [:]
    for y in rows {
      // Equal rows don't say how far they moved.
      if let hash = hash(before, y) { places[hash] = places[hash] == nil ? y : -1 }
    }
    var votes: [Int: Int] = [:]
    for y in rows {
      if let hash = hash(after, y), let place = places[hash], place >= 0, place != y {
        votes[y - place, default: 0] += 1
      }
    }
    return votes.sorted { ($0.value, -abs($0.key), $0.key) > ($1.value, -abs($1.key), $1.key) }.prefix(2).map(\.key)
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

  private static func change(_ before: PixelView, _ after: PixelView, _ page: ShiftedContent.Page) -> ImageChange {
    var place = page.strip
    // Anywhere in blank ground at the start is the same as at the edge.
    let edge =
      page.isVertical
      ? PixelRect(x: 0, y: 0, width: before.width, height: place.y)
      : PixelRect(x: 0, y: 0, width: place.x, height: before.height)
    if before.isBlank(edge), after.isBlank(edge) { if page.isVertical { place.y = 0 } else { place.x = 0 } }
    let kind: ImageChange.Kind =
      page.isVertical ? .rows(inserted: page.isInserted) : .columns(inserted: page.isInserted)
    let shown = page.isInserted ? after : before
    let inside = place.intersection(PixelRect(x: 0, y: 0, width: before.width, height: before.height))
    let content = inside.isEmpty || shown.isBlank(inside) ? "" : shown.content(inside)
    return ImageChange(kind, at: place, content: content)
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
  }

  /// A page, or a column of one, into which rows or columns were inserted, or from which they were removed.
  struct Page {
    var isVertical: Bool
    var isInserted: Bool
    /// The inserted or removed rows or columns.
    var strip: PixelRect
    /// The bounds of what moved, in the new image.
    var target: PixelRect
    /// Differing pixels before the strip and outside of the column.
    var rest: PixelSet
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
    // Unexplained pixels of content in each row or column.
    var lines = [Int](repeating: 0, count: shift.y != 0 ? before.height : before.width)
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
          lines[shift.y != 0 ? y : x] += 1
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
    // Content before the moved one stays. New rows show other content, and lost ones did.
    let distance = shift.x + shift.y
    let first = (shift.y != 0 ? match.moved.y : match.moved.x) + min(0, distance)
    let following = Array(lines[min(lines.count, max(0, first))...])
    match.unexplained += following.reduce(0, +) - following.largestSum(of: abs(distance))
    // Ground that content covered or uncovered is no change of its own.
    let target = match.moved.moved(by: shift)
    match.rest = PixelSet(
      joining: match.rest.runs
        + ground.filtered { x, y in !match.moved.contains(x, y) && !target.contains(x, y) }.runs)
    return match
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

  // MARK: Pages

  /// The least height of a page, and the least share of the image's width if it has no separate rows, in percent.
  private static let (pageHeight, pageWidth) = (24, 80)
  /// The number of pixels of content that show that a strip is not blank.
  private static let stripContent = 16

  /// Returns the page that moved; nil if a single object did.
  ///
  /// - Parameters:
  ///   - box: The bounds of the moved content in the older image.
  ///   - limit: The largest distance of two channels of the same content.
  func page(_ shift: (x: Int, y: Int), _ box: PixelRect, limit: Int) -> Page? {
    let isVertical = shift.y != 0
    let distance = shift.x + shift.y
    let lines = isVertical ? before.height : before.width
    func rect(_ along: Range<Int>, _ across: Range<Int>) -> PixelRect {
      isVertical
        ? PixelRect(left: across.lowerBound, top: along.lowerBound, right: across.upperBound, bottom: along.upperBound)
        : PixelRect(left: along.lowerBound, top: across.lowerBound, right: along.upperBound, bottom: across.upperBound)
    }
    var across = isVertical ? box.columns : box.rows
    let start = start(shift, across: across, limit: limit)
    let first = min(lines, start + max(0, distance))
    let moving = first..<max(first, lines + min(0, distance))
    across = widened(across, to: isVertical ? before.width : before.height) { side in
      let side = rect(moving, side)
      let staying = staying(in: side)
      return isFew(staying, of: side) || staying <= explained(in: side, shift, limit: limit)
    }
    let strip = rect(start..<start + abs(distance), isVertical ? 0..<before.width : across)
    guard isPage(box, strip, isVertical, isInserted: distance > 0) else { return nil }
    let target = rect(moving, across)
    let rest = differing.filtered { x, y in
      let (line, place) = isVertical ? (y, x) : (x, y)
      return line < start || !across.contains(place) && !strip.contains(x, y)
    }
    return Page(isVertical: isVertical, isInserted: distance > 0, strip: strip, target: target, rest: rest)
  }

  /// Returns the first inserted or removed row or column. Earlier rows or columns stay, later ones move.
  private func start(_ shift: (x: Int, y: Int), across: Range<Int>, limit: Int) -> Int {
    let isVertical = shift.y != 0
    let distance = shift.x + shift.y
    let lines = isVertical ? before.height : before.width
    var (stayed, moved) = ([Int](repeating: 0, count: lines), [Int](repeating: 0, count: lines))
    for run in differing.runs {
      for x in run.columns {
        let (line, place) = isVertical ? (run.y, x) : (x, run.y)
        guard across.contains(place) else { continue }
        let pixel = after.pixel(x, run.y)
        stayed[line] += 1
        let (left, above) = (x - shift.x, run.y - shift.y)
        guard left >= 0, above >= 0, left < before.width, above < before.height else { continue }
        if PixelView.distance(before.pixel(left, above), pixel) > limit { moved[line] += 1 }
      }
    }
    var following = [Int](repeating: 0, count: lines + 1)
    for line in moved.indices.reversed() { following[line] = following[line + 1] + moved[line] }
    func cost(_ start: Int, _ sum: Int) -> Int { sum + following[min(lines, start + max(0, distance))] }
    var best = (start: 0, cost: cost(0, 0))
    var sum = 0
    for start in 1..<max(1, lines) {
      sum += stayed[start - 1]
      let cost = cost(start, sum)
      // Anywhere before the first difference is the same place.
      let isSamePlace = cost == best.cost && best.start == start - 1 && stayed[start - 1] == 0
      if cost < best.cost || isSamePlace { best = (start, cost) }
    }
    return best.start
  }

  /// Returns a range extended to the edges of the image on the sides that move along.
  private func widened(_ range: Range<Int>, to end: Int, _ moves: (Range<Int>) -> Bool) -> Range<Int> {
    let first = range.lowerBound > 0 && moves(0..<range.lowerBound) ? 0 : range.lowerBound
    let last = range.upperBound < end && moves(range.upperBound..<end) ? end : range.upperBound
    return first..<last
  }

  /// Whether a number of pixels in every second row of a rectangle may be those of a texture.
  private func isFew(_ count: Int, of rect: PixelRect) -> Bool { count * 200 <= rect.width * rect.height }

  /// Returns the number of pixels of content that are the same at the same place, in every second row.
  private func staying(in rect: PixelRect) -> Int {
    stride(from: rect.y, to: rect.bottom, by: 2).reduce(0) { sum, y in
      sum + rect.columns.count { before.pixel($0, y) == after.pixel($0, y) && isContent(before, $0, y) }
    }
  }

  /// Returns the number of differing pixels of content that moved along, in every second row.
  private func explained(in rect: PixelRect, _ shift: (x: Int, y: Int), limit: Int) -> Int {
    differing.runs.reduce(0) { sum, run in
      guard rect.rows.contains(run.y), (run.y - rect.y).isMultiple(of: 2) else { return sum }
      return sum
        + run.columns.clamped(to: rect.columns).count { x in
          PixelView.distance(before.pixel(x - shift.x, run.y - shift.y), after.pixel(x, run.y)) <= limit
            && isContent(after, x, run.y)
        }
    }
  }

  /// Whether content covers the image's width, has separate rows like paragraphs, or gave way to new content.
  private func isPage(_ box: PixelRect, _ strip: PixelRect, _ isVertical: Bool, isInserted: Bool) -> Bool {
    let isWide = box.width * 100 >= before.width * Self.pageWidth
    if isWide, box.height >= Self.pageHeight { return true }
    if box.height >= Self.pageHeight {
      var (bands, isBlank) = (0, true)
      for y in box.rows {
        let hasContent = box.columns.contains { isContent(before, $0, y) }
        if hasContent, isBlank { bands += 1 }
        isBlank = !hasContent
      }
      if bands >= 2 { return true }
    }
    guard isVertical else { return false }
    let shown = isInserted ? after : before
    let new = differing.runs.reduce(0) { sum, run in
      strip.rows.contains(run.y) ? sum + run.columns.count { isContent(shown, $0, run.y) } : sum
    }
    let below = PixelRect(left: 0, top: min(strip.y, before.height), right: before.width, bottom: before.height)
    return new >= Self.stripContent && isFew(staying(in: below), of: below)
  }

  /// The largest gap between pixels of one place.
  private static let reach = 8

  /// Returns the pixels of moved content that changed besides, in the new image. Ground that content covered or uncovered
  /// is no change of its own.
  func changed(in target: PixelRect, _ shift: (x: Int, y: Int), limit: Int) -> PixelSet {
    let whole = PixelRect(x: 0, y: 0, width: before.width, height: before.height)
    let target = target.intersection(whole).intersection(whole.moved(by: shift))
    let changed = differing.filtered { x, y in
      target.contains(x, y)
        && PixelView.distance(before.pixel(x - shift.x, y - shift.y), after.pixel(x, y)) > limit
    }
    let regions = changed.regions(reach: Self.reach).filter { region in
      region.runs.contains { run in
        run.columns.contains { x in
          isContent(after, x, run.y) || isContent(before, x - shift.x, run.y - shift.y)
        }
      }
    }
    return PixelSet(joining: regions.flatMap(\.runs))
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

extension [Int] {
  /// Returns the largest sum of a number of adjacent elements.
  fileprivate func largestSum(of length: Int) -> Int {
    var (sum, largest) = (0, 0)
    for index in indices {
      sum += self[index]
      if index >= length { sum -= self[index - length] }
      largest = Swift.max(largest, sum)
    }
    return largest
  }
}
