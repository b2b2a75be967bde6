import Diagnostics

/// The results of a run, for its last line.
package struct RunSummary: Encodable, Sendable, CustomStringConvertible {
  /// Posts of feeds; a chat has messages.
  package var posts: Int
  /// Messages of chats; nil if there is no chat.
  package var messages: Int?
  /// Rendered cards: of posts, of messages, and of the items between them.
  package var drawn: Int
  /// Unchanged cards.
  package var kept: Int
  /// Posts that left the feed and were removed from the output.
  package var removed: Int
  /// Posts that left the feed but stay in the output.
  package var keptRemoved: Int
  package var pictures: Int
  /// Posts that their service shows only to the people they name; nil if none.
  package var direct: Int?
  /// Posts that their service shows only to followers or friends; nil if none.
  package var followersOnly: Int?
  /// Posts that their service has not published; nil if none.
  package var unpublished: Int?
  /// Content of the sources that no card shows; nil if none.
  package var notShown: NotShownContent?
  /// The feeds and chats of an output that has several; nil for others.
  package var feeds: [ReadFeed]?
  /// The inputs that were not read, each with the reason; nil if all were read.
  package var notRead: [String]?
  package var errors: Int
  package var warnings: Int
  package var seconds: Double
  /// The file to open first.
  package var output: String

  /// A feed or chat, and the inputs that it was read from.
  package struct ReadFeed: Encodable, Sendable {
    package var name: String
    package var services: [String]
    /// The number of posts or messages.
    package var count: Int
    package var isChat: Bool
    package var inputs: [String]

    package init(name: String, services: [String], count: Int, isChat: Bool, inputs: [String]) {
      (self.name, self.services, self.count, self.isChat) = (name, services, count, isChat)
      self.inputs = inputs
    }

    /// `Ola (Mastodon): 4 posts from masto/outbox.json`
    fileprivate var line: String {
      let services = services.filter { $0 != name }.joined(separator: ", ")
      let named = services.isEmpty ? name : "\(name) (\(services))"
      let more = inputs.count > 2 ? " and \(inputs.count - 2) more" : ""
      let first = inputs.prefix(2).joined(separator: ", ")
      return "\(named): \(count.counted(isChat ? "message" : "post")) from \(first)\(more)"
    }
  }

  package init(
    posts: Int, drawn: Int, kept: Int, removed: Int, pictures: Int, errors: Int, warnings: Int, seconds: Double,
    output: String, keptRemoved: Int = 0, messages: Int? = nil, direct: Int? = nil, followersOnly: Int? = nil,
    unpublished: Int? = nil, notShown: NotShownContent? = nil, notRead: [String]? = nil
  ) {
    self.notRead = notRead
    (self.direct, self.followersOnly, self.unpublished) = (direct, followersOnly, unpublished)
    self.notShown = notShown
    self.messages = messages
    self.keptRemoved = keptRemoved
    self.posts = posts
    self.drawn = drawn
    self.kept = kept
    self.removed = removed
    self.pictures = pictures
    self.errors = errors
    self.warnings = warnings
    self.seconds = seconds
    self.output = output
  }

  /// `28 posts (3 drawn, 25 kept, 1 removed), 126 images in 3.1 s; 2 warnings`, and the output's path. With chats,
  /// `28 posts and 78 messages (cards: 3 drawn, …)`, because days have cards too.
  package var description: String {
    let troubles = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
    let rounded = (seconds * 10).rounded() / 10
    let parts = [(drawn, "drawn"), (kept, "kept"), (removed, "removed")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    // A first run renders every card.
    let detail = kept + removed > 0 ? " (\(messages == nil ? "" : "cards: ")\(parts.joined(separator: ", ")))" : ""
    let stayed = keptRemoved > 0 ? " and \(keptRemoved) no longer in the feed" : ""
    let shown = [posts > 0 || messages == nil ? posts.counted("post") : nil, messages?.counted("message")]
    let entries = shown.compactMap { $0 }.joined(separator: " and ")
    let headline = "\(entries)\(stayed)\(detail), \(pictures.counted("image")) in \(rounded) s"
    let restricted = [(direct, "direct"), (followersOnly, "followers-only"), (unpublished, "unpublished")].compactMap {
      count, name in count.map { "\($0) \(name)" }
    }
    let audience = restricted.isEmpty ? "" : "\nnot public: \(restricted.joined(separator: ", "))"
    return (troubles.isEmpty ? headline : "\(headline); \(troubles.joined(separator: ", "))")
      + Self.list("read", feeds?.map(\.line)) + Self.list("not read", notRead) + audience
      + (notShown.map { "\nnot shown: \($0.inWords)" } ?? "") + "\nopen \(PlainText.piece(output))"
  }

  /// The maximum number of listed inputs.
  private static let listLimit = 40

  /// A heading and an indented line for each entry; empty if there are none.
  private static func list(_ heading: String, _ entries: [String]?) -> String {
    guard let entries, !entries.isEmpty else { return "" }
    let more = entries.count > listLimit ? ["and \(entries.count - listLimit) more"] : []
    return "\n\(heading):" + (entries.prefix(listLimit) + more).map { "\n  \(PlainText.piece($0))" }.joined()
  }
}
