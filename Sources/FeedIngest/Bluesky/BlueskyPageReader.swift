import JSONTree

/// Reads posts as Bluesky's API answers with them, and records as a repository holds them.
struct BlueskyPageReader {
  var reading: PageReading
  /// Whom the document has described so far, by DID: replies and mentions of a thread name only that.
  private var people: [String: Author] = [:]

  static func page(from root: JSONNode, file: String) -> FeedPage {
    let answer = BlueskyAnswer(root)
    var reader = BlueskyPageReader(reading: PageReading(.bluesky, file: file))
    for node in answer.items { reader.addEntry(node) }
    return reader.reading.page(nextFrom: answer.cursor)
  }

  private init(reading: PageReading) {
    self.reading = reading
  }

  /// Counts and what depends on who asks.
  private static let changing: Set = [
    "likeCount", "repostCount", "replyCount", "quoteCount", "bookmarkCount", "upvoteCount", "downvoteCount", "viewer",
    "author", "labels", "indexedAt",
  ]

  private mutating func addEntry(_ node: JSONNode) {
    guard node.value.object != nil else {
      return reading.report(.item(.notAnObject(node.value.kindInWords)), at: node)
    }
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

  /// A repository's note that its owner reposted something: it names the post, and says nothing else of it.
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

  /// The post's own words: `record` of a view, `value` of a quote and of a repository's record, or the node itself.
  static func record(of view: JSONNode) -> JSONNode? {
    view.object("record", "value") ?? (view.text("$type") == "app.bsky.feed.post" ? view : nil)
  }

  private static func isPost(_ record: JSONNode) -> Bool {
    guard let type = record.text("$type") else {
      return record.child("text") != nil || record.child("createdAt") != nil
    }
    return type == "app.bsky.feed.post"
  }

  /// What stands in the place of a post that can't be shown.
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

  /// A quote within a quote within a quote is shown by nobody: what is deeper is left out.
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
    // The service's mark for a handle that no longer leads to its owner.
    let handle = node.text("handle").map { DecodedText.line($0) }.flatMap { $0 == "handle.invalid" ? nil : $0 }
    let verification = node.object("verification")
    let isVerified = ["verifiedStatus", "trustedVerifierStatus"].contains { verification?.text($0) == "valid" }
    let author = Author(
      id: did.isEmpty ? handle ?? "0" : did, name: node.text("displayName").map { CleanText.line($0) } ?? "",
      handle: handle, avatar: node.text("avatar").map { Photo(sources: [.init(url: $0)]) }, isVerified: isVerified,
      page: (handle ?? (did.isEmpty ? nil : did)).map(ATAddress.profile), fallbackName: did.isEmpty ? nil : did)
    if !did.isEmpty { people[did] = author }
    return author
  }

  /// Whose record it is, as far as its address tells.
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

  /// The feed describes what is answered, where the post itself only names it.
  private mutating func complete(_ reply: inout ReplyTarget?, with parent: JSONNode) {
    guard let node = parent.object("author"), Self.absence(parent) == nil else { return }
    let author = author(node)
    reply?.name = author.shownName
    if let page = parent.text("uri").flatMap(ATAddress.init)?.page(handle: author.handle) { reply?.url = page }
  }
}
