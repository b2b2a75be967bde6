import DataFormats

/// Reads DiscordChatExporter's JSON; its `[part N]` files form one channel.
struct DiscordChatReader {
  private var reading: ChatReaderContext

  static func recognises(_ root: JSONNode) -> Bool {
    guard let channel = root.object("channel"), root.child("messages")?.value.array != nil else { return false }
    return channel.child("id") != nil || channel.child("name") != nil
  }

  /// The common key of an export's parts; nil for a file that is not a part: another export of the channel may contain
  /// the same messages.
  static func part(_ root: JSONNode, of document: ChatDocument) -> String? {
    guard let id = root.object("channel")?.text("id"), let number = document.name.firstRange(of: " [part ") else {
      return nil
    }
    return "\(document.name[..<number.lowerBound]) \(id)"
  }

  static func read(_ root: JSONNode, file: String) -> (chat: Chat, reading: ChatReaderContext) {
    var reader = DiscordChatReader(reading: ChatReaderContext(file: file))
    var chat = Chat(service: .discord, name: root.object("channel")?.value["name"]?.text)
    chat.id = root.object("channel")?.text("id")
    chat.entries = reader.reading.objects(root.child("messages")?.listed() ?? []).map { reader.entry($0) }
    return (chat, reader.reading)
  }

  /// The event for a message type of DiscordChatExporter; numbers are types that it has no name for. Nil for a message.
  private static func event(_ type: String) -> SystemKind? {
    switch type {
    case "RecipientAdd": .memberAdded
    case "RecipientRemove": .memberRemoved
    case "Call": .call
    case "ChannelNameChange": .channelTitleChanged
    case "ChannelIconChange": .channelIconChanged
    case "ChannelPinnedMessage": .messagePinned
    case "GuildMemberJoin": .memberJoined
    case "ThreadCreated": .threadStarted
    // Boosts of the server at any level.
    case "8", "9", "10", "11": .boosted
    default: Int(type).flatMap { 1...18 ~= $0 ? .named(type) : nil }
    }
  }

  private mutating func entry(_ node: JSONNode) -> ChatEntry {
    let type = node.text("type") ?? "Default"
    let author = node.object("author")
    var entry = ChatEntry(
      id: node.value["id"]?.text ?? "",
      author: author?.text("nickname", "name").map { .init(id: author?.text("id"), name: $0) },
      date: reading.date(node, "timestamp") { ChatDate(iso: $0) }, text: node.words("content"))
    entry.isEdited = node.child("timestampEdited") != nil
    let reference = node.object("reference")
    let isForward = reference?.text("type") == "Forward" || node.object("forwardedMessage") != nil
    if let event = Self.event(type) {
      entry.kind = .service(event, action: type)
      entry.target = reference?.value["messageId"]?.text
    } else if !isForward {
      entry.replyTo = reference?.value["messageId"]?.text
    }
    entry.media = Self.media(node)
    if let forwarded = node.object("forwardedMessage") {
      entry.forward = .unknown
      entry.text += forwarded.words("content")
      entry.media += Self.media(forwarded)
    }
    entry.reactions = node.list("reactions").compactMap { reaction in
      guard let count = reaction.int("count") else { return nil }
      let emoji = reaction.object("emoji")
      let name = emoji?.text("name") ?? "?"
      return .init(emoji?.text("id") == nil ? name : ":\(name):", max(0, count))
    }
    return entry
  }

  /// Attachments, stickers, embeds.
  private static func media(_ node: JSONNode) -> [ChatMedium] {
    let files = node.list("attachments").map { file in
      let name = file.text("fileName") ?? file.text("url") ?? ""
      var medium = ChatMedium(
        // By Character because this reads input: the address is checked when it is used.
        .init(fileName: name), address: file.text("url")?.replacing("\\", with: "/"), title: file.text("fileName"))
      medium.size = file.positive("fileSizeBytes")
      return medium
    }
    let stickers = node.list("stickers").map {
      ChatMedium(.sticker, address: $0.text("sourceUrl"), title: $0.text("name"))
    }
    let embeds = node.list("embeds").map { ChatMedium(.embed, address: $0.text("url"), title: $0.text("title")) }
    return files + stickers + embeds
  }
}

extension ChatFormat {
  static let discord = ChatFormat(
    service: .discord, source: "DiscordChatExporter's JSON and pages",
    isOpening: { DiscordHTMLReader.recognisesOpening(String(decoding: $0, as: UTF8.self)) }
  ) { export in
    export.readDiscordPages()
    export.readChats(
      DiscordChatReader.recognises, key: DiscordChatReader.part, read: { DiscordChatReader.read($0, file: $1.name) },
      joined: { parts in
        var chat = parts.first
        chat?.entries = parts.flatMap(\.entries)
        return chat
      })
  }
}

extension ChatService {
  package static let discord = ChatService(rawValue: "discord", name: "Discord")
}
