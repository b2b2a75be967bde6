import Testing

@testable import FeedReading

@Suite("Whom a service shows a post to")
struct AudienceTests {
  private func status(_ members: String) -> Post.Audience? {
    Feeds.posts(
      #"""
      {"id": "1", "created_at": "2024-05-01T10:00:00.000Z", "url": "https://a.example/@ann/1", "content": "<p>x</p>",
       "account": {"id": "7", "acct": "ann", "username": "ann", "display_name": "Ann"}\#(members)}
      """#
    ).first?.audience
  }

  @Test(
    "Mastodon's visibility",
    arguments: [
      ("", .everyone), ("public", .everyone), ("unlisted", .everyone), ("private", .followers),
      ("limited", .followers), ("direct", .mentioned),
    ] as [(String, Post.Audience)])
  func visibility(word: String, audience: Post.Audience) {
    #expect(status(word.isEmpty ? "" : #", "visibility": "\#(word)""#) == audience)
  }

  @Test("a conversation's last status is direct")
  func conversation() {
    let posts = Feeds.posts(
      #"""
      [{"id": "3", "unread": false, "accounts": [], "last_status": {"id": "1", "created_at": "2024-05-01T10:00:00Z",
        "content": "<p>x</p>", "account": {"id": "7", "acct": "ann"}}}]
      """#)
    #expect(posts.map(\.audience) == [.mentioned])
  }

  @Test(
    "an object of ActivityStreams, by its own recipients or by those of its activity",
    arguments: [
      (#""to": ["https://www.w3.org/ns/activitystreams#Public"]"#, .everyone), (#""cc": "as:Public""#, .everyone),
      (#""to": ["https://a.example/users/ann/followers"], "cc": []"#, .followers),
      (#""to": ["https://b.example/users/bo"]"#, .mentioned), (#""to": "https://b.example/users/bo""#, .mentioned),
      (#""to": [], "cc": []"#, .everyone), (#""type": "Note""#, .everyone),
    ] as [(String, Post.Audience)])
  func recipients(members: String, audience: Post.Audience) {
    let note =
      #"{"type": "Note", "id": "https://a.example/1", "attributedTo": "https://a.example/users/ann", "content": "x""#
    #expect(
      Feeds.posts(Feeds.activityDocument(#""orderedItems": [\#(note), \#(members)}], "type": "OrderedCollection""#))
        .map(\.audience) == [audience])
    let create = #"{"type": "Create", "id": "https://a.example/1/activity", "actor": "https://a.example/users/ann""#
    #expect(
      Feeds.posts(
        Feeds.activityDocument(
          #""type": "OrderedCollection", "orderedItems": [\#(create), "object": \#(note)}, \#(members.replacing("Note", with: "Create"))}]"#
        )
      ).map(\.audience) == [audience])
  }

  @Test("a boost or a quote has the smallest audience of what it shows")
  func inner() {
    var boost = Post(id: "1", author: Author(id: "1", name: "Ann"))
    var inner = boost
    inner.flags = .followersOnly
    boost.reposts = [inner]
    #expect(boost.audience == .followers)
  }

  @Test("direct messages of X's API, and Pleroma's chats, are refused")
  func refused() {
    let user = #""includes": {"users": [{"id": "7", "name": "Ann", "username": "ann"}]}"#
    let event =
      #"{"id": "1", "text": "secret", "event_type": "MessageCreate", "dm_conversation_id": "7-8", "sender_id": "7"}"#
    let x = Feeds.read(#"{"data": [\#(event), \#(event)], \#(user), "meta": {"result_count": 2}}"#)
    #expect(x.feed.map(\.posts.isEmpty) != false)
    #expect(x.diagnostics.map(\.message).contains("2 private messages of X are not read as posts"))
    let chat = Feeds.activities(
      #""type": "OrderedCollection", "orderedItems": [{"type": "Create", "actor": "https://a.example/u", "object": {"type": "ChatMessage", "content": "secret"}}]"#
    )
    #expect(chat.feed.map(\.posts.isEmpty) != false)
    #expect(chat.diagnostics.contains { $0.code == "feed.private-messages" })
  }

  @Test("a protected account of X shows its posts to followers alone")
  func protected() {
    let posts = Feeds.posts(
      #"{"data": [{"id": "1", "text": "x", "author_id": "7"}], "includes": {"users": [{"id": "7", "username": "ann", "protected": true}]}}"#
    )
    #expect(posts.map(\.audience) == [.followers])
  }
}
