import DataFormats
import Diagnostics

/// Reads the plain-text export of Signal's own apps: `main.jsonl`, with an object on each line.
///
/// The objects are the frames of Signal's backups (`Backup.proto`, in the JSON form of protocol buffers): people, chats,
/// and messages that refer to both. Frames of other types are settings.
struct SignalLinesReader {
  private var reading: ChatReaderContext
  /// The names of people and groups, by the ids of the export.
  private var names: [String: String] = [:]
  /// The export's owner.
  private var ownID: String?
  private var ownName = "Me"
  private var chats: [Chat] = []
  /// The indices of chats, and their recipients, by the chats' ids.
  private var places: [String: (index: Int, recipient: String)] = [:]

  static func recognises(_ text: String) -> Bool {
    guard let first = ChatLines(text, most: 1).lines.first(where: { !$0.text.isEmpty })?.text,
      let root = node(first, line: 1, file: "")
    else { return false }
    return root.child("backupTimeMs") != nil || root.child("account") != nil && root.child("recipient") == nil
      || root.child("chatItem") != nil || root.child("recipient")?.child("id") != nil
  }

  static func read(_ text: String, file: String) -> (chats: [Chat], reading: ChatReaderContext) {
    var reader = SignalLinesReader(reading: ChatReaderContext(file: file))
    for line in ChatLines(text).lines where !line.text.allSatisfy(\.isWhitespace) {
      guard let frame = node(line.text, line: line.number, file: file) else {
        reader.reading.report(.entry("it is not valid JSON"), atLine: line.number)
        continue
      }
      reader.read(frame, line: line.number)
    }
    reader.finish()
    return (reader.chats, reader.reading)
  }

  private static func node(_ line: Substring, line number: Int, file: String) -> JSONNode? {
    try? FeedDocument(name: file, line: number, bytes: Array(line.utf8)).parsed().root
  }

  // MARK: Frames

  private mutating func read(_ frame: JSONNode, line: Int) {
    if let account = frame.object("account") {
      ownName = Self.joined(account, "givenName", "familyName") ?? ownName
    } else if let recipient = frame.object("recipient"), let id = recipient.text("id") {
      if recipient.child("self") != nil {
        ownID = id
        names[id] = ownName
      } else {
        names[id] = Self.name(recipient)
      }
    } else if let chat = frame.object("chat"), let id = chat.text("id") {
      places[id] = (chats.count, chat.text("recipientId") ?? "")
      var own = Chat(service: .signal, name: nil)
      own.id = id
      chats.append(own)
    } else if let item = frame.object("chatItem") {
      guard let id = item.text("chatId") else {
        return reading.report(.entry("it belongs to no chat"), atLine: line)
      }
      if places[id] == nil {
        places[id] = (chats.count, "")
        chats.append(Chat(service: .signal, name: nil))
      }
      guard let place = places[id] else { return }
      chats[place.index].entries.append(entry(item))
    } else {
      readSetting(frame)
    }
  }

  /// Counts frames that are neither people nor messages, if they contain words.
  private mutating func readSetting(_ frame: JSONNode) {
    for (key, one, many) in [
      ("stickerPack", "sticker pack", "sticker packs"), ("adHocCall", "call by link", "calls by link"),
      ("chatFolder", "chat folder", "chat folders"),
      ("notificationProfile", "notification profile", "notification profiles"),
    ] where frame.child(key) != nil { reading.omit(one, many) }
  }

  private mutating func finish() {
    for (index, recipient) in places.values {
      chats[index].name = recipient == ownID ? "Note to Self" : names[recipient]
      chats[index].owner = ownID
    }
    // People may be listed after their messages.
    for index in chats.indices {
      for place in chats[index].entries.indices {
        guard let id = chats[index].entries[place].author?.id else { continue }
        chats[index].entries[place].author?.name = names[id] ?? id
      }
    }
  }

