import Basics
import Drawing

/// Separates causes from consequences: a text with one more line moves all boxes below it and makes the card taller,
/// which together is one change.
///
/// A change is a consequence if the surrounding boxes explain it exactly. Anything else is a cause, so a second fault
/// never hides behind the first.
struct ChangeAttribution {
  private let byPath: [String: BoxPair]
  private let children: [String: [BoxPair]]
  private let tolerance: StructureTolerance

  init(pairs: [BoxPair], tolerance: StructureTolerance) {
    byPath = Dictionary(pairs.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var children: [String: [BoxPair]] = [:]
    var named = Set(pairs.map(\.path))
    named.insert("")
    for pair in pairs {
      guard let parent = Self.parent(of: pair.path, among: named) else { continue }
      children[parent, default: []].append(pair)
    }
    self.children = children
    self.tolerance = tolerance
  }

  /// Returns the changes of a box that no surrounding box explains; empty if all are consequences.
  func ownChanges(of pair: BoxPair, _ changes: [BoxChange]) -> [BoxChange] {
    guard pair.reference != nil, pair.actual != nil else {
      // A removed box takes its descendants with it.
      return parent(of: pair).map { $0.reference == nil || $0.actual == nil } == true ? [] : changes
    }
    let isSetAnew = changes.contains { if case .font = $0 { true } else { false } }
    let isBrokenAnew = changes.contains(where: \.isOfLines)
    return changes.filter { change in
      switch change {
      case .missing, .extra, .color, .font, .text, .picture: true
      case .lineCount, .lineBreaks, .truncated: !isSetAnew
      case .baseline: !isSetAnew
      case .resized(let growth): !(isSetAnew || isBrokenAnew || isGrowthExplained(pair, growth))
      case .moved(let delta): !isMoveExplained(pair, delta)
      }
    }
  }

  // MARK: Moves

  /// Whether the box moved with the box around it, or was pushed by a sibling that changed size, was added or removed.
  func isMoveExplained(_ pair: BoxPair, _ delta: Point) -> Bool {
    let carried = parent(of: pair).flatMap(Self.move) ?? .zero
    return isPushed(pair, by: delta.y - carried.y, along: .vertical)
      && isPushed(pair, by: delta.x - carried.x, along: .horizontal)
  }

  private func isPushed(_ pair: BoxPair, by distance: Double, along axis: Axis) -> Bool {
    if isNothing(distance) { return true }
    guard let frame = pair.reference?.frame else { return false }
    // A box aligned to the end or center starts elsewhere when it grows.
    let growth = Self.growth(pair).map(axis.extent) ?? 0
    if !isNothing(growth), isNothing(distance + growth) || isNothing(distance + growth / 2) { return true }
    if isStillCentred(pair, distance, along: axis) { return true }
    let before = siblings(of: pair).filter { sibling in
      if let other = sibling.reference?.frame { return axis.end(other) <= axis.start(frame) + Self.rounding }
      guard let other = sibling.actual?.frame, let now = pair.actual?.frame else { return false }
      return axis.end(other) <= axis.start(now) + Self.rounding
    }
    // The distance pushed by an added or removed sibling also depends on gaps, which aren't recorded.
    if before.contains(where: { $0.reference == nil || $0.actual == nil }) { return true }
    let carried = axis.start(parent(of: pair).flatMap(Self.move) ?? .zero)
    let moves = before.compactMap { Self.move($0).map { axis.start($0) - carried } }
    let growths = before.compactMap { Self.growth($0).map(axis.extent) }.filter { !isNothing($0) }
    return (moves + growths + [growths.reduce(0, +)]).contains { !isNothing($0) && isNothing($0 - distance) }
  }

  /// Whether a centered box stays centered while its container grows: it moves by half the difference in growth.
  private func isStillCentred(_ pair: BoxPair, _ distance: Double, along axis: Axis) -> Bool {
    guard let frame = pair.reference?.frame, let parent = parent(of: pair), let around = parent.reference?.frame,
      let growth = Self.growth(parent).map(axis.extent), !isNothing(growth)
    else { return false }
    let gaps = (axis.start(frame) - axis.start(around), axis.end(around) - axis.end(frame))
    let own = Self.growth(pair).map(axis.extent) ?? 0
    // Positions are whole pixels, so a center may be off by half a point.
    return abs(gaps.0 - gaps.1) <= 1 && abs(distance - (growth - own) / 2) <= 0.5 + Self.rounding
  }

  private func isNothing(_ distance: Double) -> Bool { abs(distance) <= tolerance.position + Self.rounding }

  /// Frames are recorded to a thousandth of a point.
  private static let rounding = 0.003

  // MARK: Growth

  /// Whether the box still ends with its last child, or is stretched to the box around it.
  func isGrowthExplained(_ pair: BoxPair, _ growth: Size) -> Bool {
    isGrown(pair, by: growth.height, along: .vertical) && isGrown(pair, by: growth.width, along: .horizontal)
  }

  private func isGrown(_ pair: BoxPair, by distance: Double, along axis: Axis) -> Bool {
    if abs(distance) <= tolerance.size + Self.rounding { return true }
    return endsWithChildren(pair, children[pair.path] ?? [], along: axis)
      || isStretched(pair, by: distance, along: axis)
  }

  /// Whether the distance from the last of `children` to the box's end is unchanged although they end elsewhere.
  private func endsWithChildren(_ pair: BoxPair, _ children: [BoxPair], along axis: Axis) -> Bool {
    if children.contains(where: { $0.reference == nil || $0.actual == nil }) { return true }
    guard let reference = pair.reference, let actual = pair.actual,
      let before = children.compactMap({ $0.reference?.frame }).map(axis.end).max(),
      let after = children.compactMap({ $0.actual?.frame }).map(axis.end).max()
    else { return false }
    let padding = (axis.end(reference.frame) - before) - (axis.end(actual.frame) - after)
    return abs(padding) <= tolerance.size + Self.rounding && abs(after - before) > Self.rounding
  }

  /// Whether the box is stretched to its container, which grew because of its other contents: a bar next to a text is
  /// as tall as the box around both. Only texts and boxes with children grow by themselves here; a bar never explains
  /// another bar.
  private func isStretched(_ pair: BoxPair, by distance: Double, along axis: Axis) -> Bool {
    guard children[pair.path] == nil, pair.actual?.isText == false, let parent = parent(of: pair),
      let growth = Self.growth(parent).map(axis.extent), abs(growth - distance) <= tolerance.size + Self.rounding
    else { return false }
    let others = siblings(of: pair).filter { sibling in
      // Boxes after this one may have been pushed by it.
      guard let frame = pair.reference?.frame, let other = sibling.reference?.frame ?? sibling.actual?.frame,
        axis.start(other) < axis.end(frame) - Self.rounding
      else { return false }
      return sibling.actual?.isText == true || children[sibling.path] != nil
        || Self.move(sibling).map { !isNothing(axis.start($0) - axis.start(Self.move(parent) ?? .zero)) } == true
    }
    return endsWithChildren(parent, others, along: axis)
  }

  // MARK: The tree

  private func parent(of pair: BoxPair) -> BoxPair? {
    var path = pair.path
    while let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
      if let found = byPath[path] { return found }
    }
    return nil
  }

