/// The top or bottom edge.
public enum Edge: Equatable, Sendable { case top, bottom }

/// The visible window onto the column, in points.
public struct Viewport: Equatable, Sendable {
  /// In points; greater than the sum of its insets.
  public var height: Double
  /// The height covered by bars and keyboards; content at the ends may be below them.
  public var insetTop: Double
  /// The height covered at the bottom.
  public var insetBottom: Double

  public init(height: Double, insetTop: Double = 0, insetBottom: Double = 0) {
    self.height = Points.snapped(height)
    self.insetTop = Points.snapped(insetTop)
    self.insetBottom = Points.snapped(insetBottom)
  }

  /// The uncovered part, from the viewport's top.
  public var visible: Range<Double> { insetTop..<max(insetTop, height - insetBottom) }

  /// The range of resting offsets: positions in the content at the viewport's top. Content that is too short to scroll
  /// has one offset, which aligns it with an edge.
  public func offsets(contentHeight: Double, shortContent: Edge) -> ClosedRange<Double> {
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
  package func clamp(_ value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}

/// The behavior of a column when its content changes.
public struct AnchorRules: Equatable, Sendable {
  /// The edge where the reader rests: the top of a feed, the end of a chat. With the top edge, the anchor is the first
  /// item that begins in the visible area, by its top; with the bottom edge, the last item that ends in it, by its
  /// bottom.
  public var restingEdge: Edge
  /// The alignment of content that is shorter than the viewport.
  public var shortContent: Edge
  /// When new items at the resting edge are scrolled to.
  public var follow: AutoScrollPolicy
  /// Known faults of native lists, for films that reproduce them.
  package var faults: Set<Fault> = []

  package init(restingEdge: Edge, shortContent: Edge, follow: AutoScrollPolicy, faults: Set<Fault> = []) {
    (self.restingEdge, self.shortContent, self.follow, self.faults) = (restingEdge, shortContent, follow, faults)
  }

  /// When new items at the resting edge are scrolled to.
  public enum AutoScrollPolicy: Equatable, Sendable {
    case never
    /// Only if the reader is within this many points of that edge.
    case within(Double)
  }

  package enum Fault: Hashable, Sendable {
    /// The offset is adjusted for new content during a drag; the finger's next movement sets it relative to the drag's
    /// start, so that the adjustment is lost.
    case offsetSetDuringDrag
    /// Measured heights that replace estimates move the content below them.
    case measuresNotCompensated
    /// Items that are inserted or deleted do so as well.
    case batchesNotCompensated
    /// Bars and keyboards cover the text being read.
    case insetsNotCompensated
  }

  /// A feed rests at its top and follows nothing: the reader can scroll up to new items.
  public static let feed = AnchorRules(restingEdge: .top, shortContent: .top, follow: .never)
  /// A chat rests at its end, and follows if the reader is within 4 points of it.
  public static let chat = AnchorRules(restingEdge: .bottom, shortContent: .bottom, follow: .within(4))

  package func with(_ fault: Fault) -> AnchorRules {
    var rules = self
    rules.faults.insert(fault)
    return rules
  }
}

/// An item that stays at an edge while its section is on the screen, until the next one pushes it away.
public struct PinnedItem: Equatable, Sendable {
  /// An item that may be pinned, at its own position in the content.
  package struct Candidate: Equatable, Sendable {
    package let id: ItemID
    package let top, height, gap: Double

    package init(id: ItemID, top: Double, height: Double, gap: Double) {
      (self.id, self.top, self.height, self.gap) = (id, top, height, gap)
    }

    var bottom: Double { top + height }
  }

  /// The id in the column.
  public let id: ItemID
  /// The position of its top in the content.
  public let y: Double
  /// The share of it on the inner side of the edge, from 0 to 1.
  public let progress: Double
  /// The next pinned item, which is taking over.
  public let next: ItemID?
  /// The progress of taking over, from 0 to 1.
  public let nextProgress: Double

  /// - Parameters:
  ///   - place: The edge's position in the content.
  ///   - candidates: In order of position.
  package init?(_ edge: Edge, at place: Double, among candidates: [Candidate]) {
    switch edge {
    case .top:
      guard let index = candidates.lastIndex(where: { $0.top <= place }) else { return nil }
      let (own, next) = (candidates[index], index + 1 < candidates.count ? candidates[index + 1] : nil)
      let push = next.map { min(0, $0.top - $0.gap - place - own.height) } ?? 0
      self.init(own.id, y: place + push, inside: own.height + push, of: own.height, next?.id)
    case .bottom:
      guard let index = candidates.firstIndex(where: { $0.bottom >= place }) else { return nil }
      let (own, next) = (candidates[index], index > 0 ? candidates[index - 1] : nil)
      let push = next.map { max(0, $0.bottom + $0.gap - place + own.height) } ?? 0
      self.init(own.id, y: place - own.height + push, inside: own.height - push, of: own.height, next?.id)
    }
  }

  private init(_ id: ItemID, y: Double, inside: Double, of height: Double, _ next: ItemID?) {
    (self.id, self.y, self.next) = (id, y, next)
    progress = height > 0 ? min(max(inside / height, 0), 1) : 0
    nextProgress = next == nil ? 0 : 1 - progress
  }
}
