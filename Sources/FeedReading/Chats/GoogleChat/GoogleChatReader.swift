import Basics
import DataFormats

/// Reads Google Chat's `messages.json` from Takeout; the chat's name is in `group_info.json` next to it.
struct GoogleChatReader {
  private var reading: ChatReaderContext

  static func recognises(_ root: JSONNode) -> Bool {
    root.child("messages")?.samples.contains {
      $0.child("created_date") != nil || $0.child("topic_id") != nil
    }
      ?? false
  }

  static func read(_ root: JSONNode, group: JSONNode?, file: String) -> (chat: Chat, reading: ChatReaderContext) {
    var reader = GoogleChatReader(reading: ChatReaderContext(file: file))
    var chat = Chat(service: .googleChat, name: group?.value["name"]?.text)
    chat.entries = reader.reading.objects(root.child("messages")?.listed() ?? []).map { reader.entry($0) }
    if let group { reader.reading.account(forChat: group, named: chat.name, apart: ["members"]) }
    return (chat, reader.reading)
  }

  private mutating func entry(_ node: JSONNode) -> ChatEntry {
    let creator = node.object("creator")
    var entry = ChatEntry(
      id: node.value["message_id"]?.text ?? "",
      author: creator?.value["name"]?.text.map { .init(id: creator?.text("email"), name: $0) },
      date: reading.date(node, "created_date", Self.date), text: node.words("text"))
    entry.isEdited = node.child("updated_date") != nil
    entry.isDeleted = node.text("message_state") == "DELETED"
    entry.replyTo = node.object("quoted_message_metadata")?.value["message_id"]?.text
    entry.media = node.list("attached_files").map { file in
      let name = file.text("original_name", "export_name") ?? ""
      return ChatMedium(.init(fileName: name), address: file.text("export_name"), title: name)
    }
    for annotation in node.list("annotations") {
      for key in ["url_metadata", "youtube_metadata", "drive_metadata"] {
        guard let link = annotation.object(key) else { continue }
        let url = link.object("url")?.text("private_do_not_access_or_else_safe_url_wrapped_value")
        entry.media.append(ChatMedium(.link, address: url, title: link.text("title")))
      }
    }
    if let quoted = node.object("quoted_message_metadata"), let words = quoted.text("text", "html_text") {
      var passage = FacetedText(quoted.object("creator")?.text("name") ?? "").marked(.bold)
      passage.append(line: FacetedText(words.withLineFeeds))
      entry.quoted = passage
    }
    entry.passages += node.list("annotations").compactMap { Self.passage(of: $0) }
    entry.reactions = node.list("reactions").map { reaction in
      let emoji = reaction.object("emoji")
      let symbol = emoji?.text("unicode") ?? emoji?.object("custom_emoji")?.text("shortcode") ?? "?"
      return .init(symbol, reaction.child("reactor_emails")?.listed().count ?? 0)
    }
    let calls = node.list("annotations").compactMap { $0.object("video_call_metadata") }
    reading.omit("call", "calls", calls.count { !$0.members.isEmpty })
    let versions = node.list("previous_message_versions").count
    reading.omit("earlier version of a message", "earlier versions of messages", versions)
    reading.account(for: node, in: entry, knowing: Self.members, apart: Self.apart, silent: Self.silent)
    return entry
  }

  /// The words of a preview or a card besides the title in its row.
  private static func passage(of annotation: JSONNode) -> FacetedText? {
    let preview = annotation.object("url_metadata") ?? annotation.object("gsuite_integration_metadata")
    guard let words = preview?.text("snippet", "description") else { return nil }
    return FacetedText(words.withLineFeeds)
  }

  /// Members that name people, and other messages.
  private static let apart: Set = [
    "creator", "reactions", "deletion_metadata", "quoted_message_metadata", "previous_message_versions",
  ]

  /// Members at any depth that contain nothing for a reader.
  private static let silent: Set = [
    "video_call_metadata", "user_mention_metadata", "format_metadata", "mime_type", "chip_render_type",
  ]

  /// The members of a message that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "creator", "created_date", "updated_date", "text", "annotations", "topic_id", "message_id", "message_state",
    "deletion_metadata", "quoted_message_metadata", "attached_files", "reactions", "upload_metadata", "state",
    "previous_message_versions", "is_inline_reply", "creator_id",
  ]

  /// `Thursday, November 3, 2016 at 11:59:50 AM UTC`, in the account's language.
  static func date(_ text: String) -> ChatDate? {
    LocalizedDate(text).flatMap { ChatDate(seconds: $0.seconds, isUTC: $0.hasZone) } ?? ChatDate(iso: text)
  }
}

extension ChatFormat {
  static let googleChat = ChatFormat(service: .googleChat, source: "Google Takeout's JSON") { export in
    let people = export.take { $0.root != nil && ["group_info.json", "user_info.json"].contains($0.ownName) }
    let groups = Dictionary(people.map { ($0.name, $0.root) }, uniquingKeysWith: { first, _ in first })
    export.readChats(
      GoogleChatReader.recognises,
      read: { root, document in
        let group = groups[document.beside("group_info.json")] ?? nil
        return GoogleChatReader.read(root, group: group, file: document.name)
      })
  }
}

extension ChatService {
  package static let googleChat = ChatService(rawValue: "google-chat", name: "Google Chat")
}
