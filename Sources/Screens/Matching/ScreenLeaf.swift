import Drawing

/// Something that is seen on a screen as one thing: a picture, a text with all that stands in its lines.
struct ScreenLeaf {
  /// In `Screen.nodes`: the element that stands for it.
  var node: Int
  /// Its own, and those of elements around it that hold nothing else.
  var identifiers: [String]
  /// As it was written.
  var written: String?
  /// Normalized.
  var text: String?
  var frame: Rect
  /// Around the glyphs of a text, where its element's box is another.
  var ink: Rect?
  var spread: EdgeSpread
  var lineCount: Int?
  var isClickable: Bool
  var style: ScreenStyle?
}

/// Finds what can be held against the parts of cards. Bars of the system, scroll indicators and what takes room without
/// being drawn are no content.
struct ScreenContent {
  private let screen: Screen
  /// Elements that hold text themselves: what is in their lines is one text.
  private var holdsText: Set<Int> = []
  private(set) var leaves: [ScreenLeaf] = []

  init(_ screen: Screen) {
    self.screen = screen
    for node in screen.nodes where node.kind == "#text" && node.frame != nil {
      if let parent = node.parent { holdsText.insert(parent) }
    }
    var ofBlock: [Int: Int] = [:]
    var drawings: Set<Int> = []
    let (isChrome, drawing) = surroundings
    for seen in screen.visibleLeaves where !isChrome[seen] && !screen.nodes[seen].isInvisible {
      // A drawing is one thing, whatever it is made of.
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

  /// Of each node, whether it is in a bar or the like, and the drawing that it is a part of. Parents stand before their
  /// children: one pass is enough, however deep they are.
  private var surroundings: (isChrome: [Bool], drawing: [Int?]) {
    var isChrome = [Bool](repeating: false, count: screen.nodes.count)
    var drawing = [Int?](repeating: nil, count: screen.nodes.count)
    for (index, node) in screen.nodes.enumerated() {
      isChrome[index] = node.parent.map { isChrome[$0] } ?? false || Self.isChrome(node)
      drawing[index] = node.parent.flatMap { screen.nodes[$0].kind.lowercased() == "svg" ? $0 : drawing[$0] }
    }
    return (isChrome, drawing)
  }

  /// The outermost of elements that hold text, one in the other.
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
    // A chain of elements with one frame is one thing: React Native's View around a Text, a Button around its label.
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
  /// Another piece of the same lines.
  fileprivate mutating func add(_ node: ScreenNode, _ frame: Rect) {
    written = (written ?? "") + (node.text ?? "")
    text = ScreenText.key(written)
    let before = ink ?? frame
    // A piece that begins beside the last line begins no new one.
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
