import Basics
import DataFormats

/// Reads ActivityStreams 2 (W3C Recommendation, 23 May 2017) as written by fediverse servers: collections and their
/// pages, an archive's outbox, single activities and objects. An actor's document describes an author and has no posts.
struct ActivityPageReader: SectionReader {
  var reading: PageReaderContext
  var people = ActivityPeople()
  private var items = UnreadItems([])
  private var cursors: (startFrom: String?, nextFrom: String?)
  /// The account whose whole outbox the document is; nil for anything else.
  private var owner: String?

  static func page(from source: FeedFormat.Source) -> FeedPage {
    let root = source.root
    var reader = ActivityPageReader(reading: PageReaderContext(.activityStreams, file: source.file))
    if root.isOf(ActivityPeople.types) { return reader.reading.page() }
    if let owner = source.context.owner { reader.people.add(owner) }
    let collection = Self.collection(root)
    let items = Self.items(of: collection)
    for item in items { reader.people.add(from: item) }
    if items.isEmpty, let elsewhere = root.child("first") ?? root.child("next"), let address = elsewhere.activityAddress
    {
      reader.reading.report(.itemsElsewhere(address), at: elsewhere)
    }
    reader.cursors = (collection.activityID, collection.child("next")?.activityAddress)
    if isWholeOutbox(collection, of: items) {
      reader.owner = source.context.owner?.id ?? items[0].several("actor").first?.activityAddress
    }
    reader.items = UnreadItems(items)
    return reader.firstSection()
  }

  private init(reading: PageReaderContext) {
    self.reading = reading
  }

  var hasItems: Bool { !items.isEmpty }

  mutating func readItems(_ count: Int) {
    for item in items.next(count) { addEntry(item) }
  }

  func sectionPage() -> FeedPage {
    var page = reading.page(startFrom: cursors.startFrom, nextFrom: cursors.nextFrom)
    page.mark.whole = owner
    return page
  }

  /// Whether the document is an archive's outbox with all its activities; servers send an outbox page by page.
  private static func isWholeOutbox(_ root: JSONNode, of items: [JSONNode]) -> Bool {
    let name = root.activityID?.split(separator: "/").last
    return (name == "outbox.json" || name == "outbox") && root.isOf(["OrderedCollection"])
      && (root.child("first") ?? root.child("next")) == nil && !items.isEmpty
      && items.allSatisfy { $0.isOf(activities) }
      && root.int("totalItems") ?? 0 <= items.count
  }

  /// Whether a document's content is ActivityStreams.
  static func recognises(_ root: JSONNode) -> Bool {
    let contexts = root.value["@context"]?.oneOrSeveral() ?? []
    if contexts.contains(where: { $0.text?.contains("w3.org/ns/activitystreams") == true }) { return true }
    let types = root.activityTypes
    let isCollection = types.contains { $0.contains("Collection") }
    if isCollection, root.child("orderedItems") ?? root.child("items") ?? root.child("first") != nil { return true }
    // Activities and objects have addresses as ids.
    let isAddressed = root.activityID?.contains("://") == true
    return isAddressed && !types.isEmpty && (root.child("actor") ?? root.child("attributedTo")) != nil
  }

  /// A collection may contain its first page instead of items.
  private static func collection(_ root: JSONNode) -> JSONNode {
    let isHere = root.child("orderedItems") ?? root.child("items") != nil
    return isHere ? root : root.object("first") ?? root
  }

  private static func items(of root: JSONNode) -> [JSONNode] {
    if root.value.array != nil { return root.listed() }
    if root.activityTypes.contains(where: { $0.hasSuffix("Collection") || $0.hasSuffix("CollectionPage") }) {
      let ordered = listed(root, "orderedItems")
      return ordered.isEmpty ? listed(root, "items") : ordered
    }
    return [root]
  }

  /// As `several`, but with null values: each is an item of the feed.
  private static func listed(_ root: JSONNode, _ key: String) -> [JSONNode] {
    root.child(key)?.value.array == nil ? root.several(key) : root.child(key)?.listed() ?? []
  }