  private func siblings(of pair: BoxPair) -> [BoxPair] {
    (children[parent(of: pair)?.path ?? ""] ?? []).filter { $0.path != pair.path }
  }

  private static func parent(of path: String, among named: Set<String>) -> String? {
    var path = path
    while let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
      if named.contains(path) { return path }
    }
    return path.isEmpty ? nil : ""
  }

  private static func move(_ pair: BoxPair) -> Point? {
    guard let old = pair.reference?.frame, let new = pair.actual?.frame else { return nil }
    return Point(x: new.minX - old.minX, y: new.minY - old.minY)
  }

  private static func growth(_ pair: BoxPair) -> Size? {
    guard let old = pair.reference?.frame, let new = pair.actual?.frame else { return nil }
    return Size(width: new.width - old.width, height: new.height - old.height)
  }
}

private enum Axis {
  case horizontal, vertical

  func start(_ rect: Rect) -> Double { self == .vertical ? rect.minY : rect.minX }
  func end(_ rect: Rect) -> Double { self == .vertical ? rect.maxY : rect.maxX }
  func start(_ point: Point) -> Double { self == .vertical ? point.y : point.x }
  func extent(_ size: Size) -> Double { self == .vertical ? size.height : size.width }
}

extension BoxChange {
  /// Whether the lines of the text changed, which explains its size.
  fileprivate var isOfLines: Bool {
    switch self {
    case .lineCount, .lineBreaks, .truncated, .text: true
    default: false
    }
  }
}

/// A region of differing pixels and the boxes it is in.
package struct AttributedRegion: Hashable, Sendable {
  /// The bounds in pixels.
  package var bounds: PixelRect
  package var differing: Int
  /// The paths of the deepest named boxes under the pixels, those with the most pixels first.
  package var boxes: [String]
}

/// Finds the boxes to blame for differing pixels.
package struct RegionAttribution: Sendable {
  private struct Candidate {
    var path: String
    var depth: Int
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double
    var area: Double
  }

  private let candidates: [Candidate]

  /// - Parameters:
  ///   - boxes: The boxes of both sides: removed ink is attributed to its old place.
  ///   - scale: Pixels per point.
  package init(boxes: [BoxRecord], scale: Double) {
    candidates = boxes.map { box in
      // A box owns every pixel that it touches.
      Candidate(
        path: box.path, depth: box.depth, left: (box.frame.minX * scale).rounded(.down),
        right: (box.frame.maxX * scale).rounded(.up), top: (box.frame.minY * scale).rounded(.down),
        bottom: (box.frame.maxY * scale).rounded(.up), area: box.frame.width * box.frame.height)
    }
    // Deepest first; at equal depth, the smaller box.
    .sorted { ($1.depth, $0.area, $0.path) < ($0.depth, $1.area, $1.path) }
  }

  package func blame(_ region: DifferingRegion) -> AttributedRegion {
    AttributedRegion(bounds: region.bounds, differing: region.count, boxes: boxes(under: region.runs))
  }

  /// Attributes a strip that only one of the images has.
  package func blame(_ strip: PixelRect) -> AttributedRegion {
    let found = boxes(under: strip.rows.map { PixelRun(y: $0, columns: strip.columns) })
    // Beyond the last box of either side, only the card itself is left.
    let outermost = candidates.min { ($0.depth, $1.area) < ($1.depth, $0.area) }
    return AttributedRegion(
      bounds: strip, differing: strip.width * strip.height,
      boxes: found.isEmpty ? outermost.map { [$0.path] } ?? [] : found)
  }

  private func boxes(under runs: [PixelRun]) -> [String] {
    var counts: [String: Int] = [:]
    for run in runs {
      // Runs are short, so the middle pixel represents them.
      let (x, y) = (Double(run.columns.lowerBound + run.columns.upperBound) / 2, Double(run.y) + 0.5)
      let owner = candidates.first { $0.left <= x && x <= $0.right && $0.top <= y && y <= $0.bottom }
      if let owner { counts[owner.path, default: 0] += run.columns.count }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
