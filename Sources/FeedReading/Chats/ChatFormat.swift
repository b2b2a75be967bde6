import DataFormats

/// The description of a service's chat exports. Each is in the service's own folder.
struct ChatFormat: Sendable {
  /// All formats, in the order in which they claim documents of an export.
  static let all: [ChatFormat] = [
    .whatsApp, .line, .kakaoTalk, .iMessage, .signal, .slack, .telegram, .discord, .matrix, .meta, .googleChat,
    .hangouts, .x, .vk,
  ]

  let service: ChatService
  /// The source's name for hints: `WhatsApp's text`.
  let source: String
  /// Whether a non-JSON file is one of its documents, by its lowercase name.
  var isDocument: @Sendable (_ name: String) -> Bool = { _ in false }
  /// Whether a text that is not JSON starts like one of its documents.
  var isOpening: @Sendable (_ bytes: [UInt8]) -> Bool = { _ in false }
  /// Whether a text with an object of JSON on each line is one of its documents, by its beginning.
  var isLines: @Sendable (_ text: String) -> Bool = { _ in false }
  /// A file in a folder next to its page: the page displays it, but it contains no data.
  var companion: (file: String, page: String)?
  /// The chat's name from a file name; nil if the name is not the service's.
  var title: @Sendable (_ name: String) -> String? = { _ in nil }
  /// Claims its own documents of the export, and adds their chats.
  let read: @Sendable (inout ChatExport) -> Void
}

/// A service whose chat exports can be read. Each is declared in its own folder; `ChatFormat.all` lists them.
package struct ChatService: Sendable {
  package let rawValue: String
  /// The service's own spelling of its name.
  package let name: String
  /// Whether the photos of an album are separate messages without a reference to each other.
  var partsAlbums = false
  /// Whether its exports mark links in texts.
  var marksLinks = false
  /// Whether a message with a poll repeats it as text.
  var repeatsPolls = false
  /// Whether its exports have no message ids, so that messages are numbered.
  var countsEntries = false
  /// Whether its exports never tell who made them, so that the user has to.
  package var hidesOwner = false
  /// Whether a message's text next to a file only says that its author sent one.
  var tellsOfFile: @Sendable (_ text: String, _ author: String) -> Bool = { _, _ in false }

  /// The names of all services.
  package static var names: [String] { ChatFormat.all.map(\.service.name) }

  /// Whether a non-JSON file may contain conversations.
  ///
  /// - Parameter name: In lowercase.
  package static func isDocument(_ name: String) -> Bool { ChatFormat.all.contains { $0.isDocument(name) } }

  /// Files in a folder next to a page that contain no data, each with the page's name.
  package static var companions: [(file: String, page: String)] { ChatFormat.all.compactMap(\.companion) }

  /// The chat's name from the name of a file, archive or folder; nil for names that any export may have.
  package static func title(ofFile name: String) -> String? {
    var title = ChatFormat.all.lazy.compactMap { $0.title(name) }.first ?? name
    // Remove the number that browsers and file managers add to avoid a name clash.
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

  /// Names that programs give to every export, and common names of folders for them.
  private static let usualNames: Set = [
    "_chat", "chat", "chats", "result", "messages", "export", "exports", "data", "downloads", "inputs", "input",
    "feeds",
    "tmp", "temp",
  ]
  private static let usualBeginnings = ["message_", "chatexport_", "dataexport_"]

  /// Whether a text with an object of JSON on each line contains conversations.
  ///
  /// - Parameter bytes: Its beginning, with the whole first line if possible.
  package static func isLines(opening bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "{") else {
      return false
    }
    let text = DocumentText(bytes).string
    return ChatFormat.all.contains { $0.isLines(text) }
  }

  /// Whether a text with this beginning contains a conversation, whatever its name.
  package static func isDocument(opening bytes: [UInt8]) -> Bool { ChatFormat.all.contains { $0.isOpening(bytes) } }
}

extension ChatService: Hashable {
  package static func == (left: ChatService, right: ChatService) -> Bool { left.rawValue == right.rawValue }
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
