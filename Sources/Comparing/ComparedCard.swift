import CardDrawing
import Digests
import Drawing
import Layout
import Pixels
import Proof

/// A card that is compared: as it was laid out, and what is needed to lay it out otherwise.
struct ComparedCard {
  let post: String
  let label: CaseLabel
  let layout: LaidOutCard
  let trial: CardTrial
  let photos: PhotoNames
  /// The baseline's id and the layout of the card's other state, of a card that is collapsed.
  let other: (id: String, layout: LaidOutCard)?

  init(
    post: String, label: CaseLabel, layout: LaidOutCard, trial: CardTrial, photos: PhotoNames,
    other: (id: String, layout: LaidOutCard)?
  ) {
    self.post = post
    self.label = label
    self.layout = layout
    self.trial = trial
    self.photos = photos
    self.other = other
  }

  /// As it is now.
  var record: LayoutRecord { record(of: layout) }

  func record(of layout: LaidOutCard) -> LayoutRecord { LayoutRecord(layout, photo: photos.name) }
}

/// Short names for the bytes of a post's photos, each file read once.
final class PhotoNames {
  private let keys: PhotoKeys
  private var known: [ImageReference: String] = [:]

  init(_ keys: PhotoKeys) { self.keys = keys }

  func name(of image: ImageReference) -> String {
    if let name = known[image] { return name }
    let inline = image.candidates.map(\.url).filter { $0.hasPrefix("data:") }.map { Digest(of: $0) }
    let digest = Digest(joining: [keys.digest(of: keys.stamp(of: [image]))] + inline)
    let name = String(digest.hex.prefix(16))
    known[image] = name
    return name
  }
}

extension DrawnCard {
  init(_ drawn: DrawnPicture, _ layout: LayoutRecord) {
    self.init(
      layout: layout, size: PixelSize(width: drawn.width, height: drawn.height), scale: Double(drawn.variant.scale),
      digest: Digest(of: drawn.bytes).hex
    ) { try PictureFile.decoded(drawn.bytes, name: "the drawn picture") }
  }
}
