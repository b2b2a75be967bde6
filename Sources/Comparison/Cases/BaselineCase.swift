import Basics
import Drawing
import FeedReading
import Filming
import ImageComparison
import Projects

/// A comparison of one image with one reference.
struct BaselineCase: Sendable {
  enum Kind: String, Codable, Sendable {
    case baseline, mockup
    /// A card on a screen of an app.
    case screen
  }

  /// The id in reports and commands: `wall1_17/375@2x-light-expanded`, or the mockup case's name.
  var id: String
  var kind: Kind
  var variant: ImageVariant
  var tolerance: Tolerance
  var masks: [CaseMask]
  /// Intended differences.
  var deviations: [Deviation]
  /// The mockup, if the case is one.
  var mockup: MockupCase?
}

extension BaselineCase {
  init(_ mockup: MockupCase) {
    self.init(
      id: mockup.name, kind: .mockup,
      variant: ImageVariant(width: mockup.width, scale: mockup.scale, theme: mockup.theme, state: mockup.state),
      tolerance: mockup.tolerance, masks: mockup.masks, deviations: mockup.deviations, mockup: mockup)
  }

  /// Creates a case that compares a card with its baseline, with the project's settings.
  init(baseline id: String, _ variant: ImageVariant, of project: Project) {
    self.init(
      id: id, kind: .baseline, variant: variant, tolerance: project.tolerances.of(case: id).last ?? .baseline,
      masks: project.masks.of(case: id), deviations: project.deviations.of(case: id))
  }
}

/// All cases of one post. Its cards are laid out and its photos decoded only once.
struct BaselinePost: Sendable {
  var placed: PostInFeed
  /// Index into the run's renderers: posts of mockups may come from other projects.
  var renderer: Int
  /// nil compares all of the project's images of the post with their baselines.
  var mockups: [MockupCase]?

  var post: Post { placed.post }
}

/// A pattern from the command line: the id of a case or of a post, the end of a post's number, or a glob that matches
/// either.
package struct CasePattern: Hashable, Sendable {
  package let text: String
  private let glob: GlobPattern

  package init(_ text: String) {
    (self.text, glob) = (text, GlobPattern(text))
  }

  /// Returns whether a post matches, and with it all of its cases.
  func matches(post: String) -> Bool { glob.matches(post) || post.hasSuffix("_\(text)") }

  func matches(case id: String, of post: String) -> Bool { glob.matches(id) || matches(post: post) }
}

/// The posts and cases that a comparison is restricted to.
package struct CaseSelection: Hashable, Sendable {
  /// Patterns for posts; empty for all.
  package var posts: [CasePattern]
  /// Patterns for cases; empty for all.
  package var cases: [CasePattern]

  package init(posts: [String] = [], cases: [String] = []) {
    self.posts = posts.map(CasePattern.init)
    self.cases = cases.map(CasePattern.init)
  }

  package var isWhole: Bool { posts.isEmpty && cases.isEmpty }

  func takes(post: String) -> Bool { posts.isEmpty || posts.contains { $0.matches(post: post) } }

  func takes(case id: String, of post: String) -> Bool {
    takes(post: post) && (cases.isEmpty || cases.contains { $0.matches(case: id, of: post) })
  }

  /// Returns whether the selection may include a case of the post. The states of a card are known only after layout.
  func mayTake(post: String, of project: Project) -> Bool {
    guard takes(post: post) else { return false }
    if cases.isEmpty { return true }
    return project.widths.contains { width in
      project.scales.contains { scale in
        project.themes.contains { theme in
          project.compares(width: width, scale: scale, theme: theme)
            && [ImageVariant.State.expanded, .collapsed].contains { state in
              let variant = ImageVariant(width: width, scale: scale, theme: theme, state: state)
              return takes(case: "\(post)/\(variant.name)", of: post)
            }
        }
      }
    }
  }

  /// The texts of all patterns, posts first.
  var texts: [String] { (posts + cases).map(\.text) }
}

/// A film on a screen as a case: `films/expand/375@2x-light`.
struct FilmCase: Sendable {
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
  static func film(inCase id: String) -> String? {
    let parts = id.split(separator: "/")
    return parts.count == 3 && parts[0] == post ? String(parts[1]) : nil
  }

  /// Returns a case for each film, screen by screen, in the project's order.
  static func all(of films: FilmSelection, on screens: FilmScreens) -> [FilmCase] {
    screens.all.flatMap { screen in
      films.scenes.map { FilmCase(film: .scene($0), screen: screen) }
        + films.scripts.map { FilmCase(film: .script($0), screen: screen) }
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
