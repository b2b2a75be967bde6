import Names

/// Which identifiers parts have: `avatar: "*:id/user_avatar"`. Both are patterns, in which `*` is anything.
package struct ScreenMap: Sendable {
  private let pins: [(part: [GlobPattern], identifier: GlobPattern)]

  package init(_ pins: [(part: String, identifier: String)] = []) {
    // A part's path ends with what is asked for: `avatar` is `card/avatar`, too.
    self.pins = pins.map { part, identifier in
      ([GlobPattern(part), GlobPattern("*/" + part)], GlobPattern(identifier))
    }
  }

  func pins(_ part: CardPart, _ leaf: ScreenLeaf) -> Bool {
    pins.contains { pin in
      pin.part.contains { $0.matches(part.path) } && leaf.identifiers.contains(where: pin.identifier.matches)
    }
  }
}
