import FeedIngest

/// A conversation: what was said and what happened, in the order in which it is shown, oldest first.
package struct Chat: Hashable, Sendable {
  package var service: ChatService
  /// Nil where the export gives none.
  package var name: String?
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

/// A message, or an entry that tells what happened.
package struct ChatEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case message
    /// `action` is the source's own name for what happened.
    case service(action: String)
  }

  /// The source's; unique within the chat in a sound export.
  package var id: String
  package var kind: Kind
  /// Nil of a deleted account.
  package var author: Author?
  /// Nil where the export gives none.
  package var date: ChatDate?
  /// Plain and decoded; marks that are part of the text stay. Never trimmed, line ends are LF.
  package var text: String
  package var facets: [Facet]
  /// Id of the message that is answered; it may be missing from the chat.
  package var replyTo: String?
  package var forward: Forward?
  package var isEdited: Bool
  /// A placeholder of a message that was removed.
  package var isDeleted: Bool
  package var media: [ChatMedium]
  package var reactions: [Reaction]
  /// Of a service entry: the message that was pinned, scored, paid, ….
  package var target: String?

  package init(id: String, kind: Kind = .message, author: Author? = nil, date: ChatDate? = nil, text: String = "") {
    self.id = id
    self.kind = kind
    self.author = author
    self.date = date
    self.text = text
    facets = []
    isEdited = false
    isDeleted = false
    media = []
    reactions = []
  }

  /// Who wrote an entry. People are told apart by id, or by name where the export has no ids.
  package struct Author: Hashable, Sendable {
    package var id: String?
    package var name: String

    package init(id: String? = nil, name: String) {
      self.id = id
      self.name = name
    }
  }

  package enum Forward: Hashable, Sendable {
    case unknown
    case from(String)
  }

  package struct Reaction: Hashable, Sendable {
    /// The emoji itself, or its name between colons.
    package var symbol: String
    package var count: Int

    package init(_ symbol: String, _ count: Int) {
      self.symbol = symbol
      self.count = count
    }
  }

  /// Of all reactions; nil where there are none.
  package var reactionCount: Int? {
    reactions.isEmpty ? nil : reactions.reduce(0) { $0.addingReportingOverflow($1.count).partialValue }
  }
}

/// What a message carries beside its text.
package struct ChatMedium: Hashable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case photo, video, voice, audio, animation, sticker, file, contact, location, venue, poll, todo, game, invoice,
      giveaway, embed, link
    case videoNote = "video_note"
    case liveLocation = "live_location"
    case giveawayResults = "giveaway_results"
    case paidMedia = "paid_media"

    /// By a file's ending, where the format has no type.
    package init(fileName: String) {
      let name = fileName.prefix { $0 != "?" && $0 != "#" }
      let ending = name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() ?? ""
      self =
        switch ending {
        case "png", "jpg", "jpeg", "gif", "webp", "bmp", "heic", "avif", "svg": .photo
        case "mp4", "mov", "webm", "m4v", "mkv", "avi", "3gp": .video
        case "mp3", "ogg", "opus", "wav", "flac", "m4a", "aac": .audio
        default: .file
        }
    }

    /// By a media type such as `image/png`; nil of any other.
    package init?(mediaType: String) {
      switch mediaType.prefix(while: { $0 != "/" }) {
      case "image": self = .photo
      case "video": self = .video
      case "audio": self = .audio
      default: return nil
      }
    }
  }

  package var kind: Kind
  /// A path in the export or an address; nil where it was not downloaded, or where there is no file.
  package var address: String?
  /// A file's name, a poll's question, a contact's name, a link's title.
  package var title: String?
  /// Pixels.
  package var width: Int?
  package var height: Int?
  /// Seconds.
  package var duration: Int?
  /// Bytes.
  package var size: Int?
  /// A still picture of it.
  package var thumbnail: String?
  /// Of a poll.
  package var answers: [Answer] = []

  package struct Answer: Hashable, Sendable {
    package var text: String
    package var votes: Int?

    package init(text: String, votes: Int? = nil) {
      self.text = text
      self.votes = votes
    }
  }

  package init(_ kind: Kind, address: String? = nil, title: String? = nil) {
    self.kind = kind
    self.address = address
    self.title = title
  }
}