  private mutating func addEntry(_ node: JSONNode) {
    if node.value.object == nil {
      guard let address = node.value.text?.trimmed, !address.isEmpty else {
        return reading.report(.item(.notAnObject(node.value.kindInWords)), at: node)
      }
      var post = linked(address, at: node)
      post.id = reading.innerID(address, at: node)
      return reading.add(post, ownID: address, at: node)
    }
    guard
      !node.activityTypes.isEmpty
        || ["content", "name", "contentMap", "object"].contains(where: { node.child($0) != nil })
    else { return reading.report(.item(.nothingKnown), at: node) }
    // Pleroma's chats are sent as objects of a type of their own.
    if ([node] + node.several("object")).contains(where: { $0.isOf(["ChatMessage"]) }) {
      return reading.report(.conversation(.privateMessages, 1, .activityStreams), at: node)
    }
    var (post, own) = entry(node, depth: 0)
    post.flags.formUnion(Self.audience(of: own, in: node))
    reading.add(post, ownID: own.activityID ?? post.permalink?.text, at: own, in: node, ignoring: Self.changing)
  }

  /// Counts, and signatures that differ on each request.
  private static let changing: Set = ["replies", "likes", "shares", "signature", "proof", "updated"]

  /// The maximum nesting of activities and reposts; real ones are never nested this deep.
  static let depthLimit = 8

  /// A post with a known address and nothing else: the author as far as the address gives it, and a link.
  mutating func linked(_ address: String, at node: JSONNode) -> Post {
    reading.report(.onlyAddress(String(address.prefix(200))), at: node)
    let permalink = WebAddress(written: address)
    let named = ActorAddress(ofPost: address)
    var post = Post(
      id: reading.innerID(address, at: node),
      author: Author(
        id: named?.handle ?? "0", name: named?.shownName ?? "",
        handle: named.flatMap { $0.user == nil ? nil : $0.handle },
        state: .unknown))
    post.permalink = permalink
    post.counters = [.init(.replies, nil), .init(.boosts, nil), .init(.likes, nil)]
    if let permalink { post.attachments = [Self.link(permalink)] }
    return post
  }

  static func link(
    _ url: WebAddress, title: String? = nil, caption: String? = nil, preview: Photo? = nil
  ) -> Attachment {
    .item(
      AttachmentItem(
        type: "link", content: .link(url: url), title: title ?? "", caption: caption, url: url, preview: preview))
  }
}

extension ActivityPageReader {
  /// The activities of the vocabulary, and those that servers add. A `Question` is treated as an object, as all servers
  /// use it.
  static let activities: Set = [
    "Accept", "Add", "Announce", "Arrive", "Block", "Create", "Delete", "Dislike", "EmojiReact", "Flag", "Follow",
    "Ignore",
    "Invite", "Join", "Leave", "Like", "Listen", "Move", "Offer", "Read", "Reject", "Remove", "TentativeAccept",
    "TentativeReject", "Travel", "Undo", "Update", "View",
  ]

  /// The activities that contain the object they are about.
  private static let publishing: Set = ["Create", "Update", "Add", "Offer", "Invite"]

  /// The post for an item of a collection, and the node that identifies it.
  mutating func entry(_ node: JSONNode, depth: Int) -> (Post, JSONNode) {
    guard node.isOf(Self.activities), depth < Self.depthLimit else { return (object(node, depth: depth), node) }
    let object = node.several("object").first
    if let object, object.value.object != nil, !object.isOf(ActivityPeople.types) {
      if object.isOf(Self.activities) {
        // A group announces its members' activities; readers see those activities.
        if node.isOf(["Announce"]) { return entry(object, depth: depth + 1) }
      } else if node.isOf(["Announce"]) {
        var post = activity(node)
        post.reposts = [self.object(object, depth: depth + 1)]
        post.flags.insert(.boost)
        return (post, node)
      } else if node.isOf(Self.publishing) {
        var post = self.object(object, of: node, depth: depth + 1)
        if node.isOf(["Update"]) { post.flags.insert(.edited) }
        return (post, object.activityID == nil ? node : object)
      }
    }
    var post = activity(node)
    if node.isOf(["Announce"]), let object, let address = object.activityAddress {
      post.reposts = [linked(address, at: object)]
      post.flags.insert(.boost)
      return (post, node)
    }
    let type = node.activityTypes.first { Self.activities.contains($0) } ?? "Activity"
    post.kind = .system(.named(type), type: type)
    post.contentWarning = warning(node)
    if let object { tell(object, in: &post) }
    return (post, node)
  }

