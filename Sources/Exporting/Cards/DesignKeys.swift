import CardDrawing
import Cards
import Digests
import ExportStore
import Projects
import Raster
import Runs

/// What every card has in common, as digests; a card is drawn again when one of its own changes.
struct DesignKeys: Sendable {
  /// Names that people are told.
  enum Component: String, CaseIterable {
    case templates, tokens, fonts, options, tool
  }

  private(set) var components: [Digest: DesignComponents] = [:]
  private var cards: [CardRole: Digest] = [:]
  /// Of the feed's picture.
  private(set) var feed = Digest.none
  let tool: Digest

  init(_ renderer: CardRenderer, build: String) throws {
    tool = try Digest(
      encoding: [FeedproofVersion.current, build] + Manifest.libraries.map { "\($0) \($1)" }.sorted())
    let shared: [Component: Digest] = [
      .tokens: renderer.design.sources.digest(of: .tokens),
      .fonts: try Digest(encoding: renderer.fonts.lock),
      .options: try Digest(encoding: renderer.project.values(reaching: [.cards, .screens, .files])),
      .tool: tool,
    ]
    for role in CardRole.allCases { cards[role] = add([role.file], shared, renderer) }
    feed = add(CardRole.allCases.map(\.file) + [DesignFiles.header, DesignFiles.footer], shared, renderer)
  }

  subscript(role: CardRole) -> Digest { cards[role] ?? .none }

  private mutating func add(_ templates: [String], _ shared: [Component: Digest], _ renderer: CardRenderer) -> Digest {
    var all = shared
    let sources = renderer.design.sources
    all[.templates] = Digest(
      joining: [sources.digest(of: .icons)] + templates.map { sources.digest(of: .card($0)) })
    let digest = Digest(joining: Component.allCases.map { all[$0] ?? .none })
    components[digest] = DesignComponents(
      Dictionary(all.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first }))
    return digest
  }
}

extension Manifest {
  /// Name → version of everything that shapes, paints, decodes or encodes.
  package static var libraries: [String: String] { LibraryVersions.all }
}
