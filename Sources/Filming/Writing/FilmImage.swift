import Basics
import Files

/// An image file that is part of a film's frames: together with `film.json`, these files reproduce every frame.
package struct FilmImage: Codable, Equatable, Sendable {
  package enum Part: String, Codable, CaseIterable, Sendable {
    case background, bar, card, composer, day, finger, footer, keyboard
    /// Twelve images stacked vertically, one for each twelfth of a turn.
    case spinner
  }

  package var part: Part
  /// The post of a card or pinned day header.
  package var post: String?
  /// The draft of the message composer.
  package var draft: String?
  /// Whether its text is expanded.
  package var isOpen: Bool?
  /// Whether its photos haven't loaded.
  package var waits: Bool?
  /// Whether no message follows yet.
  package var ends: Bool?
  package var path: String
  /// The size in pixels.
  package var width: Int
  package var height: Int
  /// For a card: rows above and below it that contain its shadow.
  package var above: Int?
  package var below: Int?
  /// For an expanded card: the number of rows at its end that the collapsed card has too.
  package var end: Int?

  package init(_ part: Part, path: String, size: PixelSize) {
    (self.part, self.path, width, height) = (part, path, size.width, size.height)
  }
}

/// An image of a card in a film.
package struct FilmCard: Hashable, Sendable {
  package var post: String
  package var isOpen: Bool
  package var waits: Bool
  /// Whether no message follows yet.
  package var ends = false
  /// The height in pixels of a message during a change of height.
  package var rows: Int?

  /// A file name.
  package var name: String {
    (isOpen ? "open" : "closed") + (waits ? "-waiting" : "") + (ends ? "-end" : "") + (rows.map { "-\($0)" } ?? "")
  }
}

extension FilmRecord {
  /// All card images in its frames, without duplicates, in order of appearance.
  package var cards: [FilmCard] {
    var (cards, known): ([FilmCard], Set<FilmCard>) = ([], [])
    for item in frames.lazy.flatMap({ $0.items + ($0.leaving ?? []) }) {
      let (post, _) = FilmFeed.parts(ofItemNamed: item.item)
      var card = FilmCard(post: post, isOpen: item.text != nil, waits: item.waits ?? false, ends: item.ends ?? false)
      if item.text == .resizing { card.rows = Int(((item.bottom - item.top) * Double(screen.scale)).rounded()) }
      if known.insert(card).inserted { cards.append(card) }
    }
    return cards
  }
}

extension FilmRenderer {
  /// A card's image at the width of the screen, including its shadow.
  package struct CardImage: Sendable {
    package let bitmap: Bitmap
    /// Rows, as in `FilmImage`.
    package let above: Int
    package let below: Int
    package let end: Int?
  }

  /// The parts around the cards.
  package var partPictures: [(part: FilmImage.Part, bitmap: Bitmap)] {
    let parts = composer.parts
    let around: [(FilmImage.Part, Bitmap)] =
      [(.background, parts.background)]
      + (source.feed.isChat ? [(.keyboard, parts.keyboard)] : [(.bar, parts.bar), (.footer, parts.footer)])
      + [(.finger, parts.finger)]
    return around + (Bitmap.column(of: parts.spinners).map { [(.spinner, $0)] } ?? [])
  }

  /// Returns the other images for films of a conversation: pinned day headers, and the message composer for each draft.
  /// Their paths are just names.
  ///
  /// - Throws: `Diagnostic`.
  package func chatPictures(of films: [FilmRecord]) throws -> [(picture: FilmImage, bitmap: Bitmap)] {
    let frames = films.lazy.flatMap(\.frames)
    let written = try frames.compactMap(\.composer).map { $0.draft ?? "" }.uniqued().compactMap { draft in
      try composer.parts.composers.picture(draft).map { bitmap in
        let name = draft.isEmpty ? "composer" : "composer-\(Digest(of: draft).hex.prefix(12))"
        var picture = FilmImage(.composer, path: name, size: bitmap.size)
        picture.draft = draft.isEmpty ? nil : draft
        return (picture: picture, bitmap: bitmap)
      }
    }
    let days = try frames.compactMap(\.day).map { FilmFeed.parts(ofItemNamed: $0.item).post }.uniqued().compactMap {
      post in
      try source.feed.place(ofPost: post).map { place in
        let strip = try composer.strips.strip(
          CardStrips.Key(post: place, isExpanded: false, hasPhotos: true, isPinned: true))
        var picture = FilmImage(.day, path: "day-\(post)", size: strip.bitmap.size)
        (picture.post, picture.above, picture.below) = (post, strip.above, strip.below)
        return (picture: picture, bitmap: strip.bitmap)
      }
    }
    return written + days
  }

  /// Returns nil if the post doesn't exist.
  ///
  /// - Throws: `Diagnostic`.
  package func picture(of card: FilmCard) throws -> CardImage? {
    guard let place = source.feed.place(ofPost: card.post) else { return nil }
    let strip = try composer.strips.strip(
      CardStrips.Key(
        post: place, isExpanded: card.isOpen, hasPhotos: !card.waits, rows: card.rows, isEnd: card.ends))
    let end =
      card.isOpen && !source.feed.isChat && source.feed.posts[place].collapsed != nil
      ? try composer.strips.sharedEnd(of: place, hasPhotos: !card.waits) : nil
    return CardImage(bitmap: strip.bitmap, above: strip.above, below: strip.below, end: end)
  }

  /// Returns a card's approved image with the margins and shadow of the drawn one; nil if both are equal.
  ///
  /// - Parameter approved: The card alone, in the painter's format.
  package func picture(_ drawn: CardImage, showing approved: Bitmap) -> CardImage? {
    let margin = Int((source.screen.margin * Double(source.screen.scale)).rounded())
    guard margin + approved.width <= drawn.bitmap.width else { return nil }
    let strip = CardStrip(drawn.bitmap, above: drawn.above, below: drawn.below)
    if strip.height == approved.height, strip.shows(approved, from: margin) { return nil }
    var canvas = FrameCanvas(strip.frame(around: approved.size, from: margin))
    canvas.draw(approved, x: margin, y: strip.above, within: 0..<canvas.bitmap.height)
    return CardImage(bitmap: canvas.bitmap, above: drawn.above, below: drawn.below, end: drawn.end)
  }
}

extension CardStrip {
  /// Whether the card equals that image except for its rounded corners, where the shadow shows through.
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

  /// Returns the margins and shadow for a card of another height, without the card: the middle rows are repeated as
  /// needed.
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
  /// Returns images of one width stacked vertically.
  fileprivate static func column(of pictures: [Bitmap]) -> Bitmap? {
    guard let first = pictures.first else { return nil }
    return Bitmap(
      width: first.width, height: pictures.reduce(0) { $0 + $1.height }, format: first.format,
      bytes: pictures.flatMap(\.bytes))
  }
}
