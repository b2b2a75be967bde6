import DataFormats
import Diagnostics

/// Reads one VK answer into a page.
struct VKPageReader: SectionReader {
  var reading: PageReaderContext
  var directory: VKDirectory
  /// The symbols of reactions, by their ids.
  private let reactionNames: [Int: String]
  private var items: UnreadItems
  private let cursors: (startFrom: String?, nextFrom: String?)

  /// A reader of the parts of items that are read elsewhere.
  init(directory: VKDirectory, file: String) {
    self.init(
      reading: PageReaderContext(.vk, file: file), directory: directory, reactionNames: [:], items: UnreadItems([]),
      cursors: (nil, nil))
  }

  private init(
    reading: PageReaderContext, directory: VKDirectory, reactionNames: [Int: String], items: UnreadItems,
    cursors: (startFrom: String?, nextFrom: String?)
  ) {
    (self.reading, self.directory, self.reactionNames) = (reading, directory, reactionNames)
    (self.items, self.cursors) = (items, cursors)
  }

  /// - Parameter leavesChats: Whether another reader shows private messages and comments, so that they are not reported.
  static func page(from root: JSONNode, file: String, leavesChats: Bool = false) -> FeedPage {
    let answer = VKResponse(root)
    var reader = VKPageReader(
      reading: PageReaderContext(.vk, file: file),
      directory: VKDirectory(profiles: answer.profiles, groups: answer.groups),
      reactionNames: VKReactions.names(in: root),
      items: UnreadItems(answer.items), cursors: (answer.startFrom, answer.nextFrom))
    for item in answer.items { reader.directory.addInline(item) }
    for failure in answer.failures {
      reader.reading.report(.callFailed(method: failure.method, failure.error), at: failure.error.path)
    }
    let refused = leavesChats ? [:] : answer.refused.filter { !$0.value.isEmpty }
    for (kind, found) in refused.sorted(by: { $0.value[0].path.description < $1.value[0].path.description }) {
      reader.reading.report(.conversation(kind.subject, found.count, .vk), at: found[0])
    }
    if !answer.hasList, !answer.refused.isEmpty { return reader.reading.page() }
    guard answer.hasList else { return reader.reading.noFeed(.noPosts(.vk)) }
    return reader.firstSection()
  }

  var hasItems: Bool { !items.isEmpty }

  mutating func readItems(_ count: Int) {
    for item in items.next(count) { addEntry(item) }
  }

  func sectionPage() -> FeedPage { reading.page(startFrom: cursors.startFrom, nextFrom: cursors.nextFrom) }

  /// The author with the id; an author without a description is recorded once.
  mutating func author(_ id: Int, at node: JSONNode) -> Author {
    if let known = directory[id] { return known }
    reading.noteMissingAuthor(String(id), at: node)
    return VKDirectory.unknown(id)
  }

  /// Seconds since 1970; nil if there are none.
  mutating func date(_ node: JSONNode, _ key: String = "date") -> Int? {
    guard let value = node.child(key), value.value.content != .integer(0), value.value.content != .bool(false) else {
      return nil
    }
    // Up to the year 9999: larger values are milliseconds.
    guard let seconds = value.value.int, 1..<253_402_300_800 ~= seconds else {
      reading.report(.badDate(value.value.text.map { String($0.prefix(40)) } ?? value.value.kindInWords), at: value)
      return nil
    }
    return seconds
  }
}

/// Determines an item's kind and id.
extension VKPageReader {
  private mutating func addEntry(_ item: JSONNode) {
    guard reading.isObject(item) else { return }
    let type = Self.type(of: item)
    if let type, let kept = Self.kept(item, type: type) { return addFavourite(item, type, kept) }
    let wrapped = wrappedPost(item, type: type)
    // An ad that is not a post has its text and link one level deeper.
    let bare = type == "ads" ? item.list("ads").first.map { $0.object("data", "site") ?? $0 } : nil
    let content = wrapped ?? bare ?? item
    guard type != nil || Self.marks.contains(where: { content.child($0) != nil }) else {
      return reading.report(.item(.nothingKnown), at: item)
    }
    var post = post(content)
    if type == "ads" { post.flags.insert(.ad) }
    switch type {
    case nil:
      break
    case let type? where wrapped != nil || Self.postTypes.contains(type):
      break
    case let type? where Self.photoTypes.contains(type):
      post.kind = .photos(type: type)
      let list = content.child("photos") ?? content.child(type)
      post.attachments += photoList(list)
      noteMore(than: list, into: &post)
    case let type?:
      var kind = VKSystemKind.of(type)
      // Words of the item say more than the API's name for it.
      if case .other = kind, let title = Self.title(of: content) { kind = .other(title) }
      post.kind = .system(kind, type: type)
      readSystemItem(content, type: type, into: &post)
    }
    let identity = name(&post, content)
    reading.add(post, as: identity, at: item)
  }

