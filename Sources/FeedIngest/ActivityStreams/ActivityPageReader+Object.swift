import CivilTime
import JSONTree

/// Notes, articles, questions, pages, videos, events: what people write and make.
extension ActivityPageReader {
  /// - Parameter activity: The one that brought it.
  mutating func object(_ node: JSONNode, of activity: JSONNode? = nil, depth: Int) -> Post {
    var post = Post(
      id: reading.innerID(node.activityID, at: node), author: author(of: node, in: activity))
    post.date = reading.date(node, "published") ?? activity.flatMap { reading.date($0, "published") }
    post.permalink = Self.permalink(node)
    if node.isOf(["Tombstone"]) {
      post.kind = .system(.named("Tombstone"), type: "Tombstone")
      post.date = post.date ?? reading.date(node, "deleted")
      return post
    }
    post.counters = Self.counters(node)
    if node.isTrue("sensitive") || node.isTrue("as:sensitive") { post.flags.insert(.sensitive) }
    if isEdited(node) { post.flags.insert(.edited) }
    if depth < Self.depthLimit { post.quote = quote(node, depth: depth + 1) }
    if node.isOf(Self.summarized), !post.flags.contains(.sensitive) {
      // An article's summary is its beginning, not a warning.
    } else {
      post.contentWarning = warning(node)
    }
    readMedia(node, into: &post)
    readText(node, into: &post)
    if let poll = poll(node) { post.attachments.append(.item(poll)) }
    post.reply = reply(node, by: post.author)
    post.place = node.object("location").flatMap(Self.place)
    return post
  }

  static let summarized: Set = ["Article", "Page", "Video", "Audio", "Event"]

  private mutating func isEdited(_ node: JSONNode) -> Bool {
    guard node.text("updated") != nil, let updated = reading.date(node, "updated") else { return false }
    return node.text("published").flatMap(WrittenDate.seconds).map { $0 < updated } ?? true
  }

  /// The page for people, else what names it.
  private static func permalink(_ node: JSONNode) -> String? {
    let addresses = node.several("url")
    let page = addresses.first { $0.value.object == nil || $0.text("mediaType") == "text/html" }
    // Of what is a file by itself, `url` is the file.
    let isFile = node.isOf(["Image", "Document", "Audio"])
    let named = isFile ? nil : page?.activityAddress.flatMap(LinkTarget.url)
    return named ?? node.activityID.flatMap(LinkTarget.url)
  }

  // MARK: Text

  private mutating func readText(_ node: JSONNode, into post: inout Post) {
    var text = FacetedText("")
    let summary = node.isOf(Self.summarized) && post.contentWarning == nil ? node.words("summary") : nil
    if let (content, place) = node.words("content") ?? summary {
      if ["text/plain", "text/markdown", "text/x.misskeymarkdown"].contains(node.text("mediaType") ?? "") {
        text = FacetedText(scanning: content.trimmed)
      } else {
        let read = reading.markup(content, at: place, base: post.permalink, hidesQuote: post.quote?.post != nil)
        let tags = node.several("tag")
        text = read.text.naming(
          mentions: tags.filter { $0.isOf(["Mention"]) }.compactMap { $0.text("href") },
          hashtags: tags.filter { $0.isOf(["Hashtag"]) }.compactMap { $0.text("href") })
        post.attachments += read.photos
      }
    }
    text = text.titled(Self.dates(node))
    if !post.attachments.contains(where: Self.saysTitle) { text = text.titled(node.title("name")) }
    // Videos have their tags beside the text.
    if node.isOf(["Video"]) {
      text = text.tagged(
        node.several("tag").filter { $0.isOf(["Hashtag"]) }.compactMap { tag in
          tag.title("name").map { ($0, tag.text("href").flatMap(LinkTarget.url)) }
        })
    }
    text = CustomEmoji(tags: node.several("tag")).marked(text)
    (post.text, post.facets) = (text.string, text.facets)
  }

  /// A video shows what it is called.
  private static func saysTitle(_ attachment: Attachment) -> Bool {
    guard case .item(let item) = attachment, case .video = item.content else { return false }
    return !item.title.isEmpty
  }

  // MARK: What stands around it

  /// Nil where a server gives only the address of the list. Pleroma has numbers beside them.
  private static func counters(_ node: JSONNode) -> [Post.Counter] {
    func count(_ list: String, _ others: String...) -> Int? {
      let listed = node.object(list)?.int("totalItems")
      let beside = others.lazy.compactMap { node.int($0) }.first
      return (listed ?? beside ?? node.child(list)?.value.int).flatMap { $0 < 0 ? nil : $0 }
    }
    var counters = [
      Post.Counter(.replies, count("replies", "replies_count", "repliesCount") ?? count("comments")),
      Post.Counter(.boosts, count("shares", "announcement_count")),
      Post.Counter(.likes, count("likes", "like_count")),
    ]
    if let views = count("views") { counters.append(Post.Counter(.views, views)) }
    return counters
  }

  private func reply(_ node: JSONNode, by author: Author) -> ReplyTarget? {
    guard let parent = node.several("inReplyTo").first, let address = parent.activityAddress else { return nil }
    let url = LinkTarget.url(address)
    var name = parent.value.object == nil ? nil : people.author(of: parent)?.shownName
    if let known = ActorAddress(ofPost: address) {
      let handle = known.user == nil ? nil : known.handle
      if handle != nil, handle == author.handle { name = author.shownName }
      let mention = node.several("tag").first { tag in
        tag.isOf(["Mention"]) && tag.text("href").flatMap(LinkTarget.host) == known.host
      }
      name = name ?? handle.map { "@" + $0 } ?? mention?.title("name")
    }
    return ReplyTarget(id: address, name: name, url: url)
  }

  private mutating func quote(_ node: JSONNode, depth: Int) -> Quote? {
    for key in ["quote", "quoteUrl", "quoteUri", "quoteURL", "_misskey_quote"] {
      guard let quoted = node.several(key).first else { continue }
      if quoted.value.object != nil, quoted.words("content") != nil { return .post(object(quoted, depth: depth)) }
      if quoted.isOf(["Tombstone"]) { return .unavailable(.deleted, url: nil) }
      if let url = quoted.activityAddress.flatMap(LinkTarget.url) { return .unavailable(.notIncluded, url: url) }
    }
    return nil
  }

  private static func place(_ node: JSONNode) -> GeoPlace? {
    let (title, latitude, longitude) = (node.title("name"), node.double("latitude"), node.double("longitude"))
    return title == nil && latitude == nil ? nil : GeoPlace(title: title, latitude: latitude, longitude: longitude)
  }

  /// When an event is, by its own clock, as one line that every language reads: `2024-06-01 10:00 – 2024-06-02 18:00`.
  ///
  /// An entry of a feed of posts is a post: the event card has a design of its own.
  private static func dates(_ node: JSONNode) -> String? {
    guard node.isOf(["Event"]) else { return nil }
    let moments = [node.text("startTime"), node.text("endTime")].compactMap { text -> String? in
      guard let text, let moment = ISO8601Moment(text.trimmed) else { return nil }
      // What was read is written so.
      let clock = moment.time == nil ? "" : " " + text.trimmed.dropFirst(11).prefix(5)
      return text.trimmed.prefix(10) + clock
    }
    return moments.isEmpty ? nil : moments.joined(separator: " – ")
  }
}
