import DataFormats

/// Reads Meta's `message_N.json` from Messenger and Instagram, and the export of end-to-end encrypted chats.
struct MetaChatReader {
  private var reading: ChatReaderContext
  /// Whether strings need repair; the encrypted export's don't.
  private let isDamaged: Bool

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
    var reader = MetaChatReader(reading: ChatReaderContext(file: file), isDamaged: !isEncrypted)
    var chat = Chat(service: .meta, name: reader.words(root, "title") ?? reader.words(root, "threadName"))
    chat.id = thread(root)
    chat.entries = reader.reading.objects(root.child("messages")?.listed() ?? []).map { reader.entry($0) }
    return (chat, reader.reading)
  }

  /// Joins all files of a chat: ascending by time; entries with equal times are reversed, because files are newest
  /// first.
  static func joined(_ parts: [Chat]) -> Chat {
    var chat = parts.first ?? Chat(service: .meta, name: nil)
    let entries = Array(parts.flatMap(\.entries).reversed())
    let order = entries.indices.sorted { left, right in
      let (first, second) = (entries[left].date?.milliseconds ?? .min, entries[right].date?.milliseconds ?? .min)
      return first == second ? left < right : first < second
    }
    chat.entries = order.enumerated().map { number, index in
      var entry = entries[index]
      entry.id = String(number + 1)
      return entry
    }
    return chat
  }

  private mutating func entry(_ node: JSONNode) -> ChatEntry {
    let name = words(node, "sender_name") ?? words(node, "senderName")
    var entry = ChatEntry(
      id: "", author: name.map { .init(name: $0) },
      date: reading.date(node, "timestamp_ms", ChatReaderContext.milliseconds)
        ?? reading.date(node, "timestamp", ChatReaderContext.milliseconds),
      text: (words(node, "content") ?? words(node, "text") ?? "").withLineFeeds)
    entry.isDeleted = node.isTrue("is_unsent") || node.isTrue("isUnsent")
    entry.media = media(node)
    let event = entry.media.isEmpty && !entry.isDeleted ? MetaEvent(entry.text, by: name ?? "") : nil
    if let action = Self.action(node) ?? event?.action {
      entry.kind = .service(event?.kind ?? .named(action), action: action)
    }
    entry.reactions = node.list("reactions").map { .init(words($0, "reaction") ?? "?", 1) }
    return entry
  }

  private static func action(_ node: JSONNode) -> String? {
    switch node.text("type")?.lowercased() {
    case "call": return "call"
    case "subscribe": return "subscribe"
    case "unsubscribe": return "unsubscribe"
    default: break
    }
    if node.child("call_duration") != nil { return "call" }
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
    guard let text = node.value[key]?.text else { return nil }
    return isDamaged ? Self.repaired(text) : text
  }

  /// Repairs a text whose UTF-8 bytes were written as one character each, if the result is valid UTF-8.
  static func repaired(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return text }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
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
