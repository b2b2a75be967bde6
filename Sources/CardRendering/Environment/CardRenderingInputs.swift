import Basics
import Drawing
import Raster

/// The typefaces and libraries that a card uses. Only these can change its image.
package struct CardRenderingInputs: Hashable, Sendable {
  /// Indexes into the font lock.
  private(set) var faces: Set<Int> = []
  /// Names as in `LibraryVersions`.
  private(set) var libraries: Set<String>

  private static let painting: Set<String> = ["cairo", "libdeflate", "pixman"]
  private static let typesetting: Set<String> = ["freetype", "glib", "harfbuzz", "pango"]

  /// - Parameter format: Returns the format of a decoded photo; nil if the photo could not be decoded.
  package init(_ list: DisplayList, format: (ImageReference) -> ImageFormat?) {
    libraries = Self.painting
    // Command lists that are not visited yet.
    var pending = [list.commands]
    while let commands = pending.popLast() {
      for command in commands {
        switch command {
        case .glyphs(let run, origin: _): faces.insert(run.face.index)
        case .image(let image, _, placeholder: _, let missing):
          // If the photo is missing, its placeholder is rendered instead.
          if let format = format(image) {
            ImageCodecs[format].map { _ = libraries.insert($0.library.name) }
          } else {
            pending.append(missing)
          }
        case .group(clip: _, opacity: _, let inner), .translated(_, let inner), .blurred(let inner, _):
          pending.append(inner)
        case .fill, .stroke, .dashed, .shadow, .innerShadow: break
        }
      }
    }
    if !faces.isEmpty { libraries.formUnion(Self.typesetting) }
  }
}
