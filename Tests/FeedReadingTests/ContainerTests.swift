import Testing

@testable import FeedReading

@Suite struct ContainerTests {
  private static let post = #"{"id": 1, "owner_id": -5, "from_id": -5, "date": 1700000000, "text": "a"}"#
  private static let group = #"{"id": 5, "name": "Tea"}"#

  @Test(
    "a post is found whatever the method and version wrapped it in",
    arguments: [
      #"{"response": {"count": 1, "items": [\#(post)], "profiles": [], "groups": [\#(group)]}}"#,
      #"{"items": [\#(post)], "profiles": [], "groups": [\#(group)]}"#,
      #"{"response": {"wall": [1, \#(post)], "profiles": [], "groups": [{"gid": 5, "name": "Tea"}]}}"#,
      #"{"response": [{"items": [\#(post)], "groups": [\#(group)]}, false], "execute_errors": []}"#,
      #"{"response": {"wall": {"count": 1, "items": [\#(post)], "groups": [\#(group)]}, "user": {"id": 3}}}"#,
      #"{"response": {"posts": [\#(post)], "groups": [\#(group)], "profiles": []}}"#,
      #"{"response": {"items": {"0": \#(post)}, "groups": {"5": \#(group)}}}"#.replacingOccurrences("\"5\"", "\"0\""),
    ])
  func withGroups(text: String) {
    let posts = Feeds.posts(text)
    #expect(posts.map(\.id) == ["wall-5_1"])
    #expect(posts.first?.author.name == "Tea")
  }

  @Test(
    "posts without profiles and groups are found too",
    arguments: [
      post, "[\(post)]", "[1, \(post)]", #"{"response": [\#(post)]}"#, #"{"response": [3210, \#(post)]}"#,
      #"{"response": \#(post)}"#, #"{"count": 1, "items": [\#(post)]}"#,
      #"{"response": {"items": [{"type": "post", "post": \#(post)}]}}"#,
    ])
  func withoutGroups(text: String) {
    let posts = Feeds.posts(text)
    #expect(posts.map(\.id) == ["wall-5_1"])
    #expect(posts.first?.author.state == .unknown)
    #expect(posts.first?.kind == .post)
  }

  @Test("people of 3.x that an item describes in itself are known")
  func inlineAuthor() {
    let posts = Feeds.posts(
      #"{"response": [1, {"id": 2, "from_id": 9, "date": 1, "text": "a", "user": {"uid": 9, "first_name": "Ян"}}]}"#)
    #expect(posts.first?.author.name == "Ян")
  }

  @Test(
    "the cursor is found under each of its names",
    arguments: [
      (#""next_from": "1/a""#, "1/a"), (#""new_from": "2/b", "new_offset": 5"#, "2/b"), (#""new_offset": 10"#, "10"),
    ])
  func cursor(member: String, expected: String) {
    #expect(Feeds.read(#"{"response": {"items": [\#(Self.post)], \#(member)}}"#).feed?.nextFrom == expected)
  }

  @Test("an empty cursor is none", arguments: [#""next_from": """#, #""new_offset": 0"#, #""next_from": null"#])
  func noCursor(member: String) {
    let feed = Feeds.read(#"{"response": {"items": [\#(Self.post)], \#(member)}}"#).feed
    #expect(feed?.posts.count == 1)
    #expect(feed?.nextFrom == nil)
  }

  @Test("an empty feed is a feed, and an error")
  func empty() {
    let reading = Feeds.read(#"{"response": {"count": 0, "items": [], "profiles": [], "groups": []}}"#)
    #expect(reading.feed?.posts.isEmpty == true)
    #expect(reading.codes == ["feed.empty"])
  }

  @Test("an empty last page is nothing to speak of")
  func emptyLastPage() {
    let reading = Feeds.read(
      #"{"response": {"items": [\#(Self.post)], "groups": [\#(Self.group)]}}"#, #"{"response": {"items": []}}"#)
    #expect(reading.feed?.posts.count == 1)
    #expect(reading.codes == [])
  }

  @Test(
    "an error answer is one error, with its meaning as the hint",
    arguments: [
      (5, "token"), (6, "too many"), (14, "captcha"), (15, "access denied"), (17, "browser"), (29, "limit"),
      (30, "private"), (113, "no such user"),
    ])
  func apiError(code: Int, word: String) {
    let reading = Feeds.read(#"{"error": {"error_code": \#(code), "error_msg": "It failed"}}"#)
    #expect(reading.feed == nil)
    #expect(reading.codes == ["feed.api-error"])
    #expect(
      reading.diagnostics.first?.message == "the service returned error \(code) (It failed) instead of a feed")
    #expect(reading.diagnostics.first?.hint?.contains(word) == true)
    #expect(reading.places(of: "feed.api-error") == ["page1.json: error"])
  }

  @Test(
    "errors without a number are reported too",
    arguments: [
      #"{"error": "invalid_client", "error_description": "no"}"#, #"{"errors": [{"code": 89, "message": "expired"}]}"#,
      #"{"error": "no", "error": null, "errors": ["x"]}"#,
    ])
  func otherErrors(text: String) {
    #expect(Feeds.read(text).codes == ["feed.api-error"])
  }

  @Test("a call of execute that failed is reported, the others are read")
  func executeErrors() {
    let reading = Feeds.read(
      """
      {"response": [{"items": [\(Self.post)], "groups": [\(Self.group)]}, false],
       "execute_errors": [{"method": "wall.get", "error_code": 15, "error_msg": "Access denied"}]}
      """)
    #expect(reading.feed?.posts.count == 1)
    #expect(reading.codes == ["feed.api-error"])
    #expect(reading.diagnostics.first?.severity == .warning)
  }
}

extension String {
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    replacing(old, with: new)
  }
}
