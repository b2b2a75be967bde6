/// What a message carries beside its text.
package struct ChatMedium: Hashable, Sendable {
  package typealias Kind = MediaKind

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
