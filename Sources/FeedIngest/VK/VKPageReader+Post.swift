import JSONTree

/// The fields of a post.
extension VKPageReader {
  /// Reads everything a post can have; kind and id are the item's business.
  mutating func post(_ node: JSONNode) -> Post {
    var post = ownPost(node)
    post.reposts += reposts(node)
    return post
  }

  /// A post without the reposts that its history lists.
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
    if node.child("copy_history") == nil { readOldRepost(node, into: &post) }
    return post
  }

  private mutating func owner(of node: JSONNode) -> Author {
    let ids = ["source_id", "from_id", "owner_id", "to_id", "user_id", "uid"].lazy.compactMap { node.int($0) }
    return author(ids.first { $0 != 0 } ?? 0, at: node)
  }

  // MARK: Reposts

  /// Nobody reposts a repost as often; a feed that says so must not take all memory or the stack.
  static let repostLimit = 100

  /// `copy_history`, nearest first; a repost's own history stands behind it. Without recursion: a feed decides how deep.
  private mutating func reposts(_ node: JSONNode) -> [Post] {
    var reposts: [Post] = []
    var waiting = node.list("copy_history").reversed() as [JSONNode]
    while let copy = waiting.popLast() {
      guard reposts.count < Self.repostLimit else {
        report(.moreReposts(limit: Self.repostLimit), at: copy)
        break
      }
      guard copy.value.object != nil else {
        report(.item(.notAnObject(copy.value.kindInWords)), at: copy)
        continue
      }
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
      repost.permalink = "https://vk.com/\(repost.id)"
    } else {
      repost.id = "post-\(ContentDigest(of: node.value).hex)"
    }
  }

  /// 3.x says of a repost only whose it was: text and attachments are the original's, `copy_text` is what was said
  /// about it.
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
      original.permalink = "https://vk.com/\(original.id)"
    } else {
      original.id = "post-\(ContentDigest(of: node.value).hex)"
    }
    post.reposts = [original]
  }

  // MARK: Small parts

  /// VK shows these four, in this order.
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
    guard title != nil || latitude != nil else { return nil }
    return GeoPlace(title: title, latitude: latitude, longitude: longitude)
  }

  /// `"55.75 37.61"` or `{"latitude": …, "longitude": …}`; both or none.
  private static func coordinates(_ geo: JSONNode) -> (Double?, Double?) {
    var pair: (Double?, Double?) = (nil, nil)
    if let object = geo.object("coordinates", "place") {
      pair = (object.double("latitude", "lat"), object.double("longitude", "long"))
      // VK writes 0, 0 in `place` where it does not know.
      if geo.object("coordinates") == nil, pair.0 == 0, pair.1 == 0 { pair = (nil, nil) }
    }
    if let text = geo.text("coordinates") {
      let numbers = text.split { $0 == " " || $0 == "," }.map { Double($0) }
      if numbers.count == 2 { pair = (numbers[0], numbers[1]) }
    }
    guard let latitude = pair.0, let longitude = pair.1, abs(latitude) <= 90, abs(longitude) <= 180 else {
      return (nil, nil)
    }
    return (latitude, longitude)
  }

  /// What stands instead of a post for subscribers; empty where VK gives no words for it.
  private static func paywall(_ node: JSONNode, _ post: Post) -> String? {
    guard let donut = node.object("donut"), donut.isTrue("is_donut") else { return nil }
    if let words = donut.object("placeholder")?.text("text") { return DecodedText.decode(words) }
    return post.text.isEmpty && post.attachments.isEmpty && node.child("copy_history") == nil ? "" : nil
  }
}

extension Post {
  /// - Parameter text: as VK's API writes it.
  mutating func read(text: String) {
    let read = FacetedText(ofVK: text)
    (self.text, facets) = (read.string, read.facets)
  }
}
