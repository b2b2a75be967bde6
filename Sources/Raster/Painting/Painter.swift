import Diagnostics
import Drawing
import Pixels

/// Where pictures come from when they are drawn.
package protocol ImageSource: Sendable {
  /// The picture in exactly `width` × `height` pixels, aspect-filled and resampled, `.bgraPremultiplied`; nil where it
  /// can't be had, and the placeholder is drawn. Called on the painting thread.
  func picture(for reference: ImageReference, width: Int, height: Int) -> Bitmap?
}

/// Draws display lists with Cairo (shapes, pictures) and FreeType (glyphs of the font set).
///
/// Safe to use from any number of threads; the same list, scale and pictures give the same bytes on each.
package struct Painter: Sendable {
  private let fonts: FontSet
  private let workers: WorkerPool<GlyphPainter>

  package init(fonts: FontSet) {
    self.fonts = fonts
    workers = WorkerPool { try GlyphPainter(fonts: fonts) }
  }

  /// The list as pixels: ⌈points × scale⌉ a side, `.bgraPremultiplied`, transparent where nothing is drawn.
  ///
  /// Throws a `Diagnostic`: `raster.too-large` over 32 767 pixels a side, `raster.not-finite`, `raster.cairo`,
  /// `raster.glyph`, and `font.…` where a font file is not what the lock says.
  package func paint(_ list: DisplayList, scale: Double, images: any ImageSource) throws -> Bitmap {
    let bitmap = try workers.withWorker { glyphs in
      try Canvas.bitmap(list.size, scale: scale) { canvas in
        try CommandPainter(canvas: canvas, glyphs: glyphs, images: images).paint(list.commands)
      }
    }
    if let problem = fonts.problems.first { throw problem }
    return bitmap
  }
}
