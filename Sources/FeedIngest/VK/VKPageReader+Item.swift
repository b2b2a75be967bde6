import JSONTree

/// One item of the feed: what kind it is, and what it is called.
extension VKPageReader {
  mutating func entry(_ item: JSONNode) -> FeedEntry? {
    guard item.value.object != nil else {
      report(.item(.notAnObject(item.value.kindInWords)), at: item)
      return nil
    }
    let type = Self.type(of: item)
    let wrapped = wrappedPost(item, type: type)
    // An ad that is no post still has its words and its link one level further in.
    let bare = type == "ads" ? item.list("ads").first.map { $0.object("data", "site") ?? $0 } : nil
    let content = wrapped ?? bare ?? item
    guard type != nil || Self.marks.contains(where: { content.child($0) != nil }) else {
      report(.item(.nothingKnown), at: item)
      return nil
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
      post.attachments += photoList(content.child("photos") ?? content.child(type))
    case let type?:
      post.kind = .system(VKSystemKind.of(type), type: type)
      readSystemItem(content, type: type, into: &post)
    }
    let identity = name(&post, content)
    return FeedEntry(post: post, identity: identity, path: item.path.description)
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

  /// The post inside an item that only wraps it: an ad's, or a bookmark's (`{"type": "post", "post": {…}}`).
  private mutating func wrappedPost(_ item: JSONNode, type: String?) -> JSONNode? {
    if type == "ads" {
      let ads = item.list("ads")
      if ads.count > 1 { report(.moreAds(ads.count - 1), at: item) }
      return ads.lazy.compactMap { $0.object("post") }.first
    }
    guard item.child("text") == nil, item.child("attachments") == nil else { return nil }
    return item.object("post")
  }

  // MARK: Ids

  /// Sets the id: VK's own address of a post, else one made from the type, the owner and the date, else a digest.
  private func name(_ post: inout Post, _ item: JSONNode) -> FeedEntry.Identity {
    // A newsfeed item names its post by `post_id`; on a wall that is the post a reply belongs to.
    let number = item.child("source_id") != nil ? item.int("post_id", "id") : item.int("id", "post_id")
    let owner = item.int("owner_id") ?? item.int("source_id") ?? item.int("to_id") ?? item.int("from_id")
    let prefix: String
    switch post.kind {
    case .post, .event, .message, .separator: prefix = "wall"
    case .photos: prefix = "photos"
    case .system(_, let type): prefix = Self.pathSafe(type)
    }
    if let owner, let number, owner != 0 {
      post.id = "\(prefix)\(owner)_\(number)"
      if post.kind == .post { post.permalink = "https://vk.com/\(post.id)" }
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

  /// Fields that differ each time the same item is asked for.
  private static let changing: Set = [
    "likes", "comments", "reposts", "views", "track_code", "hash", "access_key", "is_favorite", "is_pinned",
    "carousel_offset", "short_text_rate", "reactions",
  ]

  /// ASCII letters (small, for file systems that don't tell), digits, `-` and `_`.
  private static func pathSafe(_ type: String) -> String {
    let safe = type.lowercased().utf8.prefix(32).map { $0.isASCIIWord ? Character(Unicode.Scalar($0)) : "-" }
    return safe.isEmpty ? "item" : String(safe)
  }
}
