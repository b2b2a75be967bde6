import CardRendering
import Diagnostics
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects
import Raster
import RunSupport

/// The requested films and screens.
package struct FilmRequest: Sendable {
  /// Scenes and scripts; if both are empty, all scenes.
  package var scenes: [StandardFilm] = []
  package var scripts: [URL] = []
  /// The post for the scene `expand`.
  package var post: String?
  /// The overrides of the command line; for screens that it doesn't specify, the project's default is used.
  package var asked = ProjectOverrides()
  /// The height in points; nil for the default proportions.
  package var height: Int?
  /// Frames a second.
  package var rate = 60

  package init() {}
}

/// Runs `feedproof film`, from the feed's files to the films' folder.
package struct FilmRun: Sendable {
  let project: Project
  let request: FilmRequest
  let environment: Environment
  let jobs: Int
  let progress: RunProgress
  let interruption: Interruption

  /// The path in the output folder.
  private static let folder = "films"

  package init(project: Project, request: FilmRequest, context: RunContext) {
    (self.project, self.request) = (project, request)
    (environment, jobs) = (context.environment, context.jobs)
    (progress, interruption) = (context.progress, context.interruption)
  }

  /// - Throws: `RunFailure` if nothing can be read, a script can't be played, or nothing can be written.
  package func run() async throws -> FilmOutcome {
    let scripts = try FilmScripts.read(request.scripts, in: project, environment: environment)
    let isAll = request.scenes.isEmpty && scripts.isEmpty
    let screens = FilmScreens(project, request).all
    let usual = isAll ? StandardFilm.ofFeeds.count : 0
    progress.begin(
      step: 1, of: 1 + max(usual, request.scenes.uniqued().count + scripts.count) * screens.count, "reading the feed")
    let files = FeedFiles.find(of: project)
    let feed = try FeedSource.open(files, report: progress.report)
    let all = feed.facts.chat == nil ? StandardFilm.ofFeeds : StandardFilm.ofChats
    let films = try FilmSelection(scenes: isAll ? all : request.scenes.uniqued(), scripts: scripts)
    if request.post != nil, !films.scenes.contains(.expand) { throw Diagnostic(FilmIssue.twoSources) }
    var steps = 1 + films.count * screens.count
    let posts = try FilmSource.posts(of: feed, showing: films.postNames + (request.post.map { [$0] } ?? []))

    let lock = try OutputLock.take(project.output)
    defer { lock.removeTraces() }
    try lock.recover(report: progress.report)
    let folder = try ResultFolder(Self.folder, in: project.output)
    var outcome = FilmOutcome(folder: folder.url.path)
    for screen in screens {
      let theater = try await FilmRenderer(
        posts, of: feed, files, on: screen, project: project, environment: environment, jobs: jobs)
      let source = theater.source
      if outcome.films.isEmpty { source.renderer.design.diagnostics.forEach(progress.report) }
      var left: [FilmOutcome.SkippedFilm] = []
      let leaveOut = { (scene: StandardFilm, issue: FilmIssue) in
        left.append(
          FilmOutcome.SkippedFilm(film: scene.rawValue, screen: source.screen.name, why: Diagnostic(issue).message))
      }
      let scripts = try films.scripts(for: source, post: request.post, leavingOut: isAll ? leaveOut : nil)
      steps -= left.count
      outcome.leftOut += left
      for script in scripts {
        let film = try theater.play(script, rate: request.rate)
        progress.begin(
          step: 2 + outcome.films.count, of: steps, "\(script.name) on \(source.screen.name)",
          total: film.frames.count, unit: "frames")
        outcome.films.append(try await make(film, in: theater, folder))
      }
      theater.diagnostics.forEach(progress.reportIfNew)
      if let different = source.renderer.fonts.problems.first { throw different }
    }
    return outcome
  }

  private func make(
    _ film: PlayedFilm, in theater: FilmRenderer, _ folder: ResultFolder
  ) async throws -> FilmOutcome.Film {
    let drawing = FilmDrawing(film: film, composer: theater.composer, jobs: jobs, interruption: interruption)
    let path = "\(film.script.name)/\(theater.source.screen.name)"
    let keyFrames = film.keyFrames()
    let record = try FilmRecord(drawing, keyFrames: keyFrames)
    let webP = try RelativePath.checked("\(path)/film.webp")
    try await drawing.animate { frames in
      for _ in 0..<frames { progress.advance(film.script.name) }
    } to: { fill in
      try folder.write(to: webP, fill)
    }
    try folder.write(Data(try record.text().utf8), to: try .checked("\(path)/film.json"))
    let sheet = try Storyboard(drawing: drawing, frames: keyFrames, title: record.title).draw()
    let png: [UInt8]
    do { png = try PNGEncoder().encode(sheet, scale: 2) } catch { throw Diagnostic(error) }
    try folder.write(png, to: try .checked("\(path)/storyboard.png"))
    return FilmOutcome.Film(record, folder: "\(Self.folder)/\(path)")
  }
}
