import Basics
import Diagnostics
import Drawing
import Files
import Filming
import Foundation
import ImageComparison
import ImageFolders
import Raster
import RunSupport

/// Writes the files of films for the review: the records of both sides, and the images that the page composes all films
/// of a screen from. Images of every frame would need hundreds of times the space.
final class FilmReviewWriter {
  let theater: FilmRenderer
  private let review: ReviewFolder
  private let store: BaselineStore
  private let jobs: Int
  private var parts: [FilmImage] = []
  /// Images around the messages of chat films, by name.
  private var around: [String: FilmImage] = [:]
  /// Nil for a card whose post is not in the feed.
  private var drawn: [FilmCard: ImagePairData?] = [:]

  /// A card's image, and the approved one if it differs.
  private struct ImagePairData: Sendable {
    var picture: FilmImage?
    var approved: FilmImage?
  }

  init(theater: FilmRenderer, review: ReviewFolder, store: BaselineStore, jobs: Int) {
    (self.theater, self.review, self.store, self.jobs) = (theater, review, store, jobs)
  }

  /// Returns the path of a film's numbers.
  static func numbers(_ side: String, of id: String) -> String { "\(side)/\(id).film.json" }

  func keep(_ film: FilmRecord, beside reference: FilmRecord?, of id: String) async throws -> CompareReport.Film {
    let paths = (actual: Self.numbers("actual", of: id), expected: Self.numbers("expected", of: id))
    try review.write(Data(try film.text().utf8), to: paths.actual)
    if let reference { try review.write(Data(try reference.text().utf8), to: paths.expected) }
    if parts.isEmpty { parts = try theater.partPictures.map { try save($0.part, $0.bitmap) } }
    let ofChat = try theater.chatPictures(of: [film] + (reference.map { [$0] } ?? [])).map { part in
      if let known = around[part.picture.path] { return known }
      let kept = try save(part.picture, named: part.picture.path, part.bitmap)
      around[part.picture.path] = kept
      return kept
    }
    let cards = (film.cards + (reference?.cards ?? [])).uniqued()
    try await draw(cards.filter { drawn[$0] == nil })
    let kept = cards.compactMap { drawn[$0] ?? nil }
    let approved = reference == nil ? [] : kept.compactMap(\.approved)
    return CompareReport.Film(
      actual: paths.actual, expected: reference == nil ? nil : paths.expected,
      pictures: parts + ofChat + kept.compactMap(\.picture), approved: approved.isEmpty ? nil : approved)
  }

  private func save(_ part: FilmImage.Part, _ bitmap: Bitmap) throws -> FilmImage {
    try save(FilmImage(part, path: "", size: bitmap.size), named: part.rawValue, bitmap)
  }

  private func save(_ picture: FilmImage, named name: String, _ bitmap: Bitmap) throws -> FilmImage {
    var picture = picture
    picture.path = "actual/\(ScreenFilm.post)/parts/\(theater.source.screen.name)/\(name).png"
    return try Self.save(picture, bitmap, in: review)
  }

  private func draw(_ cards: [FilmCard]) async throws {
    var rest = cards.makeIterator()
    let (theater, review, store) = (theater, review, store)
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      rest.next()
    } work: { card -> ImagePairData? in
      guard let picture = try theater.picture(of: card) else { return nil }
      var kept = ImagePairData(picture: try Self.save(card, picture, "actual", theater, review))
      if let bitmap = try Self.approved(card, theater, store), let other = theater.picture(picture, showing: bitmap) {
        kept.approved = try Self.save(card, other, "expected", theater, review)
      }
      return kept
    } take: { number, kept in
      drawn[cards[number]] = .some(kept)
    }
  }

  /// Returns the approved card; nil if no image of it was stored, or if no case shows the card in this form.
  private static func approved(_ card: FilmCard, _ theater: FilmRenderer, _ store: BaselineStore) throws -> Bitmap? {
    guard !card.waits, !card.ends, card.rows == nil else { return nil }
    let states: [ImageVariant.State] = card.isOpen ? [.expanded] : [.collapsed, .expanded]
    for state in states {
      let screen = theater.source.screen
      let variant = ImageVariant(width: screen.width, scale: screen.scale, theme: screen.theme, state: state)
      let id = "\(card.post)/\(variant.name)"
      // Unreadable images are reported by the comparison of the card.
      guard let png = try? store.picture(of: id), let bitmap = try? ComparedImageFile.decoded(png, name: id) else {
        continue
      }
      return bitmap.converted(to: .bgraPremultiplied)
    }
    return nil
  }

  private static func save(
    _ card: FilmCard, _ picture: FilmRenderer.CardImage, _ side: String, _ theater: FilmRenderer,
    _ review: ReviewFolder
  ) throws -> FilmImage {
    let path = "\(side)/\(ScreenFilm.post)/cards/\(theater.source.screen.name)/\(card.post)/\(card.name).png"
    var written = FilmImage(.card, path: path, size: picture.bitmap.size)
    (written.post, written.isOpen, written.waits) = (card.post, card.isOpen ? true : nil, card.waits ? true : nil)
    written.ends = card.ends ? true : nil
    (written.above, written.below, written.end) = (picture.above, picture.below, picture.end)
    return try save(written, picture.bitmap, in: review)
  }

  private static func save(
    _ picture: FilmImage, _ bitmap: Bitmap, in review: ReviewFolder
  ) throws -> FilmImage {
    let png: [UInt8]
    do { png = try PNGEncoder().encode(bitmap, scale: 1) } catch { throw Diagnostic(error) }
    try review.write(png, to: picture.path)
    return picture
  }
}
