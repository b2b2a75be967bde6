import Basics
import DataFormats

/// Reads statuses from answers of Mastodon's API and compatible ones (Pleroma, Akkoma, GoToSocial, Pixelfed): a single
/// status, a list, or a list in an envelope (`{"statuses": […]}`, a thread's `ancestors` and `descendants`), including
/// those in notifications and conversations.
struct MastodonPageReader: SectionReader {
  var reading: PageReaderContext
  private var items: UnreadItems

  static func page(from root: JSONNode, file: String) -> FeedPage {
    MastodonPageReader(reading: PageReaderContext(.mastodon, file: file), items: items(of: root)).firstSection()
  }

  var hasItems: Bool { !items.isEmpty }

  mutating func readItems(_ count: Int) {
    for item in items.next(count) { addEntry(item) }
  }

  func sectionPage() -> FeedPage { reading.page() }

  /// Whether the node is a list item: a status, or an object that contains one.
  static func isItem(_ item: JSONNode) -> Bool {
    let status = status(in: item)
    return (status.child("content") ?? status.child("reblog")) != nil && status.child("created_at") != nil
      && status.child("account")?.child("acct") != nil
  }

  /// A notification contains a status, a conversation its last one.
  private static func status(in item: JSONNode) -> JSONNode {
    item.child("content") == nil ? item.object("status", "last_status") ?? item : item
  }

  /// The keys of status lists in envelopes, in reading order.
  static let lists = ["ancestors", "statuses", "descendants"]

  private static func items(of root: JSONNode) -> UnreadItems {
    if root.value.array != nil { return UnreadItems(of: root) }
    if root.child("content") != nil || root.child("account") != nil { return UnreadItems([root]) }
    let listed = lists.flatMap { root.child($0)?.listed() ?? [] }
    return UnreadItems(listed.isEmpty ? [root] : listed)
  }

  private mutating func addEntry(_ item: JSONNode) {
    guard reading.isObject(item) else { return }
    let node = Self.status(in: item)
    guard ["content", "reblog", "media_attachments", "spoiler_text"].contains(where: { node.child($0) != nil }) else {
      return reading.report(.item(.nothingKnown), at: item)
    }
    var post = post(node, depth: 0)
    // Conversations are of direct posts; Pleroma's have no visibility.
    if item.object("last_status") != nil, node.text("visibility") == nil { post.flags.insert(.direct) }
    reading.add(post, ownID: node.text("id"), at: node, in: item, ignoring: Self.changing)
  }

  /// Counts, and values that depend on the viewer.
  private static let changing: Set = [
    "replies_count", "reblogs_count", "favourites_count", "quotes_count", "favourited", "reblogged", "muted",
    "bookmarked", "pinned", "filtered", "account", "emoji_reactions", "reactions", "pleroma",
  ]

  /// The maximum depth of nested boosts and quotes. No server nests them; deeper ones are dropped.
  private static let depthLimit = 8

  mutating func post(_ node: JSONNode, depth: Int) -> Post {
    let address = node.address("url", "uri")
    var post = Post(
      id: reading.innerID(node.text("id"), at: node), author: Self.author(node.object("account"), of: address))
    if node.object("account") == nil { reading.noteMissingAuthor("0", at: node) }
    post.date = reading.date(node, "created_at")
    post.permalink = address
    post.counters = Self.counters(node)
    if node.isTrue("pinned") { post.flags.insert(.pinned) }
    switch node.text("visibility") {
    case "direct": post.flags.insert(.direct)
    // "limited" is Mastodon's word for circles, "list" is Pleroma's, "mutuals_only" is GoToSocial's.
    case "private", "limited", "list", "mutuals_only": post.flags.insert(.followersOnly)
    default: break
    }
    if let inner = node.object("reblog"), depth < Self.depthLimit {
      // The outer status repeats the text and media of the inner one, or has none.
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
      let read = reading.markup(html, at: content, base: post.permalink, hidesQuote: post.quote?.hidesAddress ?? false)
      let text = CustomEmoji(node.list("emojis"))
        .marked(
          read.text.naming(
            mentions: node.list("mentions").compactMap { $0.address("url") },
            hashtags: node.list("tags").compactMap { $0.address("url") }))
      (post.text, post.facets) = (text.string, text.facets)
      post.attachments += read.attachments
    }
    let warning = DecodedText.line(node.text("spoiler_text") ?? "")
    post.contentWarning = warning.isEmpty ? Self.filter(node) : warning
    if !warning.isEmpty {
      post.warningEmoji = CustomEmoji(node.list("emojis")).marked(FacetedText(warning)).facets
    }
  }

