import Basics
import DataFormats

/// The embeds of a post. Views and records use different type names for the same things; the reader looks at an embed's
/// contents instead, so that both, and those of 2023, are handled alike.
extension BlueskyPageReader {
  /// - Parameter owner: The owner of the repository that contains the post: the addresses of a record's files are
  ///   derived from it.
  mutating func readEmbed(_ embed: JSONNode, of owner: String, into post: inout Post, depth: Int) {
    guard reading.isObject(embed, FeedIssue.attachment) else { return }
    if let media = embed.object("media"), depth < Self.depthLimit {
      readEmbed(media, of: owner, into: &post, depth: depth + 1)
    }
    let before = post
    // Galleries, the successors of `images`, call them items.
    for image in embed.list("images") + embed.list("items").filter({ $0.child("image") ?? $0.child("fullsize") != nil })
    {
      readImage(image, of: owner, into: &post)
    }
    if let external = embed.object("external"), let item = Self.card(external, of: owner) {
      post.attachments.append(.item(item))
    }
    if embed.child("video") != nil || embed.child("playlist") != nil {
      post.attachments.append(.item(Self.video(embed, of: owner)))
    }
    guard let record = embed.object("record") else {
      let isKnown = ["media", "images", "external", "video", "playlist"].contains { embed.child($0) != nil }
      if post == before, !isKnown { readUnknown(embed, into: &post) }
      return
    }
    // With media, the record is nested one level deeper; a record of another kind has a `record` of its own.
    let inner = record.child("uri") == nil ? record.object("record") : nil
    readQuote(inner ?? record, into: &post, depth: depth)
  }

  /// Adds a row for an embed of a type that this version does not know, with the words and the address in it.
  private mutating func readUnknown(_ embed: JSONNode, into post: inout Post) {
    let nodes = [embed] + embed.members.filter { $0.value.object != nil }
    func first(_ keys: [String]) -> String? {
      nodes.lazy.compactMap { node in keys.lazy.compactMap { node.text($0) }.first }.first
    }
    let url = first(["uri", "url", "href", "link"])
    let page = url.flatMap { $0.hasPrefix("at://") ? ATAddress($0)?.page(handle: nil) : WebAddress(written: $0) }
    let title = first(["title", "name", "displayName", "text", "question", "alt"]).map { CleanText.line($0) }
    let type = embed.text("$type").map { String($0.prefix { $0 != "#" }) } ?? "embed"
    let item = AttachmentItem(
      type: type, content: .unknown, title: title ?? "",
      caption: first(["description", "summary", "subtitle"]).map { CleanText.line($0) }, url: page,
      preview: first(["thumb", "thumbnail", "fullsize", "avatar"]).map { Photo(sources: [.init(url: $0)]) })
    reading.report(.unknownPart(type, .bluesky), at: embed)
    post.attachments.append(.item(item))
  }

  // MARK: Images and videos

  private mutating func readImage(_ node: JSONNode, of owner: String, into post: inout Post) {
    guard reading.isObject(node, FeedIssue.attachment) else { return }
    let size = Self.size(node)
    var sources: [Photo.Source] = []
    for key in ["fullsize", "thumb"] {
      guard let url = node.text(key), !sources.contains(where: { $0.url == url }) else { continue }
      sources.append(
        .init(url: url, width: key == "fullsize" ? size?.width : nil, height: key == "fullsize" ? size?.height : nil))
    }
    if sources.isEmpty, let url = node.child("image").flatMap({ Self.picture($0, of: owner, "feed_fullsize") }) {
      sources = [.init(url: url, width: size?.width, height: size?.height)]
    }
    let alt = node.text("alt")?.trimmed
    let photo = Photo(sources: sources, width: size?.width, height: size?.height, description: alt)
    if sources.isEmpty { reading.report(.photoWithoutSizes(.bluesky), at: node) }
    post.attachments.append(.photo(photo))
  }

