import Diagnostics

/// What a run did, for its last line.
package struct RunSummary: Encodable, Sendable, CustomStringConvertible {
  package var posts: Int
  /// Of the posts.
  package var drawn: Int
  /// Of the posts: they are as they were.
  package var kept: Int
  /// Posts that have left the feed, and with it the output.
  package var removed: Int
  /// Posts that have left the feed and stay in the output.
  package var keptRemoved: Int
  package var pictures: Int
  package var errors: Int
  package var warnings: Int
  package var seconds: Double
  /// Where to look first.
  package var output: String

  package init(
    posts: Int, drawn: Int, kept: Int, removed: Int, pictures: Int, errors: Int, warnings: Int, seconds: Double,
    output: String, keptRemoved: Int = 0
  ) {
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

  /// `28 posts (3 drawn, 25 kept, 1 removed), 126 pictures in 3.1 s; 2 warnings`, and where they are.
  package var description: String {
    let troubles = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
    let rounded = (seconds * 10).rounded() / 10
    let parts = [(drawn, "drawn"), (kept, "kept"), (removed, "removed")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    // A first run draws everything.
    let detail = kept + removed > 0 ? " (\(parts.joined(separator: ", ")))" : ""
    let stayed = keptRemoved > 0 ? " and \(keptRemoved) no longer in the feed" : ""
    let headline = "\(posts.counted("post"))\(stayed)\(detail), \(pictures.counted("picture")) in \(rounded) s"
    return (troubles.isEmpty ? headline : "\(headline); \(troubles.joined(separator: ", "))")
      + "\nlook at \(PlainText.piece(output))"
  }

}
