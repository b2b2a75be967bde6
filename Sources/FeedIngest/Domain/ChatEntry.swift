/// A message, or an entry that tells what happened.
package struct ChatEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case message
    /// What happened; `action` is the source's own name for it.
    case service(SystemKind, action: String)
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
