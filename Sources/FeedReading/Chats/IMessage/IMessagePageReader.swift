import Basics

/// Reads the web pages of imessage-exporter, which contain the same as its texts (`IMessageTextReader`).
struct IMessagePageReader {
  private var entries: [ChatEntry] = []
  /// The messages that others answer, by the ids of the answers.
  private var targets: [String: String] = [:]
  /// The person who exported the chat, if the page names the reader of a message.
  private var owner: String?

  static func recognises(_ opening: String) -> Bool {
    opening.contains("<html") && (opening.contains(".sent.iMessage") || opening.contains("class=\"sent iMessage\""))
  }

  static func read(_ html: String, _ document: ChatDocument) -> Chat {
    let page = MutableReference(IMessagePageReader())
    PageElements.read(html) {
      $0 == "message" || $0 == "announcement"
    } take: {
      page.value.take($0)
    }
    let stem = document.ownName.split(separator: ".").dropLast().joined(separator: ".")
    var chat = Chat(service: .iMessage, name: document.title ?? (stem.isEmpty ? nil : stem))
    chat.entries = page.value.entries
    for index in chat.entries.indices { chat.entries[index].replyTo = page.value.targets[chat.entries[index].id] }
    chat.owner = page.value.owner ?? IMessageTextReader.owner
    return chat
  }

  private mutating func take(_ element: PageElement) {
    if element.has("announcement") {
      let time = element.first("timestamp")?.line ?? ""
      var entry = ChatEntry(
        id: String(entries.count + 1), kind: .service(.named("announcement"), action: "announcement"),
        date: IMessageTextReader.date(time)?.date)
      entry.text = element.words(keepsBlanks: false) { $0.has("timestamp") }.trimmed.string
      return entries.append(entry)
    }
    guard let bubble = element.children.first(where: { $0.has("sent") || $0.has("received") }) else { return }
    let id = element.attributes["id"].map { $0.hasPrefix("r-") ? String($0.dropFirst(2)) : $0 }
    var entry = self.entry(bubble, id: id ?? String(entries.count + 1))
    if let notice = bubble.first(where: { $0.attributes["class"] == "announcement" }) {
      entry.isDeleted = entry.text.isEmpty && entry.media.isEmpty && notice.line.hasSuffix("deleted a message.")
      if !entry.isDeleted { entry.passages.append(FacetedText(notice.line)) }
    }
    for reply in bubble.all(where: { $0.has("reply") }) {
      guard let answer = reply.attributes["id"] else { continue }
      targets[answer] = entry.id
    }
    entries.append(entry)
  }

  private mutating func entry(_ bubble: PageElement, id: String) -> ChatEntry {
    let head = IMessageTextReader.date(bubble.first("timestamp")?.line ?? "")
    owner = owner ?? head?.reader
    var entry = ChatEntry(
      id: id, author: bubble.first("sender").map { .init(name: $0.line) }, date: head?.date)
    var words = FacetedText("")
    for part in bubble.children where !part.has("replies") && !part.has("reply_context") && part.name != "hr" {
      if part.has("reactions") {
        for line in part.all(where: { $0.has("reaction") }).map(\.line) {
          if let symbol = IMessageTextReader.reaction(line) { entry.reactions.add(symbol) }
        }
      } else if part.has("expressive") {
        entry.passages.append(FacetedText(part.line))
      } else if part.first("timestamp") == nil {
        read(part, into: &entry, &words)
      } else if let subject = part.first("subject") {
        words.append(line: FacetedText(subject.line).marked(.bold))
      }
    }
    (entry.text, entry.facets) = (words.string, words.facets.inOrder)
    return entry
  }

  /// Reads a part of a message: texts, attachments, versions of an edited text, and cards of apps.
  private mutating func read(_ part: PageElement, into entry: inout ChatEntry, _ words: inout FacetedText) {
    let kinds = ["bubble", "attachment", "attachment_error", "sticker", "app", "edited", "subject"]
    let pieces = kinds.contains { part.has($0) } ? [part] : part.all { piece in kinds.contains { piece.has($0) } }
    for piece in pieces {
      if piece.has("attachment") || piece.has("sticker") {
        entry.media.append(Self.medium(piece))
      } else if piece.has("attachment_error") {
        let name = piece.line.split(separator: ":").last.map { String($0).trimmed }
        entry.media.append(ChatMedium(.init(fileName: name ?? ""), title: name))
      } else if piece.has("app") {
        let passage = piece.words(keepsBlanks: false).trimmed
        if !passage.string.isEmpty { entry.passages.append(passage) }
        if let address = piece.first(where: { $0.name == "a" })?.attributes["href"] {
          entry.media.append(ChatMedium(.link, address: address))
        }
      } else if piece.has("edited") {
        entry.isEdited = true
        let rows = piece.all { $0.name == "tr" }
        for row in rows { words.append(line: FacetedText(row.line)) }
        if rows.isEmpty { words.append(line: FacetedText(piece.line)) }
      } else {
        words.append(line: piece.words(keepsBlanks: true).trimmed)
      }
    }
  }

  private static func medium(_ element: PageElement) -> ChatMedium {
    let source = element.first { ["img", "source", "video", "audio"].contains($0.name) && $0.attributes["src"] != nil }
    let address = source?.attributes["src"] ?? element.first { $0.name == "a" }?.attributes["href"]
    let name = address?.split(separator: "/").last.map(String.init)
    let kind: ChatMedium.Kind = element.has("sticker") ? .sticker : .init(fileName: name ?? "")
    return ChatMedium(kind, address: address, title: address == nil ? element.line : name)
  }
}

extension ChatExport {
  mutating func readIMessagePages() {
    let pages = take { document in
      guard let page = document.page else { return false }
      return IMessagePageReader.recognises(String(decoding: page.utf8.prefix(4096), as: UTF8.self))
    }
    for document in pages { add(IMessagePageReader.read(document.page ?? "", document), from: [document]) }
  }
}
