import Basics
import DataFormats

/// Reads Telegram Desktop's export of a channel (`result.json`): one chat, or a whole account's list of them.
struct TelegramPageReader: SectionReader {
  var reading: PageReaderContext
  /// The chat being read.
  private(set) var chat = TelegramChat()
  /// The authors of messages, for the replies to them.
  private var names: [String: String] = [:]
  /// The chats that are still unread, and the messages of the one that is being read.
  private var chats: ArraySlice<JSONNode> = []
  private var messages: ArraySlice<JSONNode> = []
  /// The facts about the document's chats.
  private var (title, parts): (String?, [FeedPage.Part]) = (nil, [])
  private var (whole, idSpace): (String?, String?) = (nil, nil)

  static func page(from source: FeedFormat.Source) -> FeedPage {
    let root = source.root
    var reader = TelegramPageReader(reading: PageReaderContext(.telegram, file: source.file))
    var shown = [root]
    if root.child("messages") == nil {
      let listed = TelegramExport.chats(of: root) ?? []
      let chats = listed.filter(TelegramChat.hasMessages)
      for chat in listed where !TelegramChat.hasMessages(chat) && reader.reading.isObject(chat) {
        reader.reading.report(.item(.withoutContent("messages")), at: chat)
      }
      // Channels are feeds; if an account has none, its chats are.
      let channels = chats.filter { source.leavesChats ? TelegramExport.isChannel($0) : TelegramChat($0).isChannel }
      shown = channels.isEmpty ? chats : channels
      if shown.count < chats.count, !source.leavesChats {
        reader.reading.report(.chatsLeftOut(chats.count - shown.count), at: root)
      }
    }
    let parts = shown.map { TelegramChat($0).part }
    (reader.title, reader.parts) = (root.text("name"), parts)
    if root.child("messages") != nil, parts.count == 1, TelegramChat(root).isChannel { reader.whole = parts[0].id }
    if shown.count == 1, !TelegramChat(shown[0]).isNumbered { reader.idSpace = parts[0].id }
    reader.chats = zip(shown, parts).filter { source.part == nil || $1.id == source.part }.map(\.0)[...]
    reader.openChat()
    return reader.firstSection()
  }

  func sectionPage() -> FeedPage {
    var page = reading.page(title: title)
    (page.parts, page.mark.whole, page.idSpace) = (parts, whole, idSpace)
    return page
  }

  private init(reading: PageReaderContext) {
    self.reading = reading
  }

  var hasItems: Bool { !messages.isEmpty }

  /// Opens the next chat that has messages.
  private mutating func openChat() {
    while messages.isEmpty, let node = chats.popFirst() {
      chat = TelegramChat(node)
      names = [:]
      messages = (node.child("messages")?.listed() ?? [])[...]
    }
  }

  /// Albums, which are one entry of several messages, count as one item.
  mutating func readItems(_ count: Int) {
    var count = count
    while count > 0, let first = messages.popFirst() {
      var album = [first]
      while let next = messages.first, album.count < TelegramAlbum.limit, TelegramAlbum.continues(album, next) {
        album.append(next)
        messages.removeFirst()
      }
      addEntry(album)
      count -= 1
      openChat()
    }
  }

  /// Values that change through the viewer or through others.
  private static let changing: Set = ["reactions", "edited", "edited_unixtime"]

  private mutating func addEntry(_ album: [JSONNode]) {
    guard let node = album.first else { return }
    guard reading.isObject(node) else { return }
    guard node.text("type") != nil || node.child("text") != nil || node.child("date") != nil else {
      return reading.report(.item(.nothingKnown), at: node)
    }
    var post = node.text("type") == "service" ? service(node) : message(album)
    if let id = node.text("id") {
      names[id] = post.author.shownName
      post.permalink = chat.permalink(of: id)
    }
    reading.add(post, ownID: node.text("id").map(chat.id), at: node, ignoring: Self.changing)
  }

  // MARK: Messages

