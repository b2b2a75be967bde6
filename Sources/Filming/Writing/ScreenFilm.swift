import Drawing
import Projects

/// A film on a screen as a case: `films/expand/375@2x-light`.
package struct ScreenFilm: Sendable {
  package enum Film: Sendable {
    case scene(StandardFilm)
    case script(FilmScript)
  }

  package let film: Film
  package let screen: FilmRecord.Screen

  /// The id that film cases have in place of a post's.
  package static let post = "films"
  /// The cost of rendering and comparing a film, in the unit of a card's cost: its height in points
  /// (`Post.drawingCost`).
  package static let cost = 5_000

  package var name: String {
    switch film {
    case .scene(let scene): scene.rawValue
    case .script(let script): script.name
    }
  }

  package var variant: ImageVariant { ImageVariant(width: screen.width, scale: screen.scale, theme: screen.theme) }
  package var id: String { "\(Self.post)/\(name)/\(variant.name)" }

  /// Returns the name of a case's film; nil if the case is not a film.
  package static func name(inCase id: String) -> String? {
    let parts = id.split(separator: "/")
    return parts.count == 3 && parts[0] == post ? String(parts[1]) : nil
  }

  /// Returns a case for each film, screen by screen, in the project's order.
  package static func all(of films: FilmSelection, on screens: FilmScreens) -> [ScreenFilm] {
    screens.all.flatMap { screen in
      films.scenes.map { ScreenFilm(film: .scene($0), screen: screen) }
        + films.scripts.map { ScreenFilm(film: .script($0), screen: screen) }
    }
  }

  /// - Throws: `FilmIssue` if the feed has no post for the scene.
  package func script(for feed: FilmFeed, on screen: FilmScreen) throws(FilmIssue) -> FilmScript {
    switch film {
    case .scene(let scene): try scene.script(for: feed, on: screen)
    case .script(let script): script
    }
  }
}
