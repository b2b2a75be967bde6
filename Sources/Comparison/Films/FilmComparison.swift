import Basics
import Diagnostics
import Drawing
import FeedReading
import FeedSources
import Files
import Filming
import Foundation
import ImageComparison
import Projects
import Raster
import RunSupport

/// Compares a project's named films with the approved ones: `films/<name>/375@2x-light`.
struct FilmComparison: CaseSource {
  /// The films, grouped by screen.
  let films: [ScreenFilm]
  /// Posts that any film of the project names, so that all films use the same part of the feed.
  let names: [String]
  let project: Project
  let environment: Environment
  let comparison: CaseComparison
  let jobs: Int
  let interruption: Interruption

  private static let rate = 60

  /// - Throws: `RunFailure` if the feed can't be read.
  func compare(_ take: (ComparedItem) throws -> Void) async throws {
    guard !films.isEmpty else { return }
    let files = FeedFiles.find(of: project)
    // Problems with the feed have already been reported.
    let feed = try FeedSource.open(files) { _ in }
    let posts = try FilmSource.posts(of: feed, showing: names)
    for screen in films.map(\.screen).uniqued() {
      let theater = try await FilmRenderer(
        posts, of: feed, files, on: screen, project: project, environment: environment, jobs: jobs)
      let keeper = FilmReviewWriter(theater: theater, review: comparison.review, store: comparison.store, jobs: jobs)
      let causes = FilmCauses(theater: theater, comparison: comparison, project: project)
      for film in films where film.screen == screen {
        if interruption.isRequested { throw RunFailure.interrupted }
        let start = environment.uptime()
        var compared = try await compared(film, keeper, causes)
        compared.entry.seconds = environment.uptime() - start
        try take(ComparedItem(id: film.id, cases: [compared]))
      }
    }
  }

  private func compared(
    _ film: ScreenFilm, _ keeper: FilmReviewWriter, _ causes: FilmCauses
  ) async throws -> ComparedCase {
    let made: (record: FilmRecord, storyboard: () throws -> Bitmap)
    do {
      made = try keeper.theater.record(
        film.script(for: keeper.theater.source.feed, on: keeper.theater.source.screen), rate: Self.rate, jobs: jobs,
        interruption: interruption)
    } catch {
      guard let diagnostic = RunFailure(stopping: error).diagnostics.first else { throw error }
      let filmCase = ComparisonCase(
        id: film.id, kind: .baseline, variant: film.variant, tolerance: .baseline, masks: [], deviations: [])
      return .failed(filmCase, post: ScreenFilm.post, diagnostic.located(in: film.id))
    }
    return try await compared(film, made.record, made.storyboard, keeper, causes)
  }

  private func compared(
    _ film: ScreenFilm, _ record: FilmRecord, _ storyboard: () throws -> Bitmap, _ keeper: FilmReviewWriter,
    _ finder: FilmCauses
  ) async throws -> ComparedCase {
    let (id, variant) = (film.id, film.variant)
    var reference: BaselineRecord?
    let judgement: Judgement
    let causes: [Cause]
    do {
      reference = try comparison.store.record(of: id)
      (judgement, causes) = try Self.judged(film, record, against: reference?.film, finder)
    } catch let unreadable as Diagnostic {
      reference = nil
      judgement = Judgement(verdict: .error, reasons: [unreadable.message], diagnostic: unreadable.located(in: id))
      causes = judgement.causes
    }
    // The fonts and libraries that an approval records.
    let drawnWith = comparison.environments.whole
    var entry = CaseResult(
      id: id, reference: .baseline, post: ScreenFilm.post, variant: variant, verdict: judgement.verdict,
      reasons: judgement.reasons)
    entry.environment = drawnWith.name
    if let reference {
      entry.expected = CompareReport.Picture(
        width: reference.width, height: reference.height, sha256: reference.sha256)
      if FileStamp(comparison.store.pictureFile(of: id).path, following: false) != nil {
        entry.expected?.path = comparison.review.path(to: comparison.store.pictureFile(of: id))
      }
    }
    // Full baselines need images, not only digests.
    let lacksPicture = comparison.keeping == .full && entry.expected?.path == nil
    if judgement.verdict == .identical, !lacksPicture {
      // An identical film needs no storyboard.
      entry.actual = entry.expected
      entry.actual?.path = nil
    } else {
      let sheet = try storyboard()
      let png: [UInt8]
      do { png = try PNGEncoder().encode(sheet, scale: 2) } catch { throw Diagnostic(error) }
      let layout = LayoutRecord(size: Size(width: Double(sheet.width) / 2, height: Double(sheet.height) / 2), boxes: [])
      entry.actual = CompareReport.Picture(width: sheet.width, height: sheet.height, sha256: Digest(of: png).hex)
      let saved = try comparison.review.save("actual", of: id, png: png, layout: layout)
      entry.actual?.path = saved.picture
      entry.actual?.layout = saved.layout
      if judgement.verdict != .identical {
        entry.thumbnail = try comparison.review.saveThumbnail(of: id, sheet)
        entry.details = .film(try await keeper.keep(record, beside: reference?.film, of: id))
      }
    }
    return ComparedCase(
      entry: entry, judgement: judgement,
      environment: CardEnvironments.NamedEnvironment(name: drawnWith.name, environment: drawnWith)
    ).caused(by: causes)
  }

  private static let unapproved = "the film has not been approved yet"

  private static func judged(
    _ film: ScreenFilm, _ record: FilmRecord, against reference: FilmRecord?, _ finder: FilmCauses
  ) throws -> (Judgement, [Cause]) {
    guard let reference else {
      // A film that is faulty from the start must not be approved with the other new ones.
      let wrong = record.judgement.complaints
      let cause: Cause =
        wrong.isEmpty
        ? Cause(.new, title: "no approved film yet", identity: "films", fact: .newFilm)
        : .motion(of: film.name, film.id, wrong + [unapproved])
      return (Judgement(verdict: .new, reasons: wrong + [unapproved]), [cause])
    }
    let difference = FilmDifference(from: reference, to: record)
    if difference.isEmpty { return (Judgement(verdict: .identical), []) }
    let causes = try finder.causes(of: film, record, against: reference, difference)
    let titles = causes.filter { $0.kind != .motion }.map(\.title)
    let isOfEnvironment = causes.allSatisfy(\.kind.isEnvironment)
    return (
      Judgement(verdict: isOfEnvironment ? .environment : .different, reasons: difference.reasons + titles), causes
    )
  }
}

extension ReviewFolder {
  /// Returns the film played for a case; nil if the case is no film or its file is missing.
  func film(of id: String) -> FilmRecord? { film(at: FilmReviewWriter.numbers("actual", of: id)) }

  func film(at path: String?) -> FilmRecord? {
    data(at: path).flatMap { try? JSONDecoder().decode(FilmRecord.self, from: $0) }
  }
}

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
