import CardDrawing
import Cards
import Digests
import Drawing
import ExportStore
import FeedIngest
import FeedSources
import Names
import Prefetching
import Projects
import Raster
import Runs
import Site

/// All of a post that reaches its pictures, its entry in the manifest and the page. Cards are drawn from this and nothing
/// else, and it is what their keys are made of: what is not in here can't be forgotten in the key.
struct CardInput: Encodable, Sendable {
  /// Without heights and pictures.
  var entry: Manifest.Post
  /// One for each set of rules that the themes have; nearly always one.
  var cards: [FeedCard]
  var load: CardLoad
  /// The post's page; of a post that only passes another on, the other's.
  var permalink: WebAddress?
  /// When it was written, in full; nil where the card says it, or nobody knows.
  var fullDate: String?
  var isTextTooLong: Bool
  /// What it said before it was edited, the latest first; nil where it says what it said.
  var earlier: [EarlierCard]?
  /// Photos that it names, and other files that are not where its feed lies; nil where there are none.
  var files: [NamedFile]?

  init(_ placed: PlacedPost, renderer: CardRenderer) {
    let post = placed.post
    entry = Manifest.Post(post)
    cards = renderer.builders.map { $0.feedCard(for: post, beside: placed.neighbours) }
    load = CardLoad(post)
    permalink = (CardBuilder.boosted(by: post) ?? post).permalink
    if !renderer.clock.writesOut, !post.kind.isOfChat {
      fullDate = post.date.map { renderer.strings.fullDate($0, by: renderer.clock) }
    }
    isTextTooLong = post.text.utf8.count > CardBuilder.textLimit
    let versions = renderer.strings.earlier(of: post, by: renderer.clock)
    earlier = versions.isEmpty ? nil : versions
    let files = renderer.strings.files(of: post).uniqued().filter { $0.isPhoto || !renderer.photos.hold($0.addresses) }
    self.files = files.isEmpty ? nil : files
  }

  /// Files that its export names and that are not there.
  func missingFiles(in photos: PhotoFiles) -> [NamedFile] {
    // Of others it is known: they are none of what the card's key asks for.
    (files ?? []).filter { !$0.isPhoto || !photos.hold($0.addresses) }
  }

  var id: String { entry.id }
  var role: CardRole { cards.first.map(CardRole.init) ?? .post }

  /// Pictures that the cards may show, and that earlier versions showed, each once, in their order.
  var images: [ImageReference] {
    let shown = cards.flatMap { card in [CardState.expanded, .collapsed].flatMap { card.value(in: $0).images } }
    return (shown + (earlier ?? []).flatMap(\.photos)).uniqued()
  }

  /// What a card drawn now is drawn from.
  ///
  /// - Parameter images: `images`, which nobody goes through twice.
  /// - Returns: The key, and the stamp of the photos where it can be trusted.
  func key(
    _ renderer: CardRenderer, _ keys: DesignKeys, _ images: [ImageReference]
  ) throws -> (key: CardKey, stamp: Digest?) {
    let stamp = renderer.photoKeys.stamp(of: images)
    let key = CardKey(
      content: try Digest(encoding: self), photos: renderer.photoKeys.digest(of: stamp), design: keys[role])
    return (key, stamp.digest)
  }
}

extension Post.Kind {
  /// A conversation has its days above its messages, and some of its clocks have no zone.
  fileprivate var isOfChat: Bool {
    switch self {
    case .message, .separator: true
    case .post, .event, .photos, .system, .record: false
    }
  }
}

extension CardKey {
  /// The key of a card without a photo that the budget has no room for: another budget may have it.
  func limited(to memory: MemoryBudget) -> CardKey {
    var key = self
    key.photos = Digest(joining: [photos, Digest(of: "memory \(memory.limit)")])
    return key
  }
}

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
    let roles = CardRole.stock + (renderer.project.types?.roles ?? [])
    for role in roles { cards[role] = add([role.file], shared, renderer) }
    feed = add(roles.map(\.file) + [DesignFiles.header, DesignFiles.footer], shared, renderer)
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