  private static let marks = [
    "id", "post_id", "text", "date", "attachments", "attachment", "copy_history", "copy_owner_id", "source_id",
    "from_id", "owner_id", "to_id",
  ]

  static let postTypes: Set = ["post", "wall", "copy", "reply", "post_ads", "suggest", "postpone"]
  static let photoTypes: Set = ["wall_photo", "photo"]

  private static func type(of item: JSONNode) -> String? {
    item.text("type").map(\.trimmed)
  }

  /// The post inside an item that only wraps it: an ad, or a bookmark (`{"type": "post", "post": {…}}`).
  private mutating func wrappedPost(_ item: JSONNode, type: String?) -> JSONNode? {
    if type == "ads" {
      let ads = item.list("ads")
      if ads.count > 1 { reading.report(.moreAds(ads.count - 1), at: item) }
      return ads.lazy.compactMap { $0.object("post") }.first
    }
    guard item.child("text") == nil, item.child("attachments") == nil else { return nil }
    return item.object("post")
  }

  // MARK: Bookmarks

  /// The content of a bookmark that is not a post: `{"type": "link", "added_date": …, "link": {…}}`. Feed items also
  /// have an owner or a date, or contain lists.
  private static func kept(_ item: JSONNode, type: String) -> JSONNode? {
    guard !postTypes.contains(type), type != "ads", let content = item.object(type), content.child("items") == nil,
      !marks.contains(where: { item.child($0) != nil })
    else { return nil }
    return content
  }

  /// Adds a card for a bookmark, which has no text of its own; the author of a page is its host.
  private mutating func addFavourite(_ item: JSONNode, _ type: String, _ content: JSONNode) {
    var attachment = attachment(content, type: type == "product" ? "market" : type)
    var host: String?
    if case .item(var kept) = attachment {
      if case .link = kept.content { kept.isCompact = false }
      host = kept.url?.host
      attachment = .item(kept)
    }
    let isOwned = ["owner_id", "from_id", "to_id", "user_id"].contains { content.int($0).map { $0 != 0 } ?? false }
    var post = Post(
      id: "", author: isOwned || host == nil ? owner(of: content) : Author(id: host ?? "", name: host ?? ""))
    post.date = date(content) ?? date(item, "added_date")
    post.attachments = [attachment]
    let digest = ContentDigest(of: content.value, ignoring: Self.changing).hex
    var identity = FeedEntry.Identity.made(digest: digest)
    post.id = "\(Self.pathSafe(type))-\(digest)"
    if isOwned, let owner = content.int("owner_id"), let id = content.int("id") {
      post.id = "\(Self.pathSafe(type))\(owner)_\(id)"
      identity = .given
    }
    reading.add(post, as: identity, at: item)
  }

  // MARK: Ids

  /// Sets the id: VK's own address of a post, or else one built from the type, the owner and the date, or else a
  /// digest.
  private func name(_ post: inout Post, _ item: JSONNode) -> FeedEntry.Identity {
    // In a newsfeed item, `post_id` is the post's id; on a wall, it is the post that a reply belongs to.
    let number = item.child("source_id") != nil ? item.int("post_id", "id") : item.int("id", "post_id")
    let owner = item.int("owner_id") ?? item.int("source_id") ?? item.int("to_id") ?? item.int("from_id")
    let prefix: String
    switch post.kind {
    case .post, .event, .message, .separator, .record: prefix = "wall"
    case .photos: prefix = "photos"
    case .system(_, let type): prefix = Self.pathSafe(type)
    }
    if let owner, let number, owner != 0 {
      post.id = "\(prefix)\(owner)_\(number)"
      if post.kind == .post { post.permalink = VKAddress.page(post.id) }
      return .given
    }
    let digest = ContentDigest(of: item.value, ignoring: Self.changing).hex
    if case .system = post.kind, let owner, owner != 0, let date = post.date {
      post.id = "\(prefix)\(owner)_\(date)"
    } else {
      post.id = "\(prefix == "wall" ? "post" : prefix)-\(digest)"
    }
    return .made(digest: digest)
  }

