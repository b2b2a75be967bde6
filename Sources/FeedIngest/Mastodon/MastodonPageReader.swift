import JSONTree

/// Reads statuses as Mastodon's API and its kin (Pleroma, Akkoma, GoToSocial, Pixelfed) answer with them: one, a list, or
/// a list in an envelope (`{"statuses": […]}`, a thread's `ancestors` and `descendants`), also those that notifications
/// and conversations hold.
struct MastodonPageReader {
  var reading: PageReading

  static func page(from root: JSONNode, file: String) -> FeedPage {
    var reader = MastodonPageReader(reading: PageReading(.mastodon, file: file))
    for node in items(of: root) { reader.addEntry(node) }
    return reader.reading.page()
  }

  /// Where lists of statuses stand in envelopes, in the order in which they are read.
  static let lists = ["ancestors", "statuses", "descendants"]

  private static func items(of root: JSONNode) -> [JSONNode] {
    if root.value.array != nil { return root.listed() }
    if root.child("content") != nil || root.child("account") != nil { return [root] }
    let listed = lists.flatMap { root.child($0)?.listed() ?? [] }
    return listed.isEmpty ? [root] : listed
  }

  private mutating func addEntry(_ item: JSONNode) {
    guard item.value.object != nil else {
      return reading.report(.item(.notAnObject(item.value.kindInWords)), at: item)
    }
    // A notification is about a status, a conversation ends on one.
    let node = item.child("content") == nil ? item.object("status", "last_status") ?? item : item
    guard ["content", "reblog", "media_attachments", "spoiler_text"].contains(where: { node.child($0) != nil }) else {
      return reading.report(.item(.nothingKnown), at: item)
    }
    let post = post(node, depth: 0)
    reading.add(post, ownID: node.text("id"), at: node, ignoring: Self.changing)
  }

  /// Counts and what depends on who asks.
  private static let changing: Set = [
    "replies_count", "reblogs_count", "favourites_count", "quotes_count", "favourited", "reblogged", "muted",
    "bookmarked", "pinned", "filtered", "account", "emoji_reactions", "reactions", "pleroma",
  ]

  /// A boost of a boost, or a quote within a quote, is not made by any server: what is deeper is left out.
  private static let depthLimit = 8

  mutating func post(_ node: JSONNode, depth: Int) -> Post {
    let address = node.text("url", "uri").flatMap(LinkTarget.url)
    var post = Post(
      id: reading.innerID(node.text("id"), at: node), author: Self.author(node.object("account"), of: address))
    if node.object("account") == nil { reading.noteMissingAuthor("0", at: node) }
    post.date = reading.date(node, "created_at")
    post.permalink = address
    post.counters = Self.counters(node)
    if node.isTrue("pinned") { post.flags.insert(.pinned) }
    if let inner = node.object("reblog"), depth < Self.depthLimit {
      // The outer status repeats the inner one's text and media, or has none.
      post.reposts = [self.post(inner, depth: depth + 1)]
      post.flags.insert(.boost)
      return post
    }
    if depth < Self.depthLimit { post.quote = quote(node, depth: depth + 1) }
    readText(node, into: &post)
    readMedia(node, into: &post)
    post.reply = Self.reply(node)
    post.place = node.object("place").flatMap(Self.place)
    if node.isTrue("sensitive") { post.flags.insert(.sensitive) }
    if node.text("edited_at") != nil { post.flags.insert(.edited) }
    return post
  }

  private mutating func readText(_ node: JSONNode, into post: inout Post) {
    if let content = node.child("content"), let html = content.value.text {
      let read = reading.markup(html, at: content, base: post.permalink, hidesQuote: post.quote?.post != nil)
      let text = CustomEmoji(node.list("emojis"))
        .marked(
          read.text.naming(
            mentions: node.list("mentions").compactMap { $0.text("url") },
            hashtags: node.list("tags").compactMap { $0.text("url") }))
      (post.text, post.facets) = (text.string, text.facets)
      post.attachments += read.photos
    }
    let warning = DecodedText.line(node.text("spoiler_text") ?? "")
    post.contentWarning = warning.isEmpty ? Self.filter(node) : warning
  }

  /// The name of a filter that its owner wants to be warned by. Of one that hides, too: a feed shows what is in it.
  private static func filter(_ node: JSONNode) -> String? {
    for result in node.list("filtered") {
      guard let filter = result.object("filter"), filter.text("filter_action") != "blur",
        let title = filter.text("title", "phrase")
      else { continue }
      let name = DecodedText.line(title)
      if !name.isEmpty { return name }
    }
    return nil
  }

  // MARK: People

  /// - Parameter address: Of the status, for one whose author is not described.
  static func author(_ account: JSONNode?, of address: String? = nil) -> Author {
    guard let account else {
      return Author(id: "0", name: "", state: .unknown, fallbackName: address.flatMap(LinkTarget.host))
    }
    let handle = account.text("acct", "username").map { DecodedText.line($0) }
    let page = account.text("url", "uri").flatMap(LinkTarget.url)
    let emoji = CustomEmoji(account.list("emojis"))
    let name = emoji.marked(FacetedText(DecodedText.line(account.text("display_name") ?? "")))
    return Author(
      id: account.text("id") ?? handle ?? "0", name: name.string, handle: handle, avatar: avatar(account),
      state: account.isTrue("suspended") ? .banned : .active, page: page,
      fallbackName: page.flatMap(LinkTarget.host), nameEmoji: name.facets)
  }

  /// Nil where it is the server's own picture for people without one: initials say more.
  private static func avatar(_ account: JSONNode) -> Photo? {
    guard let url = account.text("avatar_static", "avatar") else { return nil }
    let path = url.prefix { $0 != "?" && $0 != "#" }
    return path.hasSuffix("/missing.png") ? nil : Photo(sources: [.init(url: url)])
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

  /// Pixelfed's: `{"name": "Harbour", "country": "Norway", …}`.
  private static func place(_ node: JSONNode) -> GeoPlace? {
    let names = [node.text("name"), node.text("country")].compactMap { $0.map(DecodedText.line) }
    let (latitude, longitude) = (node.double("lat", "latitude"), node.double("long", "longitude"))
    guard !names.isEmpty || latitude != nil && longitude != nil else { return nil }
    return GeoPlace(
      title: names.isEmpty ? nil : names.joined(separator: ", "), latitude: latitude, longitude: longitude)
  }
}
