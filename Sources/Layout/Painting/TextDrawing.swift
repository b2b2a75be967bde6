import Drawing

extension DisplayListBuilder {
  /// A text's highlights, then its glyphs, with its top left corner at `origin`.
  mutating func draw(_ shaped: ShapedText, _ text: StyledText, at origin: Point, within visible: Rect?) {
    let shifts = shaped.lines.map { baselineShift(of: $0, at: origin) }
    for piece in shaped.attributeFrames {
      guard text.attributes.indices.contains(piece.attribute), shifts.indices.contains(piece.line),
        let highlight = text.attributes[piece.attribute].highlight
      else { continue }
      let words = piece.frame.offset(by: origin).offset(by: Point(x: 0, y: shifts[piece.line]))
      let mark = grid.snapped(highlight.frame(behind: words))
      guard !mark.isEmpty, mark.isSeen(in: visible) else { continue }
      append(.fill(.rounded(mark, radius: highlight.radius), .solid(highlight.fill)))
    }
    draw(picturesOf: shaped, text, shifts, at: origin, within: visible)
    // Glyphs reach beyond the line's box (accents, italics, tall emoji), hardly by more than its height.
    let margin = max(text.style.size, text.style.lineHeight)
    for (line, shift) in zip(shaped.lines, shifts) {
      let ink = line.frame.offset(by: origin).inset(
        by: EdgeInsets(top: -margin, left: -margin, bottom: -margin, right: -margin))
      guard ink.isSeen(in: visible) else { continue }
      let lineOrigin = Point(x: origin.x, y: origin.y + shift)
      for run in line.runs where !run.glyphs.isEmpty { append(.glyphs(run, origin: lineOrigin)) }
    }
  }

  /// Each in the middle of its line.
  private mutating func draw(
    picturesOf shaped: ShapedText, _ text: StyledText, _ shifts: [Double], at origin: Point, within visible: Rect?
  ) {
    for piece in shaped.attributeFrames {
      guard text.attributes.indices.contains(piece.attribute), shifts.indices.contains(piece.line),
        let picture = text.attributes[piece.attribute].picture
      else { continue }
      let words = piece.frame.offset(by: origin).offset(by: Point(x: 0, y: shifts[piece.line]))
      let side = text.style.pictureSide
      // Its corner on a pixel and its sides whole ones, so that all that stand in a text are the same pixels.
      let left = grid.nearest(words.center.x - side / 2)
      let top = grid.nearest(words.center.y - side / 2)
      let box = Rect(x: left, y: top, width: grid.nearest(side), height: grid.nearest(side))
      guard !box.isEmpty, box.isSeen(in: visible) else { continue }
      append(.image(picture, .rectangle(box), placeholder: .solid(.clear)))
    }
  }

  /// How far a line moves down (or, below 0, up) to stand on a whole device pixel.
  private func baselineShift(of line: ShapedText.Line, at origin: Point) -> Double {
    let baseline = origin.y + line.baseline
    return grid.nearest(baseline) - baseline
  }
}

extension StyledText.Highlight {
  /// The mark behind words with this frame: as high as it says, centred on their line.
  fileprivate func frame(behind words: Rect) -> Rect {
    Rect(
      x: words.minX - outset, y: words.center.y - height / 2, width: words.width + 2 * outset, height: height)
  }
}
