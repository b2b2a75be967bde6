import Basics

/// Maps parts to elements: `avatar: "*:id/user_avatar"`. Both are patterns in which `*` matches anything. An element is
/// named by its identifier, its text (`text=Reply`), or its position in the card (`path=Header[1]/ImageView[2]`).
package struct ScreenMap: Sendable {
  private enum Element {
    case identifier([GlobPattern])
    case text(GlobPattern)
    case path([GlobPattern])

    init(_ name: String) {
      if name.hasPrefix("text=") {
        self = .text(GlobPattern(ScreenText.normalized(String(name.dropFirst(5)))))
      } else if name.hasPrefix("path=") {
        self = .path(ScreenMap.ends(String(name.dropFirst(5))))
      } else {
        self = .identifier(ScreenMap.ends(name))
      }
    }
  }

  private let pins: [(part: [GlobPattern], element: Element)]

  package init(_ pins: [(part: String, element: String)] = []) {
    self.pins = pins.map { part, element in (Self.ends(part), Element(element)) }
  }

  /// Returns patterns that match the end of a name: `avatar` matches `card/avatar` too.
  private static func ends(_ pattern: String) -> [GlobPattern] {
    [GlobPattern(pattern), GlobPattern("*/" + pattern)]
  }

  package func pins(_ part: CardPart, _ leaf: ScreenLeaf, _ names: ElementNames) -> Bool {
    pins.contains { pin in
      guard pin.part.contains(where: { $0.matches(part.path) }) else { return false }
      switch pin.element {
      case .identifier(let patterns):
        return leaf.identifiers.contains { identifier in patterns.contains { $0.matches(identifier) } }
      case .text(let pattern): return leaf.text.map(pattern.matches) ?? false
      case .path(let patterns):
        let path = names.path(of: leaf)
        return patterns.contains { $0.matches(path) }
      }
    }
  }
}
