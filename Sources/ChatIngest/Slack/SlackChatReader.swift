import FeedIngest
import JSONTree

/// Reads the messages of a Slack channel: the day files of its folder.
struct SlackChatReader {
  private(set) var reading: ChatReading
  private let text: SlackText

  init(text: SlackText, file: String) {
    self.text = text
    reading = ChatReading(file: file)
  }

  /// Whether the document is a day of a channel.
  static func recognises(_ root: JSONNode) -> Bool {
    root.listed(atMost: 4).contains { $0.value["ts"]?.text != nil && $0.value["type"]?.text == "message" }
  }

  mutating func entries(_ root: JSONNode) -> [ChatEntry] { reading.objects(root.listed()).map { entry($0) } }

  private static let services: Set = [
    "bot_add", "bot_remove", "pinned_item", "unpinned_item", "reminder_add", "huddle_thread", "tombstone",
  ]

  private static func isService(_ subtype: String) -> Bool {
    if services.contains(subtype) { return true }
    guard subtype.hasPrefix("channel_") || subtype.hasPrefix("group_") else { return false }
    return ["_join", "_leave", "_topic", "_purpose", "_name", "_archive", "_unarchive"].contains {
      subtype.hasSuffix($0)
    }
  }

  private mutating func entry(_ node: JSONNode) -> ChatEntry {
    let ts = node.value["ts"]?.text ?? ""
    var entry = ChatEntry(id: ts, author: author(node), date: reading.date(node, "ts", Self.date))
    (entry.text, entry.facets) = text.read(node.value["text"]?.text ?? "")
    let subtype = node.text("subtype") ?? ""
    if Self.isService(subtype) {
      entry.kind = .service(.named(subtype), action: subtype)
      entry.isDeleted = subtype == "tombstone"
    } else if let thread = node.value["thread_ts"]?.text, thread != ts {
      entry.replyTo = thread
    }
    entry.isEdited = node.child("edited") != nil
    let files = node.list("files")
    entry.media = (files.isEmpty ? [node.object("file")].compactMap { $0 } : files).map(Self.file)
    entry.media += node.list("attachments").map {
      ChatMedium(.embed, address: $0.text("title_link", "from_url"), title: $0.text("title", "fallback"))
    }
    entry.reactions = node.list("reactions").compactMap { reaction in
      reaction.int("count").map { .init(":\(reaction.text("name") ?? "?"):", max(0, $0)) }
    }
    return entry
  }

  private func author(_ node: JSONNode) -> ChatEntry.Author? {
    let (user, bot) = (node.text("user"), node.text("bot_id"))
    let profile = node.object("user_profile")
    let name =
      user.flatMap { text.users[$0] } ?? profile?.text("display_name", "real_name", "name") ?? node.text("username")
      ?? node.object("bot_profile")?.text("name") ?? user ?? bot
    return name.map { .init(id: user ?? bot, name: $0) }
  }

  /// `1727734080.001000`: seconds and a fraction, cut to milliseconds.
  static func date(_ ts: String) -> ChatDate? {
    let parts = ts.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let seconds = Int(parts[0]) else { return nil }
    let digits = parts.count == 2 ? (parts[1] + "000").prefix(3) : "0"
    return Int(digits).flatMap { ChatDate(seconds: seconds, milliseconds: $0) }
  }

  private static func file(_ node: JSONNode) -> ChatMedium {
    var medium = ChatMedium(
      node.text("mimetype").flatMap { ChatMedium.Kind(mediaType: $0) } ?? .file, address: node.text("url_private"),
      title: node.text("title", "name"))
    (medium.width, medium.height) = (node.positive("original_w"), node.positive("original_h"))
    medium.size = node.positive("size")
    medium.duration = node.positive("duration_ms").map { $0 / 1000 }
    medium.thumbnail = node.text("thumb_360")
    return medium
  }
}
