import Diagnostics
import Drawing

/// A view hierarchy as a tool has written it, of whichever format: what an app's screen is made of.
package struct Screen: Sendable {
  package var format: ScreenFormat
  package var unit: ScreenUnit
  /// Whether frames are device pixels; else points, to which CSS pixels and dp count.
  package var isInPixels: Bool
  /// Parents stand before their children.
  package var nodes: [ScreenNode] = []
  /// What is seen, as `nodes` count; nil where the file can't tell.
  package var bounds: Rect?
  /// Where in `bounds` the picture begins, in points: of a page that was scrolled.
  package var scroll = Point.zero
  /// Pixels of the picture a point; nil where nothing tells.
  package var scale: Double?
  package var scaleSource = ScaleSource.nowhere
  package var diagnostics: [Diagnostic] = []
  /// Whether the file holds all of the screen, as far as it can be known. Nothing is missing from one that is cut off.
  package var isWhole = true

  init(_ format: ScreenFormat, _ unit: ScreenUnit, isInPixels: Bool? = nil) {
    self.format = format
    self.unit = unit
    self.isInPixels = isInPixels ?? (unit == .px)
  }

  /// Points that one unit of a frame is; nil where the scale is unknown.
  package var pointsPerUnit: Double? { isInPixels ? scale.map { 1 / $0 } : 1 }
  /// As `pointsPerUnit`.
  package var pixelsPerUnit: Double? { isInPixels ? 1 : scale }

  /// Nodes that show something and hold nothing that does, in the file's order.
  package var visibleLeaves: [Int] {
    var holdsShown = [Bool](repeating: false, count: nodes.count)
    for (index, node) in nodes.enumerated().reversed() where holdsShown[index] || isSeen(node) {
      if let parent = node.parent { holdsShown[parent] = true }
    }
    return nodes.indices.filter { !holdsShown[$0] && isSeen(nodes[$0]) }
  }

  private func isSeen(_ node: ScreenNode) -> Bool {
    guard node.isShown, let frame = node.frame, !frame.isEmpty else { return false }
    return bounds.map(frame.intersects) ?? true
  }
}

/// What the file's numbers count, by its own words.
package enum ScreenUnit: String, Encodable, Sendable {
  case pt, px, css
}

/// An element of a hierarchy.
package struct ScreenNode: Hashable, Sendable {
  /// As the format calls it: `StaticText`, `android.widget.TextView`, `#text`.
  package var kind: String
  package var identifier: String?
  package var text: String?
  /// From the screen's top left corner; nil where the file has none that is a rectangle.
  package var frame: Rect?
  package var spread = EdgeSpread.none
  package var isShown = true
  /// Whether it takes its room and draws nothing: `visibility: hidden`.
  package var isInvisible = false
  package var isClickable = false
  /// Lines of text, where the format counts them.
  package var lineCount: Int?
  package var style: ScreenStyle?
  package var parent: Int?

  init(_ kind: String, parent: Int?) {
    (self.kind, self.parent) = (kind, parent)
  }
}

/// How an element is drawn, where the file tells.
package struct ScreenStyle: Hashable, Sendable {
  /// `#RRGGBB` or `#RRGGBBAA`.
  package var color: String?
  package var background: String?
  /// The first family that is asked for.
  package var family: String?
  package var weight: Int?
  /// Points.
  package var size: Double?
  /// Of a picture without a hierarchy: what it is drawn in, where that is another colour than the card's.
  package var ink: String?
}

/// How far from a written edge the real one may be, in the unit of the frames: formats round, each in its own way.
package struct EdgeSpread: Hashable, Sendable {
  /// Left and top edges.
  package var near: ClosedRange<Double>
  /// Right and bottom edges.
  package var far: ClosedRange<Double>

  package init(near: ClosedRange<Double>, far: ClosedRange<Double>) {
    (self.near, self.far) = (near, far)
  }

  /// - Parameter far: Nil is like `near`.
  static func within(_ near: Double, far: Double? = nil) -> EdgeSpread {
    EdgeSpread(near: -near...near, far: -(far ?? near)...(far ?? near))
  }

  static let none = within(0)
  /// The smallest whole rectangle around the real one.
  static let outward = EdgeSpread(near: 0...1, far: -1...0)
  /// Each edge without its fraction.
  static let cut = EdgeSpread(near: 0...1, far: 0...1)
  static let rounded = within(0.5)
}
