import Basics
import DataFormats
import Foundation

/// Reads X's posts: answers of API versions 1.1 and 2, and archives.
struct XPageReader {
  var reading: PageReaderContext
  /// The archive's owner: its posts don't name an author.
  let owner: Author?
  /// The long texts of an archive, whose posts only contain their beginnings.
  let notes: XNotes
  /// The objects that version 2 describes separately from its posts.
  var includes = XIncludes()
  /// The archive's media folder.
  let mediaFolder: String?

  static func page(from source: FeedFormat.Source) -> FeedPage {
    let (root, context) = (source.root, source.context)
    var reader = XPageReader(
      reading: PageReaderContext(.x, file: source.file), owner: context.owner, notes: context.notes,
      mediaFolder: source.script.map { "\($0)_media" })
    if root.value.array == nil, root.child("data") != nil || root.child("meta") != nil {
      return reader.secondVersion(root)
    }
    let items = items(of: root)
    if !reader.addOther(items, of: source.script) {
      for node in items where !reader.addLike(node) { reader.addEntry(node) }
    }
    var page = reader.reading.page()
    if source.script != nil { page.people = XPeople.named(in: root) }
    // If split into several files, no single file is complete; only the caller knows whether all exist.
    if source.script == "tweets" || source.script == "tweet" { page.mark.whole = context.owner?.id }
    if items.first?.object("like") != nil {
      page.parts = [.init(id: "likes", title: "Likes", standsAlone: true)]
      page.title = page.parts[0].title
    }
    return page
  }

  /// Adds a post liked by the archive's owner. Only its text and address are known.
  private mutating func addLike(_ item: JSONNode) -> Bool {
    guard let like = item.object("like"), let id = like.text("tweetId") else { return false }
    var post = Post(
      id: reading.innerID("like-\(id)", at: item), author: Author(id: "0", name: "", state: .unknown)
    )
    let text = FacetedText(scanning: DecodedText.decode(like.text("fullText") ?? ""))
    (post.text, post.facets) = (text.string, text.facets)
    post.permalink = like.address("expandedUrl") ?? XAddress.post(id, by: nil)
    if text.string.isEmpty, let url = post.permalink {
      post.attachments = [.item(AttachmentItem(type: "link", content: .link(url: url), url: url))]
    }
    reading.add(post, ownID: "like-\(id)", at: item)
    return true
  }

  private static func items(of root: JSONNode) -> [JSONNode] {
    if root.value.array != nil { return root.listed() }
    return root.child("statuses")?.listed() ?? [root]
  }

  /// Counts, and values that depend on the viewer.
  static let changing: Set = [
    "retweet_count", "favorite_count", "reply_count", "quote_count", "bookmark_count", "favorited", "retweeted", "user",
    "public_metrics",
  ]

  private mutating func addEntry(_ item: JSONNode) {
    let node = item.object("tweet") ?? item
    guard reading.isObject(node) else { return }
    if node.child("sender_id") != nil, node.child("recipient_id") != nil {
      return reading.report(.conversation(.privateMessages, 1, .x), at: node)
    }
    guard Self.id(node) != nil || node.child("text") != nil || node.child("full_text") != nil else {
      return reading.report(.item(.nothingKnown), at: node)
    }
    reading.add(
      post(node, depth: 0), ownID: Self.id(node), at: item, ignoring: Self.changing, earlier: Self.earlier(node))
  }

  static func id(_ node: JSONNode) -> String? { node.text("id_str", "id") }

  static func earlier(_ node: JSONNode) -> [String] { id(node).map { XEdits.earlier(than: $0, in: node) } ?? [] }

  /// The maximum depth. X itself shows a quote in a quote as a link; a retweet of a retweet refers to the original.
  static let depthLimit = 8

  // MARK: Posts of version 1.1

  mutating func post(_ node: JSONNode, depth: Int) -> Post {
    let author = node.object("user").map { self.author($0) } ?? archiveOwner(at: node)
    var post = Post(id: reading.innerID(Self.id(node), at: node), author: author)
    post.date = reading.date(node, "created_at")
    post.permalink = Self.id(node).flatMap { XAddress.post($0, by: author.handle) }
    post.counters = Self.counters(node)
    if node.object("user")?.isTrue("protected") == true { post.flags.insert(.followersOnly) }
    if let retweeted = node.object("retweeted_status"), depth < Self.depthLimit {
      // The outer text repeats the inner text, truncated.
      post.reposts = [self.post(retweeted, depth: depth + 1)]
      post.flags.insert(.boost)
      return post
    }
    if let retweeted = retweetByText(node) {
      post.reposts = [retweeted]
      post.flags.insert(.boost)
      return post
    }
    readContent(node, into: &post, depth: depth)
    return post
  }

