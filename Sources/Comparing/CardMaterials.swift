import CardDrawing
import Drawing
import Names
import Raster

/// What a card is drawn with: only these faces and libraries can make another picture of it.
struct CardMaterials: Hashable, Sendable {
  /// Indexes into the font lock.
  private(set) var faces: Set<Int> = []
  /// By the names of `LibraryVersions`.
  private(set) var libraries: Set<String>

  private static let painting: Set<String> = ["cairo", "libdeflate", "pixman"]
  private static let typesetting: Set<String> = ["freetype", "glib", "harfbuzz", "pango"]

  /// - Parameter format: Of a photo that was drawn; nil where none could be.
  init(_ list: DisplayList, format: (ImageReference) -> ImageFormat?) {
    libraries = Self.painting
    // Groups that are still to be looked into.
    var pending = [list.commands]
    while let commands = pending.popLast() {
      for command in commands {
        switch command {
        case .glyphs(let run, origin: _): faces.insert(run.face.index)
        case .image(let image, _, placeholder: _, let missing):
          // What stands in for the picture is drawn where there is none.
          if let format = format(image) {
            ImageCodecs[format].map { _ = libraries.insert($0.library.name) }
          } else {
            pending.append(missing)
          }
        case .group(clip: _, opacity: _, let inner), .translated(_, let inner): pending.append(inner)
        case .fill, .stroke, .shadow: break
        }
      }
    }
    if !faces.isEmpty { libraries.formUnion(Self.typesetting) }
  }
}
