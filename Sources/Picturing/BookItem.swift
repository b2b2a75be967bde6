import Drawing
import FeedIngest
import Raster
import Vector

/// A card of a book with what stands over it (a month, a day) and below it (what became of it, codes of its videos' addresses),
/// as one thing that is not parted where it fits. Lengths in the card's points, but for what its names say otherwise.
final class BookItem {
  struct Heading {
    var text: ShapedText
    /// What it is told in.
    var said: PDFElement
    /// Points of the page over the words, and from them to what follows.
    var above: Double
    var below: Double
    /// Its line in the table of contents.
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
  /// That it is gone, and what it said before, each below the one before.
  let notes: [ShapedText]
  let codes: [Code]
  /// The place of its feed among the book's parts.
  let part: Int
  /// Whether a later export has it no more.
  let isRemoved: Bool
  /// Nil where nobody has written it.
  let author: String?
  /// Days since 1970; nil of what has no date.
  let day: Int?
  /// Points of the page for one of the card's.
  let scale: Double

  /// Points of the page: of a code's square with its light edge, and over each.
  static let codeSide = 58.0
  static let codeGap = 6.0
  /// Points of the page over each note.
  static let noteGap = 3.0
  /// Of a note, at most.
  static let noteLines = 8

  init(
    card: ColumnCard, headings: [Heading], notes: [ShapedText], codes: [Code], part: Int, isRemoved: Bool,
    author: String?, day: Int?, scale: Double
  ) {
    (self.card, self.headings, self.notes, self.codes) = (card, headings, notes, codes)
    (self.part, self.isRemoved, self.author, self.day, self.scale) = (part, isRemoved, author, day, scale)
  }

  /// Where the card begins.
  var top: Double { headings.reduce(0) { $0 + $1.height } / scale }

  var end: Double { top + card.layout.size.height }

  /// Where each note begins, with the room over it.
  var noteTops: [Double] {
    var top = end
    return notes.map { note in
      defer { top += (Self.noteGap + note.size.height) / scale }
      return top
    }
  }

  /// Where the first code begins.
  var codesTop: Double { notes.reduce(end) { $0 + (Self.noteGap + $1.size.height) / scale } }

  var height: Double { codesTop + Double(codes.count) * (Self.codeSide + Self.codeGap) / scale }

  /// What is not cut where it has to be.
  var whole: [ClosedRange<Double>] {
    let own = card.whole
    // A heading never stands at the end of a page: it goes with the card's first lines.
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
  /// Addresses of the videos that it shows, also of what it reposts or quotes, each once.
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
