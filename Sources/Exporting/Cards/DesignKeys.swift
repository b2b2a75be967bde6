import CardDrawing
import Cards
import Digests
import Drawing
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
      .options: try Digest(encoding: Options(renderer.project)),
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

  /// Options that reach a card.
  private struct Options: Encodable {
    var widths: [Int]
    var scales: [Int]
    var themes: [String]
    var locale: String
    var timeZone: String
    var highlight: String?
    /// Nil where originals are not copied, which the keys of earlier versions say of all cards.
    var originals: Bool?
    /// Nil for PNG, so that stores of earlier versions stay good.
    var encoding: PictureEncoding?
    var photoQuality: Int?

    init(_ project: Project) {
      if project.encoding != .png {
        encoding = project.encoding
        photoQuality = project.photoQuality ?? Project.usualPhotoQuality
      }
      (widths, scales, themes) = (project.widths, project.scales, project.themes)
      (locale, timeZone, highlight) = (project.locale.code, project.timeZone, project.highlight)
      originals = project.copiesOriginals ? true : nil
    }
  }
}

extension Manifest {
  /// Name → version of everything that shapes, paints, decodes or encodes.
  package static var libraries: [String: String] { LibraryVersions.all }
}
