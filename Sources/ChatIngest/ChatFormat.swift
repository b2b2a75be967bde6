import FeedIngest
import JSONTree

/// What there is to know of a service to read its exports of conversations. Each stands in the service's own folder.
struct ChatFormat: Sendable {
  /// All that are read, in the order in which they take their documents out of an export.
  static let all: [ChatFormat] = [.whatsApp, .slack, .telegram, .discord, .matrix, .meta, .googleChat, .x]

  let service: ChatService
  /// What is read of it, for hints: `WhatsApp's text`.
  let source: String
  /// Whether a file that is no JSON by its name (in small letters) is one of its documents.
  var isDocument: @Sendable (_ name: String) -> Bool = { _ in false }
  /// Whether a text, no JSON, begins as one of its documents does.
  var isOpening: @Sendable (_ bytes: [UInt8]) -> Bool = { _ in false }
  /// A file in a folder beside its page, which the page is shown with and nothing is read from.
  var companion: (file: String, page: String)?
  /// What a file's name says that the chat in it is called; nil of a name that is not the service's.
  var title: @Sendable (_ name: String) -> String? = { _ in nil }
  /// Takes its own documents out of the export, and adds their chats.
  let read: @Sendable (inout ChatExport) -> Void
}

/// A service whose exports are read. Each is named in its own folder; `ChatFormat.all` lists them.
package struct ChatService: Sendable {
  package let rawValue: String
  /// As the service writes its own name.
  package let name: String
  /// Of pictures that were sent together each is a message, and none says that it belongs to others.
  var partsAlbums = false
  /// Its exports mark what in a text is a link.
  var marksLinks = false
  /// A message with a poll says it once more in words.
  var repeatsPolls = false
  /// Its exports have no ids of messages: they are counted.
  var countsEntries = false
  /// Whether a message's text beside a file says no more than that its author sent one.
  var tellsOfFile: @Sendable (_ text: String, _ author: String) -> Bool = { _, _ in false }

  /// Whether a file that is no JSON may hold conversations.
  ///
  /// - Parameter name: In small letters.
  package static func isDocument(_ name: String) -> Bool { ChatFormat.all.contains { $0.isDocument(name) } }

  /// Files in a folder beside a page that nothing is read from, each with the page's name.
  package static var companions: [(file: String, page: String)] { ChatFormat.all.compactMap(\.companion) }

  /// What a name of a file, an archive or a folder says that the chat in it is called; nil of what any export is called.
  package static func title(ofFile name: String) -> String? {
    var title = ChatFormat.all.lazy.compactMap { $0.title(name) }.first ?? name
    // What browsers and file managers add to a name that is taken.
    if title.last == ")", let open = title.lastIndex(of: "("),
      title[open...].dropFirst().dropLast().allSatisfy(\.isNumber)
    {
      title = String(title[..<open])
    }
    title = title.trimmed
    let plain = title.lowercased()
    let isUsual =
      usualNames.contains(plain) || usualBeginnings.contains(where: plain.hasPrefix)
      || plain.allSatisfy { !$0.isLetter } || ChatFormat.all.contains { $0.service.rawValue == plain }
    return isUsual ? nil : title
  }

  /// Names that programs give to every export, and folders that people put them into.
  private static let usualNames: Set = [
    "_chat", "chat", "chats", "result", "messages", "export", "exports", "data", "downloads", "inputs", "input",
    "feeds",
    "tmp", "temp",
  ]
  private static let usualBeginnings = ["message_", "chatexport_", "dataexport_"]

  /// Whether a text that begins so holds a conversation, whatever it is called.
  package static func isDocument(opening bytes: [UInt8]) -> Bool { ChatFormat.all.contains { $0.isOpening(bytes) } }
}

extension ChatService: Hashable {
  package static func == (left: ChatService, right: ChatService) -> Bool { left.rawValue == right.rawValue }
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
