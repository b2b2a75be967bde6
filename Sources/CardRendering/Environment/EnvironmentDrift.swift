/// A change of a font or a library since an image was approved.
package enum EnvironmentDrift: Hashable, Sendable {
  /// Another version of Feedproof, which renders differently on purpose.
  case drawing(from: Int, to: Int)
  case library(String, from: String, to: String)
  /// A font file has other bytes.
  case otherFile(font: String)
  /// The font is used now, but was not used before.
  case newFace(font: String)
  /// The font was used before, but is no longer in the lock.
  case goneFace(font: String)

  /// The beginning of messages about Feedproof's own rendering.
  package static let drawingName = "Feedproof's drawing"

  package var message: String {
    switch self {
    case .drawing(let before, let after): "\(Self.drawingName) \(before) → \(after)"
    case .library(let name, let before, let after): "\(name) \(before) → \(after)"
    case .otherFile(let font): "the file of the font \(font) changed"
    case .newFace(let font): "the font \(font) was added"
    case .goneFace(let font): "the font \(font) was removed from the lock"
    }
  }
}

extension EnvironmentDrift {
  /// The common beginning of the names of a font's files: `Inter` for `Inter-Bold.otf`.
  package var family: String? {
    switch self {
    case .library, .drawing: nil
    case .otherFile(let font), .newFace(let font), .goneFace(let font):
      font.split(whereSeparator: { $0 == "-" || $0 == "." }).first.map(String.init)
    }
  }
}