  private mutating func message(_ album: [JSONNode]) -> Post {
    let node = album[0]
    var post = Post(id: "", author: author(node))
    post.date = reading.date(node, "date_unixtime", "date")
    let reacted = album.lazy.map { ChatEntry.Reaction.all(ofTelegram: $0).filter { $0.count > 0 } }
    if let reactions = reacted.first(where: { !$0.isEmpty }) {
      post.reactions = reactions
      post.counters = [Post.Counter(.reactions, reactions.total)]
    }
    if let name = node.text("author").map({ CleanText.line($0) }), name != post.author.name {
      post.signer = Author(id: name, name: name)
    }
    post.reply = reply(node)
    if album.contains(where: { wasEdited($0, at: post.date) }) { post.flags.insert(.edited) }
    guard let forwarded = node.child("forwarded_from") ?? node.child("forwarded_from_id") else {
      for message in album { readContent(message, into: &post) }
      return post
    }
    let name = node.text("forwarded_from").map { CleanText.line($0) }
    var inner = Post(
      id: reading.innerID(nil, at: node),
      author: Author(
        id: node.text("forwarded_from_id") ?? name ?? "0", name: name ?? "", state: name == nil ? .deleted : .active))
    if forwarded.value.text == nil { reading.report(.item(.notAnObject(forwarded.value.kindInWords)), at: forwarded) }
    for message in album { readContent(message, into: &inner) }
    post.reposts = [inner]
    post.flags.insert(.forward)
    return post
  }

  private mutating func readContent(_ node: JSONNode, into post: inout Post) {
    let text = text(node)
    if post.text.isEmpty { (post.text, post.facets) = (text.string, text.facets) }
    readMedia(node, into: &post)
    if node.isTrue("media_spoiler") { post.flags.insert(.sensitive) }
  }

  /// The message's author, or else the channel; a deleted account has no name.
  func author(_ node: JSONNode) -> Author {
    let name = node.text("from", "actor").map { CleanText.line($0) }
    let id = node.text("from_id", "actor_id") ?? name ?? chat.author
    let isNamed = name != nil || !chat.name.isEmpty
    let isDeleted = name == nil && node.text("from_id", "actor_id") != nil && !chat.isChannel
    return Author(
      id: id, name: isDeleted ? "" : name ?? chat.name, state: isDeleted ? .deleted : isNamed ? .active : .unknown)
  }

  private func reply(_ node: JSONNode) -> ReplyTarget? {
    guard let id = node.text("reply_to_message_id") else { return nil }
    // In a channel, all messages are by the channel.
    let isHere = node.child("reply_to_peer_id") == nil
    let name = isHere ? names[id] ?? (chat.isChannel && !chat.name.isEmpty ? chat.name : nil) : nil
    return ReplyTarget(id: id, name: name, url: isHere ? chat.permalink(of: id) : nil)
  }

  /// Old exports wrote 1970 for messages that were not edited.
  private mutating func wasEdited(_ node: JSONNode, at date: Int?) -> Bool {
    guard let edited = reading.date(node, "edited_unixtime", "edited") else { return false }
    return edited > max(date ?? 0, 86_400 * 365)
  }
}

/// The content of a message.
extension TelegramPageReader {
  private mutating func text(_ node: JSONNode) -> FacetedText {
    let read = TelegramText(of: node)
    for piece in read.strangers { reading.report(.item(.notAnObject(piece.value.kindInWords)), at: piece) }
    if read.rejected > 0 { reading.report(.facetsLeftOut(read.rejected), at: node) }
    return FacetedText(read.string, facets: read.facets)
  }

  /// A service message: a chat's creation, a new name, a new photo.
  private mutating func service(_ node: JSONNode) -> Post {
    let action = node.text("action") ?? "service"
    var post = Post(id: "", kind: .system(TelegramEvent.of(action), type: Self.words(action)), author: author(node))
    post.date = reading.date(node, "date_unixtime", "date")
    let text = text(node)
    (post.text, post.facets) = (text.string, text.facets)
    if post.text.isEmpty { post.text = CleanText.line(node.text("title", "new_title", "score") ?? "") }
    if node.child("photo") != nil { readMedia(node, into: &post) }
    post.people = (node.child("members")?.listed() ?? []).compactMap { member in
      // A deleted account is null.
      member.value.text.map { CleanText.line($0) }.map { Author(id: $0, name: $0) }
    }
    return post
  }

  /// `set_messages_ttl` as `set messages ttl`.
  private static func words(_ name: String) -> String {
    // By Character because this reads input and escapes nothing.
    CleanText.line(name.replacing("_", with: " "))
  }

  // MARK: Media

