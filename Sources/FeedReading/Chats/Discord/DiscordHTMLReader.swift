import Basics

/// Reads DiscordChatExporter's HTML pages, its default output. Message ids contain the time, and people's ids are
/// present, but the kind of an event is not.
struct DiscordHTMLReader {
  private var reading: ChatReaderContext
  private var headings: [String] = []
  private var entries: [ChatEntry] = []
  private var author: ChatEntry.Author?

  static func recognises(_ html: String) -> Bool {
    // Its style sheet comes first and is long.
    html.prefix(1 << 18).contains("chatlog__message-container")
  }

  /// A characteristic comment or style occurs near the beginning.
  static func recognisesOpening(_ html: String) -> Bool {
    html.contains("DiscordChatExporter") || html.contains("chatlog") || html.contains("preamble")
  }

  private init(file: String) { reading = ChatReaderContext(file: file) }

  static func read(_ html: String, _ document: ChatDocument) -> (chat: Chat, reading: ChatReaderContext) {
    let file = document.ownName
    let page = MutableReference(DiscordHTMLReader(file: document.name))
    PageElements.read(html) { classes in
      classes == "preamble__entry" || classes.hasPrefix("chatlog__message-container")
    } take: {
      page.value.take($0)
    }
    // The server, then the category and the channel.
    let place = page.value.headings.count > 1 ? page.value.headings[1] : page.value.headings.first
    let name = place?.split(separator: "/").last.map { String($0).trimmed }
    var chat = Chat(service: .discord, name: name, entries: page.value.entries)
    // `Server - category - channel [123].html`
    if let open = file.lastIndex(of: "["), let close = file[open...].firstIndex(of: "]") {
      let id = file[file.index(after: open)..<close]
      if !id.isEmpty, id.allSatisfy({ $0.isASCII && $0.isNumber }) { chat.id = String(id) }
    }
    // The server's name and the topic.
    let others = page.value.headings.filter { heading in
      heading.contains(where: \.isLetter) && heading.split(separator: "/").last.map { String($0).trimmed } != name
    }
    page.value.reading.omit("heading of a page", "headings of a page", others.count)
    return (chat, page.value.reading)
  }

  private mutating func take(_ element: PageElement) {
    if element.has("preamble__entry") { return headings.append(element.line) }
    guard let id = element.attributes["data-message-id"] else { return }
    var entry = ChatEntry(id: id, author: author, date: Self.date(id))
    let system = element.first("chatlog__system-notification-content")
    if let named = element.first(where: { $0.has("chatlog__author") || $0.has("chatlog__system-notification-author") })
    {
      let found = ChatEntry.Author(id: named.attributes["data-user-id"], name: named.line)
      entry.author = found
      if system == nil { author = found }
    }
    if let system {
      entry.kind = .service(.named("system"), action: "system")
      entry.text = system.line
    } else {
      readContent(element, into: &entry)
    }
    reading.account(for: element, in: entry, besides: Self.isApart)
    entries.append(entry)
  }

  /// Whether an element contains a time, a mark of the page, or words of another message.
  private static func isApart(_ element: PageElement) -> Bool {
    let names = [
      "chatlog__timestamp", "chatlog__short-timestamp", "chatlog__edited-timestamp", "chatlog__author-tag",
      "chatlog__system-notification-timestamp", "chatlog__attachment-spoiler-caption",
      "chatlog__attachment-generic-size", "chatlog__reply-edited-timestamp", "chatlog__avatar-container",
      "chatlog__reactions", "chatlog__reply-symbol", "chatlog__reply", "chatlog__forwarded-header",
    ]
    return names.contains { element.has($0) }
  }

