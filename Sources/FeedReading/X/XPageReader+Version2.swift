import Basics
import DataFormats
import Foundation

/// The objects that a version 2 answer describes separately from its posts.
struct XIncludes {
  private(set) var users: [String: JSONNode] = [:]
  private(set) var tweets: [String: JSONNode] = [:]
  private(set) var media: [String: JSONNode] = [:]
  private(set) var polls: [String: JSONNode] = [:]
  private(set) var places: [String: JSONNode] = [:]

  init() {}

  init(_ node: JSONNode?) {
    func table(_ list: String, _ key: String) -> [String: JSONNode] {
      let named = node?.list(list).compactMap { member in member.text(key).map { ($0, member) } } ?? []
      return Dictionary(named) { first, _ in first }
    }
    (users, tweets, media) = (table("users", "id"), table("tweets", "id"), table("media", "media_key"))
    (polls, places) = (table("polls", "id"), table("places", "id"))
  }
}

/// Version 2 of the API: `{"data": […], "includes": {…}, "errors": […], "meta": {…}}`.
extension XPageReader {
  mutating func secondVersion(_ root: JSONNode) -> FeedPage {
    includes = XIncludes(root.object("includes"))
    let data = root.child("data")
    var messages: (count: Int, first: JSONNode)?
    for node in data?.value.array != nil ? data?.listed() ?? [] : [data].compactMap({ $0 }) {
      guard reading.isObject(node) else { continue }
      if Self.isDirectMessage(node) {
        messages = ((messages?.count ?? 0) + 1, messages?.first ?? node)
        continue
      }
      guard node.text("id") != nil || node.child("text") != nil else {
        reading.report(.item(.nothingKnown), at: node)
        continue
      }
      reading.add(
        post2(node, depth: 0), ownID: node.text("id"), at: node, ignoring: Self.changing, earlier: Self.earlier(node))
    }
    if let messages { reading.report(.conversation(.privateMessages, messages.count, .x), at: messages.first) }
    for error in root.list("errors") {
      let message = error.text("detail", "message", "title") ?? ""
      reading.report(
        .partMissing(ServiceError(code: error.int("code"), message: message, path: error.path.description)), at: error)
    }
    let meta = root.object("meta")
    return reading.page(startFrom: meta?.text("pagination_token"), nextFrom: meta?.text("next_token"))
  }

  /// Whether it is an event of a conversation, as `dm_events` answers with.
  private static func isDirectMessage(_ node: JSONNode) -> Bool {
    ["dm_conversation_id", "event_type", "participant_ids", "sender_id"].contains { node.child($0) != nil }
  }

  /// A post, with the posts it refers to if the answer contains them.
  private mutating func post2(_ node: JSONNode, depth: Int) -> Post {
    let id = node.text("id")
    let author = author2(node)
    var post = Post(id: reading.innerID(id, at: node), author: author)
    post.date = reading.date(node, "created_at")
    post.permalink = id.flatMap { XAddress.post($0, by: author.handle) }
    if let metrics = node.object("public_metrics") { post.counters = Self.counters(metrics) }
    if node.text("author_id").flatMap({ includes.users[$0] })?.isTrue("protected") == true {
      post.flags.insert(.followersOnly)
    }
    let references = node.list("referenced_tweets")
    func reference(_ type: String) -> String? { references.first { $0.text("type") == type }?.text("id") }
    if let retweeted = reference("retweeted"), depth < Self.depthLimit {
      post.reposts = [self.retweeted(retweeted, node, depth: depth + 1)]
      post.flags.insert(.boost)
      return post
    }
    let quoted = reference("quoted")
    readContent2(node, quoted: quoted, into: &post)
    if let replied = reference("replied_to") { post.reply = reply2(replied, node) }
    if let quoted {
      let inner = depth < Self.depthLimit ? includes.tweets[quoted] : nil
      post.quote =
        inner.map { .post(post2($0, depth: depth + 1)) }
        ?? .unavailable(.notIncluded, url: XAddress.post(quoted, by: nil))
    }
    return post
  }

