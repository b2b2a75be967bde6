import Drawing

/// Quotations within a text.
extension DisplayListBuilder {
  /// Draws the bars next to quotations, each from its first line to its last.
  ///
  /// - Parameter shifts: The distance that each line moves down to be on a whole pixel.
  mutating func draw(
    barsOf shaped: ShapedText, _ text: StyledText, _ shifts: [Double], at origin: Point, within visible: Rect?
  ) {
    for (number, attribute) in text.attributes.enumerated() {
      guard let quotation = attribute.quotation else { continue }
      // Lines without words have no frame.
      let own = shaped.attributeFrames.lazy.filter { $0.attribute == number && $0.line < shifts.count }.map(\.line)
      guard let first = own.min(), let last = own.max() else { continue }
      let lines = own.map { shaped.lines[$0].frame }
      let left = lines.map(\.minX).min() ?? 0
      let right = lines.map(\.maxX).max() ?? 0
      let top = shaped.lines[first].frame.minY + shifts[first]
      let bar = Rect(
        x: text.direction(at: attribute.range) == .rightToLeft
          ? right + quotation.indent - quotation.width : left - quotation.indent,
        y: top, width: quotation.width, height: shaped.lines[last].frame.maxY + shifts[last] - top)
      let box = grid.snapped(bar.offset(by: origin))
      guard !box.isEmpty, box.isSeen(in: visible) else { continue }
      append(.fill(.rectangle(box), .solid(quotation.color)))
    }
  }
}

extension StyledText {
  /// The direction of the lines in a part of the text.
  fileprivate func direction(at range: Range<Int>) -> LayoutDirection {
    let words = String(decoding: string.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    return words.firstDirection() ?? style.direction
  }
}