  /// The name of a filter that matches the status and is set to warn. Filters that hide count as well: a feed shows all
  /// its posts.
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

  /// - Parameter address: The status's address, used if its author is not described.
  static func author(_ account: JSONNode?, of address: WebAddress? = nil) -> Author {
    guard let account else {
      return Author(id: "0", name: "", state: .unknown, fallbackName: address?.host)
    }
    let handle = account.text("acct", "username").map { DecodedText.line($0) }
    let page = account.address("url", "uri")
    let emoji = CustomEmoji(account.list("emojis"))
    let isSuspended = account.isTrue("suspended")
    let shown = DecodedText.line(account.text("display_name") ?? "")
    // Without a display name, clients show the name of the account above its handle.
    let user = isSuspended ? "" : DecodedText.line(account.text("username") ?? "")
    let name = emoji.marked(FacetedText(shown.isEmpty ? user : shown))
    return Author(
      id: account.text("id") ?? handle ?? "0", name: name.string, handle: handle, avatar: avatar(account),
      state: isSuspended ? .banned : .active, page: page,
      fallbackName: page?.host, nameEmoji: name.facets)
  }

  /// Nil for the server's default avatar: initials are more useful.
  private static func avatar(_ account: JSONNode) -> Photo? {
    guard let url = account.text("avatar_static", "avatar") else { return nil }
    let path = url.prefix { $0 != "?" && $0 != "#" }
    return path.hasSuffix("/missing.png") ? nil : Photo(sources: [.init(url: url)])
  }

  private static func reply(_ node: JSONNode) -> ReplyTarget? {
    guard let id = node.text("in_reply_to_id") else { return nil }
    let account = node.text("in_reply_to_account_id")
    // A thread continues with the author's replies to themselves; other people are found among the mentions.
    if account == node.child("account")?.text("id") {
      return ReplyTarget(id: id, name: author(node.object("account")).shownName)
    }
    let mention = node.list("mentions").first { $0.text("id") == account } ?? node.list("mentions").first
    return ReplyTarget(id: id, name: mention?.text("acct", "username").map { "@" + DecodedText.line($0) })
  }

  /// Pixelfed's place: `{"name": "Harbour", "country": "Norway", …}`.
  private static func place(_ node: JSONNode) -> GeoPlace? {
    let names = [node.text("name"), node.text("country")].compactMap { $0.map(DecodedText.line) }
    let (latitude, longitude) = (node.double("lat", "latitude"), node.double("long", "longitude"))
    guard !names.isEmpty || latitude != nil && longitude != nil else { return nil }
    return GeoPlace(
      title: names.isEmpty ? nil : names.joined(separator: ", "), latitude: latitude, longitude: longitude)
  }
}

extension MastodonPageReader {
  /// Reads Mastodon's quotes since 4.4: `{"state": "accepted", "quoted_status": {…}}`. Other servers put the status
  /// itself there, Pleroma in its own object. If only an id or an address is known, the card shows that.
  mutating func quote(_ node: JSONNode, depth: Int) -> Quote? {
    let pleroma = node.object("pleroma")
    let address = [node.text("quote_url"), pleroma?.text("quote_url")].lazy.compactMap { $0 }.first
      .flatMap(WebAddress.init(written:))
    guard let quote = node.object("quote") ?? pleroma?.object("quote") else {
      let isNamed = address?.text ?? node.text("quote_id") ?? pleroma?.text("quote_id") != nil
      return isNamed ? .unavailable(.notIncluded, url: address) : nil
    }
    let url = quote.address("url", "uri") ?? address
    switch quote.text("state") {
    // A server may send the post all the same, so that clients can show it on request.
    case "blocked_account", "blocked_domain": return .unavailable(.blocked, url: url)
    case "muted_account": return .unavailable(.muted, url: url)
    case "deleted": return .unavailable(.deleted, url: url)
    case "revoked": return .unavailable(.detached, url: url)
    case "pending": return .unavailable(.pending, url: url)
    case "rejected": return .unavailable(.rejected, url: url)
    case "unauthorized": return .unavailable(.blocked, url: url)
    default: break
    }
    if let status = quote.object("quoted_status") { return .post(post(status, depth: depth)) }
    if quote.child("account") ?? quote.child("content") != nil { return .post(post(quote, depth: depth)) }
    return .unavailable(.notIncluded, url: url)
  }
}

