import CPangoCairo
import Drawing

/// One line as Pango broke and shaped it, from its own left edge: no colours, no alignment, no place on the page yet.
struct ShapedLine {
  struct Glyph {
    /// `lastResort` for a character that no face has.
    var face: FontFaceID
    /// The glyph's index in its face, or the missing character; nil draws nothing but takes its advance.
    var id: UInt32?
    /// Points from the line's left edge to the pen, and from the pen to the glyph's origin.
    var pen: Double
    var offset: Point
    var advance: Double
    /// UTF-8 offset, in the whole text, of the cluster that the glyph belongs to.
    var cluster: Int
  }

  /// UTF-8 offsets into the whole text.
  var range: Range<Int>
  var isRightToLeft = false
  /// Points.
  var width = 0.0
  /// In visual order.
  var glyphs: [Glyph] = []
  /// Scalars of the line that no face has.
  var missing: [UInt32] = []

  /// A line without characters.
  init(emptyAt offset: Int) { range = offset..<offset }

  /// Reads a line of a paragraph's layout; `paragraph` is where the layout's text lies in the whole text. What the
  /// layout has beyond it (an appended ellipsis) counts as standing at its end.
  init(_ line: UnsafeMutablePointer<PangoLayoutLine>, paragraph: Range<Int>) {
    func offset(_ index: Int32) -> Int { min(paragraph.lowerBound + Int(index), paragraph.upperBound) }
    range = offset(line.pointee.start_index)..<offset(line.pointee.start_index + line.pointee.length)
    isRightToLeft = pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
    // Wider than Pango's own units: a long text on one line goes beyond 2 million points.
    var pen = 0
    var run = line.pointee.runs
    while let node = run {
      if let item = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) {
        read(item.pointee, pen: &pen, offset)
      }
      run = node.pointee.next
    }
    width = PangoUnits.points(pen)
  }

  private mutating func read(_ run: PangoGlyphItem, pen: inout Int, _ offset: (Int32) -> Int) {
    guard let item = run.item, let string = run.glyphs, let font = LockedFont.of(item.pointee.analysis.font) else {
      return
    }
    let start = item.pointee.offset
    let isDrawn = font.isUsable
    // PANGO_ANALYSIS_FLAG_IS_ELLIPSIS: the run stands for all that was cut off.
    if item.pointee.analysis.flags & 2 != 0 { range = range.lowerBound..<max(range.lowerBound, offset(start)) }
    for index in 0..<Int(string.pointee.num_glyphs) {
      let info = string.pointee.glyphs[index]
      let isMissing = info.glyph & PangoUnits.unknownGlyph != 0
      glyphs.append(
        Glyph(
          face: isMissing ? .lastResort : font.id,
          id: isMissing
            ? missing(info.glyph & ~PangoUnits.unknownGlyph)
            : isDrawn && info.glyph != PangoUnits.emptyGlyph ? info.glyph : nil,
          pen: PangoUnits.points(pen),
          offset: Point(
            x: PangoUnits.points(info.geometry.x_offset), y: PangoUnits.points(info.geometry.y_offset)),
          advance: PangoUnits.points(info.geometry.width),
          cluster: offset(start + string.pointee.log_clusters[index])))
      pen += Int(info.geometry.width)
    }
  }

  /// The character, where a box stands for it: what draws nothing by design is missed by nobody.
  private mutating func missing(_ value: UInt32) -> UInt32? {
    guard LastResortBox(value) != nil else { return nil }
    if !missing.contains(value) { missing.append(value) }
    return value
  }
}
