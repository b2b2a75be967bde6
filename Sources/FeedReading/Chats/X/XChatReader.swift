import DataFormats

/// Reads the direct messages of X's archive: `direct-messages.js`, `direct-messages-group.js`. People are numbers
/// there.
struct XChatReader {
  private var reading: ChatReaderContext
  /// The archive's owner.
  private let owner: ChatEntry.Author?

  static func recognises(_ root: JSONNode) -> Bool {
    root.samples.contains { $0.object("dmConversation")?.child("messages") != nil }
  }

  static func read(_ root: JSONNode, _ document: ChatDocument) -> (chats: [Chat], reading: ChatReaderContext) {
    var reader = XChatReader(reading: ChatReaderContext(file: document.name), owner: document.owner)
    let chats = reader.reading.objects(root.listed()).compactMap { $0.object("dmConversation") }.map { reader.chat($0) }
    return (chats, reader.reading)
  }

  private mutating func chat(_ node: JSONNode) -> Chat {
    let id = node.text("conversationId")
    var chat = Chat(service: .x, name: nil)
    chat.id = id
    chat.owner = owner?.id
    var people = (id ?? "").split(separator: "-").map(String.init)
    // The latest message comes first.
    for item in reading.objects(node.child("messages")?.listed() ?? []).reversed() {
      guard let (kind, event) = Self.kinds.lazy.compactMap({ kind in item.object(kind).map { (kind, $0) } }).first
      else {
        reading.report(.entry("nothing that is known of has happened in it"), at: item)
        continue
      }
      if let name = event.text("name") { chat.name = name }
      if kind == "joinConversation" { people += event.list("participantsSnapshot").compactMap(\.value.text) }
      chat.entries.append(entry(event, kind))
    }
    let others = people.uniqued().filter { $0 != owner?.id }
    if chat.name == nil, !others.isEmpty { chat.name = others.listed }
    return chat
  }

  private static let kinds = [
    "messageCreate", "joinConversation", "participantsJoin", "participantsLeave", "conversationNameUpdate",
  ]

  private mutating func entry(_ node: JSONNode, _ kind: String) -> ChatEntry {
    let sender = node.text("senderId", "initiatingUserId", "userId")
    var entry = ChatEntry(
      id: node.text("id") ?? "",
      author: sender.map { $0 == owner?.id ? owner ?? .init(id: $0, name: $0) : .init(id: $0, name: $0) },
      date: reading.date(node, "createdAt") { ChatDate(iso: $0) })
    switch kind {
    case "messageCreate":
      entry.text = node.words("text")
      entry.media = (node.child("mediaUrls")?.listed() ?? []).compactMap(\.value.text).map {
        ChatMedium(.init(fileName: $0), address: $0)
      }
      entry.reactions = node.list("reactions").map { .init($0.text("reactionKey") ?? "?", 1) }
    case "joinConversation", "participantsJoin": entry.kind = .service(.memberAdded, action: kind)
    case "participantsLeave": entry.kind = .service(.memberLeft, action: kind)
    default:
      entry.kind = .service(.titleChanged, action: kind)
      entry.text = node.text("name") ?? ""
    }
    return entry
  }
}

extension ChatFormat {
  static let x = ChatFormat(service: .x, source: "X's direct messages") { export in
    for document in export.take(where: { $0.root.map(XChatReader.recognises) ?? false }) {
      guard let root = document.root else { continue }
      let (chats, reading) = XChatReader.read(root, document)
      for chat in chats { export.add(chat, from: [document]) }
      export.holdsSeveral = true
      export.add(reading)
    }
  }
}

extension ChatService {
  package static let x = ChatService(rawValue: "x", name: "X")
}
