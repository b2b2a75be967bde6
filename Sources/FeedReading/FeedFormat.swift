import DataFormats

/// The description of a service (or format): its name, how its documents are recognized, and how they are read. Each is
/// in the service's own folder.
package struct FeedFormat: Sendable {
  /// All formats, in the order of recognition: those with unambiguous marks first, plain lists of posts last.
  static let all: [FeedFormat] = [
    .events, .jsonFeed, .telegram, .bluesky, .mastodon, .misskey, .metaThreads, .instagram, .facebook, .x,
    .activityStreams, .vk,
  ]

  /// A document as its format receives it.
  struct Source: Sendable {
    let root: JSONNode
    /// The prefix of JSON paths.
    let file: String
    /// The facts from accompanying documents.
    let context: FeedContext
    /// The name of an archive's script; nil for plain JSON.
    let script: String?
    /// The feed to read from a document with several; nil for all.
    var part: String?
    /// Whether conversations are left to another reader.
    var leavesChats = false
  }

  /// The kind of entries in a document.
  enum DocumentEntries {
    case posts, conversations
    /// Channels, which are feeds, and conversations.
    case both
  }

  /// The content of a document that is not JSON.
  enum Conversion: Sendable {
    /// The same content as the service's API returns it.
    case json([UInt8])
    /// Why it can't be read, for use after a colon, and how to get a readable document.
    case damaged(String, hint: String)
  }

  let service: Service
  /// The prefix of its posts' ids.
  let idPrefix: String
  /// The skin of its posts if a project has no design of its own: a folder of `Templates/Faces`, or the name of the
  /// default cards.
  var face: String?
  /// Whether a document has this format.
  ///
  /// - Parameter samples: The document's first items, wherever services put them.
  let recognises: @Sendable (_ root: JSONNode, _ samples: [JSONNode]) -> Bool
  /// Whether a document that doesn't identify its service can be a single item of it on a line: an ad without an owner,
  /// an event without dates.
  var isItem: @Sendable (JSONNode) -> Bool = { _ in false }
  /// Whether two items with the same id are one post even on the same page. Otherwise every item of a document is an
  /// entry.
  var showsEachIDOnce = false
  var hints = Hints()
  /// Members of its items, at any depth, that contain nothing for a reader, besides those common to all services.
  var asides: Set<String> = []
  /// Converts a text with the service's own markup to the words that are shown.
  var plain: @Sendable (String) -> String = { $0 }
  var archive: ArchiveLayout?
  /// For a format written by several programs: the name of the program whose servers have such an author; nil if
  /// unknown.
  var program: @Sendable (Author) -> String? = { _ in nil }
  /// The kind of entries in one of its documents; channels, which have many readers, are posts unless they count as
  /// conversations.
  var holding: @Sendable (JSONNode, _ countsChannels: Bool) -> DocumentEntries = { _, _ in .posts }
  /// Converts a document that is not JSON; nil for any other document.
  var converted: @Sendable (_ bytes: [UInt8], _ name: String) -> Conversion? = { _, _ in nil }
  /// Repairs invalid JSON that the service writes. Returns the repaired bytes and the number of places that changed;
  /// nil if there are none.
  var repaired: @Sendable ([UInt8]) -> (bytes: [UInt8], count: Int)? = { _ in nil }
  let read: @Sendable (Source) -> FeedPage

  /// Advice for the user about missing data.
  struct Hints: Sendable {
    var noPosts = "save the response with the posts"
    var authorMissing = "the host is shown instead of the name if the item has an address"
    /// Used if an item names no author at all; nil uses the default.
    var ownerMissing: String?
    var photoWithoutSizes = "a placeholder is drawn"
    /// Why texts are invalid JSON.
    var repaired: String?
    /// For an error by the service's own number.
    var error: @Sendable (_ code: Int) -> String? = { _ in nil }
  }

  /// The hint for an error number, from the first service that has one.
  static func hint(onError code: Int?) -> String? {
    code.flatMap { code in all.lazy.compactMap { $0.hints.error(code) }.first }
  }

  /// The services, for hints.
  static let namesInWords = all.reversed().filter { $0.service != .events }.map(\.service.name).inWords

  /// The format whose marks the document has; nil if none matches.
  static func recognise(_ root: JSONNode) -> FeedFormat? {
    let samples = sampleItems(root)
    return all.first { $0.recognises(root, samples) }
  }

  /// A single post, a list of posts, or a list under one of the names that services use.
  private static func sampleItems(_ root: JSONNode) -> [JSONNode] {
    if root.value.array != nil { return root.listed(atMost: 4) }
    return [root]
      + ["feed", "posts", "statuses", "descendants", "ancestors", "thread"].flatMap { root.list($0).prefix(4) }
  }
}

extension Service: RawRepresentable, Codable, CaseIterable {
  package static let allCases = FeedFormat.all.reversed().map(\.service) + [.chat, .records]

  /// Returns nil if no service has the name.
  package init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// The names of all skins, those of the formats tried last first.
  package static let faces = FeedFormat.all.reversed().compactMap(\.face)

  /// The skin of its posts.
  package var face: String? { format?.face }

  /// Nil for conversations, which are not documents of posts.
  var format: FeedFormat? { FeedFormat.all.first { $0.service == self } }

  /// The name under which the origin of the author's posts is commonly known.
  package func name(writtenBy author: Author?) -> String { author.flatMap { format?.program($0) } ?? name }
  var hints: FeedFormat.Hints { format?.hints ?? FeedFormat.Hints() }
}

/// The structure of a service's own archives, besides documents with JSON file names.
package struct ArchiveLayout: Sendable {
  /// The layouts of all services with archives.
  package static let all = FeedFormat.all.reversed().compactMap(\.archive)
  /// The documents that contain posts, with their services.
  package static let feeds = FeedFormat.all.reversed().compactMap { format in
    format.archive?.feed.map { (name: $0, service: format.service) }
  }

  /// For hints: the document that contains the posts.
  package var feed: String?
  /// Stems of scripts that contain posts or name their owner; long ones are split into several parts.
  package var scripts: Set<String> = []
  /// Media folders whose file names are prefixed with the post's id and a hyphen.
  package var prefixedMedia: [String] = []
  /// Folders named `media`, with their parents, that contain documents besides media.
  package var mediaWithDocuments: [String] = []
  /// The names of documents that belong to an account's archive: other documents next to them are unrelated lists.
  package var account: Set<String> = []
  /// The names of documents that may name the owner of the posts next to them. Their content decides.
  var descriptions: [String] = []

  /// The document names of an account's archive, if all of them are among `names`.
  package static func account(among names: some Sequence<String>) -> Set<String>? {
    all.first { !$0.account.isEmpty && $0.account.isSubset(of: names) }?.account
  }

  /// Adds the facts of such a document.
  ///
  /// - Returns: Whether it is one.
  var describe: @Sendable (_ root: JSONNode, _ script: String?, inout FeedContext) -> Bool = { _, _, _ in false }
}
