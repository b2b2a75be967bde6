import Basics
import DataFormats

/// Reads Google Hangouts' `Hangouts.json` from Takeout: `conversations`, and `conversation_state` in downloads before 2018.
struct HangoutsChatReader {
  private var reading: ChatReaderContext
  /// The names of the conversation's people, by id.
  private var names: [String: String] = [:]

  static func recognises(_ root: JSONNode) -> Bool {
    guard let first = Self.conversations(of: root).first, let node = description(of: first) else { return false }
    return node.child("participant_data") != nil || node.child("current_participant") != nil
  }

  static func read(_ root: JSONNode, file: String) -> (chats: [Chat], reading: ChatReaderContext) {
    var reader = HangoutsChatReader(reading: ChatReaderContext(file: file))
    let chats = reader.reading.objects(conversations(of: root)).map { reader.chat($0) }
    return (chats, reader.reading)
  }

  private static func conversations(of root: JSONNode) -> [JSONNode] {
    (root.child("conversations") ?? root.child("conversation_state"))?.listed() ?? []
  }

  /// The name and the people of a conversation.
  private static func description(of node: JSONNode) -> JSONNode? {
    (node.object("conversation") ?? node.object("conversation_state"))?.object("conversation")
  }

  private mutating func chat(_ node: JSONNode) -> Chat {
    let conversation = Self.description(of: node)
    let people = conversation?.list("participant_data") ?? []
    names = [:]
    for person in people {
      guard let id = Self.id(person.object("id")) else { continue }
      names[id] = person.text("fallback_name") ?? person.object("phone_number")?.text("e164") ?? id
    }
    let events = node.child("events") ?? node.object("conversation_state")?.child("event")
    let nodes = reading.objects(events?.listed() ?? [])
    var chat = Chat(service: .hangouts, name: conversation?.text("name"))
    chat.id =
      conversation?.object("id")?.text("id")
      ?? (node.object("conversation") ?? node).object("conversation_id")?.text("id")
    let state = conversation?.object("self_conversation_state")
    chat.owner =
      Self.id(state?.object("self_read_state")?.object("participant_id"))
      ?? nodes.lazy.compactMap { Self.id($0.object("self_event_state")?.object("user_id")) }.first
    if chat.name == nil {
      let others = people.compactMap { Self.id($0.object("id")) }.filter { $0 != chat.owner }.compactMap { names[$0] }
      chat.name = others.isEmpty ? nil : others.listed
    }
    chat.entries = nodes.map { entry($0) }.inOrderOfTime
    return chat
  }

  private static func id(_ node: JSONNode?) -> String? { node?.text("gaia_id", "chat_id") }

  private mutating func entry(_ node: JSONNode) -> ChatEntry {
    let sender = Self.id(node.object("sender_id"))
    var entry = ChatEntry(
      id: node.text("event_id") ?? "", author: sender.map { .init(id: $0, name: names[$0] ?? $0) },
      date: reading.date(node, "timestamp", ChatReaderContext.anyUnit))
    if let message = node.object("chat_message") {
      readMessage(message, into: &entry)
    } else if let call = node.object("hangout_event") {
      let type = call.text("event_type") ?? node.text("event_type") ?? "hangout"
      entry.kind = .service(.call, action: type)
      let seconds = call.text("hangout_duration_secs").flatMap { Int($0) } ?? 0
      let length = seconds > 0 ? TelegramDetail.clock(seconds) : nil
      let facts = [length, people(call.list("participant_id"), besides: sender)].compactMap { $0 }
      entry.detail = facts.isEmpty ? nil : facts.joined(separator: ", ")
    } else if let change = node.object("membership_change") {
      let isLeaving = change.text("type") == "LEAVE"
      entry.kind = .service(isLeaving ? .memberLeft : .memberAdded, action: change.text("type") ?? "membership_change")
      entry.detail = people(change.list("participant_id"), besides: isLeaving ? sender : nil)
    } else if let rename = node.object("conversation_rename") {
      entry.kind = .service(.titleChanged, action: "conversation_rename")
      entry.detail = rename.text("new_name").map { "«\($0)»" }
    } else {
      let type = node.text("event_type") ?? "event"
      entry.kind = .service(.named(type.lowercased()), action: type)
    }
    reading.account(
      for: node, in: entry, knowing: Self.members, apart: Self.apart, silent: ["type", "leave_reason", "old_name"])
    return entry
  }

