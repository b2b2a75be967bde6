import DataFormats

/// Reads the JSON of Element's "Export chat". Events that change other events (edits, reactions, redactions) are not
/// entries.
struct MatrixChatReader {
  private var reading: ChatReaderContext
  /// Display names from the member events so far.
  private var names: [String: String] = [:]
  private var changes: MatrixChanges

  static func recognises(_ root: JSONNode) -> Bool {
    guard let messages = root.child("messages"), messages.value.array != nil else { return false }
    let first = messages.samples
    return first.isEmpty
      ? root.child("room_name") != nil
      : first.contains { $0.child("origin_server_ts") != nil && $0.child("sender") != nil }
  }

  static func read(_ root: JSONNode, file: String) -> (chat: Chat, reading: ChatReaderContext) {
    var reading = ChatReaderContext(file: file)
    let events = reading.objects(root.child("messages")?.listed() ?? [])
    var reader = MatrixChatReader(reading: reading, changes: MatrixChanges(events))
    var chat = Chat(service: .matrix, name: root.value["room_name"]?.text)
    chat.id = events.lazy.compactMap { $0.text("room_id") }.first
    chat.owner = root.text("exported_by")
    chat.entries = events.compactMap { reader.entry($0) }
    return (chat, reader.reading)
  }

  private init(reading: ChatReaderContext, changes: MatrixChanges) {
    self.reading = reading
    self.changes = changes
  }

  private static let messages: Set = [
    "m.room.message", "m.sticker", "m.poll.start", "org.matrix.msc3381.poll.start", "m.room.encrypted",
  ]

  private mutating func entry(_ event: JSONNode) -> ChatEntry? {
    let type = event.text("type") ?? ""
    let sender = event.text("sender")
    var content = event.object("content")
    if type == "m.room.member", let key = event.text("state_key") {
      names[key] = content?.text("displayname")
    }
    if MatrixChanges.isChange(event) { return nil }
    let id = event.value["event_id"]?.text ?? ""
    var entry = ChatEntry(
      id: id, author: sender.map { .init(id: $0, name: names[$0] ?? $0) },
      date: reading.date(event, "origin_server_ts", ChatReaderContext.milliseconds))
    entry.reactions = changes.reactions(of: event)
    guard Self.messages.contains(type) else {
      let membership = type == "m.room.member" ? content?.text("membership").map { ":\($0)" } ?? "" : ""
      entry.kind = .service(Self.event(type + membership, event), action: type + membership)
      return entry
    }
    entry.replyTo = Self.reply(content)
    entry.isDeleted = changes.isRedacted(event)
    if let edit = changes.edit(of: event) {
      entry.isEdited = true
      content = edit.content ?? content
    }
    (entry.text, entry.media) = Self.body(type, content, isReply: entry.replyTo != nil)
    return entry
  }

  private static func event(_ action: String, _ event: JSONNode) -> SystemKind {
    let before = event.object("unsigned")?.object("prev_content") ?? event.object("prev_content")
    let isAnothers = event.text("state_key").map { $0 != event.text("sender") } ?? false
    return switch action {
    case "m.room.create": .roomCreated
    // A member who has already joined changed the name or avatar.
    case "m.room.member:join": before?.text("membership") == "join" ? .profileChanged : .memberJoined
    case "m.room.member:leave":
      // The person may also have been unbanned.
      before?.text("membership") == "ban" ? .permissionsChanged : isAnothers ? .memberRemoved : .memberLeft
    case "m.room.member:invite", "m.room.third_party_invite": .memberInvited
    case "m.room.member:ban": .memberBanned
    case "m.room.name": .titleChanged
    case "m.room.topic": .topicChanged
    case "m.room.avatar": .roomPictureChanged
    case "m.room.encryption": .encryptionEnabled
    case "m.room.power_levels", "m.room.server_acl": .permissionsChanged
    case "m.room.join_rules": .joinRulesChanged
    case "m.room.history_visibility": .historyAccessChanged
    case "m.room.guest_access": .guestAccessChanged
    case "m.room.pinned_events": .messagePinned
    case "m.call.invite": .call
    case "m.room.tombstone": .roomMoved
    case "m.room.canonical_alias", "m.room.aliases": .addressChanged
    case "m.room.retention": .messagesVanish
    default: .named(action.hasPrefix("m.") ? String(action.dropFirst(2)) : action)
    }
  }

  /// The message that is replied to; for a fallback reply within a thread, the thread's root.
  private static func reply(_ content: JSONNode?) -> String? {
    guard let relation = content?.object("m.relates_to") else { return nil }
    if relation.text("rel_type") == "m.thread", relation.isTrue("is_falling_back") { return relation.text("event_id") }
    return relation.object("m.in_reply_to")?.text("event_id")
      ?? (relation.text("rel_type") == "m.thread" ? relation.text("event_id") : nil)
  }

  // MARK: Content

  private static func body(_ type: String, _ content: JSONNode?, isReply: Bool) -> (String, [ChatMedium]) {
    guard let content else { return ("", []) }
    let body = content.words("body")
    if type.hasSuffix("poll.start") { return ("", [poll(content)]) }
    if type == "m.sticker" { return ("", [medium(.sticker, content)]) }
    let kind: ChatMedium.Kind
    switch content.text("msgtype") {
    case "m.image": kind = .photo
    case "m.video": kind = .video
    case "m.audio": kind = content.child("org.matrix.msc3245.voice") == nil ? .audio : .voice
    case "m.file": kind = .file
    case "m.location": return ("", [ChatMedium(.location, address: content.text("geo_uri"), title: body)])
    default: return (isReply ? withoutFallback(body) : body, [])
    }
    // A body that differs from the file name is a caption.
    let isCaption = content.text("filename").map { $0 != body } ?? false
    return (isCaption ? body : "", [medium(kind, content)])
  }

