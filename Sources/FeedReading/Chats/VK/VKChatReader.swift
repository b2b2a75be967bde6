import DataFormats

/// Reads private messages and comments from VK's API: `messages.getHistory` and its kin, `wall.getComments`,
/// `board.getComments`, in every version.
///
/// The messages of a conversation are a chat, and so are the comments below a post.
struct VKChatReader {
  private var reading: ChatReaderContext
  private let answer: VKConversations
  /// The id of the person who asked, if the messages tell who sent them.
  private var owner: Int?
  /// The ids of the conversation's messages, and their numbers with a `#`.
  private var conversationIDs: Set<String> = []

  static func read(_ root: JSONNode, _ document: ChatDocument) -> (chats: [Chat], reading: ChatReaderContext)? {
    guard let answer = VKConversations(root) else { return nil }
    var reader = VKChatReader(reading: ChatReaderContext(file: document.name), answer: answer)
    for stray in answer.strays {
      reader.reading.report(.entry("it is \(stray.value.kindInWords) where a message should be"), at: stray)
    }
    let messages = answer.messages.map(VKConversations.message)
    reader.owner = messages.lazy.filter { $0.int("out") == 1 }.compactMap { $0.int("from_id") }.first
    let chats = reader.chats(of: messages) + reader.threads(of: answer.comments)
    return (chats, reader.reading)
  }

  // MARK: Messages

  private mutating func chats(of messages: [JSONNode]) -> [Chat] {
    var peers: [Int] = []
    var groups: [Int: [JSONNode]] = [:]
    for message in messages {
      let peer = Self.peer(of: message)
      if groups[peer] == nil { peers.append(peer) }
      groups[peer, default: []].append(message)
    }
    return peers.map { chat(with: $0, groups[$0] ?? []) }
  }

  /// The first id of group chats.
  private static let firstGroupChat = 2_000_000_000

  /// The other side of a conversation: a person, a community, or a group chat.
  private static func peer(of message: JSONNode) -> Int {
    if let chat = message.int("chat_id"), chat > 0 { return firstGroupChat.addingReportingOverflow(chat).partialValue }
    return message.int("peer_id", "user_id", "uid", "from_id") ?? 0
  }

  private mutating func chat(with peer: Int, _ messages: [JSONNode]) -> Chat {
    var chat = Chat(service: .vk, name: name(of: peer, messages))
    chat.id = "peer \(peer)"
    chat.owner = owner.map(String.init)
    // The API gives the latest message first.
    let dated = messages.enumerated().sorted { one, other in
      let (first, second) = (one.element.int("date") ?? .min, other.element.int("date") ?? .min)
      if first != second { return first < second }
      let (firstID, secondID) = (one.element.int("id", "mid") ?? 0, other.element.int("id", "mid") ?? 0)
      return firstID == secondID ? one.offset > other.offset : firstID < secondID
    }
    conversationIDs = Set(
      dated.flatMap { _, message in
        [message.text("id", "mid"), message.text("conversation_message_id", "cmid").map { "#\($0)" }].compactMap { $0 }
      })
    chat.entries = dated.map { message($0.element, in: peer) }
    for conversation in answer.conversations where (conversation.object("peer") ?? conversation).int("id") == peer {
      guard let settings = conversation.object("chat_settings") else { continue }
      // A pinned message that the chat contains is shown there.
      let pinned = settings.object("pinned_message")?.text("id", "mid")
      let isShown = pinned.map { id in chat.entries.contains { $0.id == id } } ?? false
      reading.account(
        forChat: settings, named: chat.name, apart: isShown ? ["pinned_message", "state", "acl"] : ["state", "acl"])
    }
    // A reply may name the message by its number in the conversation.
    var ids: [String: String] = [:]
    for (_, message) in dated {
      guard let id = message.text("id", "mid"), let number = message.text("conversation_message_id", "cmid") else {
        continue
      }
      ids["#\(number)"] = id
    }
    let known = Set(chat.entries.map(\.id))
    for index in chat.entries.indices {
      guard let target = chat.entries[index].replyTo, !known.contains(target) else { continue }
      chat.entries[index].replyTo = ids[target] ?? target
    }
    return chat
  }

  private func name(of peer: Int, _ messages: [JSONNode]) -> String? {
    for conversation in answer.conversations where (conversation.object("peer") ?? conversation).int("id") == peer {
      if let title = conversation.object("chat_settings")?.text("title") { return title }
    }
    guard peer < Self.firstGroupChat else {
      return messages.lazy.compactMap { $0.text("title") }.first { $0.contains(where: \.isLetter) }
        ?? "chat \(peer - Self.firstGroupChat)"
    }
    return peer == 0 ? nil : answer.name(of: peer)
  }

