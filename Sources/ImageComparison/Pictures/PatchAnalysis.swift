import Basics

/// Determines what changed in one patch at the same place in two images.
struct PatchAnalysis {
  let before: PixelView
  let after: PixelView
  /// The patch in each image; both have the same size.
  let old: PixelRect
  let new: PixelRect

  /// The fraction of pixels that must match a description.
  private static let agreement = 0.97
  /// More pairs of colors than this can't be a recoloring.
  private static let colors = 4096

  func change() -> ImageChange {
    let ground = ground
    let inkBefore = ground.flatMap { before.ink(on: $0, in: old) }
    let inkAfter = ground.flatMap { after.ink(on: $0, in: new) }
    if let inkBefore, let inkAfter, let moved = move(inkBefore, inkAfter) { return moved }
    if let corners = CornerAnalysis(self, ground, inkBefore, inkAfter)?.change { return corners }
    if isSoft { return ImageChange(.softEdges, at: new) }
    if let recolouring = recolouring(on: ground) { return recolouring }
    switch (inkBefore, inkAfter) {
    case (let gone?, nil): return ImageChange(.went, at: gone, content: before.content(gone))
    case (nil, let there?): return ImageChange(.came, at: there, content: after.content(there))
    case (let one?, let other?): if let resized = resizeOfFlatObject() ?? resize(one, other) { return resized }
    case (nil, nil): if let resized = resizeOfFlatObject() { return resized }
    }
    return ImageChange(.other, at: new, content: before.content(old) + after.content(new))
  }

  // MARK: Surroundings

  /// The most common color of the patch's edge in both images.
  private var ground: UInt32? {
    guard let one = before.edgeColor(old), let other = after.edgeColor(new), one == other else { return nil }
    return one
  }

  /// The rows to examine; large patches are sampled, since a million pixels say no more.
  private var rows: StrideTo<Int> { stride(from: 0, to: old.height, by: max(1, old.width * old.height >> 18)) }

  private func forEachDifference(_ body: (UInt32, UInt32) -> Void) {
    for row in rows {
      let (one, other) = (before.row(old.y + row, from: old.x), after.row(new.y + row, from: new.x))
      for x in 0..<old.width where one[x] != other[x] { body(one[x], other[x]) }
    }
  }

  // MARK: Kinds

