import Basics
import Diagnostics

/// Reads Telegram Desktop's HTML pages, its default output (`messages.html`, `messages2.html`, …). They contain less
/// than JSON: no edits, no owner, and people by name only.
struct TelegramHTMLReader {
  private var reading: ChatReaderContext
  private var name: String?
  private var entries: [ChatEntry] = []
  private var author: ChatEntry.Author?
  /// The source of the last forwarded message; the messages that were forwarded with it don't repeat it.
  private var forward: ChatEntry.Forward?
  /// The last day header, as midnight local time.
  private var day: ChatDate?
  /// The time of the last message since then.
  private var moment: ChatDate?
  /// The number of entries at the end that still have no date.
  private var undated = 0

  static func recognises(_ opening: String) -> Bool {
    opening.contains("class=\"page_wrap\"") && opening.contains("class=\"page_header")
  }

  private init(file: String) { reading = ChatReaderContext(file: file) }

  static func read(
    _ html: String, file: String
  ) -> (name: String?, entries: [ChatEntry], reading: ChatReaderContext) {
    let page = MutableReference(TelegramHTMLReader(file: file))
    PageElements.read(html) { classes in
      classes.hasPrefix("page_header") || classes.hasPrefix("message ")
    } take: {
      page.value.take($0)
    }
    page.value.dateRest(as: page.value.day)
    return (page.value.name, page.value.entries, page.value.reading)
  }

  /// Service lines have no time: they get that of an adjacent message on the same day, or else the beginning of the
  /// day.
  private mutating func dateRest(as date: ChatDate?) {
    for index in entries.indices.suffix(undated) { entries[index].date = date }
    undated = 0
  }

  private mutating func add(_ entry: ChatEntry) {
    if let date = entry.date {
      dateRest(as: date)
      moment = date
    }
    entries.append(entry)
    if entry.date == nil { undated += 1 }
    if moment != nil { dateRest(as: moment) }
  }

