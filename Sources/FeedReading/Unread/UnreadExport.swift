import DataFormats

/// The export of a program or service that no reader takes, recognized so that messages can name it.
package struct UnreadExport: Hashable, Sendable {
  /// For use in a sentence: "TikTok's export".
  package let name: String
  /// How to get something that can be read; nil if there is no way.
  package let hint: String?

  /// The number of bytes by which a file that is not JSON is recognized.
  package static let openingSize = 1 << 14

  private init(_ name: String, _ hint: String? = nil) { (self.name, self.hint) = (name, hint) }

  /// For JSON of services without an export that is read.
  private static let ownData = "draw its entries as your own data: feedproof init FOLDER --records FILE"
  /// For pages and tables of such services.
  private static let noOther = "the service has no export that is read; feedproof help formats lists those that are"

  /// How to get something that can be read, or where to look for it.
  var advice: String { hint ?? "feedproof help formats lists the formats" }

  // MARK: JSON

  /// Recognizes a JSON document by its members; nil if it is none of those known here.
  static func of(_ root: JSONNode) -> UnreadExport? {
    let samples = root.value.array == nil ? [] : root.listed(atMost: 4)
    return documents.first { $0.recognizes(root, samples) }?.export
  }

  private struct Signature: Sendable {
    let export: UnreadExport
    let recognizes: @Sendable (_ root: JSONNode, _ samples: [JSONNode]) -> Bool
  }

  /// The advice for programs without an export that is read.
  private static let converter = "convert it to a format that feedproof help formats lists"

  private static func has(_ node: JSONNode, _ keys: String...) -> Bool { keys.allSatisfy { node.member($0) != nil } }

  private static let documents: [Signature] = [
    Signature(export: .init("TikTok's export", converter)) { root, _ in
      root.members.contains {
        ["Direct Messages", "Direct Message", "Your Activity", "Comment"].contains($0.key) && $0.value.object != nil
      }
    },
    Signature(export: .init("Snapchat's export", converter)) { root, _ in
      !root.members.isEmpty
        && root.members.contains { chat in
          chat.listed(atMost: 1).contains { has($0, "Media Type", "Created") || has($0, "Media Type", "From") }
        }
    },
    Signature(export: .init("Microsoft Teams' export", converter)) { root, _ in
      has(root, "userId", "conversations") && root.text("userId")?.contains("orgid") == true
    },
    Signature(export: .init("Skype's export", converter)) { root, _ in
      has(root, "userId", "exportDate", "conversations")
        || root.list("conversations").first?.child("MessageList") != nil
    },
    Signature(export: .init("QQ Chat Exporter's export", converter)) { root, _ in
      has(root, "chatInfo", "statistics", "messages")
        || root.object("metadata")?.text("name")?.contains("QQChatExporter") == true
    },
    Signature(export: .init("Mattermost's export", converter)) { root, _ in
      root.text("type") == "version" && root.int("version") != nil
        || root.text("type") == "post" && root.object("post") != nil
    },
    Signature(
      export: .init(
        "slackdump's own format", "convert it with slackdump to a Slack export: slackdump convert -f export")
    ) { root, _ in has(root, "channel_id", "messages") },
    Signature(export: .init("YouTube's live chat")) { _, samples in
      samples.contains { $0.child("replayChatItemAction") != nil }
    },
    Signature(export: .init("Google Takeout's list of activities", ownData)) { _, samples in
      samples.contains { has($0, "header", "title", "time") }
    },
    Signature(export: .init("Tumblr's export", ownData)) { _, samples in
      samples.contains { $0.object("data").map { has($0, "posts") || has($0, "blogs") } ?? false }
    },
    Signature(export: .init("a response of Reddit", ownData)) { root, samples in
      ([root] + samples).contains { $0.text("kind") == "Listing" && $0.object("data") != nil }
    },
    Signature(
      export: .init("a response of X's website", "ask X for the archive of the account, or use its API")
    ) { root, _ in
      let user = root.object("data")?.object("user")?.object("result")
      return user?.member("timeline_v2") != nil || user?.member("timeline") != nil
        || root.object("data")?.object("home")?.member("home_timeline_urt") != nil
    },
    Signature(
      export: .init("a response of Instagram's website", "ask Instagram for the information of the account, as JSON")
    ) { root, _ in
      root.object("data")?.object("user")?.member("edge_owner_to_timeline_media") != nil
        || root.member("graphql") != nil
    },
    Signature(
      export: .init("a list of Instagram's export", "posts, stories, reels and messages of an export are read")
    ) { root, samples in
      let beginnings = [
        "likes_", "relationships_", "profile_", "saved_", "comments_", "searches_", "inferred_data_", "ig_",
      ]
      let lists = ([root] + samples + root.members.flatMap { $0.listed(atMost: 1) })
      return root.members.contains { key in beginnings.contains { key.key?.hasPrefix($0) ?? false } }
        || lists.contains { $0.member("string_map_data") != nil || $0.member("string_list_data") != nil }
    },
    Signature(export: .init("a list of Facebook's export", "posts, photos, videos and messages of an export are read"))
    {
      root, _ in
      root.members.contains { member in
        let parts = member.key?.split(separator: "_") ?? []
        return parts.count > 1 && ["v2", "v3", "v4"].contains(parts[parts.count - 1]) && member.value.array != nil
          || parts.count > 1 && parts[parts.count - 1] == "v2"
      }
    },
  ]

  // MARK: Other files

  /// Recognizes a file that is not JSON, by its path and its first bytes; nil if it is none of those known here.
  package static func of(path: String, opening: [UInt8]) -> UnreadExport? {
    let (path, head) = (path.lowercased(), DocumentText(Array(opening)).string)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if start.first == "<" {
      return name.hasSuffix(".html") || name.hasSuffix(".htm") ? page(path, name, head.lowercased()) : markup(head)
    }
    if start.hasPrefix("{\"type\":\"version\"") || start.hasPrefix("{\"type\": \"version\"") {
      return .init("Mattermost's export", converter)
    }
    return table(start) ?? (name.hasSuffix(".txt") ? lines(head) : nil)
  }

  private static let metaAsJSON = "ask Meta for the information again, with the format JSON instead of HTML"

  private static func page(_ path: String, _ name: String, _ head: String) -> UnreadExport? {
    if head.contains("wrap_page") || head.contains("windows-1251") && head.contains("vk.com") {
      return .init(
        "a page of VK's archive",
        "messages, comments, photos and the wall of the archive are supported; for the rest, save responses of VK's API"
      )
    }
    let isMessage = name.hasPrefix("message_") && path.contains("messages/")
    let isMeta = ["_3-8y", "_a706", "uiboxwhite"].contains { head.contains($0) }
    if isMessage || isMeta || head.contains("_a6-g") && head.contains("_a6-p")
      || path.contains("your_facebook_activity/") || path.contains("your_instagram_activity/")
    {
      return .init("a page of Meta's export (Messenger, Instagram, Facebook)", metaAsJSON)
    }
    if path.contains("posts/html/") || head.contains("tumblr") { return .init("a page of Tumblr's export", noOther) }
    if path.contains("takeout/") || head.contains("google") && head.contains("mdl-grid") {
      return .init("a page of Google Takeout", "choose JSON as the format of the export in Google Takeout")
    }
    return nil
  }

  private static func table(_ head: Substring) -> UnreadExport? {
    let first = head.prefix { !$0.isNewline }.lowercased()
    if first.contains("subreddit") || first.hasPrefix("id,permalink,") {
      return .init("a table of Reddit's export", noOther)
    }
    if first.contains("conversation id") || first.contains("sender profile url") || first.contains("sharecommentary") {
      return .init("a table of LinkedIn's export", converter)
    }
    if first.hasPrefix("date,time,sender name") { return .init("Viber's table", converter) }
    return nil
  }

  /// Recognizes a text by its first line.
  private static func lines(_ head: String) -> UnreadExport? {
    let first = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix { !$0.isNewline }
    return isWeChatHead(first) ? .init("a text of WeChat", converter) : nil
  }

  /// `2024-05-18 10:00:00 Kim`
  private static func isWeChatHead(_ line: Substring) -> Bool {
    let words = line.split(separator: " ", maxSplits: 2)
    func isNumbers(_ word: Substring, _ counts: [Int]) -> Bool {
      let parts = word.split { $0 == "-" || $0 == "/" || $0 == ":" }
      return parts.count == 3 && zip(parts, counts).allSatisfy { $0.count <= $1 }
        && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }
    return words.count == 3 && isNumbers(words[0], [4, 2, 2]) && isNumbers(words[1], [2, 2, 2])
      && !words[2].contains(":")
  }

  private static func markup(_ head: String) -> UnreadExport? {
    let head = head.lowercased()
    if head.contains("<smses") { return .init("a backup of SMS Backup & Restore", converter) }
    if head.contains("wordpress.org/export") {
      return .init("WordPress's export", "the blog's ActivityPub outbox is read")
    }
    if head.contains("<rss") || head.contains("<feed") || head.contains("<rdf") {
      return .init("an RSS or Atom feed", "many sites have their feed as JSON, too (JSON Feed)")
    }
    return nil
  }
}