extension MastodonPageReader {
  static func counters(_ node: JSONNode) -> [Post.Counter] {
    func count(_ keys: String...) -> Int? {
      keys.lazy.compactMap { node.int($0) }.first.flatMap { $0 < 0 ? nil : $0 }
    }
    var counters = [
      Post.Counter(.replies, count("replies_count", "reply_count")), Post.Counter(.boosts, count("reblogs_count")),
      Post.Counter(.favourites, count("favourites_count")),
    ]
    if let quotes = count("quotes_count") { counters.append(Post.Counter(.quotes, quotes)) }
    if let reactions = reactions(node) { counters.append(Post.Counter(.reactions, reactions)) }
    return counters
  }

  /// The total of emoji reactions: `[{"name": "🎉", "count": 3}]`, in one of several places. Nil if there are none.
  private static func reactions(_ node: JSONNode) -> Int? {
    let lists = [node.object("pleroma")?.list("emoji_reactions"), node.list("emoji_reactions"), node.list("reactions")]
    guard let list = lists.lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }) else { return nil }
    var sum = 0
    for reaction in list {
      guard let count = reaction.int("count"), count > 0 else { continue }
      let (next, isTooMuch) = sum.addingReportingOverflow(count)
      if isTooMuch { return nil }
      sum = next
    }
    return sum > 0 ? sum : nil
  }
}

/// The attachments of a status: files, a poll, a link card.
extension MastodonPageReader {
  mutating func readMedia(_ node: JSONNode, into post: inout Post) {
    for attachment in node.list("media_attachments") {
      guard reading.isObject(attachment, FeedIssue.attachment) else { continue }
      post.attachments.append(media(attachment))
    }
    if let poll = node.object("poll") {
      // A poll lists its own emoji; its status's emoji apply as well.
      let emoji = CustomEmoji(node.list("emojis") + poll.list("emojis"))
      post.attachments.append(.item(self.poll(poll, emoji)))
    }
    if let card = node.object("card"), let item = Self.card(card) { post.attachments.append(.item(item)) }
  }

  private mutating func media(_ node: JSONNode) -> Attachment {
    // If the server could not fetch the file or has dropped it, use its origin.
    let address = Self.address(node)
    let description = node.text("description").map { DecodedText.decode($0) }
    let original = node.object("meta")?.object("original")
    let duration = (original?.double("duration") ?? node.object("meta")?.double("duration"))
      .flatMap { $0.isFinite && 0...1_000_000_000 ~= $0 ? Int($0.rounded()) : nil }
    let preview = preview(node, description)
    var item = AttachmentItem(
      type: node.text("type") ?? "unknown", content: .unknown,
      url: address.flatMap(WebAddress.init(written:)), preview: preview)
    item.file = address.map {
      .init(
        url: $0, width: original?.pixels("width"), height: original?.pixels("height"),
        description: description)
    }
    switch node.text("type") {
    case "image":
      let photo = photo(node, description)
      if photo.sources.isEmpty { reading.report(.photoWithoutSizes(.mastodon), at: node) }
      return .photo(photo)
    case "video": item.content = .video(duration: duration, isLive: false)
    case "gifv": item.content = .animation(duration: duration)
    case "audio":
      item.content = .audio(artist: nil, duration: duration)
      item.title = description.map(DecodedText.line) ?? ""
    default:
      item.content = .document(size: nil, fileExtension: address.flatMap(FileAddress.fileExtension))
      item.title = description.map(DecodedText.line) ?? address.flatMap(FileAddress.fileName) ?? ""
    }
    return .item(item)
  }