  /// The actor and date of an activity.
  private mutating func activity(_ node: JSONNode) -> Post {
    var post = Post(id: reading.innerID(node.activityID, at: node), author: author(of: node))
    post.date = reading.date(node, "published", "updated")
    post.permalink = node.activityID.flatMap(WebAddress.init(written:))
    return post
  }

  /// Adds a row with a link to the object of an activity that publishes nothing new.
  private mutating func tell(_ object: JSONNode, in post: inout Post) {
    guard let address = object.activityAddress, let url = WebAddress(written: address) else { return }
    if object.value.object == nil { reading.report(.onlyAddress(String(address.prefix(200))), at: object) }
    let title = object.value.object == nil ? nil : object.title("name") ?? object.text("preferredUsername")
    post.attachments.append(Self.link(url, title: title))
  }

  /// - Parameter outer: The enclosing activity, whose author and date apply if the node has none.
  mutating func author(of node: JSONNode, in outer: JSONNode? = nil) -> Author {
    if let author = people.author(of: node) ?? outer.flatMap({ people.author(of: $0) }) { return author }
    reading.noteMissingAuthor("0", at: outer ?? node)
    let host = [node.activityID, outer?.activityID].lazy.compactMap { $0.flatMap(WebAddress.init(written:))?.host }
      .first
    return Author(id: "0", name: "", state: .unknown, fallbackName: host)
  }

  func warning(_ node: JSONNode) -> String? {
    // A summary is HTML by the vocabulary, but plain text in practice.
    node.naturalText("summary").map {
      MarkupText(html: $0.text).text.string.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    .flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
  }
}

/// Objects that people publish: notes, articles, questions, pages, videos, events.
extension ActivityPageReader {
  /// - Parameter activity: The activity that contains the object.
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
      // An article's summary is its lead, not a warning.
    } else {
      post.contentWarning = warning(node)
      post.warningEmoji = CustomEmoji(tags: node.several("tag")).marked(FacetedText(post.contentWarning ?? "")).facets
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
    return node.text("published").flatMap(DateParser.seconds).map { $0 < updated } ?? true
  }

  /// The page for readers, or else the id.
  private static func permalink(_ node: JSONNode) -> WebAddress? {
    let addresses = node.several("url")
    let page = addresses.first { $0.value.object == nil || $0.text("mediaType") == "text/html" }
    // If the object is itself a file, `url` is that file.
    let isFile = node.isOf(["Image", "Document", "Audio"])
    let named = isFile ? nil : page?.activityAddress.flatMap(WebAddress.init(written:))
    return named ?? node.activityID.flatMap(WebAddress.init(written:))
  }

  // MARK: Text

  private mutating func readText(_ node: JSONNode, into post: inout Post) {
    var text = FacetedText("")
    let summary = node.isOf(Self.summarized) && post.contentWarning == nil ? node.naturalText("summary") : nil
    if let (content, place) = node.naturalText("content") ?? summary {
      let mediaType = node.text("mediaType")?.lowercased().prefix { $0 != ";" }.trimmed ?? ""
      if mediaType == "text/markdown" {
        text = ChatMarkup.markdown.read(content.trimmed)
      } else if ["text/plain", "text/x.misskeymarkdown"].contains(mediaType) {
        text = FacetedText(scanning: content.trimmed)
      } else {
        let read = reading.markup(
          content, at: place, base: post.permalink, hidesQuote: post.quote?.hidesAddress ?? false)
        let tags = node.several("tag")
        text = read.text.naming(
          mentions: tags.filter { $0.isOf(["Mention"]) }.compactMap { $0.address("href") },
          hashtags: tags.filter { $0.isOf(["Hashtag"]) }.compactMap { $0.address("href") })
        post.attachments += read.attachments
      }
    }
    post.dates = Self.dates(node)
    if !post.attachments.contains(where: Self.saysTitle) {
      post.title = node.title("name")
      text = text.titled(post.title)
    }
    // Videos list their tags outside the text.
    if node.isOf(["Video"]) {
      text = text.tagged(
        node.several("tag").filter { $0.isOf(["Hashtag"]) }.compactMap { tag in
          tag.title("name").map { ($0, tag.address("href")) }
        })
    }
    text = CustomEmoji(tags: node.several("tag")).marked(text)
    (post.text, post.facets) = (text.string, text.facets)
  }