  /// `1 June 2024`, always in English.
  private static func day(_ line: String) -> ChatDate? {
    let parts = line.split(separator: " ")
    guard parts.count == 3, parts[2].utf8.count <= 4, let day = Int(parts[0]), let year = Int(parts[2]),
      let month = months.firstIndex(of: String(parts[1])),
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    return ChatDate(seconds: date.dayNumber * 86_400, isUTC: false)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private mutating func take(_ element: PageElement) {
    if element.has("page_header") { return name = element.first("bold")?.line ?? name }
    guard let id = element.attributes["id"].flatMap({ $0.hasPrefix("message") ? $0.dropFirst(7) : nil }),
      let body = element.children.first(where: { $0.has("body") })
    else {
      if !element.line.isEmpty { reading.omit("unknown part of a page", "unknown parts of pages") }
      return
    }
    // Day headers have negative ids.
    if id.hasPrefix("-") {
      dateRest(as: day)
      (day, moment) = (Self.day(body.line), nil)
      return
    }
    if element.has("service") {
      var entry = ChatEntry(id: String(id), kind: .service(.named("service"), action: "service"), text: body.line)
      entry.target = body.first { $0.name == "a" }?.attributes["href"].flatMap(Self.target)
      entry.media = body.all { $0.has("userpic_wrap") || $0.has("photo_wrap") }
        .compactMap { $0.attributes["href"].flatMap(Self.path) }.map { ChatMedium(.photo, address: $0) }
      reading.account(for: body, in: entry, besides: Self.isApart)
      return add(entry)
    }
    let entry = entry(String(id), body)
    reading.account(for: body, in: entry, besides: Self.isApart)
    add(entry)
  }

  /// Whether an element contains the page's own words only: times, initials, references, and the number of votes.
  private static func isApart(_ element: PageElement) -> Bool {
    if ["date", "userpic_wrap", "userpic", "reply_to", "total"].contains(where: { element.has($0) }) { return true }
    if element.name == "span" && element.has("details") { return true }
    if element.has("from_name") { return Self.name(element) == deletedAccount }
    guard ["details", "description", "status"].contains(where: { element.has($0) }) else { return false }
    return pageNotes.contains { element.line.hasPrefix($0) }
  }

  /// The pages' words about polls, answers and files that were not exported.
  private static let pageNotes = [
    "Not included, change data exporting", "Anonymous poll", "Anonymous quiz", "Public poll", "Poll", "Quiz",
    "Final results",
  ]

  private mutating func entry(_ id: String, _ body: PageElement) -> ChatEntry {
    var passages: [FacetedText] = []
    if let from = body.children.first(where: { $0.has("from_name") }) {
      var name = Self.name(from)
      // A message that was sent with a bot: `Anna via @gif`.
      if let via = name.ranges(of: " via @").last, !name[via.upperBound...].contains(" ") {
        passages.append(FacetedText(String(name[via.lowerBound...].dropFirst())))
        name = String(name[..<via.lowerBound])
      }
      author = name == Self.deletedAccount ? nil : ChatEntry.Author(name: name)
      forward = nil
    }
    let date = body.children.first { $0.has("date") }?.attributes["title"].flatMap(Self.date)
    var entry = ChatEntry(id: id, author: author, date: date)
    let forwarded = body.children.first { $0.has("forwarded", "body") }
    if let forwarded {
      if let from = forwarded.children.first(where: { $0.has("from_name") }).map(Self.name) { forward = .from(from) }
      entry.forward = forward ?? .unknown
    } else {
      forward = nil
    }
    let content = forwarded ?? body
    if let text = content.children.first(where: { $0.has("text") }) {
      // Line ends are elements; the blanks around the text come from the page's layout.
      let words = text.words(keepsBlanks: true).trimmed
      (entry.text, entry.facets) = (words.string, words.facets)
    }
    entry.replyTo = body.first("reply_to")?.first { $0.name == "a" }?.attributes["href"].flatMap(Self.target)
    let wraps = content.all { $0.has("media_wrap") }
    if let call = wraps.lazy.compactMap({ $0.first("media_call") }).first {
      entry.kind = .service(.call, action: "phone_call")
      entry.detail = [call.first("title")?.line, call.first("status")?.line].compactMap { $0 }
        .filter { !$0.isEmpty }.joined(separator: ", ")
    } else {
      entry.media = wraps.flatMap(Self.media)
      passages += wraps.flatMap { $0.all { $0.has("description") } }.map { FacetedText($0.line) }
        .filter { !$0.string.isEmpty && !$0.string.hasPrefix("Not included, change data exporting") }
    }
    entry.isCovered = wraps.contains { $0.first("media_spoiler") != nil || $0.first("spoiler") != nil }
    for part in (forwarded == nil ? [body] : [body, content]).flatMap(\.children) where !Self.isRead(part) {
      let words = part.words(keepsBlanks: false).trimmed
      if !words.string.isEmpty { passages.append(words) }
    }
    if !passages.isEmpty { entry.passages = [passages.reduce(into: FacetedText("")) { $0.append(line: $1) }] }
    entry.reactions = body.all { $0.has("reaction") }.map { reaction in
      let people = reaction.all { $0.has("userpic") }.count
      let count = reaction.first("count").flatMap { Int($0.line) } ?? max(1, people)
      return .init(reaction.first("emoji")?.line ?? ":custom:", count)
    }
    return entry
  }

  /// The pages' name for a person whose account is gone.
  private static let deletedAccount = "Deleted Account"

  /// Whether a part of a message is read by its own means.
  private static func isRead(_ part: PageElement) -> Bool {
    ["date", "from_name", "text", "reply_to", "media_wrap", "forwarded", "reactions", "userpic_wrap"].contains {
      part.has($0)
    }
  }

  /// The name without the time of a forwarded message, and without the bot it was sent with.
  private static func name(_ element: PageElement) -> String {
    element.words(keepsBlanks: false) { $0.has("details") }.string
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// `#go_to_message12`, `messages2.html#go_to_message12`.
  private static func target(_ address: String) -> String? {
    address.firstRange(of: "go_to_message").map { String(address[$0.upperBound...]) }
  }

  /// `24.06.2020 15:23:41 UTC+03:00`; local time if there is no zone.
  static func date(_ title: String) -> ChatDate? {
    let parts = title.split(separator: " ")
    guard parts.count >= 2 else { return nil }
    let day = parts[0].split(separator: ".")
    guard day.count == 3 else { return nil }
    let zone = parts.count > 2 ? parts[2].dropFirst(3) : ""
    let suffix = parts.count < 3 ? "" : zone.isEmpty ? "Z" : String(zone)
    return ChatDate(iso: "\(day[2])-\(day[1])-\(day[0])T\(parts[1])\(suffix)")
  }

  // MARK: Media

  private static let kinds: [(String, ChatMedium.Kind)] = [
    ("photo_wrap", .photo), ("sticker_wrap", .sticker), ("animated_wrap", .animation), ("video_file_wrap", .video),
    ("media_voice_message", .voice), ("media_audio_file", .audio), ("media_video", .video), ("media_photo", .photo),
    ("media_contact", .contact), ("media_live_location", .liveLocation), ("media_location", .location),
    ("media_venue", .venue), ("media_game", .game), ("media_invoice", .invoice), ("media_poll", .poll),
    ("media_file", .file),
  ]

  private static func media(_ wrap: PageElement) -> [ChatMedium] {
    wrap.children.compactMap { element in
      let title = element.first("title")?.line
      guard let kind = kind(of: element, title) else { return nil }
      var medium = ChatMedium(kind, address: element.attributes["href"].flatMap(path), title: title)
      medium.caption = element.first("status")?.line
      if kind == .poll { readPoll(element, into: &medium) }
      if let picture = element.first(where: { $0.name == "img" })?.attributes["src"].flatMap(path) {
        medium.thumbnail = picture == medium.address ? nil : picture
      }
      return medium
    }
  }

  /// The pages show other kinds of media as photos, videos and files, and name them in the title. An element of a new
  /// kind is a preview.
  private static func kind(of element: PageElement, _ title: String?) -> ChatMedium.Kind? {
    let own = kinds.first { element.has($0.0) }?.1
    switch (own, title) {
    case (.photo, "Sticker"), (.file, "Sticker"), (.video, "Sticker"): return .sticker
    case (.video, "Video message"), (.file, "Video message"): return .videoNote
    case (.video, "Animation"), (.file, "Animation"), (.photo, "Animation"): return .animation
    case (nil, _): return element.has("media") || !element.line.isEmpty ? .embed : nil
    default: return own
    }
  }

  /// The path of a file in the export; maps and pages are not files.
  private static func path(_ address: String) -> String? {
    address.isEmpty || address.contains("://") || address.hasPrefix("#") ? nil : address
  }

  private static func readPoll(_ element: PageElement, into poll: inout ChatMedium) {
    poll.title = element.first("question")?.line
    poll.voters = element.first("total").flatMap { Int($0.line.prefix { $0.isASCII && $0.isNumber }) }
    poll.isClosed = element.first("details")?.line == "Final results"
    poll.answers = element.all { $0.has("answer") }.map { answer in
      let words = answer.words(keepsBlanks: false) { $0.has("details") }.string
      let text = words.hasPrefix("- ") ? words.dropFirst(2) : words[...]
      let votes = answer.first("details").flatMap { Int($0.line.prefix { $0.isASCII && $0.isNumber }) }
      return ChatMedium.Answer(text: String(text).trimmed, votes: votes ?? 0)
    }
  }
}

extension ChatExport {
  /// Pages with the same folder and name form one chat.
  mutating func readTelegramPages() {
    var parts: [(name: String?, entries: [ChatEntry], documents: [ChatDocument])] = []
    let pages = take { $0.page.map { TelegramHTMLReader.recognises(String($0.prefix(1 << 12))) } ?? false }
    for document in pages {
      let (name, entries, reading) = TelegramHTMLReader.read(document.page ?? "", file: document.name)
      add(reading)
      report(.page, in: document.name)
      let place = parts.firstIndex { part in
        part.name == name && part.documents.first?.beside("") == document.beside("")
      }
      if let place {
        parts[place].entries += entries
        parts[place].documents.append(document)
      } else {
        parts.append((name, entries, [document]))
      }
    }
    for part in parts where !part.entries.isEmpty {
      add(Chat(service: .telegram, name: part.name, entries: part.entries), from: part.documents)
    }
  }
}