  private static func name(_ recipient: JSONNode) -> String {
    if let contact = recipient.object("contact") {
      return joined(contact.object("nickname") ?? contact, "given", "family")
        ?? joined(contact, "systemGivenName", "systemFamilyName")
        ?? joined(contact, "profileGivenName", "profileFamilyName") ?? contact.text("username")
        ?? contact.text("e164").map { $0.hasPrefix("+") ? $0 : "+" + $0 } ?? "Unknown"
    }
    if let group = recipient.object("group") {
      let title = group.object("snapshot")?.object("title")
      return title?.text("title") ?? group.text("name") ?? "Group"
    }
    if recipient.child("releaseNotes") != nil { return "Signal" }
    return recipient.object("callLink")?.text("name") ?? recipient.object("distributionList")?.text("name") ?? "Unknown"
  }

  private static func joined(_ node: JSONNode, _ first: String, _ second: String) -> String? {
    let names = [node.text(first), node.text(second)].compactMap { $0 }.filter { !$0.isEmpty }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  // MARK: Messages

  private mutating func entry(_ item: JSONNode) -> ChatEntry {
    let date = item.text("dateSent") ?? ""
    var entry = ChatEntry(
      id: date, author: item.text("authorId").map { .init(id: $0, name: $0) },
      date: ChatReaderContext.milliseconds(date))
    entry.isEdited = !item.list("revisions").isEmpty
    if let message = item.object("standardMessage") {
      readStandard(message, into: &entry)
    } else if item.child("remoteDeletedMessage") != nil || item.child("adminDeletedMessage") != nil {
      entry.isDeleted = true
    } else if let sticker = item.object("stickerMessage") {
      entry.media = [ChatMedium(.sticker, title: sticker.object("sticker")?.text("emoji"))]
      readReactions(sticker, into: &entry)
    } else if let contact = item.object("contactMessage") {
      let card = contact.object("contact") ?? contact.list("contact").first ?? contact
      let name = card.object("name").flatMap { Self.joined($0, "givenName", "familyName") }
      let number = card.list("number").first?.text("value")
      entry.media = [ChatMedium(.contact, title: name ?? number)]
      if name != nil { entry.media[0].caption = number }
      readReactions(contact, into: &entry)
    } else if let once = item.object("viewOnceMessage") {
      let file = once.object("attachment").map { Self.medium($0) }
      entry.media = [file ?? ChatMedium(.file)]
      readReactions(once, into: &entry)
    } else if let poll = item.object("poll") {
      entry.media = [Self.poll(poll)]
      readReactions(poll, into: &entry)
    } else if let reply = item.object("directStoryReplyMessage") {
      readText(reply.object("textReply")?.object("text"), into: &entry)
      if let emoji = reply.text("emoji"), entry.text.isEmpty { entry.text = emoji }
      readReactions(reply, into: &entry)
    } else if item.child("paymentNotification") != nil {
      entry.kind = .service(.paymentSent, action: "payment")
    } else if item.child("giftBadge") != nil {
      entry.kind = .service(.giftSent, action: "gift_badge")
    } else {
      readUpdate(item.object("updateMessage"), into: &entry)
    }
    let versions = item.list("revisions").count
    reading.omit("earlier version of a message", "earlier versions of messages", versions)
    reading.account(for: item, in: entry, knowing: Self.members, apart: Self.apart, silent: Self.silent)
    return entry
  }

  /// The members of a message that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "chatId", "authorId", "dateSent", "standardMessage", "contactMessage", "stickerMessage", "remoteDeletedMessage",
    "adminDeletedMessage", "updateMessage", "paymentNotification", "giftBadge", "viewOnceMessage", "poll",
    "directStoryReplyMessage",
  ]

  /// Members about the delivery of a message, and its earlier versions.
  private static let apart: Set = ["incoming", "outgoing", "directionless", "revisions", "pinDetails"]

  /// Members at any depth that name people and files, or that contain nothing for a reader.
  private static let silent: Set = [
    "reactions", "quote", "bodyRanges", "contentType", "flag", "state", "direction", "style", "locatorInfo", "sticker",
    "votes", "updaterAci", "blurHash", "kind", "label",
  ]

  private mutating func readStandard(_ message: JSONNode, into entry: inout ChatEntry) {
    readText(message.object("text"), into: &entry)
    entry.media = message.list("attachments").map(Self.medium)
    // A long text is a file of its own; the message holds its beginning.
    if message.child("longText") != nil { reading.omit("end of a long text", "ends of long texts") }
    if let quote = message.object("quote") {
      entry.replyTo = quote.text("targetSentTimestamp")
      let words = quote.object("text")?.words("body") ?? ""
      if !words.isEmpty { entry.quoted = FacetedText(words) }
    }
    for preview in message.list("linkPreview") {
      var medium = ChatMedium(.link, address: preview.text("url"), title: preview.text("title"))
      medium.caption = preview.text("description")
      entry.media.append(medium)
    }
    readReactions(message, into: &entry)
  }

