import FeedIngest
import JSONTree

/// Reads Telegram Desktop's JSON: one chat, or a whole account (`chats.list`, then `left_chats.list`).
struct TelegramChatReader {
  private var reading: ChatReading

  static func recognises(_ root: JSONNode) -> Bool {
    if let list = root.child("chats")?.child("list") ?? root.child("left_chats")?.child("list") {
      return list.value.array != nil
    }
    guard let messages = root.child("messages"), messages.value.array != nil else { return false }
    let first = messages.listed(atMost: 4)
    if first.isEmpty { return root.child("type") != nil && root.child("id") != nil }
    return first.contains { message in
      let kind = message.value["type"]?.text
      return (kind == "message" || kind == "service" || kind == "unsupported")
        && (message.child("date") ?? message.child("date_unixtime") ?? message.child("id")) != nil
    }
  }

  static func read(_ root: JSONNode, file: String) -> (chats: [Chat], isAccount: Bool, reading: ChatReading) {
    var reader = TelegramChatReader(reading: ChatReading(file: file))
    let lists = [root.object("chats"), root.object("left_chats")].compactMap { $0?.child("list") }
    let chats = lists.isEmpty ? [root] : lists.flatMap { reader.reading.objects($0.listed()) }
    let read = chats.map { reader.chat($0) }
    return (read, !lists.isEmpty, reader.reading)
  }

  private mutating func chat(_ node: JSONNode) -> Chat {
    let isSaved = node.text("type") == "saved_messages"
    var chat = Chat(service: .telegram, name: isSaved ? nil : node.value["name"]?.text)
    let type = node.text("type")
    // A list of messages that says nothing of itself is what bots and scripts make of a channel.
    chat.isChannel = type?.hasSuffix("channel") ?? true
    chat.entries = reading.objects(node.child("messages")?.listed() ?? []).map { entry($0) }
    return chat
  }

  private mutating func entry(_ node: JSONNode) -> ChatEntry {
    let type = node.text("type") ?? "message"
    let isService = type != "message"
    // A few events name whom they are from as messages do.
    let isFrom = !isService || (node.value.object?["actor"] == nil && node.child("from") != nil)
    let name = node.value[isFrom ? "from" : "actor"]?.text
    let personID = node.text(isFrom ? "from_id" : "actor_id")
    var entry = ChatEntry(
      id: node.value["id"]?.text ?? "", author: name.map { .init(id: personID, name: $0) }, date: date(node, "date"))
    (entry.text, entry.facets) = Self.text(node.child("text"))
    if isService {
      let words = node.value["information_text"]?.text
      let action = node.text("action") ?? (words == nil ? type : "custom_action")
      entry.kind = .service(TelegramEvent.of(action), action: action)
      if let words, entry.text.isEmpty { entry.text = words.withLineFeeds }
      let targets = ["message_id", "game_message_id", "invoice_message_id"]
      entry.target = targets.lazy.compactMap { node.value[$0]?.text }.first
    } else {
      if node.child("reply_to_peer_id") == nil { entry.replyTo = node.value["reply_to_message_id"]?.text }
      // Null where the source is not known.
      if let forward = node.value.object?["forwarded_from"] {
        entry.forward = forward.text.map { .from($0) } ?? .unknown
      }
    }
    entry.isEdited = node.child("edited") != nil || node.child("edited_unixtime") != nil
    entry.media = TelegramMedia.media(of: node)
    entry.reactions = node.list("reactions").compactMap { reaction in
      guard let count = reaction.int("count") else { return nil }
      return .init(reaction.text("emoji") ?? (reaction.text("type") == "paid" ? "⭐" : ":custom:"), max(0, count))
    }
    return entry
  }

  /// UTC where the export has it, even where the two disagree; else the exporter's wall clock, or as a zone says.
  private mutating func date(_ node: JSONNode, _ key: String) -> ChatDate? {
    if let unix = reading.date(node, "\(key)_unixtime", ChatReading.seconds) { return unix }
    return reading.date(node, key) { ChatDate(iso: $0) }
  }

  // MARK: Texts

  /// A string, or an array of strings and `{"type": …, "text": …}`.
  static func text(_ node: JSONNode?) -> (String, [Facet]) {
    guard let node else { return ("", []) }
    guard node.value.array != nil else { return ((node.value.text ?? "").withLineFeeds, []) }
    var (text, facets) = ("", [Facet]())
    for part in node.listed() {
      let words = (part.value.object == nil ? part.value.text : part.value["text"]?.text) ?? ""
      let start = text.utf8.count
      text += words.withLineFeeds
      let range = start..<text.utf8.count
      guard !range.isEmpty, let facet = facet(part, words, range) else { continue }
      facets.append(facet)
    }
    return (text, facets)
  }

  private static func facet(_ part: JSONNode, _ words: String, _ range: Range<Int>) -> Facet? {
    switch part.text("type") {
    case "link": LinkTarget.url(words).map { Facet(range: range, kind: .link, url: $0) }
    case "text_link": part.text("href").flatMap(LinkTarget.url).map { Facet(range: range, kind: .link, url: $0) }
    case "email": LinkTarget.url("mailto:" + words).map { Facet(range: range, kind: .link, url: $0) }
    case "hashtag", "cashtag": Facet(range: range, kind: .hashtag)
    case "mention": Facet(range: range, kind: .mention, url: LinkTarget.url("https://t.me/" + words.dropFirst()))
    case "mention_name": Facet(range: range, kind: .mention)
    default: nil
    }
  }
}
