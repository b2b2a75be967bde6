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
  /// What an approval writes down of fonts and libraries.
  let drawnWith: BaselineEnvironment
  let jobs: Int
  let interruption: Interruption

  static let post = "films"
  private static let rate = 60

  /// In the project's order, screen by screen.
  ///
  /// - Throws: `RunFailure` where the feed or a script can't be read.
  func compare(_ films: FilmSelection, take: (ComparedCase) throws -> Void) async throws {
    let files = FeedFiles.find(of: project)
    // What is wrong with it has been told.
    let feed = try FeedSource.open(files) { _ in }
    let posts = try FilmSource.posts(of: feed, showing: films.postNames)
    for screen in FilmScreens(project).all {
      let theater = try await FilmTheater(
        posts, of: feed, files, on: screen, project: project, environment: environment, jobs: jobs)
      let variant = PictureVariant(width: screen.width, scale: screen.scale, theme: screen.theme)
      for scene in films.scenes {
        try take(
          compared(called: scene.rawValue, variant, theater) {
            try scene.script(for: theater.source.feed, on: theater.source.screen)
          })
      }
      for script in films.scripts { try take(compared(called: script.name, variant, theater) { script }) }
    }
  }

  private func compared(
    called name: String, _ variant: PictureVariant, _ theater: FilmTheater, _ script: () throws -> FilmScript
  ) throws -> ComparedCase {
    if interruption.isRequested { throw RunFailure.interrupted }
    let id = "\(Self.post)/\(name)/\(variant.name)"
    do {
      let made = try theater.record(script(), rate: Self.rate, jobs: jobs, interruption: interruption)
      return try compared(id, variant, made.record, made.storyboard)
    } catch {
      guard let diagnostic = RunFailure(stopping: error).diagnostics.first else { throw error }
      let proofCase = ProofCase(id: id, kind: .baseline, variant: variant, tolerance: .baseline, masks: [])
      return .failed(proofCase, post: Self.post, diagnostic.located(in: id))
    }
  }

  private func compared(
    _ id: String, _ variant: PictureVariant, _ film: FilmRecord, _ storyboard: Bitmap
  ) throws -> ComparedCase {
    let reference = try comparison.store.record(of: id)
    let judgement = Self.judgement(on: film, against: reference?.film)
    var entry = CompareReport.Case(
      id: id, reference: .baseline, post: Self.post, variant: variant, verdict: judgement.verdict,
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
      try comparison.review.save(film, of: id)
    }
    var compared = ComparedCase(
      entry: entry, judgement: judgement,
      environment: CardEnvironments.Named(name: drawnWith.name, environment: drawnWith))
    compared.causes = Self.causes(of: judgement, id)
    compared.entry.clusters = compared.causes.isEmpty ? nil : compared.causes.map(\.id)
    compared.entry.cluster = compared.causes.first?.id
    return compared
  }

  private static func judgement(on film: FilmRecord, against reference: FilmRecord?) -> Judgement {
    guard let reference else {
      let wrong = film.judgement.jumps.prefix(3).map(\.inWords)
      return Judgement(verdict: .new, reasons: ["there is no approved film yet"] + wrong)
    }
    let difference = FilmDifference(from: reference, to: film)
    return Judgement(verdict: difference.isEmpty ? .identical : .different, reasons: difference.reasons)
  }

  private static func causes(of judgement: Judgement, _ id: String) -> [Cause] {
    switch judgement.verdict {
    case .new: [Cause(.new, title: "no approved film yet", identity: "films")]
    case .different:
      [
        Cause(
          .motion, title: judgement.reasons.first ?? "", identity: ([id] + judgement.reasons).joined(separator: "\n"))
      ]
    default: []
    }
  }
}

extension ReviewFolder {
  private static func path(ofFilm id: String) -> String { "actual/\(id).film.json" }

  /// Writes a film in numbers, to be approved.
  func save(_ film: FilmRecord, of id: String) throws {
    try write(Data(try film.text().utf8), to: Self.path(ofFilm: id))
  }

  /// What was played for a case; nil for one that is no film, or where it is gone.
  func film(of id: String) -> FilmRecord? {
    data(at: Self.path(ofFilm: id)).flatMap { try? JSONDecoder().decode(FilmRecord.self, from: $0) }
  }
}
