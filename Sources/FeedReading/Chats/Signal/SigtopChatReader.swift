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
      if let words = quote.text("text"), !words.isEmpty { entry.quoted = FacetedText(words.withLineFeeds) }
    }
    for preview in node.list("preview") {
      var medium = ChatMedium(.link, address: preview.text("url"), title: preview.text("title"))
      medium.caption = preview.text("description")
      entry.media.append(medium)
    }
    for reaction in node.list("reactions") {
      guard let symbol = reaction.text("emoji") else { continue }
      if let index = entry.reactions.firstIndex(where: { $0.symbol == symbol }) {
        entry.reactions[index].count += 1
      } else {
        entry.reactions.append(.init(symbol, 1))
      }
    }
    if let change = node.object("profileChange") {
      let names = [change.text("oldName"), change.text("newName")].compactMap { $0 }
      entry.detail = names.isEmpty ? nil : names.joined(separator: " → ")
    }
    let versions = node.list("editHistory").count
    reading.omit("earlier version of a message", "earlier versions of messages", max(0, versions - 1))
    reading.account(for: node, in: entry, knowing: Self.members, apart: Self.apart, silent: Self.silent)
    return entry
  }

  /// The members of a message that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "id", "body", "type", "source", "sourceServiceId", "sourceUuid", "sent_at", "timestamp", "received_at",
    "attachments", "sticker", "contact", "quote", "preview", "reactions", "bodyRanges", "editHistory", "profileChange",
    "conversationId", "serverGuid", "readStatus", "seenStatus", "sourceDevice", "isErased", "unidentifiedDeliveries",
    "bodyAttachment",
  ]

  /// Members that name people, and other messages.
  private static let apart: Set = [
    "reactions", "quote", "bodyRanges", "editHistory", "sendStateByConversationId", "errors", "readStatus",
    "unidentifiedDeliveries", "changedId", "messageTimer", "schemaVersion", "sent_to", "delivered_to", "read_by",
  ]

  /// Members at any depth that contain nothing for a reader.
  private static let silent: Set = ["contentType", "digest", "key", "blurHash", "path", "iv", "cdnKey", "pending"]
}
