import JSONTree

/// Tells which service a document is from, by what stands in it.
enum FeedFormat {
  /// Marks that only one service writes are asked for first, VK's plain lists last.
  static func recognise(_ root: JSONNode) -> Service? {
    if EventsPageReader.recognises(root) { return .events }
    if isJSONFeed(root) { return .jsonFeed }
    if isActivityStreams(root) { return .activityStreams }
    if isTelegram(root) { return .telegram }
    // A single post, a list of posts, or a list under one of the names services use for it.
    let samples = sampleItems(root)
    if samples.contains(where: isBluesky) { return .bluesky }
    if samples.contains(where: isMastodon) { return .mastodon }
    if samples.contains(where: isX) || isX2(root) { return .x }
    return VKAnswer.isVK(root) ? .vk : nil
  }

  /// Whether a document that does not tell by itself where it is from can be an item of that service, alone on its line:
  /// an ad without an owner, an event without dates.
  static func isItem(_ root: JSONNode, of service: Service) -> Bool {
    switch service {
    case .vk: root.value.object != nil && VKAnswer(root).hasList
    case .events: root.value.object != nil
    default: false
    }
  }

  private static func sampleItems(_ root: JSONNode) -> [JSONNode] {
    if root.value.array != nil { return root.listed(atMost: 4) }
    return [root]
      + ["feed", "posts", "statuses", "descendants", "ancestors", "thread"].flatMap { root.list($0).prefix(4) }
  }

  private static func isJSONFeed(_ root: JSONNode) -> Bool {
    guard root.value["items"]?.array != nil, let version = root.text("version") else { return false }
    return version.contains("jsonfeed.org/version") || (version.hasPrefix("1") && root.child("title") != nil)
  }

  private static func isActivityStreams(_ root: JSONNode) -> Bool {
    let contexts = root.value["@context"]?.oneOrSeveral() ?? []
    if contexts.contains(where: { $0.text?.contains("w3.org/ns/activitystreams") == true }) { return true }
    let types = root.value["type"]?.oneOrSeveral() ?? []
    let isCollection = types.contains { ($0.text ?? "").contains("Collection") }
    if isCollection, root.child("orderedItems") ?? root.child("items") ?? root.child("first") != nil { return true }
    // Activities and objects are named by address.
    let isAddressed = root.text("id")?.contains("://") == true
    return isAddressed && !types.isEmpty && (root.child("actor") ?? root.child("attributedTo")) != nil
  }

  private static func isTelegram(_ root: JSONNode) -> Bool {
    let chat = root.child("messages") ?? root.child("chats")?.list("list").first?.child("messages")
    guard let messages = chat?.value.array else { return false }
    return messages.isEmpty
      ? root.child("type") != nil
      : messages.prefix(4).contains { $0["text"] != nil && ($0["date_unixtime"] ?? $0["date"]) != nil }
  }

  private static func isBluesky(_ item: JSONNode) -> Bool {
    let post = item.object("post") ?? item
    return post.text("uri")?.hasPrefix("at://") == true && post.child("record") != nil
  }

  private static func isMastodon(_ item: JSONNode) -> Bool {
    (item.child("content") ?? item.child("reblog")) != nil && item.child("created_at") != nil
      && item.child("account")?.child("acct") != nil
  }

  private static func isX(_ item: JSONNode) -> Bool {
    let tweet = item.object("tweet") ?? item
    return tweet.child("id_str") != nil
      && (tweet.child("full_text") ?? tweet.child("user")?.child("screen_name")) != nil
  }

  /// Version 2 of X's API: `{"data": […], "includes": …, "meta": …}`.
  private static func isX2(_ root: JSONNode) -> Bool {
    let tweets = root.value["data"]?.oneOrSeveral() ?? []
    return tweets.prefix(4).contains { tweet in
      tweet["text"] != nil && tweet["id"] != nil
        && ["author_id", "edit_history_tweet_ids", "public_metrics", "conversation_id"].contains { tweet[$0] != nil }
    }
  }
}