  /// Fields that differ each time the same item is requested.
  private static let changing: Set = [
    "likes", "comments", "reposts", "views", "track_code", "hash", "access_key", "is_favorite", "is_pinned",
    "carousel_offset", "short_text_rate", "reactions",
  ]

  /// ASCII letters (lowercase, for case-insensitive file systems), digits, `-` and `_`.
  private static func pathSafe(_ type: String) -> String {
    let safe = type.lowercased().utf8.prefix(32).map { $0.isASCIIWord ? Character(Unicode.Scalar($0)) : "-" }
    return safe.isEmpty ? "item" : String(safe)
  }
}

/// The fields of a post.
extension VKPageReader {
  /// Reads all fields of a post; the item determines kind and id.
  mutating func post(_ node: JSONNode) -> Post {
    var post = ownPost(node)
    post.reposts += reposts(node)
    return post
  }

  /// Reads a post without the reposts in its history.
  private mutating func ownPost(_ node: JSONNode) -> Post {
    let owner = owner(of: node)
    var post = Post(id: "", author: owner)
    post.date = date(node)
    post.read(text: node.value["text"]?.text ?? "")
    post.attachments = attachments(of: node)
    post.counters = Self.counters(node)
    post.place = Self.place(node)
    post.paywall = Self.paywall(node, post)
    if let signer = node.int("signer_id"), signer != 0 { post.signer = author(signer, at: node) }
    if node.isTrue("is_pinned") || node.isTrue("fixed") { post.flags.insert(.pinned) }
    if node.isTrue("marked_as_ads") || node.text("post_type") == "post_ads" { post.flags.insert(.ad) }
    if node.isTrue("edited") { post.flags.insert(.edited) }
    if node.isTrue("friends_only") || node.isTrue("best_friends_only") { post.flags.insert(.followersOnly) }
    if ["postpone", "suggest"].contains(node.text("post_type")) { post.flags.insert(.unpublished) }
    post.reactions = reactions(node)
    post.firstPhoto = node.int("carousel_offset").flatMap { $0 > 0 ? $0 : nil }
    if let source = Self.source(node) { post.attachments.append(.item(source)) }
    if post.text.isEmpty, post.attachments.isEmpty, let reason = node.text("deleted_reason") {
      post.read(text: [reason, node.text("deleted_details")].compactMap { $0 }.joined(separator: "\n"))
    }
    if node.child("copy_history") == nil { readOldRepost(node, into: &post) }
    return post
  }

  private mutating func owner(of node: JSONNode) -> Author {
    let ids = ["source_id", "from_id", "owner_id", "to_id", "user_id", "uid"].lazy.compactMap { node.int($0) }
    return author(ids.first { $0 != 0 } ?? 0, at: node)
  }

  // MARK: Reposts

  /// The maximum number of nested reposts. Real chains are shorter; a hostile feed must not exhaust memory or the
  /// stack.
  static let repostLimit = 100

  /// The reposts in `copy_history`, nearest first; a repost's own history follows it. Iterative, because the feed
  /// controls the depth.
  private mutating func reposts(_ node: JSONNode) -> [Post] {
    var reposts: [Post] = []
    var waiting = node.list("copy_history").reversed() as [JSONNode]
    while let copy = waiting.popLast() {
      guard reposts.count < Self.repostLimit else {
        reading.report(.moreReposts(limit: Self.repostLimit), at: copy)
        break
      }
      guard reading.isObject(copy) else { continue }
      var repost = ownPost(copy)
      nameRepost(&repost, copy)
      let original = repost.reposts
      repost.reposts = []
      reposts.append(repost)
      reposts += original
      waiting += copy.list("copy_history").reversed()
    }
    return reposts
  }

  private func nameRepost(_ repost: inout Post, _ node: JSONNode) {
    if let owner = node.int("owner_id", "source_id", "to_id", "from_id"), let id = node.int("id", "post_id") {
      repost.id = "wall\(owner)_\(id)"
      repost.permalink = VKAddress.page(repost.id)
    } else {
      repost.id = "post-\(ContentDigest(of: node.value).hex)"
    }
  }

