import JSONTree

/// What happened in a chat that nobody wrote: its creation, a new name, a new picture.
extension TelegramPageReader {
  mutating func service(_ node: JSONNode) -> Post {
    let action = node.text("action") ?? "service"
    var post = Post(id: "", kind: .system(TelegramEvent.of(action), type: Self.word(action)), author: author(node))
    post.date = reading.date(node, "date_unixtime", "date")
    let text = text(node)
    (post.text, post.facets) = (text.string, text.facets)
    if post.text.isEmpty { post.text = CleanText.line(node.text("title", "new_title", "score") ?? "") }
    if node.child("photo") != nil { readMedia(node, into: &post) }
    post.people = (node.child("members")?.listed() ?? []).compactMap { member in
      // Whoever has deleted the account is null.
      member.value.text.map { CleanText.line($0) }.map { Author(id: $0, name: $0) }
    }
    return post
  }

  /// `set_messages_ttl` as `set messages ttl`.
  private static func word(_ action: String) -> String { CleanText.line(action.replacing("_", with: " ")) }
}
