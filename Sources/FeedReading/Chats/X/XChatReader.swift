import Basics
import DataFormats

/// Reads the direct messages of X's archive: `direct-messages.js`, `direct-messages-group.js`. People are numbers
/// there.
struct XChatReader {
  private var reading: ChatReaderContext
  /// The archive's owner.
  private let owner: ChatEntry.Author?
  /// Names from other documents of the archive, by id.
  private let people: [String: String]

  static func recognises(_ root: JSONNode) -> Bool {
    root.samples.contains { $0.object("dmConversation")?.child("messages") != nil }
  }

  static func read(
    _ root: JSONNode, _ document: ChatDocument, people: [String: String]
  ) -> (chats: [Chat], reading: ChatReaderContext) {
    var reader = XChatReader(
      reading: ChatReaderContext(file: document.name), owner: document.owner, people: people)
    let chats = reader.reading.objects(root.listed()).compactMap { $0.object("dmConversation") }.map { reader.chat($0) }
    return (chats, reader.reading)
  }

  private mutating func chat(_ node: JSONNode) -> Chat {
    let id = node.text("conversationId")
    var chat = Chat(service: .x, name: nil)
    chat.id = id
    chat.owner = owner?.id
    var people = (id ?? "").split(separator: "-").map(String.init)
    // The latest message usually comes first.
    for item in reading.objects(node.child("messages")?.listed() ?? []).reversed() {
      guard let (kind, event) = Self.kinds.lazy.compactMap({ kind in item.object(kind).map { (kind, $0) } }).first
      else {
        reading.report(.entry("it contains no known kind of event"), at: item)
        continue
      }
      if let name = event.text("name") { chat.name = name }
      if kind == "joinConversation" { people += event.list("participantsSnapshot").compactMap(\.value.text) }
      chat.entries.append(entry(event, kind))
    }
    chat.entries = chat.entries.inOrderOfTime
    let others = people.uniqued().filter { $0 != owner?.id }.map { self.people[$0] ?? $0 }
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
      author: sender.map { $0 == owner?.id ? owner ?? .init(id: $0, name: $0) : person($0) },
      date: reading.date(node, "createdAt") { ChatDate(iso: $0) })
    switch kind {
    case "messageCreate":
      entry.text = DecodedText.decode(node.words("text"))
      entry.drawn = Self.drawn(entry.text, node)
      entry.media = (node.child("mediaUrls")?.listed() ?? []).compactMap(\.value.text).map {
        ChatMedium(.init(fileName: $0), address: $0)
      }
      entry.reactions = node.list("reactions").map { .init(Self.symbol($0.text("reactionKey") ?? "?"), 1) }
      entry.isEdited = !node.list("editHistory").isEmpty
      let versions = node.list("editHistory").count
      reading.omit("earlier version of a message", "earlier versions of messages", versions)
      reading.account(
        for: node, in: entry, knowing: Self.members, apart: ["reactions", "editHistory", "urls", "mediaUrls"],
        decode: DecodedText.decode)
    case "joinConversation", "participantsJoin":
      entry.kind = .service(.memberAdded, action: kind)
      entry.detail = names(node.list(kind == "joinConversation" ? "participantsSnapshot" : "userIds"))
    case "participantsLeave":
      entry.kind = .service(.memberLeft, action: kind)
      entry.detail = names(node.list("userIds"))
    default:
      entry.kind = .service(.titleChanged, action: kind)
      entry.text = node.text("name") ?? ""
    }
    return entry
  }
}

extension XChatReader {
  /// The members of a message that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "id", "senderId", "recipientId", "createdAt", "text", "mediaUrls", "urls", "reactions", "editHistory",
  ]

  private func person(_ id: String) -> ChatEntry.Author { .init(id: id, name: people[id] ?? id) }

  private func names(_ ids: [JSONNode]) -> String? {
    let names = ids.compactMap(\.value.text).map { $0 == owner?.id ? owner?.name ?? $0 : people[$0] ?? $0 }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// The text with short addresses replaced by the ones they lead to. The short address of an attached file is left
  /// out.
  private static func drawn(_ text: String, _ node: JSONNode) -> FacetedText? {
    let urls = node.list("urls")
    let hasMedia = node.child("mediaUrls")?.listed().isEmpty == false
    guard text.contains("https://t.co/"), !urls.isEmpty || hasMedia else { return nil }
    var drawn = FacetedText("")
    var rest = text[...]
    while let start = rest.firstRange(of: "https://t.co/") {
      let end = rest[start.upperBound...].firstIndex { !$0.isASCII || !($0.isLetter || $0.isNumber) } ?? rest.endIndex
      let short = String(rest[start.lowerBound..<end])
      drawn.append(FacetedText(String(rest[..<start.lowerBound])))
      if let url = urls.first(where: { $0.text("url") == short }) {
        let address = WebAddress(written: url.text("expanded") ?? short)
        let words = url.text("display", "expanded") ?? short
        let link = Facet(range: 0..<words.utf8.count, kind: .link, url: address)
        drawn.append(FacetedText(words, facets: address == nil ? [] : [link]))
      } else if !hasMedia || end != rest.endIndex {
        drawn.append(FacetedText(scanning: short))
      }
      rest = rest[end...]
    }
    drawn.append(FacetedText(String(rest)))
    return drawn
  }

  /// X's names of its first reactions; later ones are emoji.
  private static func symbol(_ name: String) -> String {
    let symbols = [
      "like": "❤️", "agree": "👍", "disagree": "👎", "funny": "😂", "sad": "😢", "surprised": "😲", "excited": "🔥",
      "emoji": "❤️",
    ]
    return symbols[name] ?? name
  }
}

extension ChatFormat {
  static let x = ChatFormat(service: .x, source: "X's direct messages") { export in
    let conversations = export.take { $0.root.map(XChatReader.recognises) ?? false }
    var people = export.people
    if !conversations.isEmpty {
      for document in export.documents {
        if let root = document.root { people.merge(XPeople.named(in: root)) { known, _ in known } }
      }
    }
    for document in conversations {
      guard let root = document.root else { continue }
      let (chats, reading) = XChatReader.read(root, document, people: people)
      for chat in chats { export.add(chat, from: [document]) }
      export.holdsSeveral = true
      export.add(reading)
    }
  }
}

extension ChatService {
  package static let x = ChatService(rawValue: "x", name: "X")
}
