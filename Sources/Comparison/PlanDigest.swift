import CardRendering
import Cards
import Files
import Filming
import Projects
import RunSupport

/// A digest of everything that shards must have in common to be parts of one comparison: the tool, fonts and libraries,
/// options, the projects with their feeds, and their designs.
package struct PlanDigest {
  private var lines: [String] = []

  package init(environment: RenderingEnvironment, options: CompareRun.Options, keeping: BaselineStorage) {
    lines = [
      "tool \(FeedproofVersion.current)", "environment \(environment.name)",
      "only \(options.only?.rawValue ?? "")", "posts \(options.selection.posts.map(\.text))",
      "cases \(options.selection.cases.map(\.text))", "keeping \(keeping.rawValue)",
    ]
  }

  /// The SHA-256 in lower-case hexadecimal.
  package var hex: String { Digest(of: lines.joined(separator: "\n")).hex }

  /// Adds a project's settings and feed. Its location and output folder don't matter. Nor does the order of its files:
  /// `add(_: BaselinePost)` adds the posts in the resulting order. `add(_: DesignSources)` adds the design.
  ///
  /// - Parameter feed: The digests of the feed's files by name, in any order.
  package mutating func add(_ project: Project, feed: [(name: String, digest: Digest)]) {
    lines += project.values(reaching: [.words, .cards, .screens, .judgement]).lines
    lines += feed.map { "file \($0.name) \($0.digest.hex)" }.sorted()
  }

  /// Adds the lists of mockups.
  mutating func add(lists: [Digest]) { lines += lists.map { "mockups \($0.hex)" } }

  mutating func add(_ film: ScreenFilm) {
    let script = if case .script(let script) = film.film { script.digest?.hex ?? "" } else { "" }
    lines.append("\(film.id) \(film.screen.height) \(script)")
  }

  /// Adds the build, because another build may render differently.
  package mutating func add(build: String) { lines.append("build \(build)") }

  /// Adds the design, including the built-in templates and tokens.
  mutating func add(_ design: DesignSources, _ roles: [CardRole]) {
    lines.append("tokens \(design.digest(of: .tokens).hex)")
    lines.append("icons \(design.digest(of: .icons).hex)")
    for role in CardRole.stock + roles { lines.append("card \(role.file) \(design.digest(of: .card(role.file)).hex)") }
  }

  mutating func add(_ item: BaselinePost) {
    let mockups = item.mockups.map { " mockups \($0.map(\.name).joined(separator: ","))" } ?? ""
    lines.append("post \(item.renderer) \(item.post.id)\(mockups)")
  }
}
