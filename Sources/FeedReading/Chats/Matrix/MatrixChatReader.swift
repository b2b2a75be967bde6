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
    reader.reading.account(
      forChat: root, named: chat.name, apart: ["messages", "room_creator", "export_date", "exported_by"])
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
    if MatrixChanges.isChange(event), !changes.standsForOriginal(event) { return nil }
    if changes.isVote(event) { return nil }
    var id = event.value["event_id"]?.text ?? ""
    if let original = MatrixChanges.original(of: event) {
      // The original is not in the export: the edit takes its place.
      id = original
      content = content?.object("m.new_content") ?? content
    }
    var entry = ChatEntry(
      id: id, author: sender.map { .init(id: $0, name: names[$0] ?? $0) },
      date: reading.date(event, "origin_server_ts", ChatReaderContext.milliseconds))
    entry.reactions = changes.reactions(of: event)
    guard Self.messages.contains(type) || type.hasPrefix("m.beacon_info") || Self.holdsMessage(type, content) else {
      let membership = type == "m.room.member" ? content?.text("membership").map { ":\($0)" } ?? "" : ""
      entry.kind = .service(Self.event(type + membership, event), action: type + membership)
      entry.detail = detail(of: type + membership, event, content)
      return entry
    }
    entry.replyTo = Self.reply(content)
    entry.isDeleted = changes.isRedacted(event)
    if MatrixChanges.original(of: event) != nil {
      entry.isEdited = true
    } else if let edit = changes.edit(of: event) {
      entry.isEdited = true
      content = edit.content ?? content
    }
    if !entry.isDeleted, type == "m.room.encrypted" || content?.text("msgtype") == "m.bad.encrypted" {
      entry.isUndecryptable = true
      reading.omit("undecryptable message", "undecryptable messages")
      return entry
    }
    (entry.text, entry.media) = Self.body(type, content, isReply: entry.replyTo != nil)
    for index in entry.media.indices where entry.media[index].kind == .poll {
      changes.count(votesFor: event, content, into: &entry.media[index])
    }
    if !entry.text.isEmpty, let content { entry.drawn = drawn(content, entry) }
    entry.passages += (content?.list("com.beeper.linkpreviews") ?? []).compactMap(Self.preview)
    if let content {
      reading.account(for: content, in: entry, knowing: Self.members, apart: Self.apart, silent: ["kind", "mimetype"])
    }
    return entry
  }

  /// The words of a preview of a web page.
  private static func preview(_ node: JSONNode) -> FacetedText? {
    var passage = FacetedText(node.text("og:title") ?? "").marked(.bold)
    for key in ["og:site_name", "og:description"] { passage.append(line: FacetedText(node.words(key))) }
    return passage.string.isEmpty ? nil : passage
  }

  /// Members that name people, files and other messages.
  private static let apart: Set = [
    "m.mentions", "m.relates_to", "m.new_content", "info", "file", "com.beeper.per_message_profile",
    "org.matrix.msc1767.file", "org.matrix.msc1767.image", "org.matrix.msc1767.audio", "org.matrix.msc1767.video",
    "m.file", "m.image", "m.audio", "m.video", "m.asset", "org.matrix.msc3488.asset",
  ]

  /// The members of a message's content that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "body", "msgtype", "format", "formatted_body", "filename", "url", "file", "info", "geo_uri", "m.relates_to",
    "m.new_content", "m.mentions", "m.text", "m.poll", "m.poll.start", "org.matrix.msc3381.poll.start", "m.location",
    "org.matrix.msc1767.text", "org.matrix.msc1767.message", "org.matrix.msc1767.file", "org.matrix.msc1767.image",
    "org.matrix.msc1767.audio", "org.matrix.msc1767.video", "org.matrix.msc3245.voice", "org.matrix.msc3488.location",
    "org.matrix.msc3488.asset", "org.matrix.msc3488.ts", "m.asset", "m.ts", "description", "live", "timeout",
    "com.beeper.linkpreviews", "com.beeper.per_message_profile", "m.message", "m.html", "m.file", "m.image", "m.audio",
    "m.video", "external_url", "fi.mau.telegram.source", "page_url", "shared_by",
  ]

  /// Whether an event of an unknown type has a text of its own.
  private static func holdsMessage(_ type: String, _ content: JSONNode?) -> Bool {
    guard let content, type != "m.room.member", !type.hasPrefix("m.call."), !type.hasPrefix("m.key.") else {
      return false
    }
    return content.text("body") != nil || content.text("org.matrix.msc1767.text") != nil
  }

  /// The text as clients draw it: with its markup, and for an emote with its author.
  private func drawn(_ content: JSONNode, _ entry: ChatEntry) -> FacetedText? {
    var drawn: FacetedText?
    if content.text("format") == "org.matrix.custom.html", let html = content.text("formatted_body") {
      drawn = FacetedText(html: html, without: "mx-reply")
      // A text whose markup can't be read is drawn unchanged.
      if drawn?.string.isEmpty == true { drawn = nil }
    }
    guard content.text("msgtype") == "m.emote" else { return drawn }
    return (drawn ?? FacetedText(entry.text)).acting(entry.author?.name)
  }

  /// The facts about an event: a room's new name or topic, the person it is about, a reason.
  private func detail(of action: String, _ event: JSONNode, _ content: JSONNode?) -> String? {
    guard let content else { return nil }
    switch action {
    case "m.room.name": return content.text("name").map { "«\($0)»" }
    case "m.room.topic": return content.text("topic")
    case "m.room.tombstone": return content.text("body")
    case "m.room.canonical_alias": return content.text("alias")
    case "m.room.member:invite", "m.room.member:ban", "m.room.member:leave", "m.room.member:kick":
      let person = event.text("state_key")
      let name = person.flatMap { $0 == event.text("sender") ? nil : content.text("displayname") ?? names[$0] ?? $0 }
      let facts = [name, content.text("reason")].compactMap { $0 }
      return facts.isEmpty ? nil : facts.joined(separator: ", ")
    case "m.room.member:join":
      let before = event.object("unsigned")?.object("prev_content") ?? event.object("prev_content")
      guard let old = before?.text("displayname"), let new = content.text("displayname"), old != new else { return nil }
      return "\(old) → \(new)"
    case "m.room.create", "m.room.avatar", "m.room.encryption", "m.room.power_levels", "m.room.server_acl",
      "m.room.join_rules", "m.room.history_visibility", "m.room.guest_access", "m.room.pinned_events", "m.call.invite",
      "m.room.aliases", "m.room.retention", "m.room.member:knock", "m.room.third_party_invite":
      return content.text("display_name")
    default:
      // An event without words of its own: its type and its texts.
      let words = ["name", "body", "topic", "reason", "description", "text"].compactMap { content.text($0) }
      return ([Self.plain(action)] + words).joined(separator: ", ")
    }
  }

  /// `im.vector.modular.widgets` as words: its last parts.
  private static func plain(_ type: String) -> String {
    type.split { !$0.isLetter && !$0.isNumber }.drop { $0 == "m" || $0 == "im" || $0 == "org" }.joined(separator: " ")
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
    if type.contains("beacon_info") {
      return ("", [ChatMedium(.liveLocation, title: content.text("description"))])
    }
    let kind: ChatMedium.Kind
    switch content.text("msgtype") {
    case "m.image": kind = .photo
    case "m.video": kind = .video
    case "m.audio": kind = content.child("org.matrix.msc3245.voice") == nil ? .audio : .voice
    case "m.file": kind = .file
    case "m.location": return ("", [ChatMedium(.location, address: content.text("geo_uri"), title: body)])
    default:
      let words = body.isEmpty ? content.words("org.matrix.msc1767.text") : body
      return (isReply ? withoutFallback(words) : words, [])
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
  /// The ids of all events.
  private var known: Set<String> = []
  /// The last valid vote of each person, by poll.
  private var votes: [String: [String: [String]]] = [:]
  /// The polls that have ended.
  private var ended: Set<String> = []

  /// Whether the event only changes other events.
  static func isChange(_ event: JSONNode) -> Bool {
    let type = event.text("type")
    if type == "m.reaction" || type == "m.room.redaction" { return true }
    return relation(event)?.text("rel_type") == "m.replace"
  }

  private static func relation(_ event: JSONNode) -> JSONNode? { event.object("content")?.object("m.relates_to") }

  init(_ events: [JSONNode]) {
    var senders: [String: String] = [:]
    for event in events {
      guard let id = event.text("event_id") else { continue }
      senders[id] = event.text("sender")
      known.insert(id)
    }
    readVotes(events)
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

  // MARK: Polls

  /// Reads the votes in the order of time, up to the end of each poll.
  private mutating func readVotes(_ events: [JSONNode]) {
    let own = events.filter { Self.poll(of: $0) != nil }
    for event in own.sorted(by: { Self.time($0) < Self.time($1) }) {
      guard let poll = Self.poll(of: event), let sender = event.text("sender") else { continue }
      let content = event.object("content")
      if event.text("type")?.hasSuffix("poll.end") == true {
        ended.insert(poll)
      } else if !ended.contains(poll) {
        let answers =
          content?.object("m.poll.response", "org.matrix.msc3381.poll.response")?.list("answers")
          ?? content?.list("m.selections") ?? []
        votes[poll, default: [:]][sender] = answers.compactMap(\.value.text)
      }
    }
  }

  /// The poll that a vote or an end of voting refers to; nil for other events.
  private static func poll(of event: JSONNode) -> String? {
    guard let type = event.text("type"), type.hasSuffix("poll.response") || type.hasSuffix("poll.end") else {
      return nil
    }
    return relation(event)?.text("event_id")
  }

  /// Whether the event is a vote or an end of voting for a poll that the export contains.
  func isVote(_ event: JSONNode) -> Bool { Self.poll(of: event).map(known.contains) ?? false }

  /// Adds the votes of a poll to its answers.
  func count(votesFor event: JSONNode, _ content: JSONNode?, into medium: inout ChatMedium) {
    guard let id = event.text("event_id") else { return }
    medium.isClosed = ended.contains(id)
    let poll = content?.object("m.poll.start", "org.matrix.msc3381.poll.start", "m.poll")
    let names = poll?.list("answers").map { $0.text("id", "m.id") } ?? []
    let limit = max(1, poll?.int("max_selections") ?? 1)
    var counts: [String: Int] = [:]
    // More answers than allowed are cut; an unknown answer spoils the vote.
    for vote in (votes[id] ?? [:]).values where vote.allSatisfy({ names.contains($0) }) {
      for answer in Set(vote.prefix(limit)) { counts[answer, default: 0] += 1 }
    }
    let voters = (votes[id] ?? [:]).values.count { vote in
      !vote.isEmpty && vote.allSatisfy { names.contains($0) }
    }
    guard voters > 0 || medium.isClosed else { return }
    medium.voters = voters
    for (index, name) in names.enumerated() where medium.answers.indices.contains(index) {
      medium.answers[index].votes = name.flatMap { counts[$0] } ?? 0
    }
  }

  // MARK: Edits

  /// The id of the message that an edit replaces; nil for other events.
  static func original(of event: JSONNode) -> String? {
    let relation = relation(event)
    return relation?.text("rel_type") == "m.replace" ? relation?.text("event_id") : nil
  }

  /// Whether the event is the last edit of a message that the export doesn't contain.
  func standsForOriginal(_ event: JSONNode) -> Bool {
    guard let original = Self.original(of: event), !known.contains(original) else { return false }
    return edits[original]?.event.text("event_id") == event.text("event_id")
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
