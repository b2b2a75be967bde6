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
    reader.reading.account(forChat: root, named: chat.name, apart: ["messages", "dateRange"])
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
    let markup = DiscordMarkup(mentionsOf: node)
    entry.drawn = markup.read(entry.text)
    entry.isEdited = node.child("timestampEdited") != nil
    let reference = node.object("reference")
    let isForward = reference?.text("type") == "Forward" || node.object("forwardedMessage") != nil
    if let event = Self.event(type) {
      entry.kind = .service(event, action: type)
      entry.target = reference?.value["messageId"]?.text
      if type == "Call" { entry.detail = Self.callLength(node) }
      if ["RecipientAdd", "RecipientRemove"].contains(type) {
        entry.detail = node.list("mentions").compactMap { $0.text("nickname", "name") }.joined(separator: ", ")
      }
      if type == "ChannelNameChange" { entry.detail = entry.text }
    } else if !isForward {
      entry.replyTo = reference?.value["messageId"]?.text
    }
    entry.media = Self.media(node)
    entry.passages = passages(node, markup)
    if let forwarded = node.object("forwardedMessage") {
      entry.forward = .unknown
      let words = forwarded.words("content")
      entry.drawn?.append(line: markup.read(words))
      entry.text += words
      entry.media += Self.media(forwarded)
      entry.passages += passages(forwarded, markup)
      reading.account(for: forwarded, in: entry, knowing: Self.members, apart: Self.apart, silent: Self.silent)
    }
    if let interaction = node.object("interaction") {
      let user = interaction.object("user")?.text("nickname", "name")
      let words = [user, interaction.text("name").map { "/\($0)" }].compactMap { $0 }.joined(separator: " ")
      if !words.isEmpty { entry.passages.append(FacetedText(words)) }
    }
    if let poll = node.object("poll") { entry.media.append(Self.poll(poll)) }
    entry.isCovered = entry.media.contains { $0.title?.hasPrefix("SPOILER_") == true }
    entry.reactions = node.list("reactions").compactMap { reaction in
      guard let count = reaction.int("count") else { return nil }
      let emoji = reaction.object("emoji")
      let name = emoji?.text("name") ?? emoji?.text("code") ?? "?"
      return .init(emoji?.text("id") == nil ? name : ":\(name):", max(0, count))
    }
    reading.account(for: node, in: entry, knowing: Self.members, apart: Self.apart, silent: Self.silent)
    return entry
  }

  /// The members of a message that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "id", "type", "timestamp", "timestampEdited", "callEndedTimestamp", "isPinned", "content", "author",
    "attachments", "embeds", "stickers", "reactions", "mentions", "reference", "interaction", "forwardedMessage",
    "inlineEmojis", "poll", "isBot", "flags",
  ]

  /// Members that name people, and other messages.
  private static let apart: Set = ["author", "mentions", "reactions", "interaction", "reference", "forwardedMessage"]

  /// Members at any depth that contain nothing for a reader.
  private static let silent: Set = ["inlineEmojis", "emoji", "format"]

  /// `1:05`; nil if the end is unknown.
  private static func callLength(_ node: JSONNode) -> String? {
    guard let start = node.text("timestamp").flatMap(ChatDate.init(iso:)),
      let end = node.text("callEndedTimestamp").flatMap(ChatDate.init(iso:)), end.seconds >= start.seconds
    else { return nil }
    return TelegramDetail.clock(end.seconds - start.seconds)
  }

  private static func poll(_ node: JSONNode) -> ChatMedium {
    let question = node.text("question") ?? node.object("question")?.text("text")
    var medium = ChatMedium(.poll, title: question)
    let list = node.list("answers").isEmpty ? node.list("options") : node.list("answers")
    medium.answers = list.map { answer in
      let text = answer.text("text") ?? answer.object("poll_media")?.text("text") ?? answer.text("answer") ?? ""
      return ChatMedium.Answer(text: text, votes: answer.int("votes", "voteCount", "count").map { max(0, $0) })
    }
    medium.isClosed = node.isTrue("isFinalized") || node.isTrue("is_finalized")
    return medium
  }

  // MARK: Embeds

  private mutating func passages(_ node: JSONNode, _ markup: DiscordMarkup) -> [FacetedText] {
    node.list("embeds").compactMap { embed in
      let passage = Self.passage(of: embed, markup)
      let pictures = embed.list("images").count + [embed.object("image"), embed.object("video")].count { $0 != nil }
      if pictures > 0, embed.text("url", "title") == nil, passage.string.isEmpty {
        reading.omit("picture of an embed", "pictures of embeds")
      }
      return passage.string.isEmpty ? nil : passage
    }
  }

  /// The words of an embed besides the title in its row.
  private static func passage(of embed: JSONNode, _ markup: DiscordMarkup) -> FacetedText {
    var passage = FacetedText("")
    if let author = embed.object("author")?.text("name") { passage.append(line: FacetedText(author).marked(.bold)) }
    passage.append(line: markup.read(embed.words("description")))
    for field in embed.list("fields") {
      passage.append(line: markup.read(field.words("name")).marked(.bold))
      passage.append(line: markup.read(field.words("value")))
    }
    if let footer = embed.object("footer")?.text("text") { passage.append(line: FacetedText(footer)) }
    return passage
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
    let embeds = node.list("embeds").map { embed in
      var medium = ChatMedium(.embed, address: embed.text("url"), title: embed.text("title"))
      // Pictures that were not downloaded with the export are not loaded later either.
      let picture = (embed.object("image") ?? embed.list("images").first ?? embed.object("thumbnail"))?.text("url")
      // By Character because this reads input: the address is checked when it is used.
      medium.thumbnail = picture.flatMap { $0.contains("://") ? nil : $0.replacing("\\", with: "/") }
      return medium
    }
    return files + stickers + embeds
  }
}

extension ChatFormat {
  static let discord = ChatFormat(
    service: .discord, source: "DiscordChatExporter's JSON and pages", isDocument: { $0 == "messages.csv" },
    isOpening: { DiscordHTMLReader.recognisesOpening(String(decoding: $0, as: UTF8.self)) }
  ) { export in
    export.readDiscordPages()
    export.readDiscordPackage()
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
