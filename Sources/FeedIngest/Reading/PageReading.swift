import CivilTime
import Diagnostics
import JSONTree

/// What the reader of every service's page does alike: it notes what is wrong and where, and makes entries.
struct PageReading {
  let service: Service
  let file: String
  private(set) var diagnostics = DiagnosticTally()
  private(set) var entries: [FeedEntry] = []
  private var missingAuthors: [FeedPage.MissingAuthor] = []
  private var missing: Set<String> = []

  init(_ service: Service, file: String) {
    self.service = service
    self.file = file
  }

  func page(startFrom: String? = nil, nextFrom: String? = nil, title: String? = nil) -> FeedPage {
    var page = FeedPage(
      mark: PageMark(file: file, startFrom: startFrom, nextFrom: nextFrom), service: service, entries: entries,
      diagnostics: diagnostics, missingAuthors: missingAuthors)
    page.title = title
    return page
  }

  mutating func report(_ issue: FeedIssue, at node: JSONNode) {
    diagnostics.add(issue, at: .json(node.path.description, in: file))
  }

  /// Notes once an author whom nothing in the page describes.
  mutating func noteMissingAuthor(_ id: String, at node: JSONNode) {
    if missing.insert(id).inserted { missingAuthors.append(.init(id: id, path: node.path.description)) }
  }

  /// Names the post and takes it in.
  ///
  /// - Parameters:
  ///   - ownID: The service's own id; nil or empty where the item has none.
  ///   - changing: Members that differ each time the same item is asked for: they don't count in a made id.
  ///   - earlier: The service's own ids of the post's earlier versions.
  mutating func add(
    _ post: Post, ownID: String?, at node: JSONNode, ignoring changing: Set<String> = [], earlier: [String] = []
  ) {
    var post = post
    let identity: FeedEntry.Identity
    (post.id, identity) = Self.name(service.idPrefix, ownID, node, changing)
    var entry = FeedEntry(post: post, identity: identity, path: node.path.description)
    entry.earlierIDs = earlier.map { innerID($0, at: node) }
    entries.append(entry)
  }

  /// The id of a post that is inside of another (a repost, a quote).
  func innerID(_ ownID: String?, at node: JSONNode) -> String { Self.name(service.idPrefix, ownID, node, []).id }

  private static func name(
    _ prefix: String, _ ownID: String?, _ node: JSONNode, _ changing: Set<String>
  ) -> (id: String, FeedEntry.Identity) {
    guard let ownID = ownID?.trimmed, !ownID.isEmpty else {
      let digest = ContentDigest(of: node.value, ignoring: changing).hex
      return ("\(prefix)-\(digest)", .made(digest: digest))
    }
    // Plain ones are kept, so that people find them; addresses are digested, for a slash is no part of a name.
    let isPlain = ownID.utf8.count <= 64 && ownID.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
    return ("\(prefix)-\(isPlain ? ownID : ContentDigest(ofText: ownID).hex)", .given)
  }

  // MARK: Dates

  /// Seconds since 1970 of the first of `keys` that is there; nil where none is.
  mutating func date(_ node: JSONNode, _ keys: String...) -> Int? {
    for key in keys {
      guard let value = node.child(key), let text = value.value.text?.trimmed, !text.isEmpty else { continue }
      if let seconds = WrittenDate.seconds(text) { return seconds }
      report(.badDate(String(text.prefix(40))), at: value)
      return nil
    }
    return nil
  }

  // MARK: Texts

  /// A text in HTML; what of it could not be read is reported.
  ///
  /// - Parameter hidesQuote: Leaves out the line that names a quoted post, where the post itself is shown.
  mutating func markup(
    _ html: String, at node: JSONNode, base: String? = nil, hidesQuote: Bool = false
  ) -> MarkupText {
    let text = MarkupText(html: html, base: base, hidesQuote: hidesQuote)
    if text.outcome != .whole { report(.markupCut(text.outcome), at: node) }
    return text
  }
}

extension Service {
  /// What ids of its posts begin with.
  var idPrefix: String {
    switch self {
    case .vk: "wall"
    case .jsonFeed: "item"
    case .activityStreams: "note"
    case .events: "event"
    case .mastodon, .bluesky, .telegram, .x, .chat: rawValue
    }
  }
}
