import Basics
import Diagnostics
import Drawing
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

  package func film(at path: String?) -> FilmRecord? {
    data(at: path).flatMap { try? JSONDecoder().decode(FilmRecord.self, from: $0) }
  }
}
