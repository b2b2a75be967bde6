import Basics
import CardRendering
import Cards
import Drawing
import FeedReading
import FeedSources
import Files
import Prefetching
import Projects
import Raster
import RunSupport
import Site

/// All data of a post that affect its images, its manifest entry and the page. Cards are drawn from nothing else, and
/// their keys are derived from it, so no input can be missing from the key.
package struct CardInput: Encodable, Sendable {
  /// The entry without heights and images.
  var entry: Manifest.Post
  /// One card for each set of rules in the themes; nearly always one.
  package var cards: [FeedCard]
  var load: CardLoad
  /// The URL of the post's page; for a repost, the original post's.
  var permalink: WebAddress?
  /// The full date; nil if the card shows it or it is unknown.
  var fullDate: String?
  var isTextTooLong: Bool
  /// Earlier versions of an edited post, latest first; nil if it wasn't edited.
  var earlier: [EarlierVersionCard]?
  /// Photos that it refers to, and other files missing from the feed's folder; nil if there are none.
  var files: [ReferencedFile]?

  package init(_ placed: PostInFeed, renderer: CardRenderer) {
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

  /// Returns missing files that the export refers to.
  func missingFiles(in photos: PhotoFiles) -> [ReferencedFile] {
    // Other files are known to be missing: they aren't part of the card's key.
    (files ?? []).filter { !$0.isPhoto || !photos.hold($0.addresses) }
  }

  var id: String { entry.id }
  var role: CardRole { cards.first.map(CardRole.init) ?? .post }

  /// The images in the cards and their earlier versions, in order, without duplicates.
  var images: [ImageReference] {
    let shown = cards.flatMap { card in [CardState.expanded, .collapsed].flatMap { card.value(in: $0).images } }
    return (shown + (earlier ?? []).flatMap(\.photos)).uniqued()
  }

  /// Returns the key of the inputs.
  ///
  /// - Parameter images: The value of `images`, passed to avoid computing it twice.
  /// - Returns: The key, and the stamp of the photos if it is reliable.
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
  /// A conversation has day headers above its messages, and some of its times have no zone.
  fileprivate var isOfChat: Bool {
    switch self {
    case .message, .separator: true
    case .post, .event, .photos, .system, .record: false
    }
  }
}

extension CardKey {
  /// Returns the key of a card without a photo that exceeds the memory budget: another budget may fit it.
  func limited(to memory: MemoryBudget) -> CardKey {
    var key = self
    key.photos = Digest(joining: [photos, Digest(of: "memory \(memory.limit)")])
    return key
  }
}

/// Digests of everything that cards share; a card is drawn again if one of its own digests changes.
package struct DesignKeys: Sendable {
  /// Names for messages.
  enum Component: String, CaseIterable {
    case templates, tokens, fonts, options, tool
  }

  private(set) var components: [Digest: DesignComponents] = [:]
  private var cards: [CardRole: Digest] = [:]
  /// The digest for the feed image.
  private(set) var feed = Digest.none
  let tool: Digest

  package init(_ renderer: CardRenderer, build: String) throws {
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

  package subscript(role: CardRole) -> Digest { cards[role] ?? .none }

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
  /// The versions by name of all libraries for layout, drawing, decoding and encoding.
  package static var libraries: [String: String] { LibraryVersions.all }
}
