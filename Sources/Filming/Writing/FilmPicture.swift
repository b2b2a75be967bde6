import Pixels

/// A picture that a film's frames are put together from, as a file: whoever has them and `film.json` can show every frame.
package struct FilmPicture: Codable, Equatable, Sendable {
  package enum Part: String, Codable, CaseIterable, Sendable {
    case background, bar, card, finger, footer
    /// Twelve of them below each other, one for each twelfth of a turn.
    case spinner
  }

  package var part: Part
  /// Of a card.
  package var post: String?
  /// Its text is open.
  package var isOpen: Bool?
  /// Its photos have not come.
  package var waits: Bool?
  package var path: String
  /// Pixels.
  package var width: Int
  package var height: Int
  /// Of a card: rows above and below it, where its shadow is.
  package var above: Int?
  package var below: Int?
  /// Of an open card: rows at its end that it has when it is not open, too.
  package var end: Int?

  package init(_ part: Part, path: String, size: PixelSize) {
    (self.part, self.path, width, height) = (part, path, size.width, size.height)
  }
}

/// One of the pictures of a card that a film shows.
package struct FilmCard: Hashable, Sendable {
  package var post: String
  package var isOpen: Bool
  package var waits: Bool
}

extension FilmRecord {
  /// All pictures of cards that its frames show, each once, in the order in which they come.
  package var cards: [FilmCard] {
    var (cards, known): ([FilmCard], Set<FilmCard>) = ([], [])
    for item in frames.lazy.flatMap({ $0.items + ($0.leaving ?? []) }) {
      let post = item.item.split(separator: "#", maxSplits: 1).first.map(String.init) ?? item.item
      let card = FilmCard(post: post, isOpen: item.text != nil, waits: item.waits ?? false)
      if known.insert(card).inserted { cards.append(card) }
    }
    return cards
  }
}

extension FilmTheater {
  /// A card's picture as wide as the screen, with its shadow.
  package struct CardPicture: Sendable {
    package let bitmap: Bitmap
    /// Rows, as `FilmPicture` has them.
    package let above: Int
    package let below: Int
    package let end: Int?
  }

  /// What stands around the cards.
  package var partPictures: [(part: FilmPicture.Part, bitmap: Bitmap)] {
    let parts = composer.parts
    let around: [(FilmPicture.Part, Bitmap)] = [
      (.background, parts.background), (.bar, parts.bar), (.footer, parts.footer), (.finger, parts.finger),
    ]
    return around + (Bitmap.column(of: parts.spinners).map { [(.spinner, $0)] } ?? [])
  }

  /// Nil where there is no such post.
  ///
  /// - Throws: `Diagnostic`.
  package func picture(of card: FilmCard) throws -> CardPicture? {
    guard let place = source.feed.place(ofPost: card.post) else { return nil }
    let strip = try composer.strips.strip(
      CardStrips.Key(post: place, isExpanded: card.isOpen, hasPhotos: !card.waits))
    let end =
      card.isOpen && source.feed.posts[place].collapsed != nil
      ? try composer.strips.sharedEnd(of: place, hasPhotos: !card.waits) : nil
    return CardPicture(bitmap: strip.bitmap, above: strip.above, below: strip.below, end: end)
  }

  /// A card's approved picture in the place of the drawn one, between that one's margins and with its shadow; nil where
  /// both are the same.
  ///
  /// - Parameter approved: Of the card alone, in the painter's format.
  package func picture(_ drawn: CardPicture, showing approved: Bitmap) -> CardPicture? {
    let margin = Int((source.screen.margin * Double(source.screen.scale)).rounded())
    guard margin + approved.width <= drawn.bitmap.width else { return nil }
    let strip = CardStrip(drawn.bitmap, above: drawn.above, below: drawn.below)
    if strip.height == approved.height, strip.shows(approved, from: margin) { return nil }
    var canvas = FrameCanvas(strip.frame(around: approved.size, from: margin))
    canvas.draw(approved, x: margin, y: strip.above, within: 0..<canvas.bitmap.height)
    return CardPicture(bitmap: canvas.bitmap, above: drawn.above, below: drawn.below, end: drawn.end)
  }
}

extension CardStrip {
  /// Whether the card is that picture, but for its rounded corners, where the shadow shines through.
  fileprivate func shows(_ picture: Bitmap, from x: Int) -> Bool {
    bitmap.bytes.withUnsafeBytes { own in
      picture.bytes.withUnsafeBytes { other in
        (0..<picture.height).allSatisfy { row in
          let (start, mine) = (row * picture.stride, (above + row) * bitmap.stride + x * 4)
          return stride(from: 0, to: picture.stride, by: 4).allSatisfy { byte in
            let pixel = other.loadUnaligned(fromByteOffset: start + byte, as: UInt32.self)
            return pixel >> 24 < 255 || pixel == own.loadUnaligned(fromByteOffset: mine + byte, as: UInt32.self)
          }
        }
      }
    }
  }

  /// The margins and the shadow around a card of another height, without the card: what is between its upper and its lower
  /// half comes as often as there is room.
  fileprivate func frame(around size: PixelSize, from x: Int) -> Bitmap {
    let stride = bitmap.stride
    let total = above + size.height + below
    let upper = above + min(height, size.height) / 2
    var bytes: [UInt8] = []
    bytes.reserveCapacity(total * stride)
    for row in 0..<total {
      let fromEnd = total - row
      let source = row < upper ? row : fromEnd <= bitmap.height - upper ? bitmap.height - fromEnd : upper
      bytes += bitmap.bytes[(source * stride)..<((source + 1) * stride)]
      if row >= above, fromEnd > below {
        let start = row * stride + x * 4
        bytes.replaceSubrange(start..<(start + size.width * 4), with: repeatElement(0, count: size.width * 4))
      }
    }
    return Bitmap(width: bitmap.width, height: total, format: bitmap.format, bytes: bytes) ?? bitmap
  }
}

extension Bitmap {
  /// Pictures of one width below each other.
  fileprivate static func column(of pictures: [Bitmap]) -> Bitmap? {
    guard let first = pictures.first else { return nil }
    return Bitmap(
      width: first.width, height: pictures.reduce(0) { $0 + $1.height }, format: first.format,
      bytes: pictures.flatMap(\.bytes))
  }
}
