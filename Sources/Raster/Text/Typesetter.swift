import CPangoCairo
import Diagnostics
import Drawing
import Files
import Layout

/// Breaks and shapes text with Pango and HarfBuzz over a font set.
///
/// Can be called from any number of threads: each call uses its own worker. The same text yields the same glyphs and
/// positions on every thread, in any order, on any machine.
package final class Typesetter: TextMeasuring {
  package let fonts: FontSet
  private let workers: WorkerPool<TextWorker>

  /// Whether runs record the text of their glyphs, for documents.
  private let keepsText: Bool

  package convenience init(fonts: FontSet, keepsText: Bool = false) {
    self.init(fonts: fonts, keepsText: keepsText) { try TextWorker(fonts: fonts) }
  }

  package init(fonts: FontSet, keepsText: Bool = false, worker: @escaping @Sendable () throws -> TextWorker) {
    self.fonts = fonts
    self.keepsText = keepsText
    workers = WorkerPool(isWornOut: \.map.isFull, make: worker)
  }

  /// If Pango fails, the text is empty and the problem is added to the fonts' `problems`; the resulting layout must not
  /// be used.
  package func shape(
    _ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation
  ) -> ShapedText {
    let nothing = ShapedText(size: .zero, lines: [])
    guard text.style.size > 0, text.style.size.isFinite else { return nothing }
    do {
      let result = try workers.withWorker { worker in
        try worker.lines(of: text, width: width, maxLines: maxLines, truncation: truncation)
      }
      return LinePlacement(text, width: width, primary: result.primary, keepsText: keepsText).shapedText(result)
    } catch {
      fonts.note(error as? Diagnostic ?? Diagnostic(PaintIssue.text(reason(error))))
      return nothing
    }
  }
}

/// Pango's objects for one thread at a time.
package final class TextWorker {
  let map: LockedFontMap
  private let context: OpaquePointer

  init(fonts: FontSet) throws(Diagnostic) {
    map = LockedFontMap(fonts: fonts)
    guard let context = pango_context_new(), let pointer = map.pointer else {
      throw Diagnostic(PaintIssue.outOfMemory)
    }
    self.context = context
    pango_context_set_font_map(context, pointer)
    pango_context_set_round_glyph_positions(context, 0)
    // A language unknown to Pango: if the script doesn't match a known language, Pango would look for a better one in
    // the environment (PANGO_LANGUAGE, LANGUAGE).
    pango_context_set_language(context, pango_language_from_string("xx"))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(context)) }

  /// The text's lines up to the limit, and what was left out.
  struct Result {
    var lines: [ShapedLine] = []
    var fullLineCount = 0
    var missing: [UInt32] = []
    var primary: FontFace?
  }

  func lines(
    of text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation
  ) throws(Diagnostic) -> Result {
    // Applies to paragraphs without a letter; otherwise the first letter determines the direction.
    let isRightToLeft = text.style.direction == .rightToLeft
    pango_context_set_base_dir(context, isRightToLeft ? PANGO_DIRECTION_WEAK_RTL : PANGO_DIRECTION_WEAK_LTR)
    let pictures = InlineImages(text)
    let bytes = pictures?.bytes ?? Array(text.string.utf8)
    map.request = LockedFontMap.Request(
      order: FaceOrder(
        family: text.style.family, weight: text.style.weight, han: FaceOrder.Han(of: text.string.unicodeScalars),
        scripts: WritingSystem.among(map.fonts.scripts, in: text.string.unicodeScalars)),
      size: text.style.size)
    let setting = TextOverrides(text, pictures)
    let paragraphs = Paragraphs.ranges(of: bytes)
    let limit = max(0, maxLines ?? .max)
    var result = Result(primary: map.primary)
    var missing: Set<UInt32> = []
    // The position of the limit: the paragraph, the index of its first line, and the number of its lines to keep.
    var cut: (paragraph: Range<Int>, firstLine: Int, count: Int)?
    var shown = 0
    for paragraph in paragraphs {
      let lines = try shape(bytes[paragraph], text.style, width, pictures, setting)
      // If the limit falls on a blank line, it applies to the text above.
      if result.fullLineCount < limit, !paragraph.isEmpty {
        cut = (paragraph, result.fullLineCount, lines.count)
        shown = min(limit, result.fullLineCount + lines.count)
      }
      result.lines += lines.prefix(max(0, limit - result.fullLineCount))
      result.fullLineCount += lines.count
      result.missing += lines.flatMap(\.missing).filter { missing.insert($0).inserted }
    }
    guard result.fullLineCount > limit, let cut else { return result }
    result.lines.removeLast(result.lines.count - shown)
    guard truncation == .tail else { return result }
    let visible = min(cut.count, limit - cut.firstLine)
    let ellipsis = ParagraphLayout.Ellipsis(lines: visible, isAppended: visible == cut.count)
    // Only the last line is replaced: the lines above are the same as in the whole text.
    let again = try shape(bytes[cut.paragraph], text.style, width, pictures, setting, ellipsis)
    if let last = again.dropFirst(visible - 1).first { result.lines[result.lines.count - 1] = last }
    return result
  }

  private func shape(
    _ paragraph: ArraySlice<UInt8>, _ style: TextStyle, _ width: Double, _ pictures: InlineImages?,
    _ setting: TextOverrides?, _ ellipsis: ParagraphLayout.Ellipsis? = nil
  ) throws(Diagnostic) -> [ShapedLine] {
    var lines = [ShapedLine(emptyAt: paragraph.startIndex)]
    if !paragraph.isEmpty || ellipsis != nil {
      let indent = setting?.indent(at: paragraph.startIndex) ?? 0
      let typefaces = setting?.typefaces(in: paragraph.startIndex..<paragraph.endIndex) ?? []
      func shaped(hanging hang: Double) throws(Diagnostic) -> [ShapedLine] {
        try ParagraphLayout.lines(
          of: paragraph, context: context, letterSpacing: style.letterSpacing, width: width - indent,
          pictures: pictures,
          typefaces: typefaces, hang: hang, ellipsis: ellipsis)
      }
      lines = try shaped(hanging: 0)
      var hang = 0.0
      if let end = setting?.markEnd(at: paragraph.startIndex), lines.count > 1, let first = lines.first {
        // A wider mark would leave no space for text.
        hang = min(first.room(before: end), max(0, width - indent) / 3)
        lines = try shaped(hanging: hang)
      }
      for index in lines.indices { lines[index].indent = indent + (index > 0 ? hang : 0) }
    }
    return pictures.map { lines.map($0.restored) } ?? lines
  }
}
