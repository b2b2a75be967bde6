import DataFormats
import Diagnostics

/// Reads the JSON of sigtop (a document for each chat, with Signal Desktop's own messages).
struct SigtopChatReader {
  private var reading: ChatReaderContext

  static func recognises(_ root: JSONNode) -> Bool {
    guard root.child("messages")?.value.array != nil, root.text("id") != nil,
      ["private", "group"].contains(root.text("type"))
    else { return false }
    let samples = root.child("messages")?.samples ?? []
    return samples.isEmpty || samples.contains { $0.child("conversationId") != nil || $0.child("sent_at") != nil }
  }

  static func read(_ root: JSONNode, file: String) -> (chat: Chat, reading: ChatReaderContext) {
    var reader = SigtopChatReader(reading: ChatReaderContext(file: file))
    var chat = Chat(service: .signal, name: root.text("name") ?? root.text("profileFullName") ?? root.text("e164"))
    chat.id = root.text("id")
    chat.owner = ownID
    let isPrivate = root.text("type") == "private"
    let nodes = reader.reading.objects(root.child("messages")?.listed() ?? [])
    chat.entries = nodes.map { reader.entry($0, other: isPrivate ? chat.name : nil) }
    return (chat, reader.reading)
  }

  /// The export doesn't name the owner.
  private static let ownID = "me"

  private mutating func entry(_ node: JSONNode, other: String?) -> ChatEntry {
    let date =
      reading.date(node, "sent_at", ChatReaderContext.milliseconds)
      ?? reading.date(node, "timestamp", ChatReaderContext.milliseconds)
    var entry = ChatEntry(id: node.words("id"), date: date, text: node.words("body"))
    let type = node.text("type") ?? ""
    switch type {
    case "outgoing": entry.author = .init(id: Self.ownID, name: "Me")
    case "incoming":
      let source = node.text("source") ?? node.text("sourceServiceId") ?? node.text("sourceUuid")
      entry.author = (source ?? other).map { .init(id: $0, name: other ?? $0) }
    default:
      let name = type.isEmpty ? "update" : type
      entry.kind = .service(name == "call-history" ? .call : .named(name), action: name)
    }
    entry.isDeleted = node.isTrue("deletedForEveryone")
    entry.isEdited = !node.list("editHistory").isEmpty
    entry.media = node.list("attachments").map { file in
      let name = file.text("fileName")
      let kind = ChatMedium.Kind(mediaType: file.text("contentType") ?? "")
      var medium = ChatMedium(
        file.int("flags") == 1 ? .voice : kind ?? name.map { ChatMedium.Kind(fileName: $0) } ?? .file,
        address: file.text("path"), title: name)
      medium.size = file.positive("size")
      medium.width = file.positive("width")
      medium.height = file.positive("height")
      return medium
    }
    if let sticker = node.object("sticker") {
      entry.media.append(
        ChatMedium(.sticker, address: sticker.object("data")?.text("path"), title: sticker.text("emoji")))
    }
    for contact in node.list("contact") {
      entry.media.append(ChatMedium(.contact, title: contact.object("name")?.text("displayName", "givenName")))
    }
    if let quote = node.object("quote") {
      if let words = quote.text("text"), !words.isEmpty { entry.passages.append(FacetedText(words)) }
    }
    for preview in node.list("preview") {
      entry.media.append(ChatMedium(.link, address: preview.text("url"), title: preview.text("title")))
    }
    for reaction in node.list("reactions") {
      guard let symbol = reaction.text("emoji") else { continue }
      if let index = entry.reactions.firstIndex(where: { $0.symbol == symbol }) {
        entry.reactions[index].count += 1
      } else {
        entry.reactions.append(.init(symbol, 1))
      }
    }
    return entry
  }
}
