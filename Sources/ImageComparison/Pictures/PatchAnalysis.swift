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
    if isSoft { return ImageChange(.softEdges, at: new) }
    if let recolouring = recolouring(on: ground) { return recolouring }
    switch (inkBefore, inkAfter) {
    case (let gone?, nil): return ImageChange(.went, at: gone, content: before.content(gone))
    case (nil, let there?): return ImageChange(.came, at: there, content: after.content(there))
    case (let one?, let other?): if let resized = resize(one, other) { return resized }
    case (nil, nil): break
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
    let blended = counts.reduce(0) { sum, pair in
      let (one, other) = (UInt32(pair.key >> 32), UInt32(truncatingIfNeeded: pair.key))
      return sum + (Self.follows(one, other, from: from, to: to, on: ground) ? pair.value : 0)
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

  private func move(_ one: PixelRect, _ other: PixelRect) -> ImageChange? {
    let (x, y) = (other.x - new.x - (one.x - old.x), other.y - new.y - (one.y - old.y))
    guard one.size == other.size, x != 0 || y != 0, before.agrees(one, with: after, other) >= Self.agreement else {
      return nil
    }
    return ImageChange(.moved(x: x, y: y), at: other)
  }

  /// Detects the same content at another size by comparing both at a small size.
  private func resize(_ one: PixelRect, _ other: PixelRect) -> ImageChange? {
    guard one.size != other.size, min(one.width, one.height, other.width, other.height) >= 8 else { return nil }
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

  /// Returns the most common color just outside of a rectangle; nil if none covers half of it.
  fileprivate func edgeColor(_ rect: PixelRect) -> UInt32? {
    let (left, top) = (max(0, rect.x - 1), max(0, rect.y - 1))
    let (right, bottom) = (min(width, rect.right + 1), min(height, rect.bottom + 1))
    var counts: [UInt32: Int] = [:]
    var total = 0
    func note(_ x: Int, _ y: Int) {
      counts[pixel(x, y), default: 0] += 1
      total += 1
    }
    for x in left..<right {
      note(x, top)
      note(x, bottom - 1)
    }
    for y in top..<bottom {
      note(left, y)
      note(right - 1, y)
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
