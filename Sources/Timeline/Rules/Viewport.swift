/// The upper or the lower end.
package enum Edge: Equatable, Sendable { case top, bottom }

/// What the column is seen through, in points.
package struct Viewport: Equatable, Sendable {
  package var height: Double
  /// What bars and keyboards cover; content stands under them at its ends.
  package var insetTop: Double
  package var insetBottom: Double

  package init(height: Double, insetTop: Double = 0, insetBottom: Double = 0) {
    self.height = Points.snapped(height)
    self.insetTop = Points.snapped(insetTop)
    self.insetBottom = Points.snapped(insetBottom)
  }

  /// The part that nothing covers, from the viewport's top.
  package var visible: Range<Double> { insetTop..<max(insetTop, height - insetBottom) }

  /// What content offset may be at rest: the place of the content at the viewport's top. Content that is too short to be
  /// scrolled has one offset, that lays it at an end.
  package func offsets(contentHeight: Double, shortContent: Edge) -> ClosedRange<Double> {
    let (first, last) = (-insetTop, contentHeight - height + insetBottom)
    if first <= last { return first...last }
    return shortContent == .top ? first...first : last...last
  }

  func check() throws(TimelineIssue) {
    let lengths = 0...1_000_000.0
    guard lengths.contains(height), lengths.contains(insetTop), lengths.contains(insetBottom), !visible.isEmpty else {
      throw .viewport(height: height, insetTop: insetTop, insetBottom: insetBottom)
    }
  }
}

extension ClosedRange where Bound == Double {
  func clamp(_ value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