  private static func address(_ node: JSONNode) -> String? { node.text("url", "remote_url", "text_url") }

  private func photo(_ node: JSONNode, _ description: String?) -> Photo {
    let meta = node.object("meta")
    let original = meta?.object("original")
    var sources: [Photo.Source] = []
    for (key, size) in [("preview_url", "small"), ("url", "original")] {
      guard let url = key == "url" ? Self.address(node) : Self.preview(node) else { continue }
      let size = meta?.object(size)
      let source = Photo.Source(url: url, width: size?.pixels("width"), height: size?.pixels("height"))
      // A preview that is the same file has less information.
      sources.removeAll { $0.url == url }
      sources.append(source)
    }
    return Photo(
      sources: sources, width: original?.pixels("width"),
      height: original?.pixels("height"), description: description,
      focus: Self.focus(meta?.object("focus")))
  }

  private func preview(_ node: JSONNode, _ description: String?) -> Photo? {
    guard let url = Self.preview(node), url != node.text("url") else { return nil }
    let size = node.object("meta")?.object("small")
    let source = Photo.Source(url: url, width: size?.pixels("width"), height: size?.pixels("height"))
    return Photo(sources: [source], description: description, focus: Self.focus(node.object("meta")?.object("focus")))
  }

  /// Pixelfed uses a stock image for files without a preview.
  private static func preview(_ node: JSONNode) -> String? {
    node.text("preview_url", "preview_remote_url").flatMap { $0.hasSuffix("/no-preview.png") ? nil : $0 }
  }

  private static func focus(_ node: JSONNode?) -> Photo.Focus? {
    guard let x = node?.double("x"), let y = node?.double("y") else { return nil }
    return Photo.Focus(x: x, y: y)
  }

  private mutating func poll(_ node: JSONNode, _ emoji: CustomEmoji) -> AttachmentItem {
    let chosen = Set((node.child("own_votes")?.listed() ?? []).compactMap(\.value.int))
    // If several answers are allowed, shares are relative to the number of voters.
    let voters = node.isTrue("multiple") ? node.int("voters_count") : nil
    let answers = node.list("options").enumerated().map { index, option in
      let votes = option.count("votes_count")
      let title = emoji.marked(FacetedText(DecodedText.line(option.text("title") ?? "")))
      return AttachmentItem.Poll.Answer(
        text: title.string, votes: votes, rate: AttachmentItem.Poll.Answer.rate(votes, of: voters),
        isChosen: chosen.contains(index), emoji: title.facets)
    }
    // A poll's question is the status's text.
    return AttachmentItem(
      type: "poll",
      content: .poll(
        .init(
          answers: answers, votes: node.count("votes_count"),
          isClosed: node.isTrue("expired"), voters: node.count("voters_count"),
          allowsSeveral: node.isTrue("multiple"), closesAt: reading.date(node, "expires_at"))))
  }

  static func card(_ node: JSONNode) -> AttachmentItem? {
    guard let url = node.address("url") else { return nil }
    let preview = node.text("image").map { address in
      Photo(
        sources: [.init(url: address, width: node.pixels("width"), height: node.pixels("height"))],
        description: node.text("image_description").map { DecodedText.decode($0) })
    }
    return AttachmentItem(
      type: "link", content: .link(url: url), title: DecodedText.line(node.text("title") ?? ""),
      caption: node.text("description").map(DecodedText.line), url: url, preview: preview)
  }
}

extension FeedFormat {
  static let mastodon = FeedFormat(
    service: .mastodon, idPrefix: "mastodon", face: "mastodon",
    recognises: { _, samples in samples.contains(where: MastodonPageReader.isItem) },
    isItem: { ($0.child("content") ?? $0.child("reblog")) != nil },
    asides: ["filtered", "quote_approval", "interaction_policy", "reactions", "emoji_reactions"],
    archive: ArchiveLayout(feed: "outbox.json", account: ["outbox.json", "actor.json"]),
    read: { MastodonPageReader.page(from: $0.root, file: $0.file) })
}

extension Service {
  package static let mastodon = Service("mastodon", name: "Mastodon")
}
