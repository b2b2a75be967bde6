import Diagnostics
import Drawing
import Layout

/// Breaks and shapes text with Pango and HarfBuzz over a font set.
///
/// Safe to call from any number of threads: each call has a worker of its own for as long as it lasts. The same text
/// gives the same glyphs at the same places on every thread, in any order, on any machine.
package final class Typesetter: TextMeasuring {
  package let fonts: FontSet
  private let workers: WorkerPool<TextWorker>

  package init(fonts: FontSet) {
    self.fonts = fonts
    workers = WorkerPool(isWornOut: \.map.isFull) { try TextWorker(fonts: fonts) }
  }

  package func shape(
    _ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation
  ) -> ShapedText {
    guard text.style.size > 0, text.style.size.isFinite,
      let result = try? workers.withWorker({ worker in
        worker.lines(of: text, width: width, maxLines: maxLines, truncation: truncation)
      })
    else { return ShapedText(size: .zero, lines: []) }
    return LinePlacement(text, width: width, primary: result.primary).shapedText(result)
  }
}
