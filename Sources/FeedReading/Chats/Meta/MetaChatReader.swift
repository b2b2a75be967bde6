import DataFormats

/// Reads Meta's `message_N.json` from Messenger and Instagram, and the export of end-to-end encrypted chats.
struct MetaChatReader {
  private var reading: ChatReaderContext
  /// Whether strings need repair; the encrypted export's don't.
  private let isDamaged: Bool
  /// Whether the conversation is one of Instagram, whose events have no author in their text.
  private let isInstagram: Bool

  static func recognises(_ root: JSONNode) -> Bool {
    guard let messages = root.child("messages"), messages.value.array != nil, root.child("participants") != nil else {
      return false
    }
    let first = messages.samples
    return first.isEmpty
      ? (root.child("threadName") ?? root.child("thread_path") ?? root.child("title")) != nil
      : first.contains { ($0.child("sender_name") ?? $0.child("senderName")) != nil }
  }

  /// Identifies a conversation, whose files form one chat.
  static func thread(_ root: JSONNode) -> String? { root.text("thread_path", "threadName") }

  /// Entries in the file's order, newest first, without ids.
  static func read(_ root: JSONNode, file: String) -> (chat: Chat, reading: ChatReaderContext) {
    let isEncrypted = root.child("threadName") != nil
    var reader = MetaChatReader(
      reading: ChatReaderContext(file: file), isDamaged: !isEncrypted, isInstagram: isInstagram(root, file))
    let people = reader.participants(root)
    var chat = Chat(
      service: .meta,
      name: reader.words(root, "title") ?? reader.words(root, "threadName").map { Self.withoutNumber($0, people) })
    chat.id = thread(root)
    // In a chat of two, the title is the other person's name.
    if people.count == 2, let other = people.firstIndex(where: { $0 == chat.name }) {
      chat.owner = people[1 - other]
    }
    chat.entries = reader.reading.objects(root.child("messages")?.listed() ?? []).map { reader.entry($0) }
    let decode = reader.repairedIfDamaged
    reader.reading.account(
      forChat: root, named: chat.name, apart: ["messages", "participants", "thread_path", "threadName", "image"],
      decode: decode)
    return (chat, reader.reading)
  }

  /// Whether the file's path, or the address of a file or of something shared, names the service.
  private static func isInstagram(_ root: JSONNode, _ file: String) -> Bool {
    let keys = ["photos", "videos", "audio_files", "gifs", "files"]
    let addresses = root.list("messages").lazy.flatMap { message in
      keys.flatMap { message.list($0).compactMap { $0.text("uri") } }
        + [message.object("share")?.text("link")].compactMap { $0 }
    }
    return file.lowercased().contains("instagram") || addresses.contains { $0.lowercased().contains("instagram") }
  }

  /// `[{"name": "Anna"}]`; in the encrypted export `["Anna"]`.
  private func participants(_ root: JSONNode) -> [String] {
    root.list("participants").compactMap { person in
      person.value.object == nil ? person.value.text.map(repairedIfDamaged) : words(person, "name")
    }
  }

