import DataFormats

/// Items of VK's answers that are no posts of a feed: private messages, and comments below something.
enum VKConversation: Hashable, Sendable {
  case messages, comments

  /// Members that only private messages have, in API versions 3.0 to 5.199.
  private static let messageMarks: Set = [
    "peer_id", "conversation_message_id", "cmid", "fwd_messages", "random_id", "read_state", "mid", "chat_id", "out",
    "conversation", "last_message", "last_message_id", "last_conversation_message_id", "in_read", "out_read",
  ]

  /// Seconds since 1970 in which VK has existed, up to the year 9999.
  private static let knownDates = 1_150_000_000..<253_402_300_800

  /// Members that only comments have.
  private static let commentMarks: Set = [
    "parents_stack", "reply_to_comment", "reply_to_cid", "reply_to_uid", "reply_to_user", "cid", "comment_id", "pid",
  ]

  /// Members that VK writes into each post of a wall or a news feed, and into no comment of a photo, a video or a topic.
  private static let postMarks: Set = [
    "owner_id", "source_id", "to_id", "post_type", "copy_history", "copy_owner_id", "type", "reposts", "views", "ads",
    "post",
  ]

  var subject: FeedIssue.Conversation { self == .messages ? .privateMessages : .comments }

  /// Returns nil for an item of a feed.
  ///
  /// - Parameters:
  ///   - isVK: Whether the document is known to be VK's, so that members that other services have count, too.
  ///   - isCounted: Whether it is in a list with a count.
  init?(_ item: JSONNode, isVK: Bool = true, isCounted: Bool = false) {
    guard let object = item.value.object else { return nil }
    func has(_ keys: Set<String>) -> Bool { keys.contains { object[$0] != nil } }
    if Self.isMessage(item, isVK: isVK) {
      self = .messages
    } else if Self.isComment(item, isVK: isVK, isBare: isCounted && !has(Self.postMarks)) {
      self = .comments
    } else {
      return nil
    }
  }

  private static func isMessage(_ item: JSONNode, isVK: Bool) -> Bool {
    guard let object = item.value.object else { return false }
    let marks = messageMarks.count { object[$0] != nil }
    // Old versions call the text `body`, and name the sender or the recipient.
    let isOld =
      item.text("body") != nil && ["uid", "user_id", "from_id"].contains { item.int($0) != nil }
      && item.int("date") != nil
    // A dialog, or an event of the Callback API, holds its message.
    let wrapped = item.object("last_message") ?? item.object("message")
    let isWrapped = wrapped.map { isMessage($0, isVK: isVK) || isVK && $0.int("from_id") != nil } ?? false
    // Messages never have these members. A post with a new member must not be taken for one.
    if object["source_id"] != nil || object["post_type"] != nil || object["copy_history"] != nil { return false }
    if isVK { return marks > 0 || isOld || isWrapped }
    return item.int("date") != nil && (marks > 1 || isOld && marks > 0) || isWrapped
  }

  /// - Parameter isBare: Whether an item of a counted list has no member that posts have.
  private static func isComment(_ item: JSONNode, isVK: Bool, isBare: Bool) -> Bool {
    guard let object = item.value.object, object["post_type"] == nil, object["source_id"] == nil,
      item.int("date") != nil, item.int("from_id", "uid") != nil
    else { return false }
    let marks = commentMarks.count { object[$0] != nil }
    let hasThread = item.object("thread")?.child("items") ?? item.object("thread")?.child("count") != nil
    if marks > 0 || hasThread { return isVK || item.int("id", "cid") != nil && (marks > 1 || hasThread) }
    // A comment of a photo, a video, a product or a topic has nothing but its writer, its date and its text.
    return isVK && isBare && item.child("text") != nil && item.int("id") != nil
      && item.int("date").map(knownDates.contains) == true
  }
}
