import Support
import Testing

@testable import FeedReading

@Suite("VK's private messages and comments")
struct VKConversationTests {
  private static let message = #"""
    {"id": 12, "date": 1700000000, "peer_id": 2000000001, "from_id": 7, "text": "secret", "out": 0,
     "conversation_message_id": 3, "fwd_messages": [], "random_id": 0, "attachments": []}
    """#
  private static let old =
    #"{"id": 12, "date": 1700000000, "user_id": 7, "from_id": 7, "body": "secret", "read_state": 1, "out": 0}"#

  private func check(_ document: String, _ code: String, _ place: String) {
    let reading = Feeds.read(document)
    let posts = reading.feed?.posts ?? []
    #expect(posts.isEmpty, "\(document)")
    let errors = reading.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [code], "\(document): \(reading.diagnostics)")
    let told = errors.first.map { "\($0)" } ?? ""
    #expect(told.contains("\(place): ") && told.contains("wall.get"), "\(told)")
  }

  @Test(
    "messages are refused in every method's and version's form",
    arguments: [
      // getHistory, search and getById, with and without the envelope.
      (#"{"response": {"count": 1, "items": [\#(message)], "profiles": []}}"#, "items[0]"),
      (#"{"count": 1, "items": [\#(message)]}"#, "items[0]"),
      (#"{"response": {"count": 1, "items": [\#(old)]}}"#, "items[0]"),
      (#"{"response": [1, {"mid": 5, "uid": 7, "from_id": 7, "date": 1700000000, "body": "secret"}]}"#, "response[1]"),
      (
        #"{"response": [1, {"mid": 5, "uid": 7, "date": 1700000000, "out": 1, "read_state": 1, "title": " ... ", "body": "x"}]}"#,
        "response[1]"
      ),
      // getConversations, getDialogs.
      (
        #"{"response": {"count": 1, "items": [{"conversation": {"peer": {"id": 7}}, "last_message": \#(message)}]}}"#,
        "items[0]"
      ),
      (#"{"response": {"count": 1, "items": [{"message": \#(old), "in_read": 4, "out_read": 5}]}}"#, "items[0]"),
      // getImportantMessages, getLongPollHistory.
      (#"{"response": {"messages": {"count": 1, "items": [\#(message)]}, "profiles": []}}"#, "items[0]"),
      // execute.
      (#"{"response": [{"count": 1, "items": [\#(message)]}, {"count": 1, "items": [\#(message)]}]}"#, "items[0]"),
      (#"{"response": {"a": {"items": [\#(message)]}, "b": [\#(old)]}}"#, "items[0]"),
      // A list of messages, and a single one.
      ("[\(message)]", "[0]"), (message, "page1.json"),
    ])
  func messages(document: String, place: String) {
    check(document, "feed.private-messages", place)
  }

  @Test(
    "comments are refused in every method's and version's form",
    arguments: [
      // wall.getComments.
      #"{"id": 5, "from_id": 7, "date": 1700000000, "text": "no post", "post_id": 3, "owner_id": -1, "parents_stack": [], "thread": {"count": 0, "items": []}}"#,
      #"{"id": 5, "from_id": 7, "date": 1700000000, "text": "no post", "reply_to_user": 8, "reply_to_comment": 4}"#,
      #"{"cid": 5, "uid": 7, "from_id": 7, "date": 1700000000, "text": "no post"}"#,
      // board, photos, video, market.
      #"{"id": 5, "from_id": 7, "date": 1700000000, "text": "no post", "likes": {"count": 1}}"#,
      #"{"id": 5, "from_id": 7, "date": 1700000000, "text": "no post", "pid": 44, "attachments": []}"#,
    ])
  func comments(item: String) {
    check(#"{"response": {"count": 1, "items": [\#(item)], "profiles": []}}"#, "feed.comments", "items[0]")
  }

  @Test("a document with posts and messages gives the posts, and an error about the messages")
  func mixed() {
    let post = #"{"id": 1, "owner_id": 7, "from_id": 7, "date": 1700000000, "text": "hello", "post_type": "post"}"#
    let reading = Feeds.read(#"{"response": [{"items": [\#(post)]}, {"items": [\#(Self.message), \#(Self.old)]}]}"#)
    #expect(reading.feed?.posts.map(\.text) == ["hello"])
    #expect(reading.diagnostics.map(\.message).contains("2 private messages of VK are not read as posts"))
  }

  @Test(
    "posts with few members stay posts",
    arguments: [
      #"{"id": 1, "from_id": 7, "to_id": 7, "date": 1, "text": "a"}"#, #"{"id": 1, "owner_id": 7, "text": "a"}"#,
      #"{"source_id": 7, "post_id": 1, "type": "post", "date": 1, "text": "a"}"#,
      #"{"id": 1, "owner_id": 7, "from_id": 8, "post_id": 3, "post_type": "reply", "date": 1, "text": "a"}"#,
    ])
  func posts(item: String) {
    #expect(Feeds.item(item)?.text == "a")
  }

  @Test("a post for friends alone is counted as one")
  func friends() {
    #expect(Feeds.item(#"{"id": 1, "owner_id": 7, "text": "a", "friends_only": 1}"#)?.audience == .followers)
    #expect(Feeds.item(#"{"id": 1, "owner_id": 7, "text": "a", "friends_only": 0}"#)?.audience == .everyone)
  }
}
