/// Which identifiers parts have: `avatar: "*:id/user_avatar"`. Both are patterns, in which `*` is anything.
package struct ScreenMap: Sendable {
  package var pins: [(part: String, identifier: String)]

  package init(_ pins: [(part: String, identifier: String)] = []) {
    self.pins = pins
  }

  func pins(_ part: CardPart, _ leaf: ScreenLeaf) -> Bool {
    pins.contains { pin in
      Self.matches(part.path, pin.part) && leaf.identifiers.contains { Self.matches($0, pin.identifier) }
    }
  }

  /// A part's path ends with what is asked for: `avatar` is `card/avatar`, too.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return name == pattern || name.hasSuffix("/" + pattern) }
    var rest = name[...]
    guard rest.hasPrefix(pieces[0]) else { return false }
    rest = rest.dropFirst(pieces[0].count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(pieces[pieces.count - 1])
  }
}
