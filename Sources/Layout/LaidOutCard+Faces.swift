import Drawing

extension LaidOutCard {
  /// The faces that the card's glyphs are drawn with, by their places in the font lock: what of the lock its picture
  /// depends on.
  package var faces: Set<FontFaceID> {
    var found: Set<FontFaceID> = []
    // A loop, since trees may be deeper than a thread's stack.
    var pending = [root]
    while let box = pending.popLast() {
      if case .text(let shaped, _) = box.content {
        for line in shaped.lines { found.formUnion(line.runs.map(\.face)) }
      }
      pending += box.children
    }
    found.remove(.lastResort)
    return found
  }
}
