import Drawing
import FeedReading
import Raster

/// A card of a book, with its headings (month, day) and notes (removal, earlier text, QR codes of its videos), kept
/// together if they fit. Lengths are in the card's points unless noted otherwise.
final class BookItem {
  struct Heading {
    var text: ShapedText
    /// The structure element.
    var said: PDFElement
    /// Points of the page above the words, and below them.
    var above: Double
    var below: Double
    /// Its index in the table of contents.
    var entry: Int

    /// Points of the page.
    var height: Double { above + text.size.height + below }
  }

  struct Code {
    var code: QRCode
    var title: ShapedText
    var address: ShapedText
    var target: String
  }

  let card: ColumnCard
  let headings: [Heading]
  /// Notes on its removal and its earlier text, from top to bottom.
  let notes: [ShapedText]
  let codes: [Code]
  /// The index of its feed among the book's parts.
  let part: Int
  /// Whether a later export lacks it.
  let isRemoved: Bool
  /// Nil if there is no author.
  let author: String?
  /// Days since 1970; nil without a date.
  let day: Int?
  /// Points of the page per point of the card.
  let scale: Double

  /// Points of the page: the side of a code with its quiet zone, and the space above each.
  static let codeSide = 58.0
  static let codeGap = 6.0
  /// Points of the page above each note.
  static let noteGap = 3.0
  /// The maximum number of lines of a note.
  static let noteLines = 8

  init(
    card: ColumnCard, headings: [Heading], notes: [ShapedText], codes: [Code], part: Int, isRemoved: Bool,
    author: String?, day: Int?, scale: Double
  ) {
    (self.card, self.headings, self.notes, self.codes) = (card, headings, notes, codes)
    (self.part, self.isRemoved, self.author, self.day, self.scale) = (part, isRemoved, author, day, scale)
  }

  /// The top of the card.
  var top: Double { headings.reduce(0) { $0 + $1.height } / scale }

  var end: Double { top + card.layout.size.height }

  /// The top of each note, including the space above.
  var noteTops: [Double] {
    var top = end
    return notes.map { note in
      defer { top += (Self.noteGap + note.size.height) / scale }
      return top
    }
  }

  /// The top of the first code.
  var codesTop: Double { notes.reduce(end) { $0 + (Self.noteGap + $1.size.height) / scale } }

  var height: Double { codesTop + Double(codes.count) * (Self.codeSide + Self.codeGap) / scale }

  /// The ranges that must not be split between pages.
  var whole: [ClosedRange<Double>] {
    let own = card.whole
    // A heading never ends a page: it stays with the card's first lines.
    let start =
      own.map(\.lowerBound).min().map { first in own.first { $0.lowerBound == first }?.upperBound ?? first } ?? 0
    var found = own.map { $0.lowerBound + top...$0.upperBound + top }
    if top > 0 { found.append(0...top + start) }
    found += zip(noteTops, notes).map { $0...$0 + (Self.noteGap + $1.size.height) / scale }
    let code = (Self.codeSide + Self.codeGap) / scale
    found += codes.indices.map { codesTop + Double($0) * code...codesTop + Double($0 + 1) * code }
    return found
  }
}

extension Post {
  /// The URLs of videos in the post and its repost or quote, without duplicates.
  var videos: [(title: String, address: String)] {
    var found: [(title: String, address: String)] = []
    for post in [self] + reposts {
      for case .item(let item) in post.attachments {
        switch item.content {
        case .video, .videoNote: break
        default: continue
        }
        let address = item.url?.text ?? item.file?.url ?? ""
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else { continue }
        if !found.contains(where: { $0.address == address }) { found.append((item.title, address)) }
      }
    }
    return found
  }
}
