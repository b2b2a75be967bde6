import Basics

/// Reads the entries of a page.
struct VKArchiveReader {
  private(set) var reading: ChatReaderContext

  init(file: String) {
    reading = ChatReaderContext(file: file)
  }

  mutating func entry(_ item: PageElement, number: Int) -> ChatEntry? {
    let found: ChatEntry?
    if let message = item.first("message") { found = self.message(message) } else { found = post(item, number: number) }
    guard let entry = found else {
      if !Self.isListed(item), !item.line.isEmpty { reading.omit("unknown part of a page", "unknown parts of pages") }
      return nil
    }
    reading.account(for: item, in: entry) { part in
      let heads = ["message__header", "post__header", "post__date", "post__link", "item__tertiary"]
      // VK's name of an attachment without a title of its own.
      return heads.contains { part.has($0) }
        || part.has("attachment__description") && Self.kinds.contains { part.line.lowercased().hasPrefix($0.name) }
    }
    return entry
  }

  private mutating func message(_ element: PageElement) -> ChatEntry {
    let header = element.first("message__header")
    let author = header.flatMap(Self.author)
    var entry = ChatEntry(
      id: element.attributes["data-id"] ?? "", author: author, date: date(header?.line ?? "", at: element))
    entry.isEdited = header?.first("message-edited") != nil
    entry.isDeleted = header?.first("message-deleted") != nil
    for part in element.children where !part.has("message__header") { read(part, into: &entry) }
    return entry
  }

  /// A post, a comment or a photo.
  private mutating func post(_ item: PageElement, number: Int) -> ChatEntry? {
    let head = item.first { $0.has("post__header") || $0.has("item__tertiary") }
    let dated = item.first { $0.has("post__date") || $0.has("item__tertiary") } ?? item
    let link = item.first("post__link")?.attributes["href"] ?? item.first("post__link")?.line
    let text = dated.line
    let hasContent = item.first { $0.has("item__main") || $0.name == "img" } != nil
    guard hasContent || VKArchivePage.date(in: text) != nil, !Self.isListed(item) else { return nil }
    var entry = ChatEntry(
      id: link?.split(separator: "/").last.map(String.init) ?? "item-\(number)", author: head.flatMap(Self.author),
      date: VKArchivePage.date(in: text))
    for main in item.all(where: { $0.has("item__main") }) { read(main, into: &entry) }
    if entry.text.isEmpty, entry.media.isEmpty { read(item, into: &entry) }
    for picture in item.all(where: { $0.name == "img" }) {
      guard let address = picture.attributes["src"], !entry.media.contains(where: { $0.address == address }) else {
        continue
      }
      entry.media.append(ChatMedium(.photo, address: address))
    }
    return entry
  }

  /// Whether the item only leads to another page of the archive, as in the list of conversations.
  private static func isListed(_ item: PageElement) -> Bool {
    guard let page = item.first(where: { $0.name == "a" })?.attributes["href"] else { return false }
    return page.hasSuffix(".html") && !page.contains("://") && item.first("post__text") == nil
      && VKArchivePage.date(in: item.line) == nil
  }

  /// Adds the text and the attachments of an element.
  private mutating func read(_ element: PageElement, into entry: inout ChatEntry) {
    let apart = [
      "kludges", "attachment", "post__header", "post__date", "post__link", "item__tertiary", "message__header",
    ]
    let words = element.words(keepsBlanks: false) { part in apart.contains { part.has($0) } }.trimmed
    if entry.text.isEmpty {
      (entry.text, entry.facets) = (words.string, words.facets)
    } else if !words.string.isEmpty {
      entry.passages.append(words)
    }
    for attachment in element.all(where: { $0.has("attachment") }) { add(attachment, to: &entry) }
    for kludges in element.all(where: { $0.has("kludges") }) {
      let event = kludges.words(keepsBlanks: false) { $0.has("attachment") }.trimmed
      guard !event.string.isEmpty else { continue }
      if kludges.first("im_srv_lnk") != nil || entry.text.isEmpty && entry.media.isEmpty {
        entry.kind = .service(.named("event"), action: "event")
        entry.text = event.string
        entry.facets = []
      } else {
        entry.passages.append(event)
      }
    }
  }

  private mutating func add(_ attachment: PageElement, to entry: inout ChatEntry) {
    let name = attachment.first("attachment__description")?.line ?? ""
    let address = attachment.first("attachment__link")?.attributes["href"]
    let lowercase = name.lowercased()
    // `2 прикреплённых сообщения`: the archive does not contain the forwarded messages.
    if lowercase.first?.isNumber == true, lowercase.contains("прикрепл") || lowercase.contains("attached") {
      reading.omit("forwarded message", "forwarded messages", Int(lowercase.prefix { $0.isNumber }) ?? 1)
      return entry.passages.append(FacetedText(name))
    }
    let kind = Self.kinds.first { lowercase.hasPrefix($0.name) }?.kind ?? (address == nil ? .embed : .link)
    var medium = ChatMedium(
      kind == .file && address?.contains(".ogg") == true ? .voice : kind, address: address,
      title: kind == .photo ? nil : name)
    medium.caption = attachment.line.trimmed == name || kind == .photo ? nil : Self.caption(attachment, name, address)
    entry.media.append(medium)
  }