  private mutating func readContent2(_ node: JSONNode, quoted: String?, into post: inout Post) {
    // If longer than 280 characters, the full text is separate.
    let note = node.object("note_tweet")
    let source = note ?? node
    let keys = node.object("attachments")?.list("media_keys") ?? []
    var entities = Self.entities(of: source, besides: keys)
    for index in entities.indices {
      // Links to the post's own media are recognized by their targets.
      if !keys.isEmpty, case .link(let shown, let url) = entities[index].meaning, shown.hasPrefix("pic."),
        url?.text.contains("/photo/") == true || url?.text.contains("/video/") == true
      {
        entities[index].meaning = .hidden
      }
    }
    hideAddresses(&entities, quoted: quoted.flatMap { includes.tweets[$0] == nil ? nil : $0 }, own: nil)
    readText(
      source.value["text"]?.text ?? "", source.object("entities") == nil ? nil : entities, shown: nil,
      hasMedia: !keys.isEmpty, at: source, into: &post)
    for key in keys { readMedia2(key, into: &post) }
    for id in node.object("attachments")?.list("poll_ids") ?? [] {
      if let poll = id.value.text.flatMap({ includes.polls[$0] }) { post.attachments.append(.item(poll2(poll))) }
    }
    if post.attachments.isEmpty, let card = Self.card2(source) { post.attachments.append(.item(card)) }
    readAdditions(node, into: &post)
    let geo = node.object("geo")
    let place = geo?.text("place_id").flatMap { includes.places[$0] }
    let point = geo?.object("coordinates")?.list("coordinates").map(\.value.double) ?? []
    post.place = GeoPlace(
      named: place?.text("full_name", "name").map { DecodedText.line($0) }, latitude: point.count == 2 ? point[1] : nil,
      longitude: point.count == 2 ? point[0] : nil)
    if node.isTrue("possibly_sensitive") { post.flags.insert(.sensitive) }
    if node.list("edit_history_tweet_ids").count > 1 { post.flags.insert(.edited) }
    reportWithholding(node)
  }

  /// The post if the answer contains it, or else what the retweet's text says about it.
  private mutating func retweeted(_ id: String, _ node: JSONNode, depth: Int) -> Post {
    if let inner = includes.tweets[id] { return post2(inner, depth: depth) }
    var post = Post(id: reading.innerID(id, at: node), author: Author(id: "0", name: "", state: .unknown))
    let raw = node.value["text"]?.text ?? ""
    var start = 0
    if raw.hasPrefix("RT @"), let colon = raw.range(of: ": ") {
      let name = String(raw[raw.index(raw.startIndex, offsetBy: 4)..<colon.lowerBound])
      if name.utf8.count <= 20, name.utf8.allSatisfy(\.isASCIIWord) {
        let user = includes.users.values.first { $0.text("username")?.lowercased() == name.lowercased() }
        post.author =
          user.map { author($0) } ?? Author(id: name, name: "", handle: name, page: XAddress.profile(name))
        start = raw.unicodeScalars.distance(from: raw.startIndex, to: colon.upperBound)
      }
    }
    post.permalink = XAddress.post(id, by: post.author.handle)
    readText(
      raw, Self.entities(of: node, besides: []), shown: (start, raw.unicodeScalars.count), hasMedia: false, at: node,
      into: &post)
    return post
  }

  // MARK: Referenced posts

  private mutating func author2(_ node: JSONNode) -> Author {
    let id = node.text("author_id") ?? "0"
    if let user = includes.users[id] { return author(user) }
    if id == "0", let owner { return owner }
    reading.noteMissingAuthor(id, at: node)
    return Author(id: id, name: "", state: .unknown)
  }

