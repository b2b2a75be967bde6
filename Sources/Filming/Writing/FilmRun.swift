import CardDrawing
import Diagnostics
import FeedIngest
import FeedSources
import Files
import Foundation
import OutputFolders
import Projects
import Raster
import Runs

/// Which films are made, and on which screens.
package struct FilmRequest: Sendable {
  /// Scenes and scripts; neither means all scenes.
  package var scenes: [FilmScene] = []
  package var scripts: [URL] = []
  /// Of the scene `expand`.
  package var post: String?
  /// Nil for the project's own choice of one.
  package var widths: [Int]?
  package var scales: [Int]?
  package var themes: [String]?
  /// Points; nil for the usual proportions.
  package var height: Int?
  /// Frames a second.
  package var rate = 60

  package init() {}
}

/// `feedproof film`, from the feed's files to the films' folder.
package struct FilmRun: Sendable {
  let project: Project
  let request: FilmRequest
  let environment: Environment
  let jobs: Int
  let progress: RunProgress
  let interruption: Interruption

  package init(
    project: Project, request: FilmRequest, environment: Environment, jobs: Int, progress: RunProgress,
    interruption: Interruption
  ) {
    (self.project, self.request, self.environment) = (project, request, environment)
    (self.jobs, self.progress, self.interruption) = (jobs, progress, interruption)
  }

  /// - Throws: `RunFailure` when nothing can be read, a script can't be played, or nothing can be written.
  package func run() async throws -> FilmOutcome {
    let scripts = try FilmScripts.read(request.scripts, in: project, environment: environment)
    let scenes = request.scenes.isEmpty && scripts.isEmpty ? FilmScene.allCases : request.scenes.uniqued()
    if request.post != nil, !scenes.contains(.expand) { throw Diagnostic(FilmIssue.twoSources) }
    try FilmScripts.checkNames(scripts, besides: scenes.map(\.rawValue))
    let screens = FilmScreens(project, request)
    let films = (scenes.count + scripts.count) * screens.count
    let steps = 1 + films
    progress.begin(step: 1, of: steps, "reading the feed")
    let files = FeedFiles.find(of: project)
    let feed = try FeedSource.open(files, report: progress.report)
    let names = scripts.flatMap(\.postNames) + (request.post.map { [$0] } ?? [])
    let posts = try FilmSource.posts(of: feed, showing: names)

    let lock = try OutputLock.take(project.output)
    defer { lock.removeTraces() }
    try lock.recover(report: progress.report)
    let folder = try FilmFolder(in: project.output)
    var outcome = FilmOutcome(folder: folder.url.path)
    for screen in screens.all {
      let studio = try Studio(
        project: project.showing(screen), files: files, environment: environment, newest: feed.facts.newestDate,
        namesServices: feed.facts.hasSeveralServices, showing: feed.facts.cardRoles)
      if outcome.films.isEmpty { studio.design.diagnostics.forEach(progress.report) }
      let source = try await FilmSource(
        posts, facts: feed.facts, studio: studio, width: screen.width, height: screen.height, jobs: jobs)
      let made = try scenes.map { try $0.script(for: source.feed, on: source.screen, post: request.post) } + scripts
      let theater = try FilmTheater(source)
      for script in made {
        let film = try PlayedFilm(script, feed: source.feed, screen: source.screen, rate: request.rate)
        progress.begin(
          step: 2 + outcome.films.count, of: steps, "\(script.name) on \(source.screen.name)", total: film.frames.count,
          unit: "frames")
        outcome.films.append(try await make(film, in: theater, folder))
      }
      theater.diagnostics.forEach(progress.reportIfNew)
      if let different = studio.fonts.problems.first { throw different }
    }
    return outcome
  }

  private func make(_ film: PlayedFilm, in theater: FilmTheater, _ folder: FilmFolder) async throws -> FilmOutcome.Film
  {
    let drawing = FilmDrawing(
      film: film, composer: theater.composer, jobs: jobs, interruption: interruption)
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
    return FilmOutcome.Film(record, folder: "\(FilmFolder.name)/\(path)")
  }
}

/// What all films on one screen are drawn with.
package struct FilmTheater: Sendable {
  package let source: FilmSource
  let composer: FrameComposer

  /// Bytes of the cards' pictures that are kept.
  private static let kept = 128 << 20

  /// - Throws: `Diagnostic`.
  package init(_ source: FilmSource) throws {
    self.source = source
    let strips = CardStrips(source, limit: min(Self.kept, source.studio.project.memory / 2))
    composer = FrameComposer(source: source, strips: strips, parts: try FrameParts(source))
  }

  /// Of photos, each thing once.
  var diagnostics: [Diagnostic] { composer.strips.diagnostics }
}

/// The screens that films are made for.
struct FilmScreens {
  struct Choice {
    var width: Int
    var height: Int
    var scale: Int
    var theme: String
  }

  let all: [Choice]
  var count: Int { all.count }

  /// Designs are made for this one first.
  private static let usualWidth = 375

  init(_ project: Project, _ request: FilmRequest) {
    let usual = project.widths.contains(Self.usualWidth) ? Self.usualWidth : project.widths[0]
    let widths = request.widths == nil ? [usual] : project.widths
    let scales = request.scales == nil ? [project.scales[project.scales.count - 1]] : project.scales
    let themes = request.themes == nil ? [project.themes[0]] : project.themes
    all = themes.flatMap { theme in
      widths.flatMap { width in
        scales.map {
          Choice(
            width: width, height: request.height ?? FilmScreen.height(forWidth: width), scale: $0, theme: theme)
        }
      }
    }
  }
}

extension Project {
  /// The same for one screen alone.
  func showing(_ screen: FilmScreens.Choice) -> Project {
    var project = self
    (project.widths, project.scales, project.themes) = ([screen.width], [screen.scale], [screen.theme])
    return project
  }
}
