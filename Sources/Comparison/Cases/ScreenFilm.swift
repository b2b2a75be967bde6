import Drawing
import Filming
import Projects

/// A film on a screen as a case: `films/expand/375@2x-light`.
struct ScreenFilm: Sendable {
  enum Film: Sendable {
    case scene(StandardFilm)
    case script(FilmScript)
  }

  let film: Film
  let screen: FilmRecord.Screen

  /// The id that film cases have in place of a post's.
  static let post = "films"
  /// The cost of rendering and comparing a film, in the unit of a card's cost: its height in points
  /// (`Post.drawingCost`).
  static let cost = 5_000

  var name: String {
    switch film {
    case .scene(let scene): scene.rawValue
    case .script(let script): script.name
    }
  }

  var variant: ImageVariant { ImageVariant(width: screen.width, scale: screen.scale, theme: screen.theme) }
  var id: String { "\(Self.post)/\(name)/\(variant.name)" }

  /// Returns the name of a case's film; nil if the case is not a film.
  static func name(inCase id: String) -> String? {
    let parts = id.split(separator: "/")
    return parts.count == 3 && parts[0] == post ? String(parts[1]) : nil
  }

  /// Returns a case for each film, screen by screen, in the project's order.
  static func all(of films: FilmSelection, on screens: FilmScreens) -> [ScreenFilm] {
    screens.all.flatMap { screen in
      films.scenes.map { ScreenFilm(film: .scene($0), screen: screen) }
        + films.scripts.map { ScreenFilm(film: .script($0), screen: screen) }
    }
  }

  /// - Throws: `FilmIssue` if the feed has no post for the scene.
  func script(for feed: FilmFeed, on screen: FilmScreen) throws(FilmIssue) -> FilmScript {
    switch film {
    case .scene(let scene): try scene.script(for: feed, on: screen)
    case .script(let script): script
    }
  }
}
