import JSONTree

/// What happened in a chat that nobody wrote: its creation, a new name, a new picture.
extension TelegramPageReader {
  mutating func service(_ node: JSONNode) -> Post {
    let action = node.text("action") ?? "service"
    var post = Post(id: "", kind: .system(Self.kinds[action] ?? .other, type: Self.word(action)), author: author(node))
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

  private static let kinds: [String: SystemKind] = [
    "create_channel": .channelCreated, "create_group": .channelCreated, "migrate_from_group": .channelCreated,
    "edit_group_title": .titleChanged, "edit_channel_title": .titleChanged, "edit_group_photo": .photoChanged,
    "delete_group_photo": .photoChanged, "edit_chat_theme": .appearanceChanged,
    "set_chat_wallpaper": .appearanceChanged,
    "pin_message": .messagePinned, "invite_members": .peopleJoined, "join_group_by_link": .peopleJoined,
    "join_group_by_request": .peopleJoined, "remove_members": .peopleLeft, "group_call": .liveStream,
    "group_call_scheduled": .liveStream, "invite_to_group_call": .liveStream,
  ]

  /// `set_messages_ttl` as `set messages ttl`.
  private static func word(_ action: String) -> String { CleanText.line(action.replacing("_", with: " ")) }
}
