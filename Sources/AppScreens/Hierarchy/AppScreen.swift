import Diagnostics
import Drawing

/// The view hierarchy of an app's screen, from a file of any format.
package struct AppScreen: Sendable {
  package var format: ScreenFormat
  package var unit: ScreenUnit
  /// Whether frames are in device pixels; else in points, which include CSS pixels and dp.
  package var isInPixels: Bool
  /// The elements; parents precede their children.
  package var nodes: [ScreenNode] = []
  /// The visible area in the unit of `nodes`; nil if the file doesn't determine it.
  package var bounds: Rect?
  /// The origin of the image within `bounds`, in points: the scroll offset of a page.
  package var scroll = Point.zero
  /// Pixels of the image per point; nil if unknown.
  package var scale: Double?
  package var scaleSource = ScaleSource.nowhere
  package var diagnostics: [Diagnostic] = []
  /// Whether the file is complete as far as is known. In a truncated file, no part counts as missing.
  package var isWhole = true

  package init(_ format: ScreenFormat, _ unit: ScreenUnit, isInPixels: Bool? = nil) {
    self.format = format
    self.unit = unit
    self.isInPixels = isInPixels ?? (unit == .px)
  }

  /// Points per unit of a frame; nil if the scale is unknown.
  package var pointsPerUnit: Double? { isInPixels ? scale.map { 1 / $0 } : 1 }
  /// Pixels per unit of a frame; nil if the scale is unknown.
  package var pixelsPerUnit: Double? { isInPixels ? 1 : scale }

  /// Indices of visible nodes without visible descendants, in file order.
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

/// The unit of the file's numbers, in the file's own terms.
package enum ScreenUnit: String, Encodable, Sendable {
  case pt, px, css
}

/// An element of a hierarchy.
package struct ScreenNode: Hashable, Sendable {
  /// The type as the format names it: `StaticText`, `android.widget.TextView`, `#text`.
  package var kind: String
  package var identifier: String?
  package var text: String?
  /// The frame relative to the screen's top left corner; nil if the file has no rectangle.
  package var frame: Rect?
  package var spread = EdgeSpread.none
  package var isShown = true
  /// Whether it takes up space without being drawn: `visibility: hidden`.
  package var isInvisible = false
  package var isClickable = false
  /// The number of text lines, if the format counts them.
  package var lineCount: Int?
  package var style: ScreenStyle?
  package var parent: Int?

  package init(_ kind: String, parent: Int?) {
    (self.kind, self.parent) = (kind, parent)
  }
}

/// The look of an element, if the file describes it.
package struct ScreenStyle: Hashable, Sendable {
  /// `#RRGGBB` or `#RRGGBBAA`.
  package var color: String?
  package var background: String?
  /// The first requested font family.
  package var family: String?
  package var weight: Int?
  /// The font size in points.
  package var size: Double?
  /// For an image without a hierarchy: the color of the ink, if it differs from the card's.
  package var ink: String?
}

/// The error bounds of an edge, in the unit of the frames: each format rounds differently.
package struct EdgeSpread: Hashable, Sendable {
  /// Bounds for left and top edges.
  package var near: ClosedRange<Double>
  /// Bounds for right and bottom edges.
  package var far: ClosedRange<Double>

  package init(near: ClosedRange<Double>, far: ClosedRange<Double>) {
    (self.near, self.far) = (near, far)
  }

  /// - Parameter far: Defaults to `near`.
  static func within(_ near: Double, far: Double? = nil) -> EdgeSpread {
    EdgeSpread(near: -near...near, far: -(far ?? near)...(far ?? near))
  }

  package static let none = within(0)
  /// The smallest enclosing rectangle with integer edges.
  package static let outward = EdgeSpread(near: 0...1, far: -1...0)
  /// Each edge truncated to an integer.
  static let cut = EdgeSpread(near: 0...1, far: 0...1)
  static let rounded = within(0.5)
}