  private func readContent(_ element: PageElement, into entry: inout ChatEntry) {
    if let content = element.first(where: { $0.has("chatlog__content") }) {
      let words = content.words(keepsBlanks: true) { $0.has("chatlog__edited-timestamp") }
      // Blanks between elements come from the page's layout.
      let text = words.trimmed
      (entry.text, entry.facets) = (text.string, text.facets)
    }
    entry.passages = element.all { $0.has("chatlog__embed") }.map(Self.passage).filter { !$0.string.isEmpty }
    entry.isEdited = element.first("chatlog__edited-timestamp") != nil
    if element.first("chatlog__forwarded") != nil || element.first("chatlog__forwarded-content") != nil {
      entry.forward = .unknown
    }
    readReply(element, into: &entry)
    entry.isCovered = element.first("chatlog__attachment--hidden") != nil
    entry.media =
      element.all { $0.has("chatlog__attachment") }.compactMap(Self.attachment)
      + element.all { $0.has("chatlog__sticker") }.map { sticker in
        ChatMedium(.sticker, address: Self.address(in: sticker), title: sticker.attributes["title"])
      }
      + element.all { $0.has("chatlog__embed") }.map { embed in
        let link = embed.first("chatlog__embed-title-link") ?? embed.first { $0.name == "a" }
        return ChatMedium(
          .embed, address: link?.attributes["href"].flatMap(WebAddress.init(written:))?.text,
          title: embed.first("chatlog__embed-title")?.line)
      }
    entry.reactions = element.all { $0.has("chatlog__reaction") }.map { reaction in
      let picture = reaction.first { $0.name == "img" }
      return .init(
        picture?.attributes["alt"] ?? reaction.attributes["title"] ?? "?",
        reaction.first("chatlog__reaction-count").flatMap { Int($0.line) } ?? 1)
    }
  }

  /// Reads the reference to the answered message, and its words, for a page that lacks the message itself.
  private func readReply(_ element: PageElement, into entry: inout ChatEntry) {
    let link = element.first {
      ($0.has("chatlog__reply-link") || $0.has("chatlog__reply-content")) && $0.attributes["onclick"] != nil
    }
    guard let link else { return }
    entry.replyTo = link.attributes["onclick"].flatMap(Self.number)
    let words = link.words(keepsBlanks: false) { $0.has("chatlog__reply-edited-timestamp") }.trimmed
    // The page's own words about attachments.
    guard !words.string.isEmpty, !words.string.hasPrefix("Click to see ") else { return }
    var quoted = FacetedText(element.first("chatlog__reply-author").map { "\($0.line): " } ?? "")
    quoted.append(words)
    entry.quoted = quoted
  }

  /// The words of an embed besides the title in its row.
  private static func passage(of embed: PageElement) -> FacetedText {
    var passage = FacetedText("")
    let parts = [
      "chatlog__embed-author", "chatlog__embed-description", "chatlog__embed-field", "chatlog__embed-footer-text",
    ]
    let found = embed.all { element in parts.contains { element.has($0) } }
    for part in found {
      if part.has("chatlog__embed-field") {
        let name = part.first("chatlog__embed-field-name")?.words(keepsBlanks: false)
        passage.append(line: (name ?? FacetedText("")).marked(.bold))
        let value = part.first("chatlog__embed-field-value")?.words(keepsBlanks: false)
        passage.append(line: value ?? FacetedText(""))
      } else {
        let words = part.words(keepsBlanks: false)
        passage.append(line: part.has("chatlog__embed-author") ? words.marked(.bold) : words)
      }
    }
    return passage
  }

  private static func attachment(_ element: PageElement) -> ChatMedium? {
    guard let address = address(in: element) else { return nil }
    let name =
      element.first("chatlog__attachment-generic-name")?.line ?? address.split(separator: "/").last.map(String.init)
    return ChatMedium(.init(fileName: address), address: address, title: name)
  }

  private static func address(in element: PageElement) -> String? {
    let link = element.first { $0.name == "a" }?.attributes["href"]
    return link ?? element.first { ["img", "source", "video", "audio"].contains($0.name) }?.attributes["src"]
  }

  /// `scrollToMessage(event, '123')`
  private static func number(_ call: String) -> String? {
    call.split { !$0.isASCII || !$0.isNumber }.max { $0.count < $1.count }.map { String($0) }
  }

  /// Ids start with the milliseconds since the beginning of 2015.
  private static func date(_ id: String) -> ChatDate? {
    UInt64(id).flatMap { ChatDate(milliseconds: Int($0 >> 22) + 1_420_070_400_000) }
  }
}

extension ChatExport {
  mutating func readDiscordPages() {
    for document in take(where: { $0.page.map(DiscordHTMLReader.recognises) ?? false }) {
      report(.page, in: document.name)
      let (chat, reading) = DiscordHTMLReader.read(document.page ?? "", document)
      add(chat, reading, from: [document])
    }
  }
}
