import JSONTree

/// Reads statuses as Mastodon's API and its kin (Pleroma, Akkoma, GoToSocial, Pixelfed) answer with them: one, a list, or
/// a list in an envelope (`{"statuses": […]}`, a conversation's `ancestors` and `descendants`).
struct MastodonPageReader {
  var reading: PageReading

  static func page(from root: JSONNode, file: String) -> FeedPage {
    var reader = MastodonPageReader(reading: PageReading(.mastodon, file: file))
    for node in reader.items(of: root) { reader.addEntry(node) }
    return reader.reading.page()
  }

  private func items(of root: JSONNode) -> [JSONNode] {
    if root.value.array != nil { return root.listed() }
    if root.child("content") != nil || root.child("account") != nil { return [root] }
    return ["ancestors", "statuses", "descendants"].flatMap { root.child($0)?.listed() ?? [] }
  }

  private mutating func addEntry(_ node: JSONNode) {
    guard node.value.object != nil else {
      return reading.report(.item(.notAnObject(node.value.kindInWords)), at: node)
    }
    guard ["content", "account", "created_at", "reblog"].contains(where: { node.child($0) != nil }) else {
      return reading.report(.item(.nothingKnown), at: node)
    }
    let post = post(node, depth: 0)
    reading.add(post, ownID: node.text("id"), at: node, ignoring: Self.changing)
  }

  /// Counts and what depends on who asks.
  private static let changing: Set = [
    "replies_count", "reblogs_count", "favourites_count", "quotes_count", "favourited", "reblogged", "muted",
    "bookmarked", "pinned", "filtered", "account", "emoji_reactions",
  ]

  /// A boost of a boost, or a quote within a quote, is not made by any server: what is deeper is left out.
  private static let depthLimit = 8

  mutating func post(_ node: JSONNode, depth: Int) -> Post {
    let account = node.object("account")
    var post = Post(id: reading.innerID(node.text("id"), at: node), author: Self.author(account))
    post.date = reading.date(node, "created_at")
    post.permalink = node.text("url", "uri").flatMap(LinkTarget.url)
    if node.isTrue("pinned") { post.flags.insert(.pinned) }
    if let inner = node.object("reblog"), depth < Self.depthLimit {
      // The outer status repeats the inner one's text and media, or has none.
      post.reposts = [self.post(inner, depth: depth + 1)]
      return post
    }
    readText(node, into: &post)
    readMedia(node, into: &post)
    post.counters = Self.counters(node)
    post.reply = Self.reply(node)
    if node.isTrue("sensitive") { post.flags.insert(.sensitive) }
    if node.text("edited_at") != nil { post.flags.insert(.edited) }
    if depth < Self.depthLimit { post.quote = quote(node, depth: depth + 1) }
    return post
  }

  private mutating func readText(_ node: JSONNode, into post: inout Post) {
    if let content = node.child("content"), let html = content.value.text {
      let read = reading.markup(html, at: content, base: post.permalink)
      let text = CustomEmoji(node.list("emojis")).marked(read.text)
      (post.text, post.facets) = (text.string, text.facets)
      post.attachments += read.images.map { image in
        .photo(
          Photo(
            sources: [.init(url: image.url, width: image.width, height: image.height)],
            description: image.description))
      }
    }
    let warning = DecodedText.line(node.text("spoiler_text") ?? "")
    if !warning.isEmpty { post.contentWarning = warning }
  }

  // MARK: People

  static func author(_ account: JSONNode?) -> Author {
    guard let account else { return Author(id: "0", name: "", state: .unknown) }
    let handle = account.text("acct", "username").map { DecodedText.line($0) }
    let page = account.text("url", "uri").flatMap(LinkTarget.url)
    let emoji = CustomEmoji(account.list("emojis"))
    let name = emoji.marked(FacetedText(DecodedText.line(account.text("display_name") ?? "")))
    let avatar = account.text("avatar_static", "avatar").map { Photo(sources: [.init(url: $0)]) }
    return Author(
      id: account.text("id") ?? handle ?? "0", name: name.string, handle: handle, avatar: avatar,
      state: account.isTrue("suspended") ? .banned : .active, page: page,
      fallbackName: page.flatMap(LinkTarget.host), nameEmoji: name.facets)
  }

  private static func reply(_ node: JSONNode) -> ReplyTarget? {
    guard let id = node.text("in_reply_to_id") else { return nil }
    let account = node.text("in_reply_to_account_id")
    // A thread goes on by the author's own replies; others are mentioned.
    if account == node.child("account")?.text("id") {
      return ReplyTarget(id: id, name: author(node.object("account")).shownName)
    }
    let mention = node.list("mentions").first { $0.text("id") == account } ?? node.list("mentions").first
    return ReplyTarget(id: id, name: mention?.text("acct", "username").map { "@" + DecodedText.line($0) })
  }

  private static func counters(_ node: JSONNode) -> [Post.Counter] {
    func count(_ key: String) -> Int? { node.int(key).flatMap { $0 < 0 ? nil : $0 } }
    var counters = [
      Post.Counter(.replies, count("replies_count")), Post.Counter(.boosts, count("reblogs_count")),
      Post.Counter(.favourites, count("favourites_count")),
    ]
    if let quotes = count("quotes_count") { counters.append(Post.Counter(.quotes, quotes)) }
    return counters
  }

  // MARK: Quotes

  /// Since 4.4 `{"state": …, "quoted_status": …}`; Pleroma and others put the status itself there.
  private mutating func quote(_ node: JSONNode, depth: Int) -> Quote? {
    let pleroma = node.object("pleroma")
    if let quote = node.object("quote") ?? pleroma?.object("quote") {
      if let status = quote.object("quoted_status") { return .post(post(status, depth: depth)) }
      if quote.child("account") != nil { return .post(post(quote, depth: depth)) }
      let absence: Quote.Absence =
        switch quote.text("state") {
        case "deleted": .deleted
        case "revoked": .detached
        case "unauthorized", "rejected", "blocked_account", "blocked_domain", "muted_account": .blocked
        default: .notIncluded
        }
      return .unavailable(absence, url: nil)
    }
    return node.text("quote_id") == nil ? nil : .unavailable(.notIncluded, url: nil)
  }
}