  private mutating func message(_ node: JSONNode, in peer: Int) -> ChatEntry {
    var entry = ChatEntry(id: node.text("id", "mid") ?? "", author: author(of: node, in: peer), date: date(node))
    read(node, into: &entry)
    if let action = node.object("action")?.text("type") ?? node.text("action") {
      entry.kind = .service(Self.actions[action] ?? .named(action), action: action)
      entry.detail = detail(of: node, action)
    } else if entry.text.isEmpty, entry.media.isEmpty, let call = call(in: node) {
      entry.kind = .service(.call, action: "call")
      entry.detail = call
    }
    if let replied = node.object("reply_message") {
      entry.replyTo = replied.text("id") ?? replied.text("conversation_message_id").map { "#\($0)" }
      if !(entry.replyTo.map(conversationIDs.contains) ?? false) {
        entry.quoted = forwarded(replied, depth: 0, into: &entry)
      }
    }
    for message in node.list("fwd_messages") { entry.passages.append(forwarded(message, depth: 0, into: &entry)) }
    account(for: node, in: entry)
    return entry
  }

  /// The members of a message or comment that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "id", "mid", "cid", "date", "from_id", "uid", "user_id", "peer_id", "chat_id", "out", "text", "body", "title",
    "message", "attachments", "attachment", "fwd_messages", "reply_message", "action", "action_mid", "action_text",
    "action_email", "action_message", "geo", "important", "is_hidden", "is_cropped", "random_id", "read_state",
    "deleted",
    "conversation_message_id", "cmid", "update_time", "version", "ref", "ref_source", "payload", "keyboard", "template",
    "admin_author_id", "members_count", "users_count", "chat_active", "admin_id", "photo_50", "photo_100", "photo_200",
    "push_settings", "emoji", "was_listened", "pinned_at", "is_silent", "expire_ttl", "is_expired", "reaction_id",
    "reactions", "last_reaction_id", "is_unavailable", "is_mentioned_user", "likes", "post_id", "owner_id",
    "parents_stack",
    "thread", "reply_to_user", "reply_to_comment", "reply_to_cid", "reply_to_uid", "can_edit", "can_delete", "donut",
    "is_from_post_author", "post_author_id", "pid", "conversation", "format_data", "edited", "show_replies",
    "reply_count",
    "profiles", "groups", "type", "real_offset", "message_tag", "is_pinned",
  ]

  /// Members that are accounted for elsewhere: people, other messages, the numbers of events.
  private static let apart: Set = [
    "reply_message", "thread", "profiles", "groups", "conversation", "likes", "donut", "payload", "format_data",
    "push_settings", "parents_stack", "reactions",
  ]

  /// Members at any depth that contain nothing for a reader.
  private static let silent: Set = ["payload", "ext", "state", "track_code", "sizes", "access_key", "button"]

  private mutating func account(for node: JSONNode, in entry: ChatEntry) {
    reading.account(for: node, in: entry, knowing: Self.members, apart: Self.apart, silent: Self.silent) {
      VKConversations.text($0).string
    }
  }

  private func author(of node: JSONNode, in peer: Int) -> ChatEntry.Author? {
    if let id = node.int("from_id"), id != 0 { return .init(id: String(id), name: answer.name(of: id)) }
    // Old versions name only the other side.
    guard node.int("out") == 1 else {
      let id = node.int("uid", "user_id") ?? peer
      return id == 0 ? nil : .init(id: String(id), name: answer.name(of: id))
    }
    return owner.map { .init(id: String($0), name: answer.name(of: $0)) } ?? .init(id: nil, name: "Вы")
  }

  private mutating func date(_ node: JSONNode) -> ChatDate? { reading.date(node, "date", ChatReaderContext.seconds) }

  /// Reads the text, the attachments and the other parts that messages and comments share.
  private mutating func read(_ node: JSONNode, into entry: inout ChatEntry) {
    let text = VKConversations.text(node.text("text", "body", "message") ?? "")
    (entry.text, entry.facets) = (text.string, text.facets)
    entry.isEdited = node.child("update_time") != nil || node.isTrue("edited")
    entry.isDeleted = node.isTrue("deleted")
    addAttachments(of: node, to: &entry)
    for row in (node.object("keyboard") ?? node).list("buttons") {
      for button in row.listed() {
        if let label = button.object("action")?.text("label") { entry.passages.append(FacetedText("[\(label)]")) }
      }
    }
    entry.reactions += node.list("reactions").compactMap { reaction in
      reaction.int("count").map { .init(Self.symbol(reaction.int("reaction_id") ?? 0), max(0, $0)) }
    }
  }

  /// VK numbers its reactions.
  private static func symbol(_ number: Int) -> String {
    let symbols = ["❤️", "🔥", "😂", "👍", "💩", "❓", "😭", "😡", "👎", "👌", "😄", "🤔", "🙏", "😘", "😍", "🎉"]
    return symbols.indices.contains(number - 1) ? symbols[number - 1] : ":\(number):"
  }

  // MARK: Attachments

  private mutating func addAttachments(of node: JSONNode, to entry: inout ChatEntry) {
    let (read, problems) = answer.attachments(of: node, file: reading.file)
    reading.add(problems)
    let nodes = node.list("attachments").filter { $0.value.object != nil }
    for (index, attachment) in read.enumerated() {
      let source = nodes.indices.contains(index) ? nodes[index] : nil
      let type = source?.text("type") ?? attachment.type
      let content = source?.object(type)
      if type == "call" || type == "group_call_in_progress", node.text("text", "body") == nil { continue }
      entry.media.append(medium(attachment, type, content))
      if let words = passage(type, content) { entry.passages.append(words) }
    }
    guard let geo = node.object("geo") else { return }
    let place = geo.object("place")
    var medium = ChatMedium(place?.text("title") == nil ? .location : .venue, title: place?.text("title"))
    let coordinates = geo.object("coordinates").map { point in
      ["latitude", "longitude"].compactMap { point.text($0) }.joined(separator: ", ")
    }
    medium.caption = coordinates ?? geo.text("coordinates")
    entry.media.append(medium)
  }

  private mutating func medium(_ attachment: Attachment, _ type: String, _ content: JSONNode?) -> ChatMedium {
    var medium = ChatMedium(attachment.kind, address: attachment.photo?.sources.last?.url)
    medium.attachment = attachment
    // Old versions attach voice messages as documents.
    let recording = content?.object("preview")?.object("audio_msg") ?? (type == "audio_message" ? content : nil)
    if let recording {
      medium = ChatMedium(.voice, address: recording.text("link_mp3", "link_ogg") ?? content?.text("url"))
      medium.duration = recording.positive("duration")
    }
    switch type {
    case "video_message": medium = ChatMedium(.videoNote, title: content?.text("title"))
    case "gift":
      medium = ChatMedium(.photo, address: content?.text("thumb_256", "thumb_96", "thumb_48"))
    case "story":
      medium = ChatMedium(.embed, title: "Story")
      reading.omit("story", "stories")
    case "audio_playlist":
      medium = ChatMedium(.audio, title: content?.text("title"))
      medium.caption = content?.text("description")
    case "money_transfer", "money_request":
      medium = ChatMedium(.invoice, title: content?.object("amount")?.text("text"))
    default: break
    }
    return medium
  }

  /// The words of an attachment that its row has no space for: a post's text, a transcript, a gift's greeting.
  private func passage(_ type: String, _ content: JSONNode?) -> FacetedText? {
    guard let content else { return nil }
    let words: String?
    switch type {
    case "wall", "wall_reply": words = content.text("text")
    case "audio_message": words = content.text("transcript")
    case "gift", "money_transfer", "money_request": words = content.text("comment", "message")
    default: words = nil
    }
    guard let words, !words.isEmpty else { return nil }
    var passage = FacetedText("")
    if type.hasPrefix("wall"), let author = content.int("from_id", "owner_id", "to_id"), author != 0 {
      passage.append(line: FacetedText(answer.name(of: author)).marked(.bold))
    }
    passage.append(line: VKConversations.text(words))
    return passage
  }

  /// The maximum depth of messages forwarded within forwarded messages.
  private static let forwardLimit = 32

  /// A forwarded message with its author, and the messages forwarded within it. Its attachments become the entry's.
  private mutating func forwarded(_ node: JSONNode, depth: Int, into entry: inout ChatEntry) -> FacetedText {
    var passage = FacetedText("")
    if let author = node.int("from_id", "user_id", "uid"), author != 0 {
      passage.append(line: FacetedText(answer.name(of: author)).marked(.bold))
    }
    passage.append(line: VKConversations.text(node.text("text", "body") ?? ""))
    let before = entry.passages
    entry.passages = []
    addAttachments(of: node, to: &entry)
    let inner = entry.passages
    entry.passages = before
    for words in inner { passage.append(line: words) }
    guard depth < Self.forwardLimit else {
      reading.omit("forwarded message", "forwarded messages", node.list("fwd_messages").count)
      return passage
    }
    for message in node.list("fwd_messages") + [node.object("reply_message")].compactMap({ $0 }) {
      passage.append(line: forwarded(message, depth: depth + 1, into: &entry).marked(.quote))
    }
    return passage
  }

  // MARK: Events

  private static let actions: [String: SystemKind] = [
    "chat_create": .groupCreated, "chat_title_update": .titleChanged, "chat_photo_update": .photoChanged,
    "chat_photo_remove": .photoRemoved, "chat_invite_user": .membersInvited, "chat_kick_user": .memberRemoved,
    "chat_invite_user_by_link": .joinedByLink, "chat_invite_user_by_message_request": .memberJoined,
    "chat_invite_user_by_call": .invitedToGroupCall, "chat_pin_message": .messagePinned,
    "chat_screenshot": .screenshotTaken, "conversation_style_update": .appearanceChanged,
    "chat_group_call_started": .groupCall, "call_ended": .call,
  ]

  private func detail(of node: JSONNode, _ action: String) -> String? {
    let object = node.object("action") ?? node
    let isOld = node.object("action") == nil
    var facts = [object.text(isOld ? "action_text" : "text").map { "«\($0)»" }].compactMap { $0 }
    if let member = object.int(isOld ? "action_mid" : "member_id"), member != 0, member != node.int("from_id") {
      facts.append(answer.name(of: member))
    }
    for key in isOld ? ["action_email", "action_message"] : ["email", "message", "style"] {
      if let words = object.text(key) { facts.append(words) }
    }
    if Self.actions[action] == nil {
      facts.insert(action.split(separator: "_").drop { $0 == "chat" }.joined(separator: " "), at: 0)
    }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }

  /// The length and the state of a call; nil for a message without one.
  private func call(in node: JSONNode) -> String? {
    for attachment in node.list("attachments") {
      guard let call = attachment.object("call", "group_call_in_progress") else { continue }
      let seconds = call.int("duration", "time") ?? 0
      let facts = [
        seconds > 0 && seconds < 1_000_000 ? TelegramDetail.clock(seconds) : nil,
        call.text("state").flatMap { $0 == "reached" ? nil : $0.split(separator: "_").joined(separator: " ") },
      ].compactMap { $0 }
      return facts.joined(separator: ", ")
    }
    return nil
  }

  // MARK: Comments

  /// The comments below one post, photo or topic, with the answers to each.
  private mutating func threads(of comments: [JSONNode]) -> [Chat] {
    var places: [String] = []
    var groups: [String: [JSONNode]] = [:]
    for comment in comments {
      let post = comment.text("post_id").map { "wall\(comment.text("owner_id") ?? "")_\($0)" } ?? ""
      if groups[post] == nil { places.append(post) }
      groups[post, default: []].append(comment)
    }
    return places.map { post in
      var chat = Chat(service: .vk, name: post.isEmpty ? nil : "Comments (\(post))")
      chat.id = post.isEmpty ? nil : "comments \(post)"
      chat.entries = (groups[post] ?? []).flatMap { comment in
        [self.comment(comment)]
          + (comment.object("thread")?.list("items") ?? []).filter { $0.value.object != nil }.map { self.comment($0) }
      }
      return chat
    }
  }

  private mutating func comment(_ node: JSONNode) -> ChatEntry {
    let author = node.int("from_id", "uid")
    var entry = ChatEntry(
      id: node.text("id", "cid") ?? "",
      author: author.flatMap { $0 == 0 ? nil : .init(id: String($0), name: answer.name(of: $0)) }, date: date(node))
    read(node, into: &entry)
    entry.replyTo = node.text("reply_to_comment", "reply_to_cid") ?? node.list("parents_stack").last?.value.text
    if let likes = node.object("likes")?.int("count"), likes > 0 { entry.reactions.append(.init("❤️", likes)) }
    account(for: node, in: entry)
    let hidden = (node.object("thread")?.int("count") ?? 0) - (node.object("thread")?.list("items").count ?? 0)
    reading.omit("answer to a comment", "answers to comments", max(0, hidden))
    return entry
  }
}

extension ChatFormat {
  static let vk = ChatFormat(
    service: .vk, source: "VK's messages and comments", isDocument: VKArchivePage.isDocument,
    isOpening: VKArchivePage.recognises
  ) { export in
    export.readVKArchive()
    for document in export.documents where document.root != nil {
      guard let root = document.root, let (chats, reading) = VKChatReader.read(root, document) else { continue }
      _ = export.take { $0.number == document.number && $0.name == document.name }
      for chat in chats { export.add(chat, from: [document]) }
      export.holdsSeveral = export.holdsSeveral || chats.count > 1
      export.add(reading)
    }
  }
}

extension ChatService {
  package static let vk = ChatService(rawValue: "vk", name: "VK", marksLinks: true)
}
