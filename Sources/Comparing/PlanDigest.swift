import CardDrawing
import Cards
import Digests
import FeedSources
import Foundation
import Projects
import Raster
import Runs

/// What all of a comparison's shards must have in common to be parts of one run: the tool, fonts and libraries, options,
/// the projects with their feeds, and designs of their own.
struct PlanDigest {
  private var lines: [String] = []

  init(environment: BaselineEnvironment, options: CompareRun.Options) {
    lines = [
      "tool \(FeedproofVersion.current)", "environment \(environment.name)",
      "only \(options.only?.rawValue ?? "")", "keeping \(options.keeping.rawValue)",
    ]
  }

  /// SHA-256, lower-case hexadecimal.
  var hex: String { Digest(of: lines.joined(separator: "\n")).hex }

  /// Where a project lies does not count, nor where it writes.
  mutating func add(_ project: Project, _ found: FeedFiles) {
    lines += [
      "widths \(project.widths)", "scales \(project.scales)", "themes \(project.themes)", "locale \(project.locale)",
      "zone \(project.timeZone)", "now \(project.now ?? -1)", "highlight \(project.highlight ?? "")",
    ]
    lines += project.tolerances.map { "tolerance \($0.cases) \($0.tolerance)" }
    for file in found.files { add(file.url, of: project) }
    for file in project.mockups { add(file, of: project) }
    for file in TokenFiles(layers: project.tokens).files { add(file, of: project) }
    for (theme, layers) in project.themeLayers.sorted(by: { $0.key < $1.key }) {
      lines.append("theme \(theme)")
      for layer in layers {
        switch layer {
        case .theme(let name): lines.append("over \(name)")
        case .file(let file): add(file, of: project)
        }
      }
    }
    if let cards = project.cards {
      let paths = (try? FileManager.default.subpathsOfDirectory(atPath: cards.path)) ?? []
      for path in paths.sorted() where path.hasSuffix(".yml") || path.hasSuffix(".json") {
        add(cards.appendingPathComponent(path), of: project)
      }
    }
  }

  /// Another build of the tool may draw otherwise.
  mutating func add(build: String) { lines.append("build \(build)") }

  /// What cards are made with, the tool's own templates and tokens included.
  mutating func add(_ design: DesignSources) {
    lines.append("tokens \(design.digest(of: .tokens).hex)")
    lines.append("icons \(design.digest(of: .icons).hex)")
    for role in CardRole.allCases { lines.append("card \(role.file) \(design.digest(of: .card(role.file)).hex)") }
  }

  mutating func add(_ item: ProofPost) {
    let mockups = item.mockups.map { " mockups \($0.map(\.name).joined(separator: ","))" } ?? ""
    lines.append("post \(item.studio) \(item.post.id)\(mockups)")
  }

  private mutating func add(_ file: URL, of project: Project) {
    let digest = (try? Data(contentsOf: file, options: .mappedIfSafe)).map { Digest(of: $0).hex } ?? "unreadable"
    lines.append("file \(project.name(of: file)) \(digest)")
  }
}
