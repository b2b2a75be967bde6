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
    entry.reactions = node.list("reactions").map { reaction in
      let emoji = reaction.object("emoji")
      let symbol = emoji?.text("unicode") ?? emoji?.object("custom_emoji")?.text("shortcode") ?? "?"
      return .init(symbol, reaction.child("reactor_emails")?.listed().count ?? 0)
    }
    return entry
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// "Thursday, November 3, 2016 at 11:59:50 AM UTC"; AM and PM are preceded by a space or U+202F.
  static func date(_ text: String) -> ChatDate? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "\u{202F}" || $0 == "\u{A0}" }.map { $0.lowercased() }
    guard words.count >= 7, let month = months.firstIndex(of: words[1]), let day = Int(words[2]),
      let year = Int(words[3]),
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let clock = words[5].split(separator: ":").map { Int($0) }
    guard clock.count >= 2, let hour = clock[0], let minute = clock[1], 0...59 ~= minute,
      let second = clock.count > 2 ? clock[2] : 0, 0...60 ~= second
    else { return nil }
    var hours = hour
    switch words[6] {
    case "am": hours = hour == 12 ? 0 : hour
    case "pm": hours = hour == 12 ? 12 : hour + 12
    default: break
    }
    guard 0...23 ~= hours else { return nil }
    return ChatDate(seconds: date.dayNumber * 86_400 + hours * 3600 + minute * 60 + second)
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