  /// Detects a recoloring: colors are replaced one to one, and blends with the ground change accordingly.
  private func recolouring(on ground: UInt32?) -> ImageChange? {
    var counts: [UInt64: Int] = [:]
    var total = 0
    // Neighbors mostly have the same colors, so a run is looked up once.
    var last: (key: UInt64, count: Int) = (0, 0)
    forEachDifference { one, other in
      let key = UInt64(one) << 32 | UInt64(other)
      total += 1
      if key == last.key { return last.count += 1 }
      if last.count > 0, counts.count < Self.colors { counts[last.key, default: 0] += last.count }
      last = (key, 1)
    }
    counts[last.key, default: 0] += last.count
    guard counts.count < Self.colors, let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
      return nil
    }
    let (from, to) = (UInt32(most.key >> 32), UInt32(truncatingIfNeeded: most.key))
    guard from != ground, to != ground else { return nil }
    // On a ground of several colors, an object that came or went replaces them or is replaced by them.
    if ground == nil, before.edgeShare(of: from, around: old) > 0.02 || after.edgeShare(of: to, around: new) > 0.02 {
      return nil
    }
    let blended = counts.reduce(0) { sum, pair in
      let (one, other) = (UInt32(pair.key >> 32), UInt32(truncatingIfNeeded: pair.key))
      let isSame = ground == nil ? Self.changes(one, other, as: from, to) : false
      return sum + (isSame || Self.follows(one, other, from: from, to: to, on: ground) ? pair.value : 0)
    }
    let isMost = Double(most.value) >= 0.6 * Double(total)
    guard isMost || most.value > 1 && Double(blended) >= Self.agreement * Double(total) else { return nil }
    return ImageChange(.recoloured(from: from, to: to), at: new)
  }

  /// Whether a blend of the ground and the old color became the same blend with the new color.
  private static func follows(_ one: UInt32, _ other: UInt32, from: UInt32, to: UInt32, on ground: UInt32?) -> Bool {
    guard let ground else { return one == from && other == to }
    func levels(_ pixel: UInt32) -> SIMD4<Float> { SIMD4(channels(pixel)) }
    let (base, old, new) = (levels(ground), levels(from) - levels(ground), levels(to) - levels(ground))
    let length = (old * old).sum()
    guard length > 0 else { return false }
    let share = ((levels(one) - base) * old).sum() / length
    let rest = levels(other) - base - new * share
    let stray = levels(one) - base - old * share
    return (rest * rest).max() <= 100 && (stray * stray).max() <= 100
  }

  /// Whether a pixel changed by a share of the difference of two colors, whatever its ground.
  private static func changes(_ one: UInt32, _ other: UInt32, as from: UInt32, _ to: UInt32) -> Bool {
    func levels(_ pixel: UInt32) -> SIMD4<Float> { SIMD4(channels(pixel)) }
    let (whole, own) = (levels(to) - levels(from), levels(other) - levels(one))
    let length = (whole * whole).sum()
    guard length > 0 else { return false }
    let share = (own * whole).sum() / length
    let rest = own - whole * share
    // The ground may differ a little, too.
    return share > -0.1 && share < 1.1 && (rest * rest).max() <= 400
  }

  private func move(_ one: PixelRect, _ other: PixelRect) -> ImageChange? {
    let (x, y) = (other.x - new.x - (one.x - old.x), other.y - new.y - (one.y - old.y))
    guard one.size == other.size, x != 0 || y != 0, before.agrees(one, with: after, other) >= Self.agreement else {
      return nil
    }
    return ImageChange(.moved(x: x, y: y), at: other)
  }

  /// The least height of an object that is not a line of text, in pixels.
  private static let objectHeight = 26
  /// The largest difference of the sides' ratio of an enlarged object.
  private static let ratioTolerance = 0.12

  /// Detects a resized object of a single color, on any ground.
  private func resizeOfFlatObject() -> ImageChange? {
    var (gone, came): ([UInt32: Int], [UInt32: Int]) = ([:], [:])
    var total = 0
    forEachDifference { one, other in
      gone[one, default: 0] += 1
      came[other, default: 0] += 1
      total += 1
    }
    let colors = [came, gone].compactMap { counts in
      counts.max { ($0.value, $0.key) < ($1.value, $1.key) }.flatMap { $0.value * 2 >= total ? $0.key : nil }
    }
    for color in colors {
      // Soft edges are no part of the patch.
      guard let one = before.extent(of: color, in: before.inside(old.enlarged(by: 2))),
        let other = after.extent(of: color, in: after.inside(new.enlarged(by: 2))),
        one.rect.size != other.rect.size,
        min(one.rect.width, one.rect.height, other.rect.width, other.rect.height) >= 8,
        abs(one.share - other.share) < 0.08, min(one.share, other.share) > 0.5
      else { continue }
      // The smaller one lies within the larger one, at the place of both images.
      let there = one.rect.moved(by: (new.x - old.x, new.y - old.y))
      let both = there.union(other.rect)
      guard both.width <= max(there.width, other.rect.width) + 2,
        both.height <= max(there.height, other.rect.height) + 2
      else { continue }
      return ImageChange(.resized(from: one.rect.size), at: other.rect)
    }
    return nil
  }

  /// Detects the same content at another size by comparing both at a small size.
  private func resize(_ one: PixelRect, _ other: PixelRect) -> ImageChange? {
    guard one.size != other.size, min(one.width, one.height, other.width, other.height) >= 8 else { return nil }
    // Words of another length are no enlarged words.
    let ratio = Double(one.width) / Double(one.height) / (Double(other.width) / Double(other.height))
    let isEnlarged = abs(ratio - 1) <= Self.ratioTolerance && one.width != other.width && one.height != other.height
    guard isEnlarged || min(one.height, other.height) >= Self.objectHeight else { return nil }
    let (small, other8) = (before.averages(one), after.averages(other))
    let far = zip(small, other8).map { one, other in (one - other) * (one - other) }.map { $0.max() }
    guard far.allSatisfy({ $0 < 40 * 40 }), far.reduce(0, +) / Float(far.count) < 12 * 12 else { return nil }
    return ImageChange(.resized(from: one.size), at: other)
  }

  /// Whether every pixel equals a neighbor or lies between two neighbors, and few change from one full color to
  /// another.
  private var isSoft: Bool {
    var (total, near, hard) = (0, 0, 0)
    for row in rows {
      // Usually decided early.
      if total > 4096, Double(near) < 0.9 * Double(total) || hard * 3 > total * 2 { return false }
      let (one, other) = (before.row(old.y + row, from: old.x), after.row(new.y + row, from: new.x))
      for x in 0..<old.width where one[x] != other[x] {
        total += 1
        let around = before.range(old.x + x, old.y + row)
        let back = after.range(new.x + x, new.y + row)
        if around.holds(other[x]), back.holds(one[x]) { near += 1 }
        if around.isEnd(one[x]), back.isEnd(other[x]) { hard += 1 }
      }
    }
    return total > 0 && Double(near) >= Self.agreement * Double(total) && hard * 2 <= total
  }
}

