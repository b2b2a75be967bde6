import JSONTree

/// Tells which service a document is from, by what stands in it.
enum FeedFormat {
  /// Marks that only one service writes are asked for first, VK's plain lists last.
  static func recognise(_ root: JSONNode) -> Service? {
    if EventsPageReader.recognises(root) { return .events }
    if JSONFeedPageReader.recognises(root) { return .jsonFeed }
    if ActivityPageReader.recognises(root) { return .activityStreams }
    if isTelegram(root) { return .telegram }
    // A single post, a list of posts, or a list under one of the names services use for it.
    let samples = sampleItems(root)
    if BlueskyAnswer.recognises(root) { return .bluesky }
    if samples.contains(where: isMastodon) { return .mastodon }
    if samples.contains(where: isX) || isX2(root) { return .x }
    if root.value.array != nil, samples.contains(where: ActivityPageReader.recognises) { return .activityStreams }
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

  private static func isTelegram(_ root: JSONNode) -> Bool {
    func isChat(_ chat: JSONNode) -> Bool {
      guard let messages = chat.child("messages")?.value.array else { return false }
      return messages.isEmpty
        ? chat.child("type") != nil
        : messages.prefix(4).contains {
          $0["text"] != nil && ($0["date_unixtime"] ?? $0["date"]) != nil
        }
    }
    return isChat(root) || TelegramChat.list(of: root).prefix(4).contains(where: isChat)
  }

  private static func isMastodon(_ item: JSONNode) -> Bool {
    // Notifications and conversations hold statuses.
    let status = item.child("content") == nil ? item.object("status", "last_status") ?? item : item
    return (status.child("content") ?? status.child("reblog")) != nil && status.child("created_at") != nil
      && status.child("account")?.child("acct") != nil
  }

  private static func isX(_ item: JSONNode) -> Bool {
    let tweet = item.object("tweet") ?? item
    return tweet.child("id_str") != nil
      && (tweet.child("full_text") ?? tweet.child("user")?.child("screen_name")) != nil
  }

  /// Version 2 of X's API: `{"data": […], "includes": …, "meta": …}`. Asked for nothing else, posts have an id and a text.
  private static func isX2(_ root: JSONNode) -> Bool {
    let meta = root.object("meta")
    if meta?.child("result_count") != nil, root.child("data") == nil { return true }
    let tweets = root.value["data"]?.oneOrSeveral() ?? []
    let isPlain = ["newest_id", "oldest_id", "result_count"].contains { meta?.child($0) != nil }
    return tweets.prefix(4).contains { tweet in
      tweet["text"] != nil && tweet["id"] != nil
        && (isPlain
          || ["author_id", "edit_history_tweet_ids", "public_metrics", "conversation_id"].contains { tweet[$0] != nil })
    }
  }
}
