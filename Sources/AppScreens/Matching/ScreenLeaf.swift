import Drawing

/// A visual unit of a screen: an image, or a text with everything in its lines.
package struct ScreenLeaf {
  /// The index in `AppScreen.nodes` of the representing element.
  var node: Int
  /// Its own identifiers, and those of enclosing elements with no other content.
  package var identifiers: [String]
  /// The original text.
  var written: String?
  /// The normalized text.
  package var text: String?
  var frame: Rect
  /// The box around a text's glyphs, if it differs from the element's.
  package var ink: Rect?
  var spread: EdgeSpread
  package var lineCount: Int?
  var isClickable: Bool
  package var style: ScreenStyle?
}

/// Finds elements to match with parts of cards. System bars, scroll indicators and invisible elements are excluded.
package struct ScreenContent {
  private let screen: AppScreen
  /// Elements that contain text themselves: all content of their lines is one text.
  private var holdsText: Set<Int> = []
  package private(set) var leaves: [ScreenLeaf] = []

  package init(_ screen: AppScreen) {
    self.screen = screen
    for node in screen.nodes where node.kind == "#text" && node.frame != nil {
      if let parent = node.parent { holdsText.insert(parent) }
    }
    var ofBlock: [Int: Int] = [:]
    var drawings: Set<Int> = []
    let (isChrome, drawing) = surroundings
    for seen in screen.visibleLeaves where !isChrome[seen] && !screen.nodes[seen].isInvisible {
      // A drawing is one unit, whatever it consists of.
      let index = drawing[seen] ?? seen
      let node = screen.nodes[index]
      guard let frame = node.frame, index == seen || drawings.insert(index).inserted else { continue }
      guard node.kind == "#text", let parent = node.parent else {
        leaves.append(leaf(index, frame, nil, block: index))
        continue
      }
      let block = textBlock(parent)
      if let known = ofBlock[block] {
        leaves[known].add(node, frame)
      } else {
        ofBlock[block] = leaves.count
        leaves.append(leaf(index, screen.nodes[block].frame ?? frame, frame, block: block))
      }
    }
  }

  /// For each node, whether it is in a bar or similar, and the drawing that it belongs to. Parents precede children, so
  /// one pass suffices at any depth.
  private var surroundings: (isChrome: [Bool], drawing: [Int?]) {
    var isChrome = [Bool](repeating: false, count: screen.nodes.count)
    var drawing = [Int?](repeating: nil, count: screen.nodes.count)
    for (index, node) in screen.nodes.enumerated() {
      isChrome[index] = node.parent.map { isChrome[$0] } ?? false || Self.isChrome(node)
      drawing[index] = node.parent.flatMap { screen.nodes[$0].kind.lowercased() == "svg" ? $0 : drawing[$0] }
    }
    return (isChrome, drawing)
  }

  /// Returns the outermost of nested elements with text.
  private func textBlock(_ parent: Int) -> Int {
    var block = parent
    while let outer = screen.nodes[block].parent, holdsText.contains(outer) { block = outer }
    return block
  }

  private func leaf(_ index: Int, _ frame: Rect, _ ink: Rect?, block: Int) -> ScreenLeaf {
    let node = screen.nodes[index]
    var identifiers = [node.identifier, index == block ? nil : screen.nodes[block].identifier].compactMap { $0 }
    var (text, isClickable) = (node.text, node.isClickable)
    var outer = screen.nodes[block].parent
    // Nested elements with the same frame are one unit: React Native's View around a Text, a Button around its label.
    while let index = outer, let around = screen.nodes[index].frame, around.isNear(frame) {
      if let identifier = screen.nodes[index].identifier { identifiers.append(identifier) }
      text = text ?? screen.nodes[index].text
      isClickable = isClickable || screen.nodes[index].isClickable
      outer = screen.nodes[index].parent
    }
    return ScreenLeaf(
      node: block, identifiers: identifiers, written: text, text: ScreenText.key(text), frame: frame, ink: ink,
      spread: node.spread, lineCount: node.lineCount, isClickable: isClickable, style: node.style)
  }

  private static let chrome = [
    "statusBarBackground", "navigationBarBackground", "com.android.systemui", "StatusBar", "Keyboard",
  ]

  private static func isChrome(_ node: ScreenNode) -> Bool {
    let name = (node.identifier ?? "") + node.kind
    return node.text?.contains("scroll bar, ") == true || chrome.contains(where: name.contains)
  }
}

extension ScreenLeaf {
  /// Adds another fragment of the same lines.
  fileprivate mutating func add(_ node: ScreenNode, _ frame: Rect) {
    written = (written ?? "") + (node.text ?? "")
    text = ScreenText.key(written)
    let before = ink ?? frame
    // A fragment next to the last line doesn't start a new one.
    let begins = frame.minY >= before.maxY - frame.height / 4
    lineCount = (lineCount ?? 1) + (node.lineCount ?? 1) - (begins ? 0 : 1)
    ink = before.union(frame)
  }
}

extension Rect {
  func union(_ other: Rect) -> Rect {
    Rect(
      left: min(minX, other.minX), top: min(minY, other.minY), right: max(maxX, other.maxX),
      bottom: max(maxY, other.maxY))
  }

  func isNear(_ other: Rect) -> Bool {
    abs(minX - other.minX) <= 1 && abs(minY - other.minY) <= 1 && abs(maxX - other.maxX) <= 1
      && abs(maxY - other.maxY) <= 1
  }
}
