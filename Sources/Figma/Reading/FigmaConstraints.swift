import DataFormats
import Drawing

/// How a layer without auto layout reacts when its frame is resized.
package struct FigmaConstraints: Hashable, Sendable {
  /// LEFT, RIGHT, CENTER, LEFT_RIGHT or SCALE.
  package var horizontal: String
  /// TOP, BOTTOM, CENTER, TOP_BOTTOM or SCALE.
  package var vertical: String

  package init(horizontal: String, vertical: String) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  init(_ node: JSONNode) {
    self.init(horizontal: node.text("horizontal") ?? "LEFT", vertical: node.text("vertical") ?? "TOP")
  }

  /// Returns the new frame of `box` after its parent was resized.
  package func resized(_ box: Rect, parent: Size, to size: Size) -> Rect {
    let (x, width) = Self.resized(horizontal, start: box.minX, length: box.width, from: parent.width, to: size.width)
    let (y, height) = Self.resized(vertical, start: box.minY, length: box.height, from: parent.height, to: size.height)
    return Rect(x: x, y: y, width: width, height: height)
  }

  private static func resized(
    _ constraint: String, start: Double, length: Double, from old: Double, to new: Double
  ) -> (start: Double, length: Double) {
    switch constraint {
    case "RIGHT", "BOTTOM": return (start + new - old, length)
    case "CENTER": return (start + (new - old) / 2, length)
    case "LEFT_RIGHT", "TOP_BOTTOM": return (start, max(0, length + new - old))
    case "SCALE":
      guard old > 0 else { return (start, length) }
      return (start * new / old, length * new / old)
    default: return (start, length)
    }
  }
}