  private mutating func readContent(_ node: JSONNode, into post: inout Post, depth: Int) {
    // A compatible answer may contain the full text.
    let extended = node.object("extended_tweet")
    let source = extended ?? node
    let media = Self.media(of: source).isEmpty ? Self.media(of: node) : Self.media(of: source)
    let quoted = node.object("quoted_status")
    let quotedID = quoted.flatMap(Self.id) ?? node.text("quoted_status_id_str", "quoted_status_id")
    let isCut = extended == nil && node.isTrue("truncated")
    let raw = source.value["full_text"]?.text ?? source.value["text"]?.text ?? ""
    if let note = notes.note(for: raw, at: post.date) {
      var entities = note.entities
      hideAddresses(&entities, quoted: quoted == nil ? nil : quotedID, own: nil)
      readText(note.text, entities, shown: nil, hasMedia: !media.isEmpty, at: source, into: &post)
    } else {
      if isCut { reading.report(.textCut, at: node) }
      var entities = Self.entities(of: source, besides: media)
      hideAddresses(&entities, quoted: quoted == nil ? nil : quotedID, own: isCut ? Self.id(node) : nil)
      readText(
        raw, source.object("entities") == nil ? nil : entities, shown: Self.shownRange(source),
        hasMedia: !media.isEmpty, at: source, into: &post)
    }
    for item in media { post.attachments.append(attachment(item, of: Self.id(node))) }
    if let poll = Self.poll(node) { post.attachments.append(.item(poll)) }
    if post.attachments.isEmpty, let card = Self.card(node) { post.attachments.append(.item(card)) }
    readAdditions(node, into: &post)
    post.reply = reply(node, by: post.author)
    post.place = Self.place(node)
    if node.isTrue("possibly_sensitive") { post.flags.insert(.sensitive) }
    if Self.isEdited(node) { post.flags.insert(.edited) }
    reportWithholding(node)
    if let quoted, depth < Self.depthLimit {
      post.quote = .post(self.post(quoted, depth: depth + 1))
    } else if let quotedID {
      let address = node.object("quoted_status_permalink")?.address("expanded")
      post.quote = .unavailable(.notIncluded, url: address ?? XAddress.post(quotedID, by: nil))
    }
  }

  /// The article that a post announces, and the notes that readers have written about it.
  mutating func readAdditions(_ node: JSONNode, into post: inout Post) {
    let includes = includes
    if let row = XArticle.row(node, links: post.facets.compactMap(\.url), media: { includes.media[$0] }) {
      post.attachments.append(.item(row))
    }
    let pivot = node.object("birdwatch_pivot")
    let notes =
      node.list("community_notes").compactMap { $0.text("summary", "text") }
      + [pivot?.object("subtitle")?.text("text") ?? node.object("birdwatch")?.text("text")].compactMap { $0 }
    for text in notes.map(DecodedText.line).prefix(EntryLimits.rows) {
      post.attachments.append(.item(AttachmentItem(type: "community_note", content: .note, title: text)))
    }
  }

  /// Sets the text with its entities; without entities, the text is scanned for links.
  mutating func readText(
    _ raw: String, _ entities: [XEntity]?, shown: (Int, Int)?, hasMedia: Bool, at node: JSONNode, into post: inout Post
  ) {
    guard let entities else {
      let decoded = XText.decoded(raw.utf8)
      // An address at the end refers to the media and looks like any link; the media are shown instead.
      let text = hasMedia ? Self.withoutLastAddress(decoded) : decoded
      let read = FacetedText(scanning: text) { _ in XDialect() }
      (post.text, post.facets) = (read.string, read.facets)
      return
    }
    let (read, rejected) = XText.read(raw, entities, shown: shown)
    (post.text, post.facets) = (read.string, read.facets)
    if rejected > 0 { reading.report(.facetsLeftOut(rejected), at: node) }
  }