  private mutating func readMedia(_ node: JSONNode, into post: inout Post) {
    for file in TelegramFile.all(of: node) {
      if let excuse = file.excuse { reading.report(.fileNotIncluded(Self.words(file.type)), at: excuse) }
      post.attachments.append(Self.attachment(file, of: node))
    }
    if let poll = node.object("poll") { post.attachments.append(.item(Self.poll(poll))) }
    if let tasks = node.object("todo_list") {
      let words = CleanText.line(TelegramChecklist(tasks).words)
      post.attachments.append(.item(AttachmentItem(type: "todo", content: .plain(.todo), title: words)))
    }
    if let contact = node.object("contact_information") { post.attachments.append(.item(Self.contact(contact))) }
    if let location = node.object("location_information") {
      let title = node.text("place_name", "address").map { CleanText.line($0) }
      post.place = GeoPlace(
        named: title, latitude: location.double("latitude"), longitude: location.double("longitude"))
    }
    if let game = node.text("game_title") {
      let url = node.address("game_link")
      post.attachments.append(
        .item(
          AttachmentItem(
            type: "game", content: url.map { .link(url: $0) } ?? .page, title: CleanText.line(game),
            caption: node.text("game_description").map { CleanText.line($0) }, url: url)))
    }
    if let invoice = node.object("invoice_information") { post.attachments.append(.item(Self.invoice(invoice))) }
  }

  private static func attachment(_ file: TelegramFile, of node: JSONNode) -> Attachment {
    let (path, width, height) = (file.path, file.width, file.height)
    let picture = Attachment.photo(
      Photo(sources: path.map { [.init(url: $0, width: width, height: height)] } ?? [], width: width, height: height))
    let name = file.name ?? path?.split(separator: "/").last.map(String.init)
    var item = AttachmentItem(type: words(file.type), content: .unknown)
    item.preview = file.thumbnail.map { Photo(sources: [.init(url: $0)], width: width, height: height) }
    item.file = path.map { .init(url: $0, width: width, height: height) }
    item.isLeftOut = path == nil
    switch file.type {
    case "photo": return picture
    case "video_file", "video_message": item.content = .video(duration: file.duration, isLive: false)
    case "animation": item.content = .animation(duration: file.duration)
    case "voice_message": item.content = .voice(duration: file.duration)
    case "audio_file":
      item.content = .audio(artist: node.text("performer").map { CleanText.line($0) }, duration: file.duration)
      item.title = CleanText.line(file.title ?? name ?? "")
    case "sticker":
      item.content = .sticker
      item.title = CleanText.line(node.text("sticker_emoji") ?? "")
      if let path, Photo.Source(url: path).mayBeSticker {
        item.preview = Photo(sources: [.init(url: path, width: width, height: height)])
      }
    default:
      // An image sent as a file is shown as an image as well.
      let mediaType = node.text("mime_type")
      if path != nil, mediaType?.hasPrefix("image/") == true, mediaType != "image/svg+xml" { return picture }
      item.content = .document(size: file.size, fileExtension: name.flatMap(FileAddress.fileExtension))
      item.title = CleanText.line(name ?? "")
    }
    return .item(item)
  }

  private static func poll(_ node: JSONNode) -> AttachmentItem {
    let poll = TelegramPoll(node)
    let answers = poll.answers.map { text, votes, isChosen in
      AttachmentItem.Poll.Answer(
        text: CleanText.line(text), votes: votes, rate: AttachmentItem.Poll.Answer.rate(votes, of: poll.voters),
        isChosen: isChosen)
    }
    return AttachmentItem(
      type: "poll",
      content: .poll(.init(answers: answers, votes: poll.voters, isClosed: poll.isClosed, voters: poll.voters)),
      title: CleanText.line(poll.question))
  }

  private static func contact(_ node: JSONNode) -> AttachmentItem {
    let contact = TelegramContact(node)
    return AttachmentItem(
      type: "contact", content: .page, title: CleanText.line(contact.name),
      caption: contact.number.map { CleanText.line($0) })
  }

  private static func invoice(_ node: JSONNode) -> AttachmentItem {
    // The amount is in the currency's smallest unit, usually a hundredth: the bare number would be a wrong price.
    AttachmentItem(
      type: "invoice", content: .market(price: nil), title: CleanText.line(node.text("title") ?? ""),
      caption: node.text("description").map { CleanText.line($0) })
  }
}

/// The chat that messages belong to.
struct TelegramChat {
  /// Empty if the export doesn't give it.
  private(set) var name = ""
  private var type = ""
  private var number: String?

  init() {}