  /// Removes the "> <@…" lines and the blank line before the actual text.
  private static func withoutFallback(_ body: String) -> String {
    guard body.hasPrefix("> <") || body.hasPrefix("> * <") else { return body }
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.first?.hasPrefix("> ") == true || lines.first == ">" { lines.removeFirst() }
    if lines.first?.isEmpty == true { lines.removeFirst() }
    return lines.joined(separator: "\n")
  }

  private static func medium(_ kind: ChatMedium.Kind, _ content: JSONNode) -> ChatMedium {
    let info = content.object("info")
    var medium = ChatMedium(
      kind, address: content.text("url") ?? content.object("file")?.text("url"), title: content.text("filename", "body")
    )
    (medium.width, medium.height) = (info?.positive("w"), info?.positive("h"))
    medium.size = info?.positive("size")
    medium.duration = info?.positive("duration").map { $0 / 1000 }
    medium.thumbnail = info?.text("thumbnail_url")
    return medium
  }

  private static func poll(_ content: JSONNode) -> ChatMedium {
    let poll = content.object("m.poll.start", "org.matrix.msc3381.poll.start", "m.poll")
    func text(_ node: JSONNode?) -> String {
      node?.text("body", "m.text", "org.matrix.msc1767.text") ?? node?.list("m.text").first?.text("body") ?? ""
    }
    var medium = ChatMedium(.poll, title: text(poll?.object("question")))
    medium.answers = poll?.list("answers").map { ChatMedium.Answer(text: text($0)) } ?? []
    return medium
  }
}

/// Changes to other events of a room: the last edit by the same sender, reactions, redactions.
struct MatrixChanges {
  private var edits: [String: (sender: String?, event: JSONNode)] = [:]
  private var reactions: [String: Reactions] = [:]
  private var redacted: Set<String> = []

  /// Whether the event only changes other events.
  static func isChange(_ event: JSONNode) -> Bool {
    let type = event.text("type")
    if type == "m.reaction" || type == "m.room.redaction" { return true }
    return relation(event)?.text("rel_type") == "m.replace"
  }

  private static func relation(_ event: JSONNode) -> JSONNode? { event.object("content")?.object("m.relates_to") }

  init(_ events: [JSONNode]) {
    var senders: [String: String] = [:]
    for event in events { if let id = event.text("event_id") { senders[id] = event.text("sender") } }
    for event in events {
      let relation = Self.relation(event)
      switch event.text("type") {
      case "m.reaction":
        guard let id = relation?.text("event_id") else { continue }
        reactions[id, default: Reactions()].add(relation?.text("key") ?? "?")
      case "m.room.redaction":
        if let id = event.text("redacts") ?? event.object("content")?.text("redacts") { redacted.insert(id) }
      default:
        guard relation?.text("rel_type") == "m.replace", let id = relation?.text("event_id") else { continue }
        let sender = event.text("sender")
        guard senders[id] == nil || senders[id] == sender else { continue }
        if let known = edits[id], Self.time(known.event) > Self.time(event) { continue }
        edits[id] = (sender, event)
      }
    }
  }

  private static func time(_ event: JSONNode) -> Int { event.int("origin_server_ts") ?? .min }

  /// The reactions to one event, in order of first occurrence.
  private struct Reactions {
    private(set) var list: [ChatEntry.Reaction] = []
    private var places: [String: Int] = [:]

    mutating func add(_ symbol: String) {
      if let place = places[symbol] {
        list[place].count += 1
      } else {
        places[symbol] = list.count
        list.append(.init(symbol, 1))
      }
    }
  }

  struct Edit {
    /// The event that redacted the content; nil if the server has already replaced it.
    let content: JSONNode?
  }

  func edit(of event: JSONNode) -> Edit? {
    if let id = event.text("event_id"), let edit = edits[id] {
      return Edit(content: edit.event.object("content")?.object("m.new_content"))
    }
    guard let edit = event.object("unsigned")?.object("m.relations")?.object("m.replace") else { return nil }
    return Edit(content: edit.object("content")?.object("m.new_content"))
  }

  /// The reactions from events, or else the server's summary.
  func reactions(of event: JSONNode) -> [ChatEntry.Reaction] {
    if let id = event.text("event_id"), let own = reactions[id] { return own.list }
    let chunk = event.object("unsigned")?.object("m.relations")?.object("m.annotation")?.child("chunk")?.listed() ?? []
    return chunk.compactMap { each in each.int("count").map { .init(each.text("key") ?? "?", max(0, $0)) } }
  }

  func isRedacted(_ event: JSONNode) -> Bool {
    event.object("unsigned")?.child("redacted_because") != nil || event.text("event_id").map(redacted.contains) ?? false
  }
}

extension ChatFormat {
  static let matrix = ChatFormat(service: .matrix, source: "Element's JSON") { export in
    export.readChats(MatrixChatReader.recognises, read: { MatrixChatReader.read($0, file: $1.name) })
  }
}

extension ChatService {
  package static let matrix = ChatService(rawValue: "matrix", name: "Matrix")
}
