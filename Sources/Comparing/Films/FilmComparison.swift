import CardDrawing
import Diagnostics
import Digests
import Drawing
import FeedIngest
import FeedSources
import Files
import Filming
import Foundation
import Pixels
import Projects
import Proof
import Raster
import Runs

/// Films that a project names, held against what was approved: `films/<name>/375@2x-light`.
struct FilmComparison {
  let project: Project
  let environment: Environment
  let comparison: CaseComparison
  let jobs: Int
  let interruption: Interruption

  private static let rate = 60

  /// In the order of the cases, which come screen by screen.
  ///
  /// - Parameter names: Posts that all films of the project name, so that each of them is made of the same part of the feed.
  /// - Throws: `RunFailure` where the feed can't be read.
  func compare(_ cases: [FilmCase], showing names: [String], take: (ComparedCase) throws -> Void) async throws {
    guard !cases.isEmpty else { return }
    let files = FeedFiles.find(of: project)
    // What is wrong with it has been told.
    let feed = try FeedSource.open(files) { _ in }
    let posts = try FilmSource.posts(of: feed, showing: names)
    for screen in cases.map(\.screen).uniqued() {
      let theater = try await FilmTheater(
        posts, of: feed, files, on: screen, project: project, environment: environment, jobs: jobs)
      let keeper = FilmKeeper(theater: theater, review: comparison.review, store: comparison.store, jobs: jobs)
      for film in cases where film.screen == screen {
        if interruption.isRequested { throw RunFailure.interrupted }
        let start = environment.uptime()
        var compared = try await compared(film, keeper)
        compared.seconds = environment.uptime() - start
        try take(compared)
      }
    }
  }

  private func compared(_ film: FilmCase, _ keeper: FilmKeeper) async throws -> ComparedCase {
    let made: (record: FilmRecord, storyboard: Bitmap)
    do {
      made = try keeper.theater.record(
        film.script(for: keeper.theater.source), rate: Self.rate, jobs: jobs, interruption: interruption)
    } catch {
      guard let diagnostic = RunFailure(stopping: error).diagnostics.first else { throw error }
      let proofCase = ProofCase(id: film.id, kind: .baseline, variant: film.variant, tolerance: .baseline, masks: [])
      return .failed(proofCase, post: FilmCase.post, diagnostic.located(in: film.id))
    }
    return try await compared(film.id, film.variant, made.record, made.storyboard, keeper)
  }

  private func compared(
    _ id: String, _ variant: PictureVariant, _ film: FilmRecord, _ storyboard: Bitmap, _ keeper: FilmKeeper
  ) async throws -> ComparedCase {
    let reference = try comparison.store.record(of: id)
    let judgement = Self.judgement(on: film, against: reference?.film)
    // What an approval writes down of fonts and libraries.
    let drawnWith = comparison.environments.whole
    var entry = CompareReport.Case(
      id: id, reference: .baseline, post: FilmCase.post, variant: variant, verdict: judgement.verdict,
      reasons: judgement.reasons)
    let png: [UInt8]
    do { png = try PNGEncoder().encode(storyboard, scale: 2) } catch { throw Diagnostic(error) }
    let layout = LayoutRecord(
      size: Size(width: Double(storyboard.width) / 2, height: Double(storyboard.height) / 2), boxes: [])
    entry.actual = CompareReport.Picture(
      width: storyboard.width, height: storyboard.height, sha256: Digest(of: png).hex)
    entry.thumbnail = try comparison.review.saveThumbnail(of: id, storyboard)
    entry.environment = drawnWith.name
    if let reference {
      entry.expected = CompareReport.Picture(
        width: reference.width, height: reference.height, sha256: reference.sha256)
      if try comparison.store.picture(of: id) != nil {
        entry.expected?.path = comparison.review.path(to: comparison.store.pictureFile(of: id))
      }
    }
    if judgement.verdict != .identical {
      let saved = try comparison.review.save("actual", of: id, png: png, layout: layout)
      entry.actual?.path = saved.picture
      entry.actual?.layout = saved.layout
      entry.film = try await keeper.keep(film, beside: reference?.film, of: id)
    }
    var compared = ComparedCase(
      entry: entry, judgement: judgement,
      environment: CardEnvironments.Named(name: drawnWith.name, environment: drawnWith))
    compared.causes = Self.causes(of: judgement, id)
    compared.entry.clusters = compared.causes.isEmpty ? nil : compared.causes.map(\.id)
    compared.entry.cluster = compared.causes.first?.id
    return compared
  }

  private static let unapproved = "there is no approved film yet"

  private static func judgement(on film: FilmRecord, against reference: FilmRecord?) -> Judgement {
    guard let reference else {
      let wrong = film.judgement.complaints
      return Judgement(verdict: .new, reasons: wrong + [unapproved])
    }
    let difference = FilmDifference(from: reference, to: film)
    return Judgement(verdict: difference.isEmpty ? .identical : .different, reasons: difference.reasons)
  }

  private static func causes(of judgement: Judgement, _ id: String) -> [Cause] {
    switch judgement.verdict {
    // What is wrong from the beginning is no film to be approved with the others.
    case .new where judgement.reasons == [unapproved]: [Cause(.new, title: "no approved film yet", identity: "films")]
    case .new, .different:
      [
        Cause(
          .motion, title: judgement.reasons.first { $0 != unapproved } ?? "",
          identity: ([id] + judgement.reasons).joined(separator: "\n"))
      ]
    default: []
    }
  }
}

extension ReviewFolder {
  /// What was played for a case; nil for one that is no film, or where it is gone.
  func film(of id: String) -> FilmRecord? { film(at: FilmKeeper.numbers("actual", of: id)) }

  func film(at path: String?) -> FilmRecord? {
    data(at: path).flatMap { try? JSONDecoder().decode(FilmRecord.self, from: $0) }
  }
}
