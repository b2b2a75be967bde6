import Basics
import DataFormats
import Diagnostics

/// Reads posts from answers of Bluesky's API, and records from a repository.
struct BlueskyPageReader: SectionReader {
  var reading: PageReaderContext
  private var items: UnreadItems
  private let cursor: String?
  /// The people described so far in the document, by DID: replies and mentions in a thread only give the DID.
  private var people: [String: Author] = [:]

  static func page(from root: JSONNode, file: String) -> FeedPage {
    var reader = BlueskyPageReader(reading: PageReaderContext(.bluesky, file: file), BlueskyResponse(root))
    if let repository = root.object("repository") { reader.noteOthers(repository) }
    return reader.firstSection()
  }

  /// Counts the records of a repository that are not posts.
  private mutating func noteOthers(_ repository: JSONNode) {
    for kind in repository.object("others")?.members ?? [] {
      guard let collection = kind.key, let count = kind.value.int else { continue }
      let name = collection.split(separator: ".").last.map(String.init) ?? collection
      reading.leaveOut(ContentName("\(name) record", "\(name) records", of: Service.bluesky.name), count, at: kind)
    }
    reading.leaveOut(
      ContentName("missing record", "missing records", of: Service.bluesky.name), repository.int("missing") ?? 0,
      at: repository)
  }

  private init(reading: PageReaderContext, _ answer: BlueskyResponse) {
    (self.reading, items, cursor) = (reading, UnreadItems(answer.items), answer.cursor)
  }

  var hasItems: Bool { !items.isEmpty }

  mutating func readItems(_ count: Int) {
    for item in items.next(count) { addEntry(item) }
  }

  func sectionPage() -> FeedPage { reading.page(nextFrom: cursor) }

  /// Counts, and values that depend on the viewer.
  private static let changing: Set = [
    "likeCount", "repostCount", "replyCount", "quoteCount", "bookmarkCount", "upvoteCount", "downvoteCount", "viewer",
    "author", "labels", "indexedAt",
  ]

  private mutating func addEntry(_ node: JSONNode) {
    guard reading.isObject(node) else { return }
    if let absence = Self.absence(node) { return reading.report(.postMissing(absence), at: node) }
    let view = node.object("post") ?? node
    guard let record = Self.record(of: view) else { return reading.report(.item(.nothingKnown), at: node) }
    if record.text("$type") == "app.bsky.feed.repost" { return addRepostRecord(view, record) }
    guard Self.isPost(record) else { return reading.report(.item(.nothingKnown), at: node) }
    var post = post(view, record, depth: 0)
    let id = view.text("uri").flatMap(ATAddress.init)?.id
    if post.reply != nil, let reply = node.object("reply")?.object("parent") {
      complete(&post.reply, with: reply)
    }
    guard let reason = node.object("reason"), let by = reason.object("by") else {
      if node.object("reason")?.text("$type")?.hasSuffix("reasonPin") == true { post.flags.insert(.pinned) }
      return reading.add(post, ownID: id, at: node, ignoring: Self.changing)
    }
    let reposter = author(by)
    var repost = Post(id: "", author: reposter, reposts: [post])
    repost.date = reading.date(reason, "indexedAt")
    repost.permalink = post.permalink
    let ownID = reason.text("uri").flatMap(ATAddress.init)?.id ?? id.map { "\($0)-by-\(Self.owner(reposter.id))" }
    reading.add(repost, ownID: ownID, at: node, ignoring: Self.changing)
  }

  private static func owner(_ did: String) -> String {
    did.hasPrefix("did:plc:") ? String(did.dropFirst(8).prefix(8)) : ContentDigest(ofText: did).hex
  }

  /// Adds a repository's repost record: it names the post and contains nothing else about it.
  private mutating func addRepostRecord(_ view: JSONNode, _ record: JSONNode) {
    let subject = record.object("subject")?.text("uri").flatMap(ATAddress.init)
    var inner = Post(id: reading.innerID(subject?.id, at: record), author: owner(of: subject))
    inner.permalink = subject?.page(handle: inner.author.handle)
    let address = view.text("uri").flatMap(ATAddress.init)
    var post = Post(id: "", author: owner(of: address), reposts: [inner])
    post.date = reading.date(record, "createdAt")
    reading.add(post, ownID: address?.id, at: view)
  }