  private static func caption(_ attachment: PageElement, _ name: String, _ address: String?) -> String? {
    let words = attachment.words(keepsBlanks: false) { $0.has("attachment__description") }.trimmed.string
    return words.isEmpty || words == address ? nil : words
  }

  /// VK's names of attachments, in lowercase, in Russian and English.
  private static let kinds: [(name: String, kind: ChatMedium.Kind)] = [
    ("фотограф", .photo), ("photo", .photo), ("видео", .video), ("video", .video), ("аудио", .audio), ("audio", .audio),
    ("голосов", .voice), ("voice", .voice), ("файл", .file), ("file", .file), ("документ", .file), ("стикер", .sticker),
    ("sticker", .sticker), ("ссылка", .link), ("link", .link), ("запись на стене", .link), ("wall post", .link),
    ("комментарий", .link), ("опрос", .poll), ("poll", .poll), ("карта", .location), ("map", .location),
    ("место", .location), ("товар", .market), ("product", .market), ("статья", .article), ("article", .article),
    ("граффити", .graffiti), ("плейлист", .audio), ("альбом", .album), ("album", .album),
  ]

  /// The author before the date: a link to a person's or a community's page, or a plain name; `Вы` is the archive's owner.
  private static func author(_ head: PageElement) -> ChatEntry.Author? {
    if let link = head.first(where: { $0.name == "a" && !$0.has("post__link") }), !link.line.isEmpty {
      let path = link.attributes["href"]?.split(separator: "/").last.map(String.init)
      return .init(id: path, name: link.line)
    }
    let name = head.line.split(separator: ",").first.map { String($0).trimmed } ?? ""
    return name.isEmpty || VKArchivePage.date(in: name) != nil
      ? nil : .init(id: ["Вы", "You"].contains(name) ? owner : nil, name: name)
  }

  /// The id of the archive's owner in its conversations.
  static let owner = "owner"

  private mutating func date(_ line: String, at element: PageElement) -> ChatDate? {
    if let date = VKArchivePage.date(in: line) { return date }
    if !line.isEmpty { reading.report(.badDate(String(line.suffix(40))), atLine: 1) }
    return nil
  }
}

extension ChatExport {
  /// Reads the pages of VK's archive: each conversation is a chat, and so are the comments and each album. The wall is a
  /// feed, which another reader takes.
  mutating func readVKArchive() {
    let taken = take { document in
      guard case .text(let bytes, _) = document.content else { return false }
      return VKArchivePage.recognises(Array(bytes.prefix(1 << 12)))
    }
    var parts: [(key: String, chat: Chat, documents: [ChatDocument])] = []
    for document in taken {
      // Pages that list other pages have items, too.
      guard case .text(let bytes, _) = document.content, !document.ownName.hasPrefix("index") else { continue }
      let page = VKArchivePage(bytes)
      var reader = VKArchiveReader(file: document.name)
      let entries = page.items.enumerated().compactMap { reader.entry($1, number: $0) }
      add(reader.reading)
      guard !entries.isEmpty else { continue }
      let key = page.holdsMessages ? document.beside("") : document.beside("") + (page.title ?? "")
      if let place = parts.firstIndex(where: { $0.key == key }) {
        parts[place].chat.entries += entries
        parts[place].documents.append(document)
      } else {
        var chat = Chat(service: .vk, name: page.title, entries: entries)
        chat.id = page.holdsMessages ? "peer \(document.folder)" : nil
        chat.owner = page.holdsMessages ? VKArchiveReader.owner : nil
        parts.append((key, chat, [document]))
      }
    }
    for part in parts {
      var chat = part.chat
      chat.entries = Self.inOrder(chat.entries)
      add(chat, from: part.documents)
      holdsSeveral = true
    }
    if parts.isEmpty, !taken.isEmpty {
      report(.leftAlone(taken.map(\.ownName)), in: taken[0].name)
    }
  }

  /// Pages begin with the latest entry.
  private static func inOrder(_ entries: [ChatEntry]) -> [ChatEntry] {
    let dates = entries.compactMap { $0.date?.milliseconds }
    let isDescending = dates.count > 1 && (dates.first ?? 0) > (dates.last ?? 0)
    return (isDescending ? entries.reversed() : entries).inOrderOfTime
  }
}

extension ChatDocument {
  /// The name of the folder that contains it: the pages of a conversation, or a part of the archive; empty if unknown.
  fileprivate var folder: String { name.split(separator: "/").dropLast().last.map(String.init) ?? "" }
}