  private static func withoutLastAddress(_ text: String) -> String {
    guard let range = text.range(of: "https://t.co/", options: .backwards),
      text[range.upperBound...].utf8.allSatisfy(\.isASCIIWord)
    else { return text }
    return String(text[..<range.lowerBound].reversed().drop { $0.isWhitespace }.reversed())
  }

  static func counters(_ node: JSONNode) -> [Post.Counter] {
    func count(_ keys: String...) -> Int? {
      keys.lazy.compactMap { node.int($0) }.first.flatMap { $0 < 0 ? nil : $0 }
    }
    var counters = [
      Post.Counter(.replies, count("reply_count")), Post.Counter(.reposts, count("retweet_count")),
      Post.Counter(.likes, count("favorite_count", "like_count")),
    ]
    if let quotes = count("quote_count") { counters.append(Post.Counter(.quotes, quotes)) }
    if let views = count("impression_count") ?? node.object("ext_views", "views")?.int("count") {
      counters.append(Post.Counter(.views, views))
    }
    if let bookmarks = count("bookmark_count") { counters.append(Post.Counter(.bookmarks, bookmarks)) }
    return counters
  }

  private static func shownRange(_ node: JSONNode) -> (Int, Int)? {
    let range = node.child("display_text_range")?.listed(atMost: 2).map(\.value.int) ?? []
    guard range.count == 2, let start = range[0], let end = range[1] else { return nil }
    return (start, end)
  }

  /// Whether the post was edited, so that it has several versions. The last one is shown.
  private static func isEdited(_ node: JSONNode) -> Bool {
    guard let info = node.object("edit_info", "edit_controls") else { return false }
    return info.child("edit") != nil || (info.object("initial") ?? info).list("editTweetIds").count > 1
  }

  mutating func reportWithholding(_ node: JSONNode) {
    let withheld = node.object("withheld") ?? node
    let countries = ["withheld_in_countries", "country_codes"].flatMap { withheld.child($0)?.listed(atMost: 300) ?? [] }
    guard !countries.isEmpty || withheld.isTrue("withheld_copyright") || withheld.isTrue("copyright") else { return }
    reading.report(.withheld(countries: countries.compactMap(\.value.text)), at: node)
  }

  // MARK: Retweets of an archive

  /// `RT @ann: words`, the only trace of a retweet in an archive and in old answers.
  private mutating func retweetByText(_ node: JSONNode) -> Post? {
    guard let raw = node.value["full_text"]?.text ?? node.value["text"]?.text, raw.hasPrefix("RT @"),
      let colon = raw.range(of: ": ")
    else { return nil }
    let name = raw[raw.index(raw.startIndex, offsetBy: 4)..<colon.lowerBound]
    guard (1...20).contains(name.utf8.count), name.utf8.allSatisfy(\.isASCIIWord) else { return nil }
    let mention = node.object("entities")?.list("user_mentions").first {
      $0.text("screen_name")?.lowercased() == name.lowercased()
    }
    let media = Self.media(of: node)
    let id = media.lazy.compactMap { $0.text("source_status_id_str", "source_status_id") }.first
    var post = Post(
      id: reading.innerID(id, at: node),
      author: mention.map { author($0) }
        ?? Author(
          id: String(name), name: "", handle: String(name), page: XAddress.profile(String(name))))
    post.permalink = id.flatMap { XAddress.post($0, by: post.author.handle) }
    if raw.hasSuffix("…") { reading.report(.retweetCut, at: node) }
    let start = raw.unicodeScalars.distance(from: raw.startIndex, to: colon.upperBound)
    let entities = Self.entities(of: node, besides: media)
    readText(
      raw, entities, shown: (start, raw.unicodeScalars.count), hasMedia: !media.isEmpty, at: node, into: &post)
    for item in media { post.attachments.append(attachment(item, of: Self.id(node))) }
    if node.isTrue("possibly_sensitive") { post.flags.insert(.sensitive) }
    return post
  }
}

/// People, entities, replies and places of version 1.1.
extension XPageReader {
  // MARK: People

