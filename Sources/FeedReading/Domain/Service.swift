/// A service (or format) of feed documents. Each is declared in its own folder; `FeedFormat.all` lists them.
package struct Service: Hashable, Sendable {
  /// The name in project files, manifests and pages.
  package let rawValue: String
  /// The service's own spelling of its name.
  package let name: String

  init(_ rawValue: String, name: String) {
    (self.rawValue, self.name) = (rawValue, name)
  }

  /// Conversations, whatever service they were exported from.
  package static let chat = Service("chat", name: "a chat")
  /// A project's custom data.
  package static let records = Service("records", name: "own data")
}