  /// A video's card shows its title.
  private static func saysTitle(_ attachment: Attachment) -> Bool {
    guard case .item(let item) = attachment, case .video = item.content else { return false }
    return !item.title.isEmpty
  }

  // MARK: Metadata

  /// Nil if a server gives only the list's address. Pleroma gives the numbers in separate keys.
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
    let url = WebAddress(written: address)
    var name = parent.value.object == nil ? nil : people.author(of: parent)?.shownName
    if let known = ActorAddress(ofPost: address) {
      let handle = known.user == nil ? nil : known.handle
      if handle != nil, handle == author.handle { name = author.shownName }
      let mention = node.several("tag").first { tag in
        tag.isOf(["Mention"]) && tag.address("href")?.host == known.host
      }
      name = name ?? handle.map { "@" + $0 } ?? mention?.title("name")
    }
    return ReplyTarget(id: address, name: name, url: url)
  }

  private mutating func quote(_ node: JSONNode, depth: Int) -> Quote? {
    for key in ["quote", "quoteUrl", "quoteUri", "quoteURL", "_misskey_quote"] {
      guard let quoted = node.several(key).first else { continue }
      if quoted.value.object != nil, quoted.naturalText("content") != nil { return .post(object(quoted, depth: depth)) }
      if quoted.isOf(["Tombstone"]) { return .unavailable(.deleted, url: nil) }
      if let url = quoted.activityAddress.flatMap(WebAddress.init(written:)) {
        return .unavailable(.notIncluded, url: url)
      }
    }
    return nil
  }

  private static func place(_ node: JSONNode) -> GeoPlace? {
    let (title, latitude, longitude) = (node.title("name"), node.double("latitude"), node.double("longitude"))
    return title == nil && latitude == nil ? nil : GeoPlace(title: title, latitude: latitude, longitude: longitude)
  }

  /// An event's dates, in its own local time, as one line that is readable in any language: `2024-06-01 10:00 –
  /// 2024-06-02 18:00`.
  ///
  /// In a feed of posts, an event is shown as a post: the event card has a different design.
  private static func dates(_ node: JSONNode) -> EventDates? {
    guard node.isOf(["Event"]), let start = moment(node, "startTime") else { return nil }
    let end = moment(node, "endTime").flatMap { $0.seconds < start.seconds ? nil : $0 }
    return EventDates(start: start, end: end)
  }

  private static func moment(_ node: JSONNode, _ key: String) -> EventDates.Moment? {
    guard let moment = node.text(key).flatMap({ ISO8601Moment($0.trimmed) }), moment.date.year > 0 else { return nil }
    return EventDates.Moment(
      year: moment.date.year, month: moment.date.month, day: moment.date.day,
      time: moment.time.map { EventDates.Time(hour: $0.hour, minute: $0.minute) })
  }
}

extension FeedFormat {
  static let activityStreams = FeedFormat(
    service: .activityStreams, idPrefix: "note", face: "activity-streams",
    recognises: { root, samples in
      ActivityPageReader.recognises(root)
        || root.value.array != nil && samples.contains(where: ActivityPageReader.recognises)
    },
    isItem: { !$0.activityTypes.isEmpty }, asides: ["instrument", "diaspora:comment", "conversation", "context"],
    // The archive of an account on any server: the actor is identified by an address.
    archive: ArchiveLayout(
      // Pixelfed calls the actor's document `account.json`.
      descriptions: ["actor.json", "account.json"],
      describe: { root, script, context in
        guard script == nil, root.activityID != nil, root.isOf(ActivityPeople.types),
          root.child("preferredUsername") ?? root.child("name") != nil
        else { return false }
        context.owner = ActivityPeople.author(root)
        return true
      }),
    program: { $0.isOfMastodon ? Service.mastodon.name : nil },
    read: ActivityPageReader.page)
}

extension Service {
  package static let activityStreams = Service("activity-streams", name: "ActivityStreams")
}
