extension Post {
  /// The additional data of an entry in a conversation: its author, date, text and attachments are the post's own.
  package struct Message: Hashable, Sendable {
    /// The number of colors for people.
    package static let colourCount = 7

    package enum Form: Hashable, Sendable {
      case words
      /// The remains of a removed message.
      case deleted
      /// A message that the export contains in encrypted form only.
      case undecryptable
      /// An event.
      case notice(SystemKind)
    }

    /// The message that is replied to, as far as the conversation has it.
    package struct RepliedMessage: Hashable, Sendable {
      /// The post's id; nil if the message is missing.
      package var post: String?
      /// Nil if the author is unknown.
      package var author: ChatEntry.Author?
      /// The color index, as for a message.
      package var colour: Int
      /// The first words on one line; empty if there are none.
      package var opening: String
      /// The kind of its first attachment.
      package var medium: MediaKind?
      /// The event, if the entry is about one.
      package var event: SystemKind?

      package init(
        post: String? = nil, author: ChatEntry.Author? = nil, colour: Int = 0, opening: String = "",
        medium: MediaKind? = nil, event: SystemKind? = nil
      ) {
        self.colour = colour
        self.event = event
        self.post = post
        self.author = author
        self.opening = opening
        self.medium = medium
      }
    }

    package var form: Form
    /// Whether the conversation's owner wrote it.
    package var isOutgoing: Bool
    /// Whether names and avatars are needed: in a conversation of more than two people.
    package var isInGroup: Bool
    /// The author's color index, from 0 up to `colourCount`.
    package var colour: Int
    package var answered: RepliedMessage?
    package var forward: ChatEntry.Forward?
    package var reactions: [ChatEntry.Reaction]
    /// The facts about an event, in the export's words; nil if there are none.
    package var detail: String?
    /// If false, the post's date is a local time of an unknown zone, stored as if it were UTC.
    package var isUTC: Bool

    package init(
      _ form: Form = .words, isOutgoing: Bool = false, isInGroup: Bool = false, colour: Int = 0,
      answered: RepliedMessage? = nil,
      forward: ChatEntry.Forward? = nil, reactions: [ChatEntry.Reaction] = [], isUTC: Bool = true
    ) {
      self.form = form
      self.isOutgoing = isOutgoing
      self.isInGroup = isInGroup
      self.colour = colour
      self.answered = answered
      self.forward = forward
      self.reactions = reactions
      self.isUTC = isUTC
    }
  }

  /// An item between the messages of a conversation.
  package enum Separator: Hashable, Sendable {
    /// Days since 1 January 1970, in the reader's time zone.
    case day(Int)
    /// The marker above the first unread message.
    case unread
  }
}
