import CardDrawing
import Cards
import Digests
import Projects
import Runs

/// What all of a comparison's shards must have in common to be parts of one run: the tool, fonts and libraries, options,
/// the projects with their feeds, and designs of their own.
struct PlanDigest {
  private var lines: [String] = []

  init(environment: BaselineEnvironment, options: CompareRun.Options, keeping: BaselineKeeping) {
    lines = [
      "tool \(FeedproofVersion.current)", "environment \(environment.name)",
      "only \(options.only?.rawValue ?? "")", "posts \(options.selection.posts.map(\.text))",
      "cases \(options.selection.cases.map(\.text))", "keeping \(keeping.rawValue)",
    ]
  }

  /// SHA-256, lower-case hexadecimal.
  var hex: String { Digest(of: lines.joined(separator: "\n")).hex }

  /// Where a project lies does not count, nor where it writes, nor what it is drawn with, which `DesignSources` say,
  /// nor in which order its files were named: what order makes of the posts is in `add(_: ProofPost)`.
  ///
  /// - Parameter feed: The digests of the feed's files by their names, in any order.
  mutating func add(_ project: Project, feed: [(name: String, digest: Digest)]) {
    lines += project.values(reaching: [.words, .cards, .screens, .judgement]).lines
    lines += feed.map { "file \($0.name) \($0.digest.hex)" }.sorted()
  }

  /// Lists of mockups.
  mutating func add(lists: [Digest]) { lines += lists.map { "mockups \($0.hex)" } }

  mutating func add(_ film: FilmCase) {
    let script = if case .script(let script) = film.film { script.digest?.hex ?? "" } else { "" }
    lines.append("\(film.id) \(film.screen.height) \(script)")
  }

  /// Another build of the tool may draw otherwise.
  mutating func add(build: String) { lines.append("build \(build)") }

  /// What cards are made with, the tool's own templates and tokens included.
  mutating func add(_ design: DesignSources, _ roles: [CardRole]) {
    lines.append("tokens \(design.digest(of: .tokens).hex)")
    lines.append("icons \(design.digest(of: .icons).hex)")
    for role in CardRole.stock + roles { lines.append("card \(role.file) \(design.digest(of: .card(role.file)).hex)") }
  }

  mutating func add(_ item: ProofPost) {
    let mockups = item.mockups.map { " mockups \($0.map(\.name).joined(separator: ","))" } ?? ""
    lines.append("post \(item.renderer) \(item.post.id)\(mockups)")
  }
}