  // MARK: Posts

  /// The post's record: `record` in a view, `value` in a quote and in a repository's record, or the node itself.
  static func record(of view: JSONNode) -> JSONNode? {
    view.object("record", "value") ?? (view.text("$type") == "app.bsky.feed.post" ? view : nil)
  }

  private static func isPost(_ record: JSONNode) -> Bool {
    guard let type = record.text("$type") else {
      return record.child("text") != nil || record.child("createdAt") != nil
    }
    return type == "app.bsky.feed.post"
  }

  /// The reason if a placeholder replaces a post that can't be shown.
  static func absence(_ node: JSONNode) -> Quote.Absence? {
    let type = node.text("$type") ?? ""
    if node.isTrue("notFound") || type.lowercased().hasSuffix("notfound") { return .deleted }
    if type.hasSuffix("#notFoundPost") { return .deleted }
    if node.isTrue("blocked") || type.lowercased().hasSuffix("blocked") || type.hasSuffix("#blockedPost") {
      return .blocked
    }
    if type.hasSuffix("NoUnauthenticated") { return .blocked }
    return node.isTrue("detached") || type.hasSuffix("Detached") ? .detached : nil
  }

  /// The maximum depth of nested quotes. No client shows a quote in a quote in a quote; deeper ones are dropped.
  static let depthLimit = 8

  mutating func post(_ view: JSONNode, _ record: JSONNode, depth: Int) -> Post {
    let address = view.text("uri").flatMap(ATAddress.init)
    let author = view.object("author").map { self.author($0) } ?? owner(of: address)
    var post = Post(id: reading.innerID(address?.id, at: view), author: author)
    post.date = reading.date(record, "createdAt") ?? reading.date(view, "indexedAt")
    post.permalink = address?.page(handle: author.handle)
    readText(record, into: &post)
    readLabels(view, record, into: &post)
    post.counters = Self.counters(view)
    post.reply = reply(record)
    if view.object("viewer")?.isTrue("pinned") == true { post.flags.insert(.pinned) }
    let owner = address?.authority ?? author.id
    let views = view.child("embed").map { [$0] } ?? view.list("embeds")
    for embed in views.isEmpty ? [record.child("embed")].compactMap({ $0 }) : views {
      readEmbed(embed, of: owner, into: &post, depth: depth)
    }
    return post
  }

  private static func counters(_ view: JSONNode) -> [Post.Counter] {
    func count(_ keys: String...) -> Int? {
      keys.lazy.compactMap { view.int($0) }.first.flatMap { $0 < 0 ? nil : $0 }
    }
    var counters = [
      Post.Counter(.replies, count("replyCount")), Post.Counter(.reposts, count("repostCount")),
      Post.Counter(.likes, count("likeCount", "upvoteCount")),
    ]
    if let quotes = count("quoteCount") { counters.append(Post.Counter(.quotes, quotes)) }
    return counters
  }

  // MARK: People

  mutating func author(_ node: JSONNode) -> Author {
    let did = node.text("did") ?? ""
    // The service's placeholder for a handle that no longer resolves to its owner.
    let handle = node.text("handle").map { DecodedText.line($0) }.flatMap { $0 == "handle.invalid" ? nil : $0 }
    let verification = node.object("verification")
    let isVerified = ["verifiedStatus", "trustedVerifierStatus"].contains { verification?.text($0) == "valid" }
    let author = Author(
      id: did.isEmpty ? handle ?? "0" : did, name: node.text("displayName").map { CleanText.line($0) } ?? "",
      handle: handle, avatar: node.text("avatar").map { Photo(sources: [.init(url: $0)]) }, isVerified: isVerified,
      page: (handle ?? (did.isEmpty ? nil : did)).flatMap(ATAddress.profile), fallbackName: did.isEmpty ? nil : did)
    if !did.isEmpty { people[did] = author }
    return author
  }

  /// The owner of a record, as far as its address gives it.
  private func owner(of address: ATAddress?) -> Author {
    guard let authority = address?.authority else { return Author(id: "0", name: "", state: .unknown) }
    if let known = people[authority] { return known }
    let isHandle = !authority.hasPrefix("did:")
    return Author(
      id: authority, name: "", handle: isHandle ? authority : nil, state: isHandle ? .active : .unknown,
      page: ATAddress.profile(authority), fallbackName: authority)
  }