  /// 3.x only names the original author of a repost: text and attachments are the original's, and `copy_text` is the
  /// comment on it.
  private mutating func readOldRepost(_ node: JSONNode, into post: inout Post) {
    guard let owner = node.int("copy_owner_id"), owner != 0 else { return }
    var original = Post(id: "", author: author(owner, at: node))
    original.date = date(node, "copy_post_date")
    (original.text, original.facets) = (post.text, post.facets)
    (original.attachments, original.place) = (post.attachments, post.place)
    post.read(text: node.value["copy_text"]?.text ?? "")
    (post.attachments, post.place) = ([], nil)
    if let id = node.int("copy_post_id") {
      original.id = "wall\(owner)_\(id)"
      original.permalink = VKAddress.page(original.id)
    } else {
      original.id = "post-\(ContentDigest(of: node.value).hex)"
    }
    post.reposts = [original]
  }

  // MARK: Small parts

  /// The page that a post was taken from: `{"copyright": {"link": …, "name": …}}`.
  private static func source(_ node: JSONNode) -> AttachmentItem? {
    guard let copyright = node.object("copyright") else { return nil }
    let url = copyright.address("link")
    guard url != nil || copyright.text("name") != nil else { return nil }
    var item = VKRow.make(
      .link(url: url), title: copyright.text("name") ?? url?.host, caption: url?.host, url: url)
    item.type = "copyright"
    return item
  }

  /// `{"items": [{"id": 0, "count": 5}], "count": 7}`, with the words for each id elsewhere in the answer.
  private func reactions(_ node: JSONNode) -> [ChatEntry.Reaction] {
    (node.object("reactions")?.list("items") ?? []).compactMap { item in
      guard let id = item.int("id"), let count = item.count("count"), count > 0 else { return nil }
      return reactionNames[id].map { ChatEntry.Reaction($0, count) }
    }
  }

  /// The four counters that VK shows, in its order.
  private static func counters(_ node: JSONNode) -> [Post.Counter] {
    func count(_ key: String) -> Int? {
      guard let value = node.value[key] else { return nil }
      return (value["count"] ?? value).int.flatMap { $0 < 0 ? nil : $0 }
    }
    return [
      Post.Counter(.likes, count("likes")), Post.Counter(.comments, count("comments")),
      Post.Counter(.reposts, count("reposts")), Post.Counter(.views, count("views")),
    ]
  }

  private static func place(_ node: JSONNode) -> GeoPlace? {
    guard let geo = node.object("geo") else { return nil }
    let place = geo.object("place") ?? geo
    let title = place.text("title", "address", "city").map(DecodedText.line)
    let (latitude, longitude) = coordinates(geo)
    return GeoPlace(named: title, latitude: latitude, longitude: longitude)
  }

  /// `"55.75 37.61"` or `{"latitude": …, "longitude": …}`.
  private static func coordinates(_ geo: JSONNode) -> (Double?, Double?) {
    var pair: (Double?, Double?) = (nil, nil)
    if let object = geo.object("coordinates", "place") {
      pair = (object.double("latitude", "lat"), object.double("longitude", "long"))
      // VK writes 0, 0 in `place` for an unknown location.
      if geo.object("coordinates") == nil, pair.0 == 0, pair.1 == 0 { pair = (nil, nil) }
    }
    if let text = geo.text("coordinates") {
      let numbers = text.split { $0 == " " || $0 == "," }.map { Double($0) }
      if numbers.count == 2 { pair = (numbers[0], numbers[1]) }
    }
    return pair
  }

  /// The placeholder for a post that only subscribers can read; empty if VK provides no text for it.
  private static func paywall(_ node: JSONNode, _ post: Post) -> String? {
    guard let donut = node.object("donut"), donut.isTrue("is_donut") else { return nil }
    if let words = donut.object("placeholder")?.text("text") { return DecodedText.decode(words) }
    return post.text.isEmpty && post.attachments.isEmpty && node.child("copy_history") == nil ? "" : nil
  }
}

extension Post {
  /// - Parameter text: The text as returned by VK's API.
  mutating func read(text: String) {
    let read = FacetedText(ofVK: text)
    (self.text, facets) = (read.string, read.facets)
  }
}

