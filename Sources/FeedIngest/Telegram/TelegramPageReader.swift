import JSONTree

/// Reads what Telegram Desktop exports of a channel (`result.json`): one chat, or a whole account's list of them.
struct TelegramPageReader {
  var reading: PageReading
  /// The chat that is being read.
  private(set) var chat = TelegramChat()
  /// Who wrote what, for the replies below.
  private var names: [String: String] = [:]

  static func page(from root: JSONNode, file: String) -> FeedPage {
    var reader = TelegramPageReader(reading: PageReading(.telegram, file: file))
    if root.child("messages") != nil {
      reader.read(root)
    } else {
      let chats = TelegramChat.list(of: root)
      // Channels are feeds; of an account without any, its chats are.
      let channels = chats.filter { TelegramChat($0).isChannel }
      let shown = channels.isEmpty ? chats : channels
      if shown.count < chats.count { reader.reading.report(.chatsLeftOut(chats.count - shown.count), at: root) }
      for chat in shown { reader.read(chat) }
    }
    return reader.reading.page(title: root.text("name"))
  }

  private init(reading: PageReading) {
    self.reading = reading
  }

  private mutating func read(_ node: JSONNode) {
    chat = TelegramChat(node)
    names = [:]
    let messages = node.child("messages")?.listed() ?? []
    var index = 0
    while index < messages.count {
      let first = messages[index]
      var album = [first]
      index += 1
      while index < messages.count, album.count < TelegramAlbum.limit, TelegramAlbum.continues(album, messages[index]) {
        album.append(messages[index])
        index += 1
      }
      addEntry(album)
    }
  }

  /// What the one who looks changes, or others do with the message.
  private static let changing: Set = ["reactions", "edited", "edited_unixtime"]

  private mutating func addEntry(_ album: [JSONNode]) {
    guard let node = album.first else { return }
    guard node.value.object != nil else {
      return reading.report(.item(.notAnObject(node.value.kindInWords)), at: node)
    }
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
    post.counters = album.lazy.compactMap(Self.reactions).first.map { [Post.Counter(.reactions, $0)] } ?? []
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

  /// Its own account, else the channel's; a deleted one has no name.
  func author(_ node: JSONNode) -> Author {
    let name = node.text("from", "actor").map { CleanText.line($0) }
    let id = node.text("from_id", "actor_id") ?? name ?? chat.author
    let isNamed = name != nil || !chat.name.isEmpty
    let isDeleted = name == nil && node.text("from_id", "actor_id") != nil && !chat.isChannel
    return Author(
      id: id, name: isDeleted ? "" : name ?? chat.name, state: isDeleted ? .deleted : isNamed ? .active : .unknown,
      fallbackName: "Telegram")
  }

  private static func reactions(_ node: JSONNode) -> Int? {
    let counts = node.list("reactions").compactMap { $0.int("count") }.filter { $0 > 0 }
    guard !counts.isEmpty else { return nil }
    return counts.reduce(0) { sum, count in sum.addingReportingOverflow(count).overflow ? .max : sum + count }
  }

  private func reply(_ node: JSONNode) -> ReplyTarget? {
    guard let id = node.text("reply_to_message_id") else { return nil }
    // In a channel everything is by the channel.
    let isHere = node.child("reply_to_peer_id") == nil
    let name = isHere ? names[id] ?? (chat.isChannel && !chat.name.isEmpty ? chat.name : nil) : nil
    return ReplyTarget(id: id, name: name, url: isHere ? chat.permalink(of: id) : nil)
  }

  /// Old exports wrote 1970 where nothing was edited.
  private mutating func wasEdited(_ node: JSONNode, at date: Int?) -> Bool {
    guard let edited = reading.date(node, "edited_unixtime", "edited") else { return false }
    return edited > max(date ?? 0, 86_400 * 365)
  }
}

/// The chat that messages are from.
struct TelegramChat {
  /// Empty where the export does not say it.
  private(set) var name = ""
  private var type = ""
  private var number: String?

  init() {}

  init(_ node: JSONNode) {
    name = CleanText.line(node.text("name") ?? "")
    type = node.text("type") ?? ""
    number = node.text("id")
  }

  /// The chats of an account, those that were left last.
  static func list(of root: JSONNode) -> [JSONNode] {
    ["chats", "left_chats"].flatMap { key in
      let chats = root.child(key)
      return (chats?.child("list") ?? chats)?.listed() ?? []
    }.filter { $0.child("messages")?.value.array != nil }
  }

  var isChannel: Bool { type.hasSuffix("channel") }

  var author: String { number.map { "channel\($0)" } ?? "0" }

  /// Messages are counted in each chat by itself.
  func id(_ message: String) -> String { number.map { "\($0)-\(message)" } ?? message }

  /// Of a private chat. A public one's has its short name, which exports leave out.
  func permalink(of message: String) -> String? {
    guard let number, type.hasPrefix("private"), type != "private_group", number.utf8.allSatisfy(\.isASCIIDigit),
      message.utf8.allSatisfy(\.isASCIIDigit)
    else { return nil }
    return "https://t.me/c/\(number)/\(message)"
  }
}

/// Photos and videos that were posted as one: exports have a message for each, and nothing that ties them together but
/// their second and their numbers.
enum TelegramAlbum {
  /// As many as Telegram lets anybody post at once.
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
      let number = last.int("id"), let following = next.int("id"), following > number, following - number <= 2
    else { return false }
    // An album has one caption; two messages with words are two messages.
    return !hasText(next) || !album.contains(where: hasText)
  }

  private enum Kind { case picture, audio, file }

  /// Nil for what is never in an album.
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
