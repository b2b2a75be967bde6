import Drawing

/// Everything that a message of a conversation shows, ready to be arranged.
package struct MessageCard: Hashable, Codable, Sendable {
  /// What a name is coloured by: the same for everything that somebody writes.
  package enum Tint: String, Codable, Sendable, CaseIterable { case red, orange, violet, green, cyan, blue, pink }

  package var id: String
  /// Whose message it is, also where nothing of the card says it.
  package var author: String
  package var isOutgoing: Bool
  /// Of a run: what one person writes without a pause. The first has a name, the last a face and a tail.
  package var isFirst: Bool
  package var isLast: Bool
  /// Over the first of a run, where names tell who speaks.
  package var name: RichText?
  package var tint: Tint
  /// Whether there is room for faces beside the bubbles.
  package var hasFaces: Bool
  /// Beside the last of a run.
  package var face: Face?
  package var bubble: Bubble
  package var reactions: [Reaction]

  package struct Face: Hashable, Codable, Sendable {
    package var initials: String?
    package var tint: Tint
  }

  package struct Reaction: Hashable, Codable, Sendable {
    package var symbol: String
    /// Nil of a single one.
    package var count: String?
    /// "👍, 2 reactions"
    package var spoken: String
  }

  /// What is said, with its time.
  package struct Bubble: Hashable, Codable, Sendable {
    /// "12:34", "edited 12:34"; empty where nobody knows.
    package var time: String
    /// "Forwarded from Anna"
    package var forward: String?
    package var reply: Reply?
    package var body: RichText?
    /// One to three emoji and nothing else, drawn large.
    package var emoji: String?
    /// A picture without a bubble.
    package var sticker: PostCard.PhotoModel?
    package var photo: PostCard.PhotoModel?
    package var album: Album?
    package var videos: [PostCard.Video]
    package var voice: Voice?
    package var polls: [PostCard.Poll]
    package var links: [PostCard.Link]
    package var rows: [PostCard.Row]
    /// Pages that the text leads to, under it.
    package var previews: [PostCard.Row]
    /// "Message deleted"
    package var absence: String?

    /// Nothing but what is drawn without a bubble.
    package var isBare: Bool { emoji != nil || sticker != nil }

    /// Whether photos are all that it shows, so that the time stands on them. On a film its length does.
    package var isPicture: Bool {
      (photo != nil || album != nil) && videos.isEmpty && body == nil && voice == nil && polls.isEmpty && links.isEmpty
        && rows.isEmpty && previews.isEmpty && absence == nil && reply == nil && forward == nil
    }
  }

  package struct Reply: Hashable, Codable, Sendable {
    package var name: String?
    package var text: String
    package var tint: Tint
    /// `#message-17`; nil where the message is not in the conversation.
    package var target: String?
  }

  /// Several pictures in rows of one height.
  package struct Album: Hashable, Codable, Sendable {
    package struct Row: Hashable, Codable, Sendable {
      /// Height ÷ width.
      package var ratio: Double
      package var cells: [Cell]
    }

    package struct Cell: Hashable, Codable, Sendable {
      package var image: ImageReference
      /// Of the row's width, 0…1.
      package var share: Double
    }

    package var rows: [Row]
  }

  /// What somebody said, as a row of bars.
  package struct Voice: Hashable, Codable, Sendable {
    /// "0:14"; nil where nobody knows.
    package var duration: String?
    /// How loud each piece is, 0…1.
    package var levels: [Double]
    /// "Voice message"
    package var title: String
  }
}

/// A line between messages: a day, what happened, the mark above what was not read.
package struct NoticeCard: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable { case service, day, unread }

  package var id: String
  package var kind: Kind
  package var text: RichText
  /// `#message-17`: the message that it is about, where the conversation has it.
  package var target: String?
}
