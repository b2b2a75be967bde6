import Basics
import DataFormats

extension FeedFormat {
  static let x = FeedFormat(
    service: .x, idPrefix: "x", face: "x",
    recognises: { root, samples in samples.contains(where: isPost) || isAnswerOfVersion2(root) },
    hints: Hints(
      authorMissing: "request it with expansions=author_id and user.fields=name,username,profile_image_url",
      ownerMissing: "keep the archive's account.js next to the file: it names the author of the posts"),
    asides: ["reply_settings", "place", "screen_name", "in_reply_to_screen_name", "username", "name"],
    archive: ArchiveLayout(
      feed: "data/tweets.js",
      scripts: [
        "tweets", "tweet", "community-tweet", "account", "profile", "note-tweet", "like", "direct-messages",
        "direct-messages-group", "article", "deleted-tweets", "grok-chat-item",
      ],
      prefixedMedia: ["tweets_media", "tweet_media", "community_tweet_media", "profile_media"] + [
        "direct_messages_media", "direct_messages_group_media",
      ],
      descriptions: ["account.js", "profile.js", "note-tweet.js"], describe: describe),
    read: XPageReader.page)

  /// Whether the item is a post of version 1.1 or of an archive.
  private static func isPost(_ item: JSONNode) -> Bool {
    if item.object("like")?.child("tweetId") != nil { return true }
    if item.object("grokChatItem") != nil || item.object("article").map(XArticle.isArticle) ?? false { return true }
    let tweet = item.object("tweet") ?? item
    return tweet.child("id_str") != nil
      && (tweet.child("full_text") ?? tweet.child("user")?.child("screen_name")) != nil
  }

  /// `{"data": […], "includes": …, "meta": …}`. By default, posts only have an id and a text.
  private static func isAnswerOfVersion2(_ root: JSONNode) -> Bool {
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

  /// The archive's account, its avatar, and the long texts of its posts.
  @Sendable private static func describe(_ root: JSONNode, _ script: String?, _ context: inout FeedContext) -> Bool {
    let item = root.listed(atMost: 1).first
    switch script {
    case "account":
      guard let account = item?.object("account") else { return false }
      let handle = account.text("username").map { DecodedText.line($0) }
      context.owner = Author(
        id: account.text("accountId") ?? handle ?? "0",
        name: DecodedText.line(account.text("accountDisplayName") ?? ""),
        handle: handle, avatar: context.owner?.avatar, page: handle.flatMap { WebAddress("https://x.com/\($0)") })
    case "profile":
      guard let profile = item?.object("profile") else { return false }
      let avatar = profile.text("avatarMediaUrl").map { Photo(sources: [.init(url: $0)]) }
      if context.owner == nil { context.owner = Author(id: "0", name: "", state: .unknown) }
      context.owner?.avatar = avatar
    case "note_tweet": for note in root.listed().compactMap(XNote.init) { context.notes.add(note) }
    default: return false
    }
    return true
  }
}

extension Service {
  package static let x = Service("x", name: "X")
}
