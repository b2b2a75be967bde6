import FeedIngest

/// A conversation: what was said and what happened, in the order in which it is shown, oldest first.
package struct Chat: Hashable, Sendable {
  package var service: ChatService
  /// Nil where the export gives none.
  package var name: String?
  /// Name or id of who exported it; nil where the export does not say.
  package var owner: String?
  /// Whether it is a feed that many follow: only some can write.
  package var isChannel = false
  package var entries: [ChatEntry]

  package init(service: ChatService, name: String?, entries: [ChatEntry] = []) {
    self.service = service
    self.name = name
    self.entries = entries
  }
}

/// A service whose exports are read.
package enum ChatService: String, Codable, Sendable, CaseIterable {
  case telegram, discord, slack, matrix, meta
  case googleChat = "google-chat"
  case whatsApp = "whatsapp"

  /// As the service writes its own name.
  package var name: String {
    switch self {
    case .telegram: "Telegram"
    case .discord: "Discord"
    case .slack: "Slack"
    case .matrix: "Matrix"
    case .meta: "Messenger or Instagram"
    case .googleChat: "Google Chat"
    case .whatsApp: "WhatsApp"
    }
  }
}
