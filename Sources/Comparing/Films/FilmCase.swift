import Drawing
import Filming

/// A film on a screen as a case: `films/expand/375@2x-light`.
struct FilmCase: Sendable {
  enum Film: Sendable {
    case scene(FilmScene)
    case script(FilmScript)
  }

  let film: Film
  let screen: FilmScreens.Choice

  /// Stands where cases of cards have their post.
  static let post = "films"
  /// What playing and comparing costs beside a card, which costs its height in points (`Post.drawingCost`).
  static let cost = 5_000

  var name: String {
    switch film {
    case .scene(let scene): scene.rawValue
    case .script(let script): script.name
    }
  }

  var variant: PictureVariant { PictureVariant(width: screen.width, scale: screen.scale, theme: screen.theme) }
  var id: String { "\(Self.post)/\(name)/\(variant.name)" }

  /// The film's name; nil where the case is none of a film.
  static func film(inCase id: String) -> String? {
    let parts = id.split(separator: "/")
    return parts.count == 3 && parts[0] == post ? String(parts[1]) : nil
  }

  /// Screen by screen, in the project's order.
  static func all(of films: FilmSelection, on screens: FilmScreens) -> [FilmCase] {
    screens.all.flatMap { screen in
      films.scenes.map { FilmCase(film: .scene($0), screen: screen) }
        + films.scripts.map { FilmCase(film: .script($0), screen: screen) }
    }
  }

  /// - Throws: `FilmIssue`, where the feed has no post that the scene could be about.
  func script(for source: FilmSource) throws(FilmIssue) -> FilmScript {
    switch film {
    case .scene(let scene): try scene.script(for: source.feed, on: source.screen)
    case .script(let script): script
    }
  }
}
