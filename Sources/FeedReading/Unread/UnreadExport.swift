import DataFormats

/// The export of a program or service that no reader takes, recognized so that messages can name it.
package struct UnreadExport: Hashable, Sendable {
  /// For use in a sentence: "TikTok's export".
  package let name: String
  /// How to get something that can be read; nil if there is no way.
  package let hint: String?

  private init(_ name: String, _ hint: String? = nil) { (self.name, self.hint) = (name, hint) }

  /// For JSON of services without an export that is read.
  private static let ownData = "draw its entries as your own data: feedproof init FOLDER --records FILE"
  /// For pages and tables of such services.
  private static let noOther = "the service has no export that is read; feedproof help formats lists those that are"

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

  private static func has(_ node: JSONNode, _ keys: String...) -> Bool { keys.allSatisfy { node.member($0) != nil } }

  private static let documents: [Signature] = [
    Signature(export: .init("TikTok's export", ownData)) { root, _ in
      root.members.contains {
        ["Direct Messages", "Your Activity", "Comment"].contains($0.key) && $0.value.object != nil
      }
    },
    Signature(export: .init("Snapchat's export", ownData)) { root, _ in
      !root.members.isEmpty
        && root.members.contains { $0.listed(atMost: 1).contains { has($0, "Media Type", "Created") } }
    },
    Signature(export: .init("Skype's or Teams' export", ownData)) { root, _ in
      has(root, "userId", "exportDate", "conversations")
    },
    Signature(export: .init("QQ Chat Exporter's export", ownData)) { root, _ in
      has(root, "chatInfo", "statistics", "messages")
    },
    Signature(export: .init("Mattermost's export", ownData)) { root, _ in
      root.text("type") == "version" && root.int("version") != nil
        || root.text("type") == "post" && root.object("post") != nil
    },
    Signature(
      export: .init(
        "slackdump's own format", "convert it with slackdump to a Slack export: slackdump convert -f export")
    ) { root, _ in has(root, "channel_id", "messages") },
    Signature(export: .init("a YouTube live chat", ownData)) { _, samples in
      samples.contains { $0.child("replayChatItemAction") != nil }
    },
    Signature(export: .init("Google Takeout's list of activities", ownData)) { _, samples in
      samples.contains { has($0, "header", "title", "time") }
    },
    Signature(export: .init("Tumblr's export", ownData)) { _, samples in
      samples.contains { $0.object("data").map { has($0, "posts") || has($0, "blogs") } ?? false }
    },
    Signature(export: .init("an answer of Reddit", ownData)) { root, samples in
      ([root] + samples).contains { $0.text("kind") == "Listing" && $0.object("data") != nil }
    },
    Signature(
      export: .init("an answer of X's website", "ask X for the archive of the account, or use its API")
    ) { root, _ in
      let user = root.object("data")?.object("user")?.object("result")
      return user?.member("timeline_v2") != nil || user?.member("timeline") != nil
        || root.object("data")?.object("home")?.member("home_timeline_urt") != nil
    },
    Signature(
      export: .init("an answer of Instagram's website", "ask Instagram for the information of the account, as JSON")
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
    let (path, head) = (path.lowercased(), String(decoding: opening, as: UTF8.self))
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name.hasSuffix(".html") || name.hasSuffix(".htm") { return page(path, name, head.lowercased()) }
    if name.hasSuffix(".csv") { return table(name, head) }
    if name.hasSuffix(".xml") || name.hasSuffix(".rss") || name.hasSuffix(".atom") { return markup(head) }
    return nil
  }

  private static let metaAsJSON = "ask Meta for the information again, with the format JSON instead of HTML"

  private static func page(_ path: String, _ name: String, _ head: String) -> UnreadExport? {
    if head.contains("wrap_page") || head.contains("windows-1251") && head.contains("vk.com") {
      return .init(
        "a page of VK's archive",
        "messages, comments, photos and the wall of the archive are read; for the rest save answers of VK's API")
    }
    let isMessage = name.hasPrefix("message_") && path.contains("messages/")
    if isMessage || head.contains("_3-8y") || head.contains("_a706") || head.contains("uiboxwhite")
      || path.contains("your_facebook_activity/") || path.contains("your_instagram_activity/")
    {
      return .init("a page of Meta's export", metaAsJSON)
    }
    if path.contains("posts/html/") || head.contains("tumblr") { return .init("a page of Tumblr's export", noOther) }
    if path.contains("takeout/") || head.contains("google") && head.contains("mdl-grid") {
      return .init("a page of Google Takeout", "choose JSON as the format of the export in Google Takeout")
    }
    return nil
  }

  private static func table(_ name: String, _ head: String) -> UnreadExport? {
    let first = head.prefix { !$0.isNewline }.lowercased()
    if first.contains("subreddit") || first.hasPrefix("id,permalink,") {
      return .init("a table of Reddit's export", noOther)
    }
    if first.contains("conversation id") || first.contains("sender profile url") || first.contains("sharecommentary") {
      return .init("a table of LinkedIn's export", noOther)
    }
    return nil
  }

  private static func markup(_ head: String) -> UnreadExport? {
    let head = head.lowercased()
    if head.contains("<smses") { return .init("a backup of SMS Backup & Restore", noOther) }
    if head.contains("wordpress.org/export") {
      return .init("WordPress's export", "the blog's ActivityPub outbox is read")
    }
    if head.contains("<rss") || head.contains("<feed") || head.contains("<rdf") {
      return .init("an RSS or Atom feed", "many sites have their feed as JSON, too (JSON Feed)")
    }
    return nil
  }
}
