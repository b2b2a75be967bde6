import Diagnostics
import Drawing
import Filming
import Foundation
import Pixels
import Proof
import Raster
import Runs

/// Writes what the review shows films with: the numbers of both sides, and the pictures that all films on a screen are put
/// together from. Pictures of single frames would be hundreds of times as much.
final class FilmKeeper {
  let theater: FilmTheater
  private let review: ReviewFolder
  private let store: BaselineStore
  private let jobs: Int
  private var parts: [FilmPicture] = []
  /// Nil for a card whose post the feed does not have.
  private var drawn: [FilmCard: Kept?] = [:]

  /// A card's picture, and the approved one where that is something else.
  private struct Kept: Sendable {
    var picture: FilmPicture?
    var approved: FilmPicture?
  }

  init(theater: FilmTheater, review: ReviewFolder, store: BaselineStore, jobs: Int) {
    (self.theater, self.review, self.store, self.jobs) = (theater, review, store, jobs)
  }

  /// Where a film lies in numbers.
  static func numbers(_ side: String, of id: String) -> String { "\(side)/\(id).film.json" }

  /// - Throws: `Diagnostic`.
  func keep(_ film: FilmRecord, beside reference: FilmRecord?, of id: String) async throws -> CompareReport.Film {
    let paths = (actual: Self.numbers("actual", of: id), expected: Self.numbers("expected", of: id))
    try review.write(Data(try film.text().utf8), to: paths.actual)
    if let reference { try review.write(Data(try reference.text().utf8), to: paths.expected) }
    if parts.isEmpty { parts = try theater.partPictures.map { try save($0.part, $0.bitmap) } }
    let cards = (film.cards + (reference?.cards ?? [])).uniqued()
    try await draw(cards.filter { drawn[$0] == nil })
    let kept = cards.compactMap { drawn[$0] ?? nil }
    let approved = reference == nil ? [] : kept.compactMap(\.approved)
    return CompareReport.Film(
      actual: paths.actual, expected: reference == nil ? nil : paths.expected,
      pictures: parts + kept.compactMap(\.picture), approved: approved.isEmpty ? nil : approved)
  }

  private func save(_ part: FilmPicture.Part, _ bitmap: Bitmap) throws -> FilmPicture {
    let path = "actual/\(FilmCase.post)/parts/\(theater.source.screen.name)/\(part.rawValue).png"
    return try Self.save(FilmPicture(part, path: path, size: bitmap.size), bitmap, in: review)
  }

  private func draw(_ cards: [FilmCard]) async throws {
    var rest = cards.makeIterator()
    let (theater, review, store) = (theater, review, store)
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      rest.next()
    } work: { card -> Kept? in
      guard let picture = try theater.picture(of: card) else { return nil }
      var kept = Kept(picture: try Self.save(card, picture, "actual", theater, review))
      if let bitmap = try Self.approved(card, theater, store), let other = theater.picture(picture, showing: bitmap) {
        kept.approved = try Self.save(card, other, "expected", theater, review)
      }
      return kept
    } take: { number, kept in
      drawn[cards[number]] = .some(kept)
    }
  }

  /// The card as it was approved; nil where no picture of it was kept, or where it waits for its photos.
  private static func approved(_ card: FilmCard, _ theater: FilmTheater, _ store: BaselineStore) throws -> Bitmap? {
    guard !card.waits else { return nil }
    let states: [PictureVariant.State] = card.isOpen ? [.expanded] : [.collapsed, .expanded]
    for state in states {
      let screen = theater.source.screen
      let variant = PictureVariant(width: screen.width, scale: screen.scale, theme: screen.theme, state: state)
      let id = "\(card.post)/\(variant.name)"
      // What can't be read is told where the card itself is compared.
      guard let png = try? store.picture(of: id), let bitmap = try? PictureFile.decoded(png, name: id) else { continue }
      return bitmap.converted(to: .bgraPremultiplied)
    }
    return nil
  }

  private static func save(
    _ card: FilmCard, _ picture: FilmTheater.CardPicture, _ side: String, _ theater: FilmTheater,
    _ review: ReviewFolder
  ) throws -> FilmPicture {
    let name = (card.isOpen ? "open" : "closed") + (card.waits ? "-waiting" : "")
    let path = "\(side)/\(FilmCase.post)/cards/\(theater.source.screen.name)/\(card.post)/\(name).png"
    var written = FilmPicture(.card, path: path, size: picture.bitmap.size)
    (written.post, written.isOpen, written.waits) = (card.post, card.isOpen ? true : nil, card.waits ? true : nil)
    (written.above, written.below, written.end) = (picture.above, picture.below, picture.end)
    return try save(written, picture.bitmap, in: review)
  }

  private static func save(
    _ picture: FilmPicture, _ bitmap: Bitmap, in review: ReviewFolder
  ) throws -> FilmPicture {
    let png: [UInt8]
    do { png = try PNGEncoder().encode(bitmap, scale: 1) } catch { throw Diagnostic(error) }
    try review.write(png, to: picture.path)
    return picture
  }
}