  // MARK: Replies

  private func reply(_ record: JSONNode) -> ReplyTarget? {
    guard let uri = record.object("reply")?.object("parent")?.text("uri") else { return nil }
    guard let address = ATAddress(uri) else { return ReplyTarget(id: uri) }
    let author = people[address.authority]
    return ReplyTarget(id: uri, name: author?.shownName, url: address.page(handle: author?.handle))
  }

  /// Adds the parent post's details; the reply itself only has its address.
  private mutating func complete(_ reply: inout ReplyTarget?, with parent: JSONNode) {
    guard let node = parent.object("author"), Self.absence(parent) == nil else { return }
    let author = author(node)
    reply?.name = author.shownName
    if let page = parent.text("uri").flatMap(ATAddress.init)?.page(handle: author.handle) { reply?.url = page }
  }
}

/// A post's text, and the labels that hide it.
extension BlueskyPageReader {
  mutating func readText(_ record: JSONNode, into post: inout Post) {
    guard let text = record.value["text"]?.text else { return }
    // Plain text without escapes. Facets count its bytes, so it must not be changed.
    post.text = text
    var facets = FacetCollector(text)
    for facet in record.list("facets") { Self.add(facet, to: &facets) }
    if record.child("facets") == nil { Self.addEntities(record.list("entities"), of: text, to: &facets) }
    post.facets = facets.sorted()
    if facets.rejected > 0 { reading.report(.facetsLeftOut(facets.rejected), at: record) }
  }

  /// Adds a facet: `{"index": {"byteStart": 0, "byteEnd": 4}, "features": [{"$type": "app.bsky.richtext.facet#link",
  /// "uri": …}]}`. Styling features (bold, italic) are extensions of other clients.
  private static func add(_ facet: JSONNode, to facets: inout FacetCollector) {
    let (start, end) = (facet.object("index")?.int("byteStart"), facet.object("index")?.int("byteEnd"))
    var range: Range<Int>?
    if let start, let end, start <= end { range = start..<end }
    for feature in facet.list("features") {
      switch feature.text("$type").flatMap({ $0.split(separator: "#").last }) {
      case "link": if let uri = feature.text("uri") { return facets.add(range, .link, WebAddress(written: uri)) }
      case "mention":
        if let did = feature.text("did") { return facets.add(range, .mention, ATAddress.profile(did)) }
      case "tag":
        if let tag = feature.text("tag") { return facets.add(range, .hashtag, Self.tagPage(tag)) }
      default: continue
      }
    }
  }

  private static func tagPage(_ tag: String) -> WebAddress? {
    WebAddress("https://bsky.app/hashtag/\(WebAddress.percentEncoded(tag.utf8))")
  }

  /// The predecessor of facets (2023): `{"index": {"start": 0, "end": 4}, "type": "link", "value": …}`, in UTF-16.
  private static func addEntities(_ entities: [JSONNode], of text: String, to facets: inout FacetCollector) {
    guard !entities.isEmpty else { return }
    let offsets = TextOffsets(text, in: .utf16)
    for entity in entities {
      let range = offsets.range(entity.object("index")?.int("start"), entity.object("index")?.int("end"))
      guard let value = entity.text("value") else { continue }
      switch entity.text("type") {
      case "link": facets.add(range, .link, WebAddress(written: value))
      case "mention": facets.add(range, .mention, ATAddress.profile(value))
      case "hashtag": facets.add(range, .hashtag, tagPage(value))
      default: continue
      }
    }
  }

  // MARK: Labels

  /// Labels for adult content; the service hides only images.
  private static let adult: Set = ["porn", "sexual", "nudity", "graphic-media", "gore", "nsfl", "corpse", "nude"]

