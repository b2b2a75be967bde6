/// A service (or format) that a feed document can come from. Each is named in its own folder; `FeedFormat.all` lists them.
package struct Service: Hashable, Sendable {
  /// What project files, manifests and pages call it by.
  package let rawValue: String
  /// As the service writes its own name.
  package let name: String

  init(_ rawValue: String, name: String) {
    (self.rawValue, self.name) = (rawValue, name)
  }

  /// Conversations, whatever service they were exported from.
  package static let chat = Service("chat", name: "a chat")
  /// A project's own data.
  package static let records = Service("records", name: "own data")
}