  /// `aspectRatio` gives the image's pixels if the client knows them, or else a plain ratio (4 to 3): small numbers are
  /// scaled to the usual image size of the service.
  private static func size(_ node: JSONNode) -> (width: Int, height: Int)? {
    guard let ratio = node.object("aspectRatio"), let width = ratio.pixels("width"), let height = ratio.pixels("height")
    else { return nil }
    let scale = max(width, height) < 100 ? (1000 + max(width, height) - 1) / max(width, height) : 1
    return (width * scale, height * scale)
  }

  private static func video(_ node: JSONNode, of owner: String) -> AttachmentItem {
    let size = size(node)
    let alt = node.text("alt")?.trimmed
    let folder = node.child("video").flatMap(cid).flatMap { videoFolder($0, of: owner) }
    let url = node.text("playlist") ?? folder.map { "\($0)/playlist.m3u8" }
    let preview = (node.text("thumbnail") ?? folder.map { "\($0)/thumbnail.jpg" }).map {
      Photo(sources: [.init(url: $0, width: size?.width, height: size?.height)], description: alt)
    }
    // Short silent videos, called GIFs on other services.
    let isAnimation = node.text("presentation") == "gif"
    var item = AttachmentItem(
      type: "video", content: isAnimation ? .animation(duration: nil) : .video(duration: nil, isLive: false),
      url: url.flatMap(WebAddress.init(written:)), preview: preview)
    item.file = url.map { .init(url: $0, width: size?.width, height: size?.height, description: alt) }
    return item
  }

  // MARK: Files of records

  /// A file's digest: `{"ref": {"$link": …}}`, in 2023 `{"cid": …}`.
  private static func cid(_ blob: JSONNode) -> String? {
    let cid = blob.object("ref")?.text("$link") ?? blob.text("cid")
    return cid.flatMap { $0.utf8.count <= 128 && $0.utf8.allSatisfy(\.isASCIIWord) ? $0 : nil }
  }

  private static func picture(_ blob: JSONNode, of owner: String, _ use: String) -> String? {
    guard owner.hasPrefix("did:"), let cid = cid(blob) else { return nil }
    return "https://cdn.bsky.app/img/\(use)/plain/\(owner)/\(cid)@jpeg"
  }

  private static func videoFolder(_ cid: String, of owner: String) -> String? {
    guard owner.hasPrefix("did:") else { return nil }
    return "https://video.bsky.app/watch/\(WebAddress.percentEncoded(owner.utf8))/\(cid)"
  }

  // MARK: Cards

  private static func card(_ node: JSONNode, of owner: String) -> AttachmentItem? {
    let url = node.address("uri")
    guard url != nil || node.text("title", "description") != nil else { return nil }
    let picture = node.text("thumb") ?? node.object("thumb").flatMap { Self.picture($0, of: owner, "feed_thumbnail") }
    var item = AttachmentItem(
      type: "link", content: .link(url: url), title: CleanText.line(node.text("title") ?? ""),
      caption: node.text("description").map { CleanText.line($0) }, url: url,
      preview: picture.map { Photo(sources: [.init(url: $0)]) })
    if let url, isAnimation(url) {
      // The client writes the alternative text of a GIF into its description.
      let alt = item.caption.map { $0.lowercased().hasPrefix("alt:") ? String($0.dropFirst(4)).trimmed : $0 }
      (item.type, item.content, item.caption) = ("animation", .animation(duration: nil), nil)
      item.file = .init(url: url.text, description: alt)
    }
    return item
  }

  /// GIFs of the services that Bluesky's client searches.
  private static func isAnimation(_ url: WebAddress) -> Bool {
    let path = url.text.prefix { $0 != "?" && $0 != "#" }
    return ["media.tenor.com", "static.klipy.com", "media.giphy.com"].contains(url.host) && path.hasSuffix(".gif")
  }

  // MARK: Quotes