  /// Reads moderators' labels next to the post, and the author's own inside it. A label that starts with `!` tells how
  /// to treat a post, not what it contains.
  func readLabels(_ view: JSONNode, _ record: JSONNode, into post: inout Post) {
    let own = record.object("labels")?.list("values") ?? []
    let labels = (view.list("labels") + own).filter { !$0.isTrue("neg") }.compactMap { $0.text("val") }
    for label in labels {
      switch label {
      case "!hide": post.contentWarning = "Hidden by moderators"
      case "!warn": post.contentWarning = post.contentWarning ?? "Content warning"
      case _ where Self.adult.contains(label): post.flags.insert(.sensitive)
      case _ where label.hasPrefix("!"): continue
      default: post.contentWarning = post.contentWarning ?? Self.words(of: label)
      }
    }
  }

  /// `self-harm` as `Self harm`.
  private static func words(of label: String) -> String? {
    let words = CleanText.line(label.replacing("-", with: " "))
    return words.first.map { $0.uppercased() + words.dropFirst() }
  }
}

/// The items of a Bluesky API answer, in display order.
///
/// - `{"feed": […], "cursor": …}`: an author's feed, a timeline, a feed generator, a list;
/// - `{"posts": […]}`: posts by address, search results, quotes;
/// - `{"thread": …}`: parents before the post, replies after it; flat with depths in version 2;
/// - `{"records": […]}`: records of a repository, without their authors;
/// - a single such item, or a list of them.
struct BlueskyResponse {
  private(set) var items: [JSONNode] = []
  private(set) var cursor: String?

  init(_ root: JSONNode) {
    cursor = root.text("cursor")
    if root.value.array != nil {
      items = root.listed()
    } else if let list = ["feed", "posts", "records"].lazy.compactMap({ root.child($0) }).first(where: {
      $0.value.array != nil
    }) {
      items = list.listed()
    } else if let thread = root.child("thread") {
      items = thread.value.array != nil ? thread.listed().map { $0.object("value") ?? $0 } : Self.thread(thread)
    } else if root.child("parent")?.value.object != nil || root.child("replies")?.value.array != nil {
      items = Self.thread(root)
    } else {
      items = [root]
    }
  }

  /// Parents, then the post, then replies in depth-first order. Iterative, because the answer controls the depth.
  private static func thread(_ root: JSONNode) -> [JSONNode] {
    var parents: [JSONNode] = []
    var parent = root.object("parent")
    while let node = parent {
      parents.append(node)
      parent = node.object("parent")
    }
    var answers: [JSONNode] = []
    var waiting = [root]
    while let node = waiting.popLast() {
      answers.append(node)
      if let replies = node.child("replies") { waiting += replies.listed().reversed() }
    }
    return parents.reversed() + answers
  }

  // MARK: Recognition

  /// Whether the node is an item of such an answer.
  static func isItem(_ node: JSONNode) -> Bool {
    let post = node.object("post", "value") ?? node
    let isAddressed = [post, node].contains { $0.text("uri")?.hasPrefix("at://") == true }
    if isAddressed, (post.child("record") ?? post.child("value") ?? node.child("value")) != nil { return true }
    return [post, node].contains { $0.text("$type")?.hasPrefix("app.bsky.feed.") == true }
  }

  static func recognises(_ root: JSONNode) -> Bool {
    if root.value.array != nil { return root.listed(atMost: 4).contains(where: isItem) }
    if let list = root.child("feed") ?? root.child("records"), list.value.array != nil {
      let items = list.listed(atMost: 4)
      return items.isEmpty
        ? root.members.allSatisfy { ["feed", "records", "cursor", "repository"].contains($0.key) }
        : items.contains(where: isItem)
    }
    if let list = root.child("posts"), list.value.array != nil { return list.listed(atMost: 4).contains(where: isItem) }
    guard let thread = root.child("thread") else { return isItem(root) }
    return thread.value.array != nil ? thread.listed(atMost: 4).contains(where: isItem) : isItem(thread)
  }
}

extension FeedFormat {
  static let bluesky = FeedFormat(
    service: .bluesky, idPrefix: "bluesky", face: "bluesky",
    recognises: { root, _ in BlueskyResponse.recognises(root) },
    asides: ["$link", "replies", "feedContext", "reqId", "presentation", "threadgate", "associated", "verification"],
    converted: RepositoryArchive.conversion,
    read: { BlueskyPageReader.page(from: $0.root, file: $0.file) })
}

extension Service {
  package static let bluesky = Service("bluesky", name: "Bluesky")
}
