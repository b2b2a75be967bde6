import DataFormats

/// Reads Telegram Desktop's JSON: one chat, or a whole account (`chats.list`, then `left_chats.list`).
struct TelegramChatReader {
  private var reading: ChatReaderContext

  static func recognises(_ root: JSONNode) -> Bool {
    if let list = root.child("chats")?.child("list") ?? root.child("left_chats")?.child("list") {
      return list.value.array != nil
    }
    guard let messages = root.child("messages"), messages.value.array != nil else { return false }
    let first = messages.samples
    if first.isEmpty { return root.child("type") != nil && root.child("id") != nil }
    return first.contains { message in
      let kind = message.value["type"]?.text
      return (kind == "message" || kind == "service" || kind == "unsupported")
        && (message.child("date") ?? message.child("date_unixtime") ?? message.child("id")) != nil
    }
  }

  static func read(_ root: JSONNode, file: String) -> (chats: [Chat], isAccount: Bool, reading: ChatReaderContext) {
    var reader = TelegramChatReader(reading: ChatReaderContext(file: file))
    let account = TelegramExport.chats(of: root).map { reader.reading.objects($0) }
    let read = (account ?? [root]).map { reader.chat($0) }
    return (read, account != nil, reader.reading)
  }

  private mutating func chat(_ node: JSONNode) -> Chat {
    let isSaved = node.text("type") == "saved_messages"
    var chat = Chat(service: .telegram, name: isSaved ? nil : node.value["name"]?.text)
    chat.id = node.text("id")
    chat.isChannel = TelegramExport.isChannel(node)
    chat.entries = reading.objects(node.child("messages")?.listed() ?? []).map { entry($0) }
    return chat
  }

  private mutating func entry(_ node: JSONNode) -> ChatEntry {
    let type = node.text("type") ?? "message"
    let isService = type != "message"
    // A few events name their author the same way as messages.
    let isFrom = !isService || (node.value.object?["actor"] == nil && node.child("from") != nil)
    let name = node.value[isFrom ? "from" : "actor"]?.text
    let personID = node.text(isFrom ? "from_id" : "actor_id")
    var entry = ChatEntry(
      id: node.value["id"]?.text ?? "", author: name.map { .init(id: personID, name: $0) }, date: date(node, "date"))
    let text = TelegramText(of: node)
    // Custom emoji are drawn as their Unicode equivalents.
    (entry.text, entry.facets) = (text.string, text.facets.filter { $0.kind != .emoji })
    if isService {
      let words = node.value["information_text"]?.text
      let action = node.text("action") ?? (words == nil ? type : "custom_action")
      entry.kind = .service(TelegramEvent.of(action), action: action)
      if let words, entry.text.isEmpty { entry.text = words.withLineFeeds }
      let targets = ["message_id", "game_message_id", "invoice_message_id"]
      entry.target = targets.lazy.compactMap { node.value[$0]?.text }.first
    } else {
      if node.child("reply_to_peer_id") == nil { entry.replyTo = node.value["reply_to_message_id"]?.text }
      // Null if the source is unknown.
      if let forward = node.value.object?["forwarded_from"] {
        entry.forward = forward.text.map { .from($0) } ?? .unknown
      }
    }
    entry.isEdited = node.child("edited") != nil || node.child("edited_unixtime") != nil
    entry.media = Self.media(of: node)
    entry.reactions = ChatEntry.Reaction.all(ofTelegram: node)
    return entry
  }

  /// UTC if the export gives it, even if the two disagree; otherwise local time of the exporting machine, or with a
  /// zone if given.
  private mutating func date(_ node: JSONNode, _ key: String) -> ChatDate? {
    if let unix = reading.date(node, "\(key)_unixtime", ChatReaderContext.seconds) { return unix }
    return reading.date(node, key) { ChatDate(iso: $0) }
  }

  // MARK: Media

  private static func media(of node: JSONNode) -> [ChatMedium] {
    var media = TelegramFile.all(of: node).map { file in
      var medium = ChatMedium(kinds[file.type] ?? .file, address: file.path, title: file.name ?? file.title)
      (medium.width, medium.height, medium.duration) = (file.width, file.height, file.duration)
      medium.size = file.size.flatMap { $0 > 0 ? $0 : nil }
      medium.thumbnail = file.thumbnail
      return medium
    }
    if let contact = node.object("contact_information").map(TelegramContact.init) {
      media.append(ChatMedium(.contact, title: contact.name.isEmpty ? contact.number : contact.name))
    }
    if node.child("place_name") != nil {
      media.append(ChatMedium(.venue, title: node.text("place_name")))
    } else if node.value.object?["location_information"] != nil {
      media.append(ChatMedium(node.child("live_location_period_seconds") == nil ? .location : .liveLocation))
    }
    if let poll = node.object("poll").map(TelegramPoll.init) {
      var medium = ChatMedium(.poll, title: poll.question)
      medium.answers = poll.answers.map { ChatMedium.Answer(text: $0.text, votes: $0.votes) }
      media.append(medium)
    }
    for (key, kind) in others where node.child(key) != nil {
      let title: String? =
        switch kind {
        case .todo: node.object("todo_list").map { TelegramChecklist($0).words }
        case .game: node.text("game_title")
        case .invoice: node.object("invoice_information")?.text("title")
        default: nil
        }
      media.append(ChatMedium(kind, title: title))
    }
    return media
  }

  private static let kinds: [String: ChatMedium.Kind] = [
    "photo": .photo, "sticker": .sticker, "video_message": .videoNote, "voice_message": .voice,
    "animation": .animation, "video_file": .video, "video": .video, "audio_file": .audio,
  ]

  private static let others: [(String, ChatMedium.Kind)] = [
    ("todo_list", .todo), ("game_title", .game), ("invoice_information", .invoice),
    ("giveaway_information", .giveaway), ("giveaway_results", .giveawayResults), ("paid_stars_amount", .paidMedia),
  ]
}

extension ChatFormat {
  static let telegram = ChatFormat(
    service: .telegram, source: "Telegram Desktop's JSON and pages",
    isDocument: { $0.hasPrefix("messages") && $0.hasSuffix(".html") },
    isOpening: { TelegramHTMLReader.recognises(String(decoding: $0, as: UTF8.self)) },
    companion: ("js/script.js", "messages.html")
  ) { export in
    export.readTelegramPages()
    for document in export.take(where: { $0.root.map(TelegramChatReader.recognises) ?? false }) {
      guard let root = document.root else { continue }
      let (chats, isAccount, reading) = TelegramChatReader.read(root, file: document.name)
      for chat in chats { export.add(chat, from: [document]) }
      export.holdsSeveral = export.holdsSeveral || isAccount
      export.add(reading)
    }
  }
}

extension ChatService {
  package static let telegram = ChatService(
    rawValue: "telegram", name: "Telegram", partsAlbums: true, marksLinks: true)
}