  /// A quoted post, a placeholder for one, or another object with a page: a feed, a list, a starter pack.
  private mutating func readQuote(_ node: JSONNode, into post: inout Post, depth: Int) {
    let address = node.text("uri").flatMap(ATAddress.init)
    let isPost = address.map { $0.collection == "app.bsky.feed.post" } ?? true
    if let absence = Self.absence(node) {
      post.quote = .unavailable(absence, url: address?.page(handle: nil))
    } else if isPost {
      guard depth < Self.depthLimit, let record = Self.record(of: node) else {
        post.quote = .unavailable(.notIncluded, url: address?.page(handle: nil))
        return
      }
      post.quote = .post(self.post(node, record, depth: depth + 1))
    } else {
      post.attachments.append(.item(row(node, address)))
    }
  }

  private mutating func row(_ node: JSONNode, _ address: ATAddress?) -> AttachmentItem {
    let creator = node.object("creator").map { author($0) }
    let record = node.object("record", "value")
    let isLabeler = address?.collection == "app.bsky.labeler.service"
    let title =
      node.text("displayName", "name") ?? record?.text("name", "displayName") ?? (isLabeler ? creator?.shownName : nil)
    let handle = creator.flatMap { $0.handle.map { "@\($0)" } ?? $0.shownName }
    let description = (node.text("description") ?? record?.text("description")).map { CleanText.line($0) }
    let parts = [handle, description].compactMap { $0 }.filter { !$0.isEmpty }
    let types = [
      "app.bsky.feed.generator": "feed", "app.bsky.graph.list": "list", "app.bsky.graph.starterpack": "starter pack",
      "app.bsky.labeler.service": "labeler",
    ]
    return AttachmentItem(
      type: address.flatMap { types[$0.collection] } ?? "record", content: .page, title: CleanText.line(title ?? ""),
      caption: parts.isEmpty ? nil : parts.joined(separator: " · "),
      url: address.flatMap { $0.page(handle: creator?.handle) ?? ATAddress.profile($0.authority) },
      preview: node.text("avatar").map { Photo(sources: [.init(url: $0)]) } ?? (isLabeler ? creator?.avatar : nil))
  }
}

/// `at://did:plc:abc/app.bsky.feed.post/3k2a`: the owner, collection and key of a record.
struct ATAddress: Hashable, Sendable {
  /// A DID or a handle.
  let authority: String
  let collection: String
  let key: String

  /// Returns nil for anything else, including a record without a key.
  init?(_ address: String) {
    guard address.hasPrefix("at://"), address.utf8.count <= 8192 else { return nil }
    let parts = address.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    (authority, collection, key) = (String(parts[0]), String(parts[1]), String(parts[2]))
  }

  /// Keys are timestamps within one repository; a part of the owner makes them unique.
  var id: String {
    let owner =
      authority.hasPrefix("did:plc:") ? String(authority.dropFirst(8).prefix(8)) : ContentDigest(ofText: authority).hex
    return "\(key)-\(owner)"
  }

  /// The page on bsky.app for the address, if there is one.
  ///
  /// - Parameter handle: The owner's handle for the address; a DID works as well.
  func page(handle: String?) -> WebAddress? {
    let folders = [
      "app.bsky.feed.post": "post", "app.bsky.feed.generator": "feed", "app.bsky.graph.list": "lists",
    ]
    let owner = Self.encoded(handle ?? authority)
    if collection == "app.bsky.graph.starterpack" {
      return WebAddress("https://bsky.app/starter-pack/\(owner)/\(Self.encoded(key))")
    }
    return folders[collection].flatMap { WebAddress("https://bsky.app/profile/\(owner)/\($0)/\(Self.encoded(key))") }
  }

  /// - Parameter owner: A handle or a DID.
  static func profile(_ owner: String) -> WebAddress? { WebAddress("https://bsky.app/profile/\(encoded(owner))") }

  /// A DID's colons are kept, as on bsky.app.
  private static func encoded(_ part: String) -> String {
    WebAddress.percentEncoded(part.utf8).replacing("%3A", with: ":")
  }
}
