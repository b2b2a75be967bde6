import Names

/// Which identifiers parts have: `avatar: "*:id/user_avatar"`. Both are patterns, in which `*` is anything.
package struct ScreenMap: Sendable {
  private let pins: [(part: [GlobPattern], identifier: [GlobPattern])]

  package init(_ pins: [(part: String, identifier: String)] = []) {
    self.pins = pins.map { part, identifier in (Self.ends(part), Self.ends(identifier)) }
  }

  /// A name ends with what is asked for: `avatar` is `card/avatar`, too.
  private static func ends(_ pattern: String) -> [GlobPattern] {
    [GlobPattern(pattern), GlobPattern("*/" + pattern)]
  }

  func pins(_ part: CardPart, _ leaf: ScreenLeaf) -> Bool {
    pins.contains { pin in
      pin.part.contains { $0.matches(part.path) }
        && leaf.identifiers.contains { identifier in pin.identifier.contains { $0.matches(identifier) } }
    }
  }
}