/// Recognizes other rounded corners of an object on a plain ground, whose straight edges are the same.
private struct CornerAnalysis {
  let change: ImageChange

  /// The least side of an object in pixels; smaller ones are letters.
  private static let leastSide = 14
  /// The least change of a corner's covered area in pixels. Other anti-aliasing changes less.
  private static let leastArea: Float = 0.7
  /// The share of the change that must have the same direction.
  private static let sameDirection: Float = 0.9
  /// The area outside of a rounded corner, for a radius of 1.
  private static let outside: Float = 1 - .pi / 4

  init?(_ patch: PatchAnalysis, _ ground: UInt32?, _ inkBefore: PixelRect?, _ inkAfter: PixelRect?) {
    guard let ground, let one = inkBefore, let other = inkAfter, one.size == other.size,
      one.x - patch.old.x == other.x - patch.new.x, one.y - patch.old.y == other.y - patch.new.y,
      min(one.width, one.height) >= Self.leastSide,
      patch.before.edgeShare(of: ground, around: one) > 0.98, patch.after.edgeShare(of: ground, around: other) > 0.98
    else { return nil }
    let (width, height) = (one.width, one.height)
    let color = patch.before.pixel(one.x + width / 2, one.y)
    guard color != ground, color == patch.after.pixel(other.x + width / 2, other.y) else { return nil }
    func levels(_ pixel: UInt32) -> SIMD4<Float> { SIMD4(channels(pixel)) }
    let (base, ink) = (levels(ground), levels(color) - levels(ground))
    let length = (ink * ink).sum()
    guard length > 0 else { return nil }
    func coverage(_ pixel: UInt32) -> Float { ((levels(pixel) - base) * ink).sum() / length }
    // Corners from the top left one, clockwise by rows.
    var (gains, changes) = ([Float](repeating: 0, count: 4), [Float](repeating: 0, count: 4))
    var extent = 0
    for y in 0..<height {
      let (before, after) = (patch.before.row(one.y + y, from: one.x), patch.after.row(other.y + y, from: other.x))
      for x in 0..<width where before[x] != after[x] {
        extent = max(extent, min(x, width - 1 - x) + 1, min(y, height - 1 - y) + 1)
        guard extent * 2 <= min(width, height) else { return nil }
        let corner = (x * 2 < width ? 0 : 1) + (y * 2 < height ? 0 : 2)
        let gain = coverage(after[x]) - coverage(before[x])
        gains[corner] += gain
        changes[corner] += abs(gain)
      }
    }
    let changed = changes.indices.filter { changes[$0] > 0 }
    let isGrowing = gains.reduce(0, +) > 0
    guard changed.count >= 2,
      changed.allSatisfy({
        abs(gains[$0]) >= max(Self.leastArea, Self.sameDirection * changes[$0]) && (gains[$0] > 0) == isGrowing
      })
    else { return nil }
    func radius(_ view: PixelView, _ rect: PixelRect) -> Int? {
      let corner = changed[0]
      let side = min(extent + 2, min(width, height) / 2)
      let (left, top) = (
        corner % 2 == 0 ? rect.x : rect.right - side, corner / 2 == 0 ? rect.y : rect.bottom - side
      )
      // Only the corner of a filled object shows its radius.
      guard view.pixel(corner % 2 == 0 ? left + side - 1 : left, corner / 2 == 0 ? top + side - 1 : top) == color
      else { return nil }
      var (area, isSoft): (Float, Bool) = (0, false)
      for y in top..<top + side {
        for x in left..<left + side {
          let covered = min(1, max(0, coverage(view.pixel(x, y))))
          area += 1 - covered
          if covered > 0.1, covered < 0.9 { isSoft = true }
        }
      }
      // Corners of whole pixels don't show their radius.
      return isSoft || area < 0.1 ? Int((area / Self.outside).squareRoot().rounded()) : nil
    }
    let (from, to) = (radius(patch.before, one), radius(patch.after, other))
    let isMeasured = from != nil && to != nil && from != to
    change = ImageChange(.corners(from: isMeasured ? from : nil, to: isMeasured ? to : nil), at: other)
  }
}

