import Basics
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
    var read = (account ?? [root]).map { reader.chat($0) }
    if account != nil {
      let owner = root.object("personal_information")?.text("user_id").map { "user\($0)" }
      for index in read.indices { read[index].owner = owner }
      for (key, one, many) in accountLists {
        let list = root.child(key).map { $0.child("list") ?? $0 }
        reader.reading.omit(one, many, list?.value.array == nil ? 0 : list?.listed().count ?? 0)
      }
    }
    return (read, account != nil, reader.reading)
  }

  /// The lists of an account's export besides its chats, and what each of their elements is.
  private static let accountLists = [
    ("stories", "story of the account", "stories of the account"), ("contacts", "contact", "contacts"),
    ("frequent_contacts", "frequent contact", "frequent contacts"),
    ("profile_pictures", "profile picture", "profile pictures"),
  ]

  private mutating func chat(_ node: JSONNode) -> Chat {
    let isSaved = node.text("type") == "saved_messages"
    var chat = Chat(service: .telegram, name: isSaved ? nil : node.value["name"]?.text)
    chat.id = node.text("id")
    if isSaved { chat.title = "Saved Messages" }
    chat.isChannel = TelegramExport.isChannel(node)
    reading.account(forChat: node, named: chat.name, apart: Self.chatMembers)
    chat.entries = reading.objects(node.child("messages")?.listed() ?? []).map { entry($0) }
    return chat
  }

  /// The members of a chat that are read or counted otherwise; a single chat's are those of the document.
  private static let chatMembers: Set = [
    "messages", "about", "chats", "left_chats", "personal_information", "contacts", "frequent_contacts", "sessions",
    "web_sessions", "other_data", "profile_pictures", "stories",
  ]

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
    for stranger in text.strangers {
      reading.omit("unknown part of a text", "unknown parts of texts", stranger.value.isNull ? 0 : 1)
    }
    if isService {
      let words = node.value["information_text"]?.text
      let action = node.text("action") ?? (words == nil ? type : "custom_action")
      entry.kind = .service(TelegramEvent.of(action), action: action)
      if let words, entry.text.isEmpty { entry.text = words.withLineFeeds }
      let kind = TelegramEvent.of(action)
      if case .other = kind {
        if type == "unsupported" { reading.omit("unsupported message", "unsupported messages") }
        entry.detail = TelegramDetail.of(node, action: action, isKnown: type == "unsupported" || words != nil)
      } else {
        entry.detail = TelegramDetail.of(node, action: action, isKnown: true)
      }
      let targets = ["message_id", "game_message_id", "invoice_message_id"]
      entry.target = targets.lazy.compactMap { node.value[$0]?.text }.first
    } else {
      if node.child("reply_to_peer_id") == nil { entry.replyTo = node.value["reply_to_message_id"]?.text }
      // Null if the source is unknown.
      if let forward = node.value.object?["forwarded_from"] {
        entry.forward = forward.text.map { .from($0) } ?? .unknown
      }
      entry.passages = passages(of: node)
      entry.isCovered = node.isTrue("media_spoiler")
    }
    entry.isEdited = node.child("edited") != nil || node.child("edited_unixtime") != nil
    entry.media = Self.media(of: node)
    if node.object("story") != nil {
      entry.media.append(ChatMedium(.embed, title: "Story"))
      reading.omit("story", "stories")
    }
    entry.reactions = ChatEntry.Reaction.all(ofTelegram: node)
    reading.account(
      for: node, in: entry, knowing: isService ? Self.members.union(["information_text"]) : Self.members,
      silent: Self.silent)
    return entry
  }

  /// The members of a message that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "id", "type", "date", "date_unixtime", "edited", "edited_unixtime", "from", "from_id", "actor", "actor_id",
    "author", "forwarded_from", "forwarded_from_id", "saved_from", "saved_from_id", "reply_to_message_id",
    "reply_to_peer_id", "reply_to_top_id", "via_bot", "photo", "photo_file_size", "width", "height", "file",
    "file_name", "file_size", "thumbnail", "thumbnail_file_size", "media_type", "mime_type", "sticker_emoji",
    "performer", "title", "duration_seconds", "self_destruct_period_seconds", "media_spoiler", "contact_information",
    "contact_vcard", "contact_vcard_file_size", "location_information", "live_location_period_seconds", "place_name",
    "address", "game_title", "game_description", "game_link", "invoice_information", "poll", "todo_list",
    "giveaway_information", "giveaway_results", "paid_stars_amount", "story", "reactions", "inline_bot_buttons", "text",
    "text_entities", "signature", "views", "forwards", "replies", "action",
  ]

  /// Members at any depth that repeat a text, or that contain nothing for a reader.
  private static let silent: Set = [
    "text_entities", "reactions", "contact_vcard", "mime_type", "media_type", "data", "language", "discard_reason",
    "custom_emoji",
  ]

  // MARK: Other texts

  /// The texts of a message besides its own: its signature, buttons, and the facts about its attachment.
  private mutating func passages(of node: JSONNode) -> [FacetedText] {
    var lines: [FacetedText] = []
    for (key, mark) in [("author", "— "), ("saved_from", "↪ "), ("via_bot", "via ")] {
      if let words = node.text(key) { lines.append(FacetedText(mark + words)) }
    }
    if let words = node.text("game_description") { lines.append(FacetedText(words.withLineFeeds)) }
    if let invoice = node.object("invoice_information") {
      lines += [invoice.text("description"), TelegramDetail.money(invoice)].compactMap { $0 }.map { FacetedText($0) }
    }
    for key in ["giveaway_information", "giveaway_results"] {
      if let words = node.object(key).flatMap({ TelegramDetail.of($0, action: key, isKnown: true) }) {
        lines.append(FacetedText(words))
      }
    }
    if let stars = node.int("paid_stars_amount") { lines.append(FacetedText("\(stars) ⭐")) }
    for button in node.list("inline_bot_buttons").flatMap({ $0.listed() }) {
      guard let words = button.text("text") else { continue }
      var line = FacetedText("[\(words)]")
      if let url = button.text("data").flatMap(WebAddress.init(written:)) {
        line.facets = [Facet(range: 0..<line.string.utf8.count, kind: .link, url: url)]
      }
      lines.append(line)
    }
    guard !lines.isEmpty else { return [] }
    return [lines.reduce(into: FacetedText("")) { $0.append(line: $1) }]
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
      medium.caption = file.caption
      return medium
    }
    if let contact = node.object("contact_information").map(TelegramContact.init) {
      var medium = ChatMedium(.contact, title: contact.name.isEmpty ? contact.number : contact.name)
      medium.caption = contact.name.isEmpty ? nil : contact.number
      media.append(medium)
    }
    if node.child("place_name") != nil {
      var medium = ChatMedium(.venue, title: node.text("place_name"))
      medium.caption = node.text("address")
      media.append(medium)
    } else if let place = node.value.object?["location_information"] {
      var medium = ChatMedium(node.child("live_location_period_seconds") == nil ? .location : .liveLocation)
      let coordinates = ["latitude", "longitude"].compactMap { place[$0]?.text }
      medium.caption = coordinates.count == 2 ? coordinates.joined(separator: ", ") : nil
      media.append(medium)
    }
    if let poll = node.object("poll").map(TelegramPoll.init) {
      var medium = ChatMedium(.poll, title: poll.question)
      medium.answers = poll.answers.map { ChatMedium.Answer(text: $0.text, votes: $0.votes, isChosen: $0.isChosen) }
      (medium.isClosed, medium.voters) = (poll.isClosed, poll.voters)
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
