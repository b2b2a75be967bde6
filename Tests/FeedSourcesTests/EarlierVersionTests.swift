import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import Support
import Testing

@Suite("What earlier exports have of a post")
struct EarlierVersionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Writes a wall of posts with these texts. Each id is a day later than the one before.
  private func wall(_ posts: [Int: String], likes: Int = 0, to path: String) throws {
    let items = posts.sorted { $0.key < $1.key }.map {
      #"{"id": \#($0.key), "from_id": 2, "date": \#(1_717_236_000 + $0.key * 86_400), "text": "\#($0.value)", "likes": {"count": \#(likes)}}"#
    }
    try folder.write(
      #"{"response": {"items": [\#(items.joined(separator: ","))], "profiles": [{"id": 2, "first_name": "V", "last_name": "K"}]}}"#,
      to: path)
  }

  /// - Parameter keptBytes: 0 reads the files again for the posts.
  private func posts(keptBytes: Int = 1 << 20) throws -> [String: Post] {
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    let source = try FoundFeed.all(in: FeedFiles.find(of: project), keptBytes: keptBytes) { _ in }[0].source
    var found: [String: Post] = [:]
    let posts = source.posts()
    while let post = try posts.next() { found[post.id] = post }
    return found
  }

  @Test(
    "the newest is the post, and what it was before is kept, in whatever order exports are read",
    arguments: [0, 1 << 20])
  func versions(keptBytes: Int) throws {
    try wall([1: "one", 2: "two"], to: "b.json")
    try wall([1: "one, edited twice", 2: "two", 4: "four"], to: "a.json")
    try wall([1: "one, edited", 2: "two", 3: "three"], to: "c.json")
    let posts = try posts(keptBytes: keptBytes)
    #expect(posts.count == 4)
    let one = try #require(posts["wall2_1"])
    #expect(one.text == "one, edited twice")
    #expect(one.earlier.map(\.text) == ["one", "one, edited"])
    #expect(one.earlier.map(\.exported) == [2, 3].map { 1_717_236_000 + $0 * 86_400 })
    #expect(posts["wall2_2"]?.earlier == [])
  }

  @Test("what only more people like has not been edited", arguments: [0, 1 << 20])
  func counters(keptBytes: Int) throws {
    try wall([1: "one"], likes: 1, to: "a.json")
    try wall([1: "one", 2: "two"], likes: 5, to: "b.json")
    let one = try #require(try posts(keptBytes: keptBytes)["wall2_1"])
    #expect(one.earlier == [] && one.counters.value(of: .likes) == 5)
  }

  @Test("a version that comes back is the post again, and no earlier one")
  func back() throws {
    try wall([1: "one"], to: "a.json")
    try wall([1: "other", 2: "two"], to: "b.json")
    try wall([1: "one", 3: "three"], to: "c.json")
    #expect(try posts()["wall2_1"]?.earlier.map(\.text) == ["other"])
  }

  @Test("a photo in the place of another is an earlier version; a signature of its address is none")
  func photos() {
    func post(_ url: String) -> Post {
      Post(id: "1", author: Author(id: "", name: ""), attachments: [.photo(Photo(sources: [.init(url: url)]))])
    }
    var now = post("https://a.example/x/lake.jpg?sign=2")
    now.note(post("https://b.example/y/lake.jpg?sign=1"), exported: 1)
    #expect(now.earlier.isEmpty)
    now.note(post("https://a.example/x/hill.jpg"), exported: nil)
    #expect(
      now.earlier.map { $0.attachments.compactMap(\.photo).map(\.sources[0].url) } == [["https://a.example/x/hill.jpg"]]
    )
  }
}
