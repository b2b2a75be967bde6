import JSONTree

/// What there is to know of a service (or format) to read it: what it is called, what its documents are known by, and how they
/// are read. Each stands in the service's own folder.
struct FeedFormat: Sendable {
  /// All that are read, in the order in which they are asked: those come first whose marks nobody else writes, plain lists of
  /// posts last.
  static let all: [FeedFormat] = [.events, .jsonFeed, .telegram, .bluesky, .mastodon, .x, .activityStreams, .vk]

  /// A document as its format gets it.
  struct Source: Sendable {
    let root: JSONNode
    /// What JSON paths start from.
    let file: String
    /// What documents beside it say.
    let context: FeedContext
    /// What an archive's script is called; nil of plain JSON.
    let script: String?
    /// Which of several feeds in it is read; nil for all.
    var part: String?
    /// Conversations in it are read elsewhere.
    var leavesChats = false
  }

  /// Whom a document is for.
  enum Holding {
    case posts, conversations
    /// Channels, which are feeds, beside conversations.
    case both
  }

  let service: Service
  /// What ids of its posts begin with.
  let idPrefix: String
  /// What its posts look like where a project has no design of its own: a folder of `Templates/Faces`, or the name of
  /// the cards that stand for all others.
  var face: String?
  /// Whether a document is one of its own.
  ///
  /// - Parameter samples: The document's first items, wherever services put them.
  let recognises: @Sendable (_ root: JSONNode, _ samples: [JSONNode]) -> Bool
  /// Whether a document that does not tell by itself where it is from can be an item of the service, alone on its line: an ad
  /// without an owner, an event without dates.
  var isItem: @Sendable (JSONNode) -> Bool = { _ in false }
  /// Whether two items of an id are one post also where they stand on one page. Elsewhere every item of a document is an
  /// entry.
  var showsEachIDOnce = false
  var hints = Hints()
  var archive: ArchiveLayout?
  /// Of a form that programs of several names write: the name of that whose servers have such an author; nil where nothing
  /// tells.
  var program: @Sendable (Author) -> String? = { _ in nil }
  /// What a document of its own holds; channels, which many follow, are posts unless they count as conversations.
  var holding: @Sendable (JSONNode, _ countsChannels: Bool) -> Holding = { _, _ in .posts }
  /// Puts right what the service writes for JSON and is none: the same bytes as JSON, and in how many places they differ; nil
  /// where nothing does.
  var repaired: @Sendable ([UInt8]) -> (bytes: [UInt8], count: Int)? = { _ in nil }
  let read: @Sendable (Source) -> FeedPage

  /// What to do about what its documents lack.
  struct Hints: Sendable {
    var noPosts = "save the answer that holds the posts"
    var authorMissing = "the host is shown instead of a name, where the item has an address"
    /// Where an item names no author at all; nil for the same.
    var ownerMissing: String?
    var photoWithoutSizes = "a placeholder is drawn"
    /// How texts come to be no valid JSON.
    var repaired: String?
    /// About an error by the service's own number.
    var error: @Sendable (_ code: Int) -> String? = { _ in nil }
  }

  /// What to do about an error of that number, of whichever service gives it.
  static func hint(onError code: Int?) -> String? {
    code.flatMap { code in all.lazy.compactMap { $0.hints.error(code) }.first }
  }

  /// The services, for hints.
  static let namesInWords = all.reversed().filter { $0.service != .events }.map(\.service.name).inWords

  /// The format whose marks the document has; nil for none.
  static func recognise(_ root: JSONNode) -> FeedFormat? {
    let samples = sampleItems(root)
    return all.first { $0.recognises(root, samples) }
  }

  /// A single post, a list of posts, or a list under one of the names services use for it.
  private static func sampleItems(_ root: JSONNode) -> [JSONNode] {
    if root.value.array != nil { return root.listed(atMost: 4) }
    return [root]
      + ["feed", "posts", "statuses", "descendants", "ancestors", "thread"].flatMap { root.list($0).prefix(4) }
  }
}

extension Service: RawRepresentable, Codable, CaseIterable {
  package static let allCases = FeedFormat.all.reversed().map(\.service) + [.chat, .records]

  /// Nil for a name that no service has.
  package init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// Names of all that posts can look like, those of the formats that are asked last first.
  package static let faces = FeedFormat.all.reversed().compactMap(\.face)

  /// What its posts look like.
  package var face: String? { format?.face }

  /// Nil of conversations, which are no documents of posts.
  var format: FeedFormat? { FeedFormat.all.first { $0.service == self } }

  /// As people know where somebody's posts are from.
  package func name(writtenBy author: Author?) -> String { author.flatMap { format?.program($0) } ?? name }
  var hints: FeedFormat.Hints { format?.hints ?? FeedFormat.Hints() }
}

/// What a service's own archives are made of, beyond documents that are called as JSON is.
package struct ArchiveLayout: Sendable {
  /// Of all services that have archives.
  package static let all = FeedFormat.all.reversed().compactMap(\.archive)
  /// What holds the posts, and in whose archives.
  package static let feeds = FeedFormat.all.reversed().compactMap { format in
    format.archive?.feed.map { (name: $0, service: format.service) }
  }

  /// For hints: what holds the posts.
  package var feed: String?
  /// Stems of scripts that hold posts, or say whose they are; in several parts where they are long.
  package var scripts: Set<String> = []
  /// Folders of pictures whose names have the post's id and a hyphen before those of the feed.
  package var prefixedMedia: [String] = []
  /// Names of documents that an account's archive consists of: what else lies beside them are lists of other things.
  package var account: Set<String> = []
  /// Names of documents that may say whose posts lie beside them. Their content decides.
  var descriptions: [String] = []

  /// The names that belong to an account's archive, where all of one's are there.
  package static func account(among names: some Sequence<String>) -> Set<String>? {
    all.first { !$0.account.isEmpty && $0.account.isSubset(of: names) }?.account
  }

  /// Takes in what such a document says.
  ///
  /// - Returns: Whether it is one.
  var describe: @Sendable (_ root: JSONNode, _ script: String?, inout FeedContext) -> Bool = { _, _, _ in false }
}
