import FeedIngest
import JSONTree

/// What there is to know of a service to read its exports of conversations. Each stands in the service's own folder.
struct ChatFormat: Sendable {
  /// All that are read, in the order in which they take their documents out of an export.
  static let all: [ChatFormat] = [.whatsApp, .slack, .telegram, .discord, .matrix, .meta, .googleChat]

  let service: ChatService
  /// What is read of it, for hints: `WhatsApp's text`.
  let source: String
  /// Whether a file that is no JSON by its name (in small letters) is one of its documents.
  var isDocument: @Sendable (_ name: String) -> Bool = { _ in false }
  /// Takes its own documents out of the export, and adds their chats.
  let read: @Sendable (inout ChatExport) -> Void
}

/// A service whose exports are read. Each is named in its own folder; `ChatFormat.all` lists them.
package struct ChatService: Hashable, Sendable {
  package let rawValue: String
  /// As the service writes its own name.
  package let name: String
  /// Of pictures that were sent together each is a message, and none says that it belongs to others.
  var partsAlbums = false
  /// Its exports mark what in a text is a link.
  var marksLinks = false
  /// A message with a poll says it once more in words.
  var repeatsPolls = false

  /// Whether a file that is no JSON may hold conversations.
  ///
  /// - Parameter name: In small letters.
  package static func isDocument(_ name: String) -> Bool { ChatFormat.all.contains { $0.isDocument(name) } }
}
