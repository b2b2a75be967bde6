import Diagnostics
import Drawing
import Files
import Layout

/// Breaks and shapes text with Pango and HarfBuzz over a font set.
///
/// Safe to call from any number of threads: each call has a worker of its own for as long as it lasts. The same text
/// gives the same glyphs at the same places on every thread, in any order, on any machine.
package final class Typesetter: TextMeasuring {
  package let fonts: FontSet
  private let workers: WorkerPool<TextWorker>

  /// Whether runs say what their glyphs stand for, for documents.
  private let keepsText: Bool

  package convenience init(fonts: FontSet, keepsText: Bool = false) {
    self.init(fonts: fonts, keepsText: keepsText) { try TextWorker(fonts: fonts) }
  }

  init(fonts: FontSet, keepsText: Bool = false, worker: @escaping @Sendable () throws -> TextWorker) {
    self.fonts = fonts
    self.keepsText = keepsText
    workers = WorkerPool(isWornOut: \.map.isFull, make: worker)
  }

  /// Where Pango fails, the text is empty and the fonts' `problems` say so: a layout made with it must not be used.
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