  init(_ node: JSONNode) {
    name = CleanText.line(node.text("name") ?? "")
    type = node.text("type") ?? ""
    number = node.text("id")
  }

  static func hasMessages(_ chat: JSONNode) -> Bool { chat.child("messages")?.value.array != nil }

  /// Whether a document is one chat, or contains several.
  static func recognises(_ root: JSONNode) -> Bool {
    func isChat(_ chat: JSONNode) -> Bool {
      guard let messages = chat.child("messages")?.value.array else { return false }
      return messages.isEmpty
        ? chat.child("type") != nil
        : messages.prefix(4).contains {
          $0["text"] != nil && ($0["date_unixtime"] ?? $0["date"]) != nil
        }
    }
    let chats = (TelegramExport.chats(of: root) ?? []).lazy.filter(hasMessages)
    return isChat(root) || chats.prefix(4).contains(where: isChat)
  }

  var isChannel: Bool { type.hasSuffix("channel") }

  /// Whether message ids include the chat's number.
  var isNumbered: Bool { number != nil }

  var part: FeedPage.Part {
    FeedPage.Part(id: number ?? name, title: name.isEmpty ? nil : name)
  }

  var author: String { number.map { "channel\($0)" } ?? "0" }

  /// Message ids are only unique within a chat.
  func id(_ message: String) -> String { number.map { "\($0)-\(message)" } ?? message }

  /// The address of a message in a private channel or supergroup. Public addresses contain the short name, which
  /// exports omit.
  func permalink(of message: String) -> WebAddress? {
    guard let number, type.hasPrefix("private"), type != "private_group", number.utf8.allSatisfy(\.isASCIIDigit),
      message.utf8.allSatisfy(\.isASCIIDigit)
    else { return nil }
    return WebAddress("https://t.me/c/\(number)/\(message)")
  }
}

/// Photos and videos posted as an album: exports have one message for each, which are only related by their time in
/// seconds and their numbers.
enum TelegramAlbum {
  /// Telegram's limit for one album.
  static let limit = 10

  static func continues(_ album: [JSONNode], _ next: JSONNode) -> Bool {
    guard let first = album.first, let last = album.last, let kind = kind(first), kind == Self.kind(next),
      same("from_id", first, next), same("from", first, next), same("forwarded_from", first, next),
      same("reply_to_message_id", first, next)
    else { return false }
    if let group = first.text("grouped_id", "media_group_id") {
      return group == next.text("grouped_id", "media_group_id")
    }
    guard let date = first.text("date_unixtime", "date"), date == next.text("date_unixtime", "date"),
      let number = last.int("id"), let following = next.int("id"), following > number,
      following.saturatingSubtract(number) <= 2
    else { return false }
    // An album has one caption; two messages with text are separate messages.
    return !hasText(next) || !album.contains(where: hasText)
  }

  private enum Kind { case picture, audio, file }

  /// Nil if the message is never part of an album.
  private static func kind(_ node: JSONNode) -> Kind? {
    guard node.text("type") != "service" else { return nil }
    if node.child("photo") != nil { return .picture }
    guard node.child("file") != nil else { return nil }
    switch node.text("media_type") {
    case "video_file": return .picture
    case "audio_file": return .audio
    case nil: return .file
    default: return nil
    }
  }

  private static func same(_ key: String, _ first: JSONNode, _ second: JSONNode) -> Bool {
    first.text(key) == second.text(key)
  }

  private static func hasText(_ node: JSONNode) -> Bool {
    guard let text = node.child("text")?.value else { return false }
    return text.array.map { !$0.isEmpty } ?? (text.text?.isEmpty == false)
  }
}

extension FeedFormat {
  static let telegram = FeedFormat(
    service: .telegram, idPrefix: "telegram", face: "telegram",
    recognises: { root, _ in TelegramChat.recognises(root) },
    hints: Hints(repaired: "Telegram Desktop writes unescaped control characters"),
    asides: ["file", "photo", "thumbnail"],
    archive: ArchiveLayout(feed: "result.json"),
    holding: { root, countsChannels in
      let chats = TelegramExport.chats(of: root) ?? [root]
      guard !countsChannels, chats.contains(where: TelegramExport.isChannel) else { return .conversations }
      return chats.allSatisfy(TelegramExport.isChannel) ? .posts : .both
    },
    repaired: TelegramExport.repaired, read: TelegramPageReader.page)
}

extension Service {
  package static let telegram = Service("telegram", name: "Telegram")
}
