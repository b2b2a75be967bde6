import Basics
import CardRendering
import Diagnostics
import FeedReading
import FeedSources
import Files
import Foundation
import Projects
import RunSupport

/// The renderer for all films on one screen.
package struct FilmRenderer: Sendable {
  package let source: FilmSource
  let composer: FrameComposer

  /// The maximum size of cached card bitmaps in bytes.
  private static let kept = 128 << 20

  /// - Throws: `Diagnostic`.
  package init(_ source: FilmSource) throws {
    self.source = source
    let strips = CardStrips(source, limit: min(Self.kept, source.renderer.project.memory / 2))
    composer = FrameComposer(source: source, strips: strips, parts: try FrameParts(source))
  }

  /// The diagnostics of photos, without duplicates.
  package var diagnostics: [Diagnostic] { composer.strips.diagnostics }

  /// - Parameter feed: A feed with other heights; nil for the drawn one.
  /// - Throws: As `PlayedFilm`.
  func play(_ script: FilmScript, showing feed: FilmFeed? = nil, rate: Int) throws -> PlayedFilm {
    try PlayedFilm(script, feed: feed ?? source.feed, screen: source.screen(for: script), rate: rate)
  }

  /// Returns the record of a film, and a storyboard if requested, without drawing all frames.
  ///
  /// - Throws: `FilmIssue`, `Diagnostic`.
  package func record(
    _ script: FilmScript, rate: Int, jobs: Int, interruption: Interruption
  ) throws -> (record: FilmRecord, storyboard: () throws -> Bitmap) {
    let film = try play(script, rate: rate)
    let drawing = FilmDrawing(film: film, composer: composer, jobs: jobs, interruption: interruption)
    let keyFrames = film.keyFrames()
    let record = try FilmRecord(drawing, keyFrames: keyFrames)
    return (record, { try Storyboard(drawing: drawing, frames: keyFrames, title: record.title).draw() })
  }

  /// Returns the record of a film with other card heights, without key frames: nothing is drawn.
  ///
  /// - Throws: As `record`.
  package func played(_ script: FilmScript, showing feed: FilmFeed, rate: Int) throws -> FilmRecord {
    let film = try play(script, showing: feed, rate: rate)
    return FilmRecord(film, of: feed, on: source.screen, keyFrames: [])
  }
}

/// The screens of films.
package struct FilmScreens: Sendable {
  package let all: [FilmRecord.Screen]

  /// The width that designs usually target first.
  private static let usualWidth = 375

  /// Returns the project's default screen with the requested overrides.
  package init(_ project: Project, _ request: FilmRequest = FilmRequest()) {
    let usual = project.widths.contains(Self.usualWidth) ? Self.usualWidth : project.widths[0]
    let widths = request.asked["widths"] == nil ? [usual] : project.widths
    let scales = request.asked["scales"] == nil ? [project.scales[project.scales.count - 1]] : project.scales
    let themes = request.asked["themes"] == nil ? [project.themes[0]] : project.themes
    all = themes.flatMap { theme in
      widths.flatMap { width in
        scales.map {
          FilmRecord.Screen(
            width: width, height: request.height ?? FilmScreen.height(forWidth: width), scale: $0, theme: theme)
        }
      }
    }
  }
}

extension FilmRenderer {
  /// - Parameter posts: The posts from `FilmSource.posts`.
  /// - Throws: `RunFailure`.
  package init(
    _ posts: [PostInFeed], of feed: FeedSource, _ files: FeedFiles, on screen: FilmRecord.Screen, project: Project,
    environment: Environment, jobs: Int
  ) async throws {
    let renderer = try CardRenderer(
      project: project.showing(screen), files: files, facts: feed.facts, environment: environment)
    try self.init(
      await FilmSource(
        posts, facts: feed.facts, renderer: renderer, width: screen.width, height: screen.height, jobs: jobs))
  }
}

extension Project {
  /// Returns the project with this screen only.
  fileprivate func showing(_ screen: FilmRecord.Screen) -> Project {
    var project = self
    (project.widths, project.scales, project.themes) = ([screen.width], [screen.scale], [screen.theme])
    return project
  }
}

/// Films as listed in a project file: scenes by name, scripts by path.
package struct FilmSelection: Sendable {
  package let scenes: [StandardFilm]
  package let scripts: [FilmScript]

  package init(scenes: [StandardFilm], scripts: [FilmScript]) throws(Diagnostic) {
    (self.scenes, self.scripts) = (scenes, scripts)
    try FilmScripts.checkNames(scripts, besides: scenes.map(\.rawValue))
  }

  /// - Throws: `DiagnosticList`, `Diagnostic` if a script can't be read.
  package init(named names: [String], in project: Project, environment: Environment) throws {
    let files = names.filter { StandardFilm(rawValue: $0) == nil }
      .map {
        $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : project.folder.appendingPathComponent($0).standardizedFileURL
      }
    try self.init(
      scenes: names.compactMap(StandardFilm.init(rawValue:)).uniqued(),
      scripts: FilmScripts.read(files.uniqued(), in: project, environment: environment))
  }

  package var isEmpty: Bool { scenes.isEmpty && scripts.isEmpty }
  package var count: Int { scenes.count + scripts.count }
  /// The posts to include.
  package var postNames: [String] { scripts.flatMap(\.postNames).uniqued() }

  /// - Parameters:
  ///   - post: The post for the scene `expand`.
  ///   - leaveOut: Receives scenes that the feed lacks the content for; if nil, the first one is thrown.
  package func scripts(
    for source: FilmSource, post: String? = nil, leavingOut leaveOut: ((StandardFilm, FilmIssue) -> Void)? = nil
  ) throws(FilmIssue) -> [FilmScript] {
    var made: [FilmScript] = []
    for scene in scenes {
      do {
        made.append(try scene.script(for: source.feed, on: source.screen, post: post))
      } catch {
        guard let leaveOut, error.isOfFeed else { throw error }
        leaveOut(scene, error)
      }
    }
    return made + scripts
  }
}