  private static func medium(_ attachment: JSONNode) -> ChatMedium {
    let pointer = attachment.object("pointer") ?? attachment
    let type = pointer.text("contentType") ?? ""
    let name = pointer.text("fileName")
    var kind = ChatMedium.Kind(mediaType: type) ?? name.map { ChatMedium.Kind(fileName: $0) } ?? .file
    switch attachment.text("flag") {
    case "VOICE_MESSAGE": kind = .voice
    case "GIF": kind = .animation
    default: break
    }
    var medium = ChatMedium(kind, title: kind == .file ? name : nil)
    medium.width = pointer.int("width")
    medium.height = pointer.int("height")
    medium.size = pointer.object("locatorInfo")?.int("size") ?? pointer.int("size")
    medium.caption = pointer.text("caption")
    return medium
  }

  private static func poll(_ poll: JSONNode) -> ChatMedium {
    var medium = ChatMedium(.poll, title: poll.text("question"))
    medium.answers = poll.list("options").map { .init(text: $0.words("option"), votes: $0.list("votes").count) }
    medium.isClosed = poll.isTrue("hasEnded")
    return medium
  }

  /// Reads a text with ranges of styles, in UTF-16 code units.
  private func readText(_ text: JSONNode?, into entry: inout ChatEntry) {
    guard let text else { return }
    entry.text = text.words("body")
    let units = Array(entry.text.utf16)
    var drawn = FacetedText(entry.text)
    for range in text.list("bodyRanges") {
      guard let kind = Self.styles[range.text("style") ?? ""] else { continue }
      let (start, length) = (range.int("start") ?? 0, range.int("length") ?? 0)
      guard start >= 0, length > 0, start <= units.count, length <= units.count - start else { continue }
      let lower = String(decoding: units[..<start], as: UTF16.self).utf8.count
      let count = String(decoding: units[start..<start + length], as: UTF16.self).utf8.count
      guard lower + count <= entry.text.utf8.count else { continue }
      drawn.facets.append(Facet(range: lower..<lower + count, kind: kind))
    }
    guard !drawn.facets.isEmpty else { return }
    drawn.facets = (drawn.facets + FacetedText(scanning: entry.text).facets.filter { $0.kind == .link }).inOrder
    entry.drawn = drawn
  }

  private static let styles: [String: Facet.Kind] = [
    "BOLD": .bold, "ITALIC": .italic, "SPOILER": .spoiler, "STRIKETHROUGH": .struck, "MONOSPACE": .code,
  ]

  private func readReactions(_ message: JSONNode, into entry: inout ChatEntry) {
    for reaction in message.list("reactions") {
      guard let symbol = reaction.text("emoji") else { continue }
      if let index = entry.reactions.firstIndex(where: { $0.symbol == symbol }) {
        entry.reactions[index].count += 1
      } else {
        entry.reactions.append(.init(symbol, 1))
      }
    }
  }

  /// Reads an event; its type is the name of the update's only member.
  private func readUpdate(_ update: JSONNode?, into entry: inout ChatEntry) {
    let members = update?.value.object?.members.map(\.key) ?? []
    let type = members.first { $0 != "isExpirationTimerUpdate" } ?? "update"
    switch type {
    case "individualCall", "groupCall": entry.kind = .service(.call, action: type)
    case "expirationTimerChange": entry.kind = .service(.messagesVanish, action: type)
    case "profileChange":
      entry.kind = .service(.profileChanged, action: type)
      let change = update?.object("profileChange")
      entry.text = [change?.text("previousName"), change?.text("newName")].compactMap { $0 }.joined(separator: " → ")
    case "simpleUpdate":
      let name = (update?.object("simpleUpdate")?.text("type") ?? type).lowercased()
      entry.kind = .service(.named(name), action: name)
    default: entry.kind = .service(.named(type), action: type)
    }
  }
}
