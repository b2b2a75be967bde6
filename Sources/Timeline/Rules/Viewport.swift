/// The upper or the lower end.
public enum Edge: Equatable, Sendable { case top, bottom }

/// What the column is seen through, in points.
public struct Viewport: Equatable, Sendable {
  /// Points, above its insets together.
  public var height: Double
  /// What bars and keyboards cover; content stands under them at its ends.
  public var insetTop: Double
  /// The same at the lower end.
  public var insetBottom: Double

  public init(height: Double, insetTop: Double = 0, insetBottom: Double = 0) {
    self.height = Points.snapped(height)
    self.insetTop = Points.snapped(insetTop)
    self.insetBottom = Points.snapped(insetBottom)
  }

  /// The part that nothing covers, from the viewport's top.
  public var visible: Range<Double> { insetTop..<max(insetTop, height - insetBottom) }

  /// What content offset may be at rest: the place of the content at the viewport's top. Content that is too short to be
  /// scrolled has one offset, that lays it at an end.
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
  func clamp(_ value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}

/// How a column behaves when something in it changes.
public struct AnchorRules: Equatable, Sendable {
  /// Where the reader rests: at the top of a feed, at the end of a chat. The first item that begins in the visible area is the
  /// anchor by its top there, the last one that ends in it by its bottom here.
  public var restingEdge: Edge
  /// Where content lies that is shorter than the viewport.
  public var shortContent: Edge
  /// When items that come at the resting edge are scrolled to.
  public var follow: Follow
  /// What native lists are seen to do wrong, for films that show it.
  package var faults: Set<Fault> = []

  /// When items that come at the resting edge are scrolled to.
  public enum Follow: Equatable, Sendable {
    case never
    /// Only where the reader is no further than so many points from that end.
    case within(Double)
  }

  package enum Fault: Hashable, Sendable {
    /// The offset is set for new content while a finger is on the list; the finger's next movement sets it from where the drag
    /// began, and what was made up for is lost.
    case offsetSetDuringDrag
    /// Heights that replace estimates move whatever is under them.
    case measuresNotCompensated
    /// So do items that come and go.
    case batchesNotCompensated
    /// Bars and keyboards cover what is read.
    case insetsNotCompensated
  }

  /// A feed rests at its top and follows nothing: what comes above is there when the reader wants it.
  public static let feed = AnchorRules(restingEdge: .top, shortContent: .top, follow: .never)
  /// A chat rests at its end, and follows a reader who is at the end but for 4 points.
  public static let chat = AnchorRules(restingEdge: .bottom, shortContent: .bottom, follow: .within(4))

  package func with(_ fault: Fault) -> AnchorRules {
    var rules = self
    rules.faults.insert(fault)
    return rules
  }
}

/// An item that stays at an edge while what it heads is on the screen, until the next one pushes it away.
public struct PinnedItem: Equatable, Sendable {
  /// An item that may be pinned, at its own place in the content.
  package struct Candidate: Equatable, Sendable {
    package let id: ItemID
    package let top, height, gap: Double

    package init(id: ItemID, top: Double, height: Double, gap: Double) {
      (self.id, self.top, self.height, self.gap) = (id, top, height, gap)
    }

    var bottom: Double { top + height }
  }

  /// As the column calls it.
  public let id: ItemID
  /// Its top's place in the content.
  public let y: Double
  /// How much of it is on the inner side of the edge, from 0 to 1.
  public let progress: Double
  /// The one that comes next, and how far it has taken over.
  public let next: ItemID?
  /// How far it has taken over, from 0 to 1.
  public let nextProgress: Double

  /// - Parameters:
  ///   - place: the edge's place in the content.
  ///   - candidates: in the order of their places.
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