extension PixelRect {
  fileprivate func enlarged(by margin: Int) -> PixelRect {
    PixelRect(left: x - margin, top: y - margin, right: right + margin, bottom: bottom + margin)
  }
}

/// Red, green, blue, alpha.
private func channels(_ pixel: UInt32) -> SIMD4<UInt8> {
  SIMD4<UInt8>(truncatingIfNeeded: SIMD4<UInt32>(repeating: pixel) &>> SIMD4(0, 8, 16, 24))
}

/// The darkest and the brightest values of some pixels, by channel.
private struct ColorRange {
  var low: SIMD4<UInt8>
  var high: SIMD4<UInt8>

  /// The tolerance for another rasterizer, of 255 levels.
  private static let slack: UInt8 = 12

  func holds(_ pixel: UInt32) -> Bool {
    let found = channels(pixel)
    return all(found .>= low &- pointwiseMin(low, SIMD4(repeating: Self.slack)))
      && all(found .<= high &+ pointwiseMin(SIMD4(repeating: 255) &- high, SIMD4(repeating: Self.slack)))
  }

  func isEnd(_ pixel: UInt32) -> Bool {
    let found = channels(pixel)
    return found == low || found == high
  }
}

extension PixelView {
  fileprivate func range(_ x: Int, _ y: Int) -> ColorRange {
    var range = ColorRange(low: SIMD4(repeating: 255), high: SIMD4(repeating: 0))
    for row in max(0, y - 1)...min(height - 1, y + 1) {
      for column in max(0, x - 1)...min(width - 1, x + 1) {
        let found = channels(pixel(column, row))
        range.low = pointwiseMin(range.low, found)
        range.high = pointwiseMax(range.high, found)
      }
    }
    return range
  }

  /// Returns the share of a color among the pixels just outside of a rectangle.
  fileprivate func edgeShare(of color: UInt32, around rect: PixelRect) -> Double {
    var (count, total) = (0, 0)
    for line in [
      PixelRect(x: rect.x, y: rect.y - 1, width: rect.width, height: 1),
      PixelRect(x: rect.x, y: rect.bottom, width: rect.width, height: 1),
      PixelRect(x: rect.x - 1, y: rect.y, width: 1, height: rect.height),
      PixelRect(x: rect.right, y: rect.y, width: 1, height: rect.height),
    ] where inside(line) == line {
      for y in line.rows {
        for x in line.columns {
          total += 1
          if pixel(x, y) == color { count += 1 }
        }
      }
    }
    return Double(count) / Double(max(1, total))
  }

