import Drawing

/// The possible range of a position in points, since formats round.
struct PositionRange: Hashable {
  var low, high: Double

  init(_ low: Double, _ high: Double) { (self.low, self.high) = (low, high) }
  init(_ value: Double) { self.init(value, value) }

  static let anywhere = PositionRange(-.infinity, .infinity)

  var middle: Double { low.isFinite && high.isFinite ? (low + high) / 2 : 0 }

  /// Returns the minimum distance of two spans; 0 if they overlap.
  func gap(to other: PositionRange) -> Double { max(0, low - other.high, other.low - high) }

  static func middle(_ one: PositionRange, _ other: PositionRange) -> PositionRange {
    PositionRange((one.low + other.low) / 2, (one.high + other.high) / 2)
  }

  static func - (left: PositionRange, right: Double) -> PositionRange {
    PositionRange(left.low - right, left.high - right)
  }
  static func - (left: PositionRange, right: PositionRange) -> PositionRange {
    PositionRange(left.low - right.high, left.high - right.low)
  }
}

/// The distances of a part's edges from the card's layout, before the card's own position is subtracted.
struct PartDisplacement {
  var left, right, top, bottom: PositionRange
  /// Whether its size is meaningful: not for clipped elements, touch targets and texts.
  var judgesWidth = true
  var judgesHeight = true
  /// The line count of a text.
  var lineCount: Int?
  /// Whether the screen's edge cuts off part of it.
  var isCut = false

  /// - Parameters:
  ///   - points: Points per unit of the screen's frames.
  ///   - clip: The visible area in the frames' unit; edges on it may really be elsewhere.
  init(_ match: PartMatch, points: Double, clip: Rect?) {
    let (part, leaf) = (match.part, match.leaf)
    let spec = part.frame
    let (near, far) = (leaf.spread.near, leaf.spread.far)
    func span(_ edge: Double, _ spread: ClosedRange<Double>, _ expected: Double) -> PositionRange {
      PositionRange((edge + spread.lowerBound) * points - expected, (edge + spread.upperBound) * points - expected)
    }
    var frame = leaf.frame
    let isAtEdge = clip.map { frame.minY <= $0.minY || frame.maxY >= $0.maxY } ?? false
    isCut = isAtEdge && leaf.lineCount == nil && frame.height * points < spec.height - 1
    if part.isText, isCut {
      // Lines may be beyond the edge: none are counted, and only the other edge gives the position.
      lineCount = part.box.lineCount
      (judgesWidth, judgesHeight) = (false, false)
      (top, bottom) = (span(frame.minY, near, spec.minY), span(frame.maxY, far, spec.maxY))
    } else if part.isText {
      let count = part.box.lineCount ?? 1
      let pitch = part.box.font?.lineHeight ?? spec.height / Double(max(1, count))
      let found = leaf.lineCount ?? max(1, Int(saturating: (leaf.frame.height * points / max(pitch, 1)).rounded()))
      lineCount = found
      (judgesWidth, judgesHeight) = (false, false)
      if let ink = leaf.ink {
        // Use the element's own box if it is as tall as its lines, else the box of the glyphs.
        let hugs = abs(frame.height * points - Double(found) * pitch) <= pitch / 4
        let fills = abs(frame.width * points - spec.width) <= 1
        frame = Rect(
          left: fills ? frame.minX : ink.minX, top: hugs ? frame.minY : ink.minY, right: fills ? frame.maxX : ink.maxX,
          bottom: hugs ? frame.maxY : ink.maxY)
      }
      // Fonts place their glyphs differently within a line, but its center is stable.
      let line = frame.height / Double(found)
      let (first, last) =
        found == count
        ? (frame.center.y, frame.center.y) : (frame.minY + line / 2, frame.maxY - line / 2)
      let middles =
        found == count
        ? (spec.center.y, spec.center.y) : (spec.minY + pitch / 2, spec.maxY - pitch / 2)
      let spread = (near.lowerBound + far.lowerBound) / 2...(near.upperBound + far.upperBound) / 2
      (top, bottom) = (span(first, spread, middles.0), span(last, spread, middles.1))
    } else {
      (top, bottom) = (span(frame.minY, near, spec.minY), span(frame.maxY, far, spec.maxY))
    }
    (left, right) = (span(frame.minX, near, spec.minX), span(frame.maxX, far, spec.maxX))
    let isLarger = frame.width * points > spec.width + 2 && frame.height * points > spec.height + 2
    if !part.isText, leaf.isClickable, isLarger {
      // In a touch target, the drawn content is centered.
      (left, top) = (PositionRange.middle(left, right), PositionRange.middle(top, bottom))
      (right, bottom) = (left, top)
      (judgesWidth, judgesHeight) = (false, false)
    }
    guard let clip else { return }
    if leaf.frame.minY <= clip.minY { top.low = -.infinity }
    if leaf.frame.maxY >= clip.maxY {
      bottom.high = .infinity
      judgesHeight = false
    }
    if leaf.frame.minY <= clip.minY { judgesHeight = false }
    if leaf.frame.maxX >= clip.maxX, leaf.frame.minX > clip.minX { judgesWidth = false }
  }
}