  private mutating func reply2(_ id: String, _ node: JSONNode) -> ReplyTarget {
    let user = node.text("in_reply_to_user_id")
    let described = user.flatMap { includes.users[$0] }.map { author($0) }
    // A reply begins with a mention of the person.
    let mention = node.object("entities")?.list("mentions").first { mention in
      user.map { mention.text("id") == $0 } == true || mention.int("start") == 0
    }
    let handle = described?.handle ?? mention?.text("username").map { DecodedText.line($0) }
    return ReplyTarget(id: id, name: handle.map { "@" + $0 }, url: XAddress.post(id, by: handle))
  }

  private mutating func readMedia2(_ key: JSONNode, into post: inout Post) {
    guard let node = key.value.text.flatMap({ includes.media[$0] }) else {
      return reading.report(.attachment(.withoutContent("media")), at: key)
    }
    let alt = node.text("alt_text").map { DecodedText.decode($0) }
    let (width, height) = (node.pixels("width"), node.pixels("height"))
    let type = node.text("type") ?? "photo"
    let url = type == "photo" ? node.text("url", "preview_image_url") : node.text("preview_image_url")
    let photo = Photo(
      sources: url.map { [.init(url: $0, width: width, height: height)] } ?? [], width: width, height: height,
      description: alt)
    if type == "photo" {
      if photo.sources.isEmpty { reading.report(.photoWithoutSizes(.x), at: node) }
      return post.attachments.append(.photo(photo))
    }
    let variant = Self.best(node.list("variants"))
    var item = AttachmentItem(
      type: type == "animated_gif" ? "animation" : type,
      content: Self.content(type, milliseconds: node.int("duration_ms")),
      url: variant.flatMap { WebAddress(written: $0.url) } ?? post.permalink,
      preview: photo.sources.isEmpty ? nil : photo)
    item.file = variant.map {
      .init(url: $0.url, width: $0.width ?? width, height: $0.height ?? height, description: alt)
    }
    post.attachments.append(.item(item))
  }

  private mutating func poll2(_ node: JSONNode) -> AttachmentItem {
    let options = node.list("options").sorted { ($0.int("position") ?? 0) < ($1.int("position") ?? 0) }
    let answers = options.map { option in
      AttachmentItem.Poll.Answer(
        text: DecodedText.line(option.text("label") ?? ""),
        votes: option.count("votes"))
    }
    return Self.poll(
      answers, isClosed: node.text("voting_status") == "closed", closesAt: reading.date(node, "end_datetime"))
  }

  /// The first link with a preview.
  private static func card2(_ node: JSONNode) -> AttachmentItem? {
    let links = node.object("entities")?.list("urls") ?? []
    guard let link = links.first(where: { $0.text("title") != nil && $0.text("media_key") == nil }),
      let url = link.address("unwound_url", "expanded_url")
    else { return nil }
    let picture = link.list("images").first
    let preview = picture?.text("url").map {
      Photo(sources: [.init(url: $0, width: picture?.pixels("width"), height: picture?.pixels("height"))])
    }
    return AttachmentItem(
      type: "link", content: .link(url: url), title: DecodedText.line(link.text("title") ?? ""),
      caption: link.text("description").map(DecodedText.line), url: url, preview: preview)
  }
}

/// X's edits: each version of a post is a post with its own id, and lists the ids of all versions at the time of the
/// request, the first one first.
package enum XEdits {
  /// The ids of the versions before this one, for both API versions and for archives.
  package static func earlier(than id: String, in post: JSONNode) -> [String] {
    let info = post.object("edit_info", "edit_controls")
    let edit = info?.object("edit")
    let controls = edit?.object("editControlInitial", "edit_control_initial") ?? info?.object("initial") ?? info
    let history =
      post.child("edit_history_tweet_ids")?.listed() ?? controls?.child("editTweetIds")?.listed()
      ?? controls?.child("edit_tweet_ids")?.listed() ?? []
    let versions = history.compactMap(\.value.text).prefix { $0 != id }
    guard versions.isEmpty, let first = edit?.text("initialTweetId", "initial_tweet_id"), first != id else {
      return Array(versions)
    }
    return [first]
  }
}