  /// Returns the part of a rectangle within the image.
  fileprivate func inside(_ rect: PixelRect) -> PixelRect {
    rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// Returns the bounds of the pixels that are nearer to a color than to the one at the rectangle's corner, and the share
  /// of the bounds that they fill.
  fileprivate func extent(of color: UInt32, in rect: PixelRect) -> (rect: PixelRect, share: Double)? {
    guard !rect.isEmpty else { return nil }
    let corners = [
      pixel(max(0, rect.x - 1), max(0, rect.y - 1)), pixel(min(width - 1, rect.right), min(height - 1, rect.bottom)),
    ]
    let far = corners.map { PixelView.distance($0, color) }.max() ?? 0
    guard far > 16 else { return nil }
    var (left, top, right, bottom, count) = (rect.right, rect.bottom, rect.x, rect.y, 0)
    for y in rect.rows {
      let row = row(y, from: 0)
      for x in rect.columns where PixelView.distance(row[x], color) * 2 <= far {
        (left, right, top, bottom) = (min(left, x), max(right, x + 1), min(top, y), y + 1)
        count += 1
      }
    }
    guard left < right else { return nil }
    let bounds = PixelRect(left: left, top: top, right: right, bottom: bottom)
    return (bounds, Double(count) / Double(bounds.width * bounds.height))
  }

  /// Returns the most common color just outside of a rectangle; nil if none covers half of it.
  fileprivate func edgeColor(_ rect: PixelRect) -> UInt32? {
    let around = inside(rect.enlarged(by: 1))
    // An object at the image's edge is no ground, unless it fills the image.
    let isWhole = around == rect
    var counts: [UInt32: Int] = [:]
    var total = 0
    func note(_ x: Int, _ y: Int) {
      counts[pixel(x, y), default: 0] += 1
      total += 1
    }
    for x in around.columns {
      if isWhole || around.y < rect.y { note(x, around.y) }
      if isWhole || around.bottom > rect.bottom { note(x, around.bottom - 1) }
    }
    for y in around.rows {
      if isWhole || around.x < rect.x { note(around.x, y) }
      if isWhole || around.right > rect.right { note(around.right - 1, y) }
    }
    guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most.value * 2 >= total else {
      return nil
    }
    return most.key
  }

  /// Returns the bounds of all pixels in a rectangle that differ from the ground; nil if there are none.
  func ink(on ground: UInt32, in rect: PixelRect) -> PixelRect? {
    var (left, top, right, bottom) = (rect.right, rect.bottom, rect.x, rect.y)
    for y in rect.rows {
      let row = row(y, from: 0)
      guard let first = rect.columns.first(where: { row[$0] != ground }),
        let last = rect.columns.last(where: { row[$0] != ground })
      else { continue }
      (left, right) = (min(left, first), max(right, last + 1))
      (top, bottom) = (min(top, y), y + 1)
    }
    return left < right ? PixelRect(left: left, top: top, right: right, bottom: bottom) : nil
  }

  /// Returns a digest of the pixels, independent of their position.
  func content(_ rect: PixelRect) -> String {
    var digest = FNV1a64()
    for y in rect.rows {
      for byte in UnsafeRawBufferPointer(start: row(y) + rect.x * 4, count: rect.width * 4) { digest.append(byte) }
    }
    return "\(rect.width) × \(rect.height) \(digest.hex)"
  }

  /// Returns the fraction of equal pixels in two rectangles of one size.
  fileprivate func agrees(_ rect: PixelRect, with other: PixelView, _ there: PixelRect) -> Double {
    var same = 0
    for row in 0..<rect.height {
      let (one, two) = (self.row(rect.y + row, from: rect.x), other.row(there.y + row, from: there.x))
      same += (0..<rect.width).count { one[$0] == two[$0] }
    }
    return Double(same) / Double(max(1, rect.width * rect.height))
  }

  /// Returns the averages of 8 × 8 cells.
  fileprivate func averages(_ rect: PixelRect) -> [SIMD4<Float>] {
    (0..<64).map { field in
      let (column, line) = (field % 8, field / 8)
      let columns =
        rect.x + rect.width * column / 8..<rect.x + max(rect.width * (column + 1) / 8, rect.width * column / 8 + 1)
      let rows =
        rect.y + rect.height * line / 8..<rect.y + max(rect.height * (line + 1) / 8, rect.height * line / 8 + 1)
      var sum = SIMD4<Float>.zero
      for y in rows {
        let row = row(y, from: 0)
        for x in columns {
          sum += SIMD4<Float>(channels(row[x]))
        }
      }
      return sum / Float(columns.count * rows.count)
    }
  }
}
