import Diagnostics
import Support
import Testing

@testable import FeedReading

/// X gives every edit its own id (docs.x.com, x-api/fundamentals/edit-posts): `edit_history_tweet_ids` lists all
/// versions, oldest first.
@Suite("Edited posts of X")
struct EditedPostTests {
  private static func page(_ posts: (id: String, history: [String])...) -> String {
    let data = posts.map { post in
      let history = post.history.map { "\"\($0)\"" }.joined(separator: ",")
      return #"{"id":"\#(post.id)","text":"a","author_id":"7","edit_history_tweet_ids":[\#(history)]}"#
    }
    return
      #"{"data":[\#(data.joined(separator: ","))],"includes":{"users":[{"id":"7","name":"A","username":"a"}]},"meta":{}}"#
  }

  @Test("the later version is shown, and the earlier one noted")
  func replaced() {
    let reading = Feeds.read(
      Self.page(("12", ["12"]), ("11", ["3", "9", "11"])), Self.page(("9", ["3", "9"]), ("3", ["3"]), ("2", ["2"])))
    #expect(reading.feed?.posts.map(\.id) == ["x-12", "x-11", "x-2"])
    #expect(reading.codes == ["feed.duplicate", "feed.duplicate"])
    #expect(reading.diagnostics.allSatisfy { $0.severity == .note && $0.message.contains("x-11") })
  }

  @Test("on one page it counts whichever comes first")
  func onePage() {
    #expect(
      Feeds.posts(Self.page(("3", ["3"]), ("9", ["3", "9"]), ("2", ["2"]))).map(\.id) == ["x-9", "x-2"])
  }

  @Test("versions that name each other do not both go")
  func circle() {
    let posts = Feeds.posts(Self.page(("3", ["9", "3"]), ("9", ["3", "9"]), ("4", ["4", "4"])))
    #expect(posts.map(\.id) == ["x-3", "x-4"])
  }

  @Test(
    "version 1.1 and archives say it in forms of their own",
    arguments: [
      #""edit_info": {"initial": {"editTweetIds": ["3", "9"]}}"#,
      #""edit_info": {"edit": {"initialTweetId": "3", "editControlInitial": {"editTweetIds": ["3", "9"]}}}"#,
      #""edit_info": {"edit": {"initialTweetId": "3"}}"#, #""edit_controls": {"edit_tweet_ids": ["3", "9"]}"#,
    ])
  func otherForms(_ info: String) {
    let user = #""user": {"id_str": "7", "name": "A", "screen_name": "a"}, "entities": {}"#
    let posts = Feeds.posts(
      #"[{"id_str": "9", "full_text": "b", \#(user), \#(info)}, {"id_str": "3", "full_text": "a", \#(user)}]"#)
    #expect(posts.map(\.id) == ["x-9"])
  }
}
