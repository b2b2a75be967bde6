import Drawing

extension ShapedText {
  /// The text with its lines, their glyphs and its attributes' frames moved to where `alignment` puts them in a box of
  /// `width` points. A line that is not at 0 already is a right-to-left paragraph's, which starts at the right.
  func aligned(_ alignment: TextStyle.Alignment, in width: Double) -> ShapedText {
    guard alignment != .start else { return self }
    let shifts = lines.map { line in
      let free = max(0, width - line.frame.width)
      let startsAtRight = line.frame.minX > 0.01
      let x =
        switch alignment {
        case .start: line.frame.minX
        case .center: free / 2
        case .end: startsAtRight ? 0 : free
        case .left: 0.0
        }
      return x - line.frame.minX
    }
    var moved = self
    for (index, shift) in shifts.enumerated() { moved.lines[index].move(by: shift) }
    for index in moved.attributeFrames.indices where shifts.indices.contains(moved.attributeFrames[index].line) {
      moved.attributeFrames[index].frame.origin.x += shifts[moved.attributeFrames[index].line]
    }
    return moved
  }
}

extension ShapedText.Line {
  fileprivate mutating func move(by shift: Double) {
    frame.origin.x += shift
    for run in runs.indices {
      for glyph in runs[run].glyphs.indices { runs[run].glyphs[glyph].x += shift }
    }
  }
}

extension String {
  /// False where no paragraph can be right-to-left: no letter of a right-to-left script and no control that starts one.
  var mayRunRightToLeft: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case ..<0x590: false
      case 0x590...0x8FF, 0x200F, 0x202B, 0x202E, 0x2067, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
        0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }
}
