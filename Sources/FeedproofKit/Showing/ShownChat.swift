import ChatIngest
import FeedIngest

/// A chat as `show --stage message --json` prints it.
struct ShownChat: Encodable {
  var chat: Chat

  private enum Key: CodingKey { case chat, entries }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(chat.name, forKey: .chat)
    try container.encode(chat.entries.map(ShownEntry.init), forKey: .entries)
  }
}

/// An account's or a workspace's chats.
struct ShownChats: Encodable {
  var chats: [ShownChat]
}

struct ShownEntry: Encodable {
  var entry: ChatEntry

  private enum Key: String, CodingKey {
    case id, kind, author, text, edited, media, reactions, action, target, deleted
    case date = "date_utc"
    case replyTo = "reply_to"
    case forwardedFrom = "forwarded_from"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(entry.id, forKey: .id)
    try container.encode(entry.action == nil ? "message" : "service", forKey: .kind)
    try container.encode(entry.author?.name, forKey: .author)
    try container.encode(entry.date?.description, forKey: .date)
    try container.encode(entry.text, forKey: .text)
    try container.encode(entry.replyTo, forKey: .replyTo)
    try container.encode(entry.forwardedFrom, forKey: .forwardedFrom)
    try container.encode(entry.isEdited, forKey: .edited)
    try container.encode(entry.media.map(\.kind), forKey: .media)
    try container.encode(entry.reactionCount, forKey: .reactions)
    try container.encodeIfPresent(entry.action, forKey: .action)
    try container.encodeIfPresent(entry.target, forKey: .target)
    if entry.isDeleted { try container.encode(true, forKey: .deleted) }
  }
}

extension ChatEntry {
  /// What happened, of a service entry.
  fileprivate var action: String? {
    if case .service(_, let action) = kind { action } else { nil }
  }

  /// Empty where nobody knows from whom.
  fileprivate var forwardedFrom: String? {
    switch forward {
    case nil: nil
    case .unknown?: ""
    case .from(let name)?: name
    }
  }
}