  mutating func author(_ node: JSONNode) -> Author {
    let handle = node.text("screen_name", "username").map { DecodedText.line($0) }
    let id = node.text("id_str", "id") ?? handle ?? "0"
    guard handle != nil || node.text("name") != nil else {
      // The answer was requested without users.
      reading.noteMissingAuthor(id, at: node)
      return Author(id: id, name: "", state: .unknown)
    }
    let avatar = node.text("profile_image_url_https", "profile_image_url").map { Photo(sources: [.init(url: $0)]) }
    return Author(
      id: id, name: DecodedText.line(node.text("name") ?? ""), handle: handle, avatar: avatar,
      isVerified: node.isTrue("verified"), page: handle.flatMap(XAddress.profile))
  }

  mutating func archiveOwner(at node: JSONNode) -> Author {
    if let owner { return owner }
    reading.noteMissingAuthor("0", at: node)
    return Author(id: "0", name: "", state: .unknown)
  }

  // MARK: Entities

  /// - Parameter media: The media whose addresses in the text are hidden.
  static func entities(of node: JSONNode, besides media: [JSONNode]) -> [XEntity] {
    guard let list = node.object("entities") else { return [] }
    var entities = media.compactMap { entity($0, .hidden, $0.text("url")) }
    for url in list.list("urls") {
      guard let short = url.text("url") else { continue }
      let target = url.text("expanded_url", "expanded") ?? short
      let shown = url.text("display_url", "display").map { DecodedText.line($0) } ?? short
      // In version 2, media are among the links.
      let isMedia = !media.isEmpty && url.text("media_key") != nil
      entities.append(entity(url, isMedia ? .hidden : .link(shown: shown, url: WebAddress(written: target)), short))
    }
    for mention in list.list("user_mentions") + list.list("mentions") {
      guard let name = mention.text("screen_name", "username") else { continue }
      entities.append(entity(mention, .mention(name), "@" + name))
    }
    for tag in list.list("hashtags") {
      guard let text = tag.text("text", "tag") else { continue }
      entities.append(entity(tag, .hashtag(text), "#" + text))
    }
    for symbol in list.list("symbols") + list.list("cashtags") {
      guard let text = symbol.text("text", "tag") else { continue }
      entities.append(entity(symbol, .symbol(text), "$" + text))
    }
    return entities
  }

  private static func entity(_ node: JSONNode, _ meaning: XEntity.Meaning, _ literal: String?) -> XEntity {
    // A list of two numbers is not a count followed by one number.
    let indices = node.child("indices")?.listed(atMost: 2).map(\.value.int) ?? []
    return XEntity(
      meaning: meaning, literal: literal ?? "", start: indices.first ?? node.int("start"),
      end: indices.count == 2 ? indices[1] : node.int("end"))
  }

  /// Hides the last address of a text if it is that of the quoted post, or of the truncated post itself.
  func hideAddresses(_ entities: inout [XEntity], quoted: String?, own: String?) {
    guard let quoted = quoted ?? own else { return }
    let links = entities.indices.filter { if case .link = entities[$0].meaning { true } else { false } }
    guard let last = links.max(by: { (entities[$0].start ?? 0) < (entities[$1].start ?? 0) }),
      case .link(_, let url) = entities[last].meaning, url?.text.contains("/status/\(quoted)") == true
    else { return }
    entities[last].meaning = .hidden
  }

  // MARK: Replies and places

  func reply(_ node: JSONNode, by author: Author) -> ReplyTarget? {
    let id = node.text("in_reply_to_status_id_str", "in_reply_to_status_id")
    let name = node.text("in_reply_to_screen_name").map { DecodedText.line($0) }
    guard id != nil || name != nil else { return nil }
    let isOwn = name != nil && name?.lowercased() == author.handle?.lowercased()
    return ReplyTarget(
      id: id, name: isOwn ? author.shownName : name.map { "@" + $0 },
      url: id.flatMap { XAddress.post($0, by: name) } ?? name.flatMap(XAddress.profile))
  }

  static func place(_ node: JSONNode) -> GeoPlace? {
    let title = node.object("place")?.text("full_name", "name").map { DecodedText.line($0) }
    // GeoJSON has the longitude first, the older `geo` the latitude.
    let point = node.object("coordinates")?.list("coordinates").map(\.value.double) ?? []
    let older = node.object("geo")?.list("coordinates").map(\.value.double) ?? []
    let pair = point.count == 2 ? (point[1], point[0]) : older.count == 2 ? (older[0], older[1]) : (nil, nil)
    return GeoPlace(named: title, latitude: pair.0, longitude: pair.1)
  }
}
