import Drawing

/// Where something may be, in points: formats round.
struct Span: Hashable {
  var low, high: Double

  init(_ low: Double, _ high: Double) { (self.low, self.high) = (low, high) }
  init(_ value: Double) { self.init(value, value) }

  static let anywhere = Span(-.infinity, .infinity)

  var middle: Double { low.isFinite && high.isFinite ? (low + high) / 2 : 0 }

  /// How far apart two are at least; 0 where they meet.
  func gap(to other: Span) -> Double { max(0, low - other.high, other.low - high) }

  static func middle(_ one: Span, _ other: Span) -> Span {
    Span((one.low + other.low) / 2, (one.high + other.high) / 2)
  }

  static func - (left: Span, right: Double) -> Span { Span(left.low - right, left.high - right) }
  static func - (left: Span, right: Span) -> Span { Span(left.low - right.high, left.high - right.low) }
}

/// How far a part's edges are from where the card has them, before the card's own place is taken off.
struct PartDisplacement {
  var left, right, top, bottom: Span
  /// Whether its sizes say something: those of clipped things, of touch targets and of texts do not.
  var judgesWidth = true
  var judgesHeight = true
  /// Of a text.
  var lineCount: Int?
  /// What of it is on the screen ends at the screen's edge, and is less than the part should be.
  var isCut = false

  /// - Parameters:
  ///   - points: Points a unit of the screen's frames.
  ///   - clip: What is seen, in the frames' unit; edges on it may be elsewhere.
  init(_ match: PartMatch, points: Double, clip: Rect?) {
    let (part, leaf) = (match.part, match.leaf)
    let spec = part.frame
    let (near, far) = (leaf.spread.near, leaf.spread.far)
    func span(_ edge: Double, _ spread: ClosedRange<Double>, _ expected: Double) -> Span {
      Span((edge + spread.lowerBound) * points - expected, (edge + spread.upperBound) * points - expected)
    }
    var frame = leaf.frame
    let isAtEdge = clip.map { frame.minY <= $0.minY || frame.maxY >= $0.maxY } ?? false
    isCut = isAtEdge && leaf.lineCount == nil && frame.height * points < spec.height - 1
    if part.isText, isCut {
      // Lines may be behind the edge: none is counted, and only its other edge says where it is.
      lineCount = part.box.lineCount
      (judgesWidth, judgesHeight) = (false, false)
      (top, bottom) = (span(frame.minY, near, spec.minY), span(frame.maxY, far, spec.maxY))
    } else if part.isText {
      let count = part.box.lineCount ?? 1
      let pitch = part.box.font?.lineHeight ?? spec.height / Double(max(1, count))
      let found = leaf.lineCount ?? max(1, Int((leaf.frame.height * points / max(pitch, 1)).rounded()))
      lineCount = found
      (judgesWidth, judgesHeight) = (false, false)
      if let ink = leaf.ink {
        // The element's own box where it is as high as its lines, else that of the glyphs.
        let hugs = abs(frame.height * points - Double(found) * pitch) <= pitch / 4
        let fills = abs(frame.width * points - spec.width) <= 1
        frame = Rect(
          left: fills ? frame.minX : ink.minX, top: hugs ? frame.minY : ink.minY, right: fills ? frame.maxX : ink.maxX,
          bottom: hugs ? frame.maxY : ink.maxY)
      }
      // Fonts place their glyphs differently in a line; its middle is what stays.
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
      // A touch target: what is drawn is in its middle.
      (left, top) = (Span.middle(left, right), Span.middle(top, bottom))
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
