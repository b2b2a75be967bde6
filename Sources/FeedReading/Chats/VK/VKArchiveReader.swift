import Basics

/// A page of the archive that VK gives to its users ("data protection"): conversations, the wall, comments and photos as
/// web pages in windows-1251.
///
/// Its parts were observed in public parsers of such archives: `message`, `message__header`, `kludges`, `attachment`,
/// `item__main`, `item__tertiary`, `post__link`.
struct VKArchivePage {
  let document: ChatDocument
  /// The page's own title: the last crumb of its path, else the heading, else the title element.
  private(set) var title: String?
  private(set) var items: [PageElement] = []

  /// Whether a text starts like a page of an archive.
  static func recognises(_ opening: [UInt8]) -> Bool {
    let opening = String(decoding: opening, as: UTF8.self).lowercased()
    guard opening.contains("<html"), opening.contains("windows-1251") || opening.contains("name=\"jd\"") else {
      return false
    }
    return opening.contains("wrap_page") || opening.contains("class=\"wrap") || opening.contains("style.css")
      || opening.contains("name=\"jd\"")
  }

  /// Whether a file of an archive is one of its pages with content, by its name.
  static func isDocument(_ name: String) -> Bool {
    guard name.hasSuffix(".html") else { return false }
    let stem = name.dropLast(5)
    let number = stem.reversed().prefix { $0.isASCII && $0.isNumber }.count
    return number > 0
      && ["messages", "wall", "comments", "photo-albums", "video", "likes"].contains(stem.dropLast(number))
  }

  init(_ document: ChatDocument, _ html: String) {
    self.document = document
    let page = MutableReference((crumb: String?.none, heading: String?.none, items: [PageElement]()))
    PageElements.read(html) { classes in
      let names = classes.split(separator: " ")
      return names.contains("item") || names.contains("ui_crumb") || names.contains("wrap_page_title")
        || names.contains("page_block_header")
    } take: { element in
      if element.has("item") {
        page.value.items.append(element)
      } else if element.has("ui_crumb") {
        page.value.crumb = element.line
      } else if page.value.heading == nil {
        page.value.heading = element.line
      }
    }
    items = page.value.items
    let titles = [page.value.crumb, page.value.heading, Self.titleElement(html)]
    title = titles.lazy.compactMap { $0 }.first { !$0.isEmpty }
  }

  private static func titleElement(_ html: String) -> String? {
    guard let start = html.firstRange(of: "<title>"), let end = html[start.upperBound...].firstRange(of: "</title>")
    else { return nil }
    return FacetedText(html: String(html[start.upperBound..<end.lowerBound])).string
  }

  /// Whether its items are messages of a conversation.
  var holdsMessages: Bool { items.contains { $0.first("message") != nil } }

  /// The folder that it is in: the pages of a conversation, or a part of the archive.
  var folder: String {
    let parts = document.name.split(separator: "/").dropLast()
    return parts.last.map(String.init) ?? ""
  }
}

/// Reads the entries of a page.
struct VKArchiveReader {
  private(set) var reading: ChatReaderContext

  init(file: String) {
    reading = ChatReaderContext(file: file)
  }

  mutating func entry(_ item: PageElement, number: Int) -> ChatEntry? {
    if let message = item.first("message") { return self.message(message) }
    return post(item, number: number)
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
    guard hasContent || Self.parse(text) != nil, !Self.isListed(item) else { return nil }
    var entry = ChatEntry(
      id: link?.split(separator: "/").last.map(String.init) ?? "item-\(number)", author: head.flatMap(Self.author),
      date: Self.parse(text))
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
      && parse(item.line) == nil
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
    return name.isEmpty || parse(name) != nil ? nil : .init(id: ["Вы", "You"].contains(name) ? owner : nil, name: name)
  }

  /// The id of the archive's owner in its conversations.
  static let owner = "owner"

  private mutating func date(_ line: String, at element: PageElement) -> ChatDate? {
    if let date = Self.parse(line) { return date }
    if !line.isEmpty { reading.report(.badDate(String(line.suffix(40))), atLine: 1) }
    return nil
  }

  /// `18 мая 2024 в 10:00:00`, `19 июн 2023 в 17:18:36`, `18 May 2024 at 10:00:00 pm`: the last date of a line. The archive
  /// names no zone.
  static func parse(_ line: String) -> ChatDate? {
    let words = line.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != ":" }.map(String.init)
    for index in words.indices.dropLast(2).reversed() {
      guard let day = Int(words[index]), let month = month(words[index + 1]), words[index + 2].count == 4,
        let year = Int(words[index + 2]), let date = CivilDate(year: year, month: month, day: day)
      else { continue }
      var seconds = 0
      if let clock = words[(index + 3)...].first(where: { $0.contains(":") }) {
        let parts = clock.split(separator: ":").map { Int($0) ?? 0 }
        var hour = parts.first ?? 0
        if words.last == "pm", hour < 12 { hour += 12 }
        if words.last == "am", hour == 12 { hour = 0 }
        guard 0...23 ~= hour, parts.dropFirst().allSatisfy({ 0...60 ~= $0 }) else { return nil }
        seconds = hour * 3600 + (parts.count > 1 ? parts[1] * 60 : 0) + (parts.count > 2 ? parts[2] : 0)
      }
      return ChatDate(seconds: date.dayNumber * 86_400 + seconds, isUTC: false)
    }
    return nil
  }

  /// The number of a month by the beginning of its name.
  private static func month(_ word: String) -> Int? {
    let russian = ["янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"]
    let english = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    if let index = english.firstIndex(where: word.hasPrefix) { return index + 1 }
    // `мар` before `ма`: May is `мая`.
    let found = russian.indices.filter { word.hasPrefix(russian[$0]) }
    return found.max { russian[$0].count < russian[$1].count }.map { $0 + 1 }
  }
}

extension ChatExport {
  /// Reads the pages of VK's archive: each conversation is a chat, and so are the wall, the comments and each album.
  mutating func readVKArchive() {
    let taken = take { document in
      guard case .text(let bytes, _) = document.content else { return false }
      return VKArchivePage.recognises(Array(bytes.prefix(1 << 12)))
    }
    var parts: [(key: String, chat: Chat, documents: [ChatDocument])] = []
    for document in taken {
      guard case .text(let bytes, _) = document.content else { continue }
      let isUnicode = String(decoding: bytes.prefix(1 << 12), as: UTF8.self).lowercased().contains("utf-8")
      let html = isUnicode ? String(decoding: bytes, as: UTF8.self) : Windows1251.decode(bytes)
      let page = VKArchivePage(document, html)
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
        chat.id = page.holdsMessages ? "peer \(page.folder)" : nil
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