/// Items that are not posts, with the people and media that they list.
extension VKPageReader {
  mutating func readSystemItem(_ item: JSONNode, type: String, into post: inout Post) {
    post.people = people(item)
    var words: [String] = []
    for text in [
      Self.title(of: item), item.text("text"), item.text("description"), item.object("footer")?.text("text"),
    ].compactMap({ $0 }) where !words.contains(text) {
      words.append(text)
    }
    post.read(text: words.joined(separator: "\n"))
    let posts = item.list("items").compactMap { $0.object("post") ?? ($0.child("text") == nil ? nil : $0) }
    if type == "digest" {
      for inner in posts.prefix(Self.repostLimit) {
        var repost = self.post(inner)
        nameRepost(&repost, inner)
        post.reposts.append(repost)
      }
      if posts.count > Self.repostLimit { reading.report(.moreReposts(limit: Self.repostLimit), at: item) }
    }
    if type == "ads", item.text("link_url", "url") != nil {
      let link = item.address("link_url", "url")
      let content = AttachmentItem.Content.link(url: link)
      post.attachments.append(.item(AttachmentItem(type: "link", content: content, title: post.text, url: link)))
    }
    for (key, attachmentType) in Self.lists {
      guard let list = item.child(key), list.value.array != nil || list.value.object != nil else { continue }
      if attachmentType == "photo" {
        post.attachments += photoList(list)
      } else {
        for element in list.elements { post.attachments.append(attachment(element, type: attachmentType)) }
      }
      noteMore(than: list, of: attachmentType, into: &post)
    }
  }

  /// Adds a row for the elements of a list that the answer only counts: "+5".
  private mutating func noteMore(than list: JSONNode?, of type: String = "photo", into post: inout Post) {
    guard let list else { return }
    let more = Self.uncarried(by: list)
    guard more > 0 else { return }
    let name = type == "photo" ? ContentName("photo", "photos", of: "VK") : ContentName(type, "\(type)s", of: "VK")
    reading.leaveOut(name, more, at: list)
    guard type == "photo" else { return }
    var item = VKRow.make(.album(count: more), title: "+\(more)")
    item.type = "photos_list"
    post.attachments.append(.item(item))
  }

  /// The number of elements that a list counts but doesn't contain. 3.x writes the count as the first element.
  private static func uncarried(by list: JSONNode) -> Int {
    let old = list.listed(atMost: 2)
    let first = old.count > 1 && old[1].value.object != nil ? old[0].value.int : nil
    guard let count = list.count("count") ?? first, 0...1_000_000 ~= count else { return 0 }
    // bounded: both numbers are below a million.
    return max(0, count - list.elements.count)
  }

  /// An item's own title, which may be in its header.
  private static func title(of item: JSONNode) -> String? {
    let header = item.object("header")
    let nodes = [item, header, header?.object("title")].compactMap { $0 }
    return nodes.lazy.compactMap { $0.text("title", "text_title", "ads_title") }.first
      ?? header?.object("title")?.text("text")
  }

  /// The keys of the lists in items of each kind, and the type of their elements.
  private static let lists = [
    ("photos", "photo"), ("photo_tags", "photo"), ("notes", "note"), ("audio", "audio"), ("video", "video"),
    ("videos", "video"), ("clips", "video"), ("topics", "topic"), ("playlists", "audio_playlist"),
  ]

  /// `friends`: `[count, {"uid": 1}]`, `{"count": …, "items": [{"user_id": 1}]}`, or plain ids.
  private mutating func people(_ item: JSONNode) -> [Author] {
    var people: [Author] = []
    for friend in item.list("friends") {
      if let id = friend.value.int ?? friend.int("user_id", "uid", "id"), id != 0 {
        people.append(author(id, at: friend))
      } else {
        reading.report(.item(.notAnObject(friend.value.kindInWords)), at: friend)
      }
    }
    if let list = item.child("friends") {
      reading.leaveOut(ContentName("new friend", "new friends", of: "VK"), Self.uncarried(by: list), at: list)
    }
    return people
  }

  mutating func photoList(_ list: JSONNode?) -> [Attachment] {
    guard let list else { return [] }
    return list.elements.map { attachment($0, type: "photo") }
  }
}
