import CPangoCairo
import Diagnostics
import Drawing

/// One paragraph broken into lines by Pango.
///
/// A paragraph is always laid out whole, also when only some of its lines are wanted: its lines are then the same ones
/// whatever the limit, and letters join across a cut as they do in the text. Colours take no part.
final class ParagraphLayout {
  private let layout: OpaquePointer
  private let paragraph: Range<Int>

  /// An ellipsis at the end of the last of `lines` lines.
  struct Ellipsis {
    /// At least 1.
    var lines: Int
    /// The paragraph itself would fit, what follows it is cut: the ellipsis is part of the text.
    var isAppended: Bool
  }

  /// `width` in points, infinite for no breaking.
  init(
    _ bytes: ArraySlice<UInt8>, context: OpaquePointer, letterSpacing: Double, width: Double,
    pictures: InlinePictures? = nil, ellipsis: Ellipsis? = nil
  ) throws(Diagnostic) {
    guard let layout = pango_layout_new(context) else { throw Diagnostic(PaintIssue.outOfMemory) }
    self.layout = layout
    paragraph = bytes.startIndex..<bytes.endIndex
    // Pango takes a zero byte for the end of the text; another control draws nothing as well.
    var text = bytes.map { $0 == 0 ? 1 : $0 }
    if let ellipsis, ellipsis.isAppended {
      while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
      text += Array("…".utf8)
    }
    text.withUnsafeBufferPointer { text in
      text.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
    let attributes = ParagraphAttributes.list(
      for: text, letterSpacing: letterSpacing, pictures: pictures?.places(in: paragraph) ?? [],
      side: pictures?.side ?? 0)
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_width(layout, ParagraphLayout.units(ofWidth: width))
    if let ellipsis {
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_height(layout, -Int32(clamping: ellipsis.lines))
    }
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  var lines: [ShapedLine] {
    var lines: [ShapedLine] = []
    var node = pango_layout_get_lines_readonly(layout)
    while let current = node {
      if let line = current.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) {
        lines.append(ShapedLine(line, paragraph: paragraph))
      }
      node = current.pointee.next
    }
    return lines
  }

  /// Rounded up, so that a text laid out at the width it was measured with never breaks again. Nothing (0, negative, not
  /// a number) leaves one cluster to a line.
  private static func units(ofWidth width: Double) -> Int32 {
    guard width < .infinity else { return width.isNaN ? 0 : -1 }
    return max(0, Int32(clamping: Int64(min(max(width, 0) * 1024, 1e9).rounded(.up))))
  }
}
