extension Post {
  /// What an entry of a conversation is beside what any post is: its author, date, text and attachments are the post's own.
  package struct Message: Hashable, Sendable {
    /// How many colours there are for people.
    package static let colourCount = 7

    package enum Form: Hashable, Sendable {
      case words
      /// What is left of a message that was removed.
      case deleted
      /// What happened.
      case notice(SystemKind)
    }

    /// A message that is answered, as far as the conversation has it.
    package struct Answered: Hashable, Sendable {
      /// The post's id; nil where the message is not there.
      package var post: String?
      /// Nil where nobody knows who wrote it.
      package var author: ChatEntry.Author?
      /// As that of a message.
      package var colour: Int
      /// Its first words, on one line; empty where it has none.
      package var opening: String
      /// What it carries first.
      package var medium: MediaKind?
      /// What happened, of an entry that tells that.
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
    /// Written by whose conversation it is.
    package var isOutgoing: Bool
    /// Whether names and faces tell who speaks: in a conversation of more than two.
    package var isInGroup: Bool
    /// Whose it is as a number, by which colours tell people apart: 0 up to `colourCount`.
    package var colour: Int
    package var answered: Answered?
    package var forward: ChatEntry.Forward?
    package var reactions: [ChatEntry.Reaction]
    /// Otherwise the post's date is what a clock showed of which nobody knows the zone, as if it stood in UTC.
    package var isUTC: Bool

    package init(
      _ form: Form = .words, isOutgoing: Bool = false, isInGroup: Bool = false, colour: Int = 0,
      answered: Answered? = nil,
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

  /// What stands between the messages of a conversation.
  package enum Separator: Hashable, Sendable {
    /// Days since 1 January 1970, where the reader is.
    case day(Int)
    /// Above the first message that was not read.
    case unread
  }
}
