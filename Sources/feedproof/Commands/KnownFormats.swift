import FeedReading

/// The formats that can be read, for help.
package enum KnownFormats {
  /// The names of services whose feeds can be read.
  package static let feeds = Service.allCases.filter { ![.events, .chat, .records].contains($0) }.map(\.name)
  /// The names of chat exports that can be read.
  package static let chats = ChatService.names
}