  /// The members of an event that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "conversation_id", "sender_id", "timestamp", "chat_message", "hangout_event", "membership_change",
    "conversation_rename", "event_id", "event_type", "advances_sort_timestamp", "event_otr", "delivery_medium",
  ]

  /// Members that name people, and the state of an event.
  private static let apart: Set = [
    "sender_id", "self_event_state", "delivery_medium", "event_otr", "conversation_id", "event_version", "event_type",
  ]

  private func people(_ ids: [JSONNode], besides sender: String?) -> String? {
    let ids = ids.compactMap { Self.id($0) }.filter { $0 != sender }
    return ids.isEmpty ? nil : ids.map { names[$0] ?? $0 }.joined(separator: ", ")
  }

  // MARK: Messages

  private func readMessage(_ message: JSONNode, into entry: inout ChatEntry) {
    let content = message.object("message_content")
    var words = FacetedText("")
    for segment in content?.list("segment") ?? [] { words.append(Self.words(of: segment)) }
    (entry.text, entry.facets) = (words.string, words.facets.inOrder)
    for attachment in content?.list("attachment") ?? [] {
      if let item = attachment.object("embed_item") { entry.media.append(Self.medium(item)) }
    }
    // A picture is preceded by its own address.
    let isAddress = entry.media.contains { $0.address == entry.text }
    if isAddress { entry.drawn = FacetedText("") }
    // `/me` of the desktop app.
    if message.list("annotation").contains(where: { $0.int("type") == 4 }) {
      entry.drawn = words.acting(entry.author?.name)
    }
  }

  private static func words(of segment: JSONNode) -> FacetedText {
    if segment.text("type") == "LINE_BREAK" { return FacetedText("\n") }
    var words = FacetedText(segment.words("text"))
    let format = segment.object("formatting")
    let kinds = [("bold", Facet.Kind.bold), ("italics", .italic), ("italic", .italic), ("strikethrough", .struck)]
    for (key, kind) in kinds where format?.isTrue(key) == true { words = words.marked(kind) }
    let target = segment.object("link_data")?.text("link_target", "display_url")
    if let url = target.flatMap(WebAddress.init(written:)), !words.string.isEmpty {
      words.facets.append(Facet(range: 0..<words.string.utf8.count, kind: .link, url: url))
    }
    return words
  }

  private static func medium(_ item: JSONNode) -> ChatMedium {
    if let photo = item.object("plus_photo") ?? item.object("embeds.PlusPhoto.plus_photo") {
      let kinds: [String: ChatMedium.Kind] = ["VIDEO": .video, "ANIMATED_PHOTO": .animation]
      let thumbnail = photo.object("thumbnail")
      let address = photo.text("url") ?? thumbnail?.text("image_url", "url")
      return ChatMedium(kinds[photo.text("media_type") ?? ""] ?? .photo, address: address, title: photo.text("title"))
    }
    if let audio = item.object("plus_audio_v2") {
      var medium = ChatMedium(.audio, address: audio.object("embed_url")?.text("url") ?? audio.text("url"))
      medium.duration = audio.positive("duration")
      return medium
    }
    if let place = item.object("place_v2") ?? item.object("embeds.PlaceV2.place_v2") {
      var medium = ChatMedium(.venue, address: place.text("url"), title: place.text("name"))
      medium.caption = (place.object("address")?.object("postal_address_v2") ?? place.object("address"))?
        .text("name", "street_address", "postal_address")
      return medium
    }
    let thing = item.object("thing_v2") ?? item.object("thing") ?? item
    var medium = ChatMedium(.embed, address: thing.text("url"), title: thing.text("name"))
    medium.caption = thing.text("description")
    return medium
  }
}

extension ChatFormat {
  static let hangouts = ChatFormat(service: .hangouts, source: "Google Hangouts' JSON") { export in
    for document in export.take(where: { $0.root.map(HangoutsChatReader.recognises) ?? false }) {
      guard let root = document.root else { continue }
      let (chats, reading) = HangoutsChatReader.read(root, file: document.name)
      for chat in chats where !chat.entries.isEmpty { export.add(chat, from: [document]) }
      export.holdsSeveral = export.holdsSeveral || chats.count > 1
      export.add(reading)
    }
  }
}

extension ChatService {
  package static let hangouts = ChatService(rawValue: "hangouts", name: "Google Hangouts", marksLinks: true)
}