  /// The name of an encrypted export's thread without the number that tells threads of the same name apart:
  /// `Anna_7`.
  private static func withoutNumber(_ name: String, _ people: [String]) -> String {
    guard !people.contains(name), let bar = name.lastIndex(of: "_") else { return name }
    let number = name[name.index(after: bar)...]
    guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }), bar > name.startIndex else { return name }
    return String(name[..<bar])
  }

  /// Joins all files of a chat: ascending by time; entries with equal times are reversed, because files are newest
  /// first.
  static func joined(_ parts: [Chat]) -> Chat {
    var chat = parts.first ?? Chat(service: .meta, name: nil)
    var entries = Array(parts.flatMap(\.entries).reversed())
    let order = entries.indices.sorted { left, right in
      let (first, second) = (entries[left].date?.milliseconds ?? .min, entries[right].date?.milliseconds ?? .min)
      return first == second ? left < right : first < second
    }
    entries = MetaEdits.joined(order.map { entries[$0] })
    for index in entries.indices { entries[index].id = String(index + 1) }
    chat.entries = entries
    return chat
  }

  private mutating func entry(_ node: JSONNode) -> ChatEntry {
    let name = words(node, "sender_name") ?? words(node, "senderName")
    var entry = ChatEntry(
      id: "", author: name.map { .init(name: $0) },
      date: reading.date(node, "timestamp_ms", ChatReaderContext.anyUnit)
        ?? reading.date(node, "timestamp", ChatReaderContext.anyUnit),
      text: (words(node, "content") ?? words(node, "text") ?? "").withLineFeeds)
    entry.isDeleted = node.isTrue("is_unsent") || node.isTrue("isUnsent")
    entry.media = media(node)
    let event =
      entry.media.isEmpty && !entry.isDeleted ? MetaEvent(entry.text, by: name ?? "", countsLikes: isInstagram) : nil
    if let action = Self.action(node) ?? event?.action {
      entry.kind = .service(event?.kind ?? .named(action), action: action)
      entry.detail = detail(node)
      // The line names an action without its author.
      if action == "reaction" {
        entry.drawn = FacetedText([name, entry.text.trimmed].compactMap { $0 }.joined(separator: ": "))
      }
    }
    entry.reactions = node.list("reactions").map { .init(words($0, "reaction") ?? "?", 1) }
    if let share = node.object("share") { entry.passages = passages(share) }
    let isDamaged = self.isDamaged
    reading.account(for: node, in: entry, knowing: Self.members, apart: ["reactions"]) {
      isDamaged ? DoubleEncodedText.repaired($0) : $0
    }
    return entry
  }

  /// The members of a message that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "sender_name", "senderName", "timestamp_ms", "timestamp", "content", "text", "photos", "videos", "audio_files",
    "gifs", "files", "sticker", "media", "share", "reactions", "type", "is_unsent", "isUnsent", "is_taken_down",
    "is_geoblocked_for_viewer", "is_unsent_image_by_messenger_kid_parent", "bumped_message_metadata", "call_duration",
    "missed", "users", "ip", "sender_id_INTERNAL", "thread_id", "message_id", "id",
  ]

  /// The length of a call, and the people that an event is about.
  private func detail(_ node: JSONNode) -> String? {
    let seconds = node.int("call_duration") ?? 0
    let people = node.list("users").compactMap { words($0, "name") }
    let facts = [
      seconds > 0 ? TelegramDetail.clock(seconds) : nil, people.isEmpty ? nil : people.joined(separator: ", "),
    ]
    return facts.contains { $0 != nil } ? facts.compactMap { $0 }.joined(separator: ", ") : nil
  }

  /// The words of something shared, beyond the first line, which is its title.
  private func passages(_ share: JSONNode) -> [FacetedText] {
    var passage = FacetedText("")
    for key in ["original_content_owner", "profile_share_name", "profile_share_username"] {
      if let owner = words(share, key) { passage.append(line: FacetedText(owner).marked(.bold)) }
    }
    if let text = words(share, "share_text"), text.contains(where: \.isNewline) || text.count > 80 {
      passage.append(line: FacetedText(text.withLineFeeds))
    }
    return passage.string.isEmpty ? [] : [passage]
  }

  private static func action(_ node: JSONNode) -> String? {
    switch node.text("type")?.lowercased() {
    case "call": return "call"
    case "subscribe": return "subscribe"
    case "unsubscribe": return "unsubscribe"
    default: break
    }
    if node.child("call_duration") != nil || node.isTrue("missed") { return "call" }
    return node.child("users") != nil ? "subscribe" : nil
  }

  private func media(_ node: JSONNode) -> [ChatMedium] {
    let lists: [(String, ChatMedium.Kind)] = [
      ("photos", .photo), ("videos", .video), ("audio_files", .audio), ("gifs", .animation), ("files", .file),
    ]
    var media = lists.flatMap { key, kind in node.list(key).map { ChatMedium(kind, address: words($0, "uri")) } }
    if let sticker = node.object("sticker") { media.append(ChatMedium(.sticker, address: words(sticker, "uri"))) }
    media += node.list("media").map { file in
      let address = words(file, "uri")
      return ChatMedium(.init(fileName: address ?? ""), address: address)
    }
    if let share = node.object("share") {
      media.append(ChatMedium(.link, address: words(share, "link"), title: words(share, "share_text")))
    }
    return media
  }

  /// The repaired string. Nil if there is none.
  private func words(_ node: JSONNode, _ key: String) -> String? {
    node.value[key]?.text.map(repairedIfDamaged)
  }

  private func repairedIfDamaged(_ text: String) -> String { isDamaged ? DoubleEncodedText.repaired(text) : text }
}

extension ChatFormat {
  static let meta = ChatFormat(service: .meta, source: "Meta's exports") { export in
    export.readChats(
      MetaChatReader.recognises,
      // Exports are kept apart: another export may contain the same messages.
      key: { root, document in MetaChatReader.thread(root).map { "\(document.beside("")) \($0)" } },
      read: { MetaChatReader.read($0, file: $1.name) },
      joined: MetaChatReader.joined)
  }
}

extension ChatService {
  package static let meta = ChatService(
    rawValue: "meta", name: "Messenger or Instagram", countsEntries: true, tellsOfFile: MetaEvent.tellsOfFile)
}
