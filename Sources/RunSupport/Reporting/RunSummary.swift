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
  package var errors: Int
  package var warnings: Int
  package var seconds: Double
  /// The file to open first.
  package var output: String

  package init(
    posts: Int, drawn: Int, kept: Int, removed: Int, pictures: Int, errors: Int, warnings: Int, seconds: Double,
    output: String, keptRemoved: Int = 0, messages: Int? = nil, direct: Int? = nil, followersOnly: Int? = nil,
    unpublished: Int? = nil, notShown: NotShownContent? = nil
  ) {
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
      + audience + (notShown.map { "\nnot shown: \($0.inWords)" } ?? "") + "\nopen \(PlainText.piece(output))"
  }

}
