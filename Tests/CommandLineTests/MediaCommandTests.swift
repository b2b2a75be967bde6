import Foundation
import Support
import Testing

@Suite("feedproof media")
struct MediaCommandTests {
  private let folder: TemporaryFolder

  private struct Answer: Decodable {
    struct File: Decodable {
      var address: String
      var state: String
      var saveAs: String?
      var post: String?
      var posts: Int
    }

    var files: [File]
    var total: Int
    var missing: Int
  }

  /// Two posts by an author with an avatar, each with a video and a photo in two sizes of the same name.
  init() throws {
    folder = try TemporaryFolder()
    let posts = (1...2).map { number in
      #"""
      {"type":"post","source_id":1,"post_id":\#(number),"date":1542566400,"text":"Look","attachments":[
        {"type":"photo","photo":{"id":1,"sizes":[
          {"url":"https://a.example/\#(number)/small.jpg","width":130,"height":90},
          {"url":"https://a.example/\#(number)/large.jpg","width":1300,"height":900}]}},
        {"type":"video","video":{"id":2,"title":"Film","duration":10,
          "image":[{"url":"https://a.example/\#(number)/poster-\#(number).jpg","width":800,"height":450}]}}]}
      """#
    }
    let profiles = #"[{"id":1,"first_name":"A","last_name":"B","photo_100":"https://a.example/face.jpg"}]"#
    try folder.write(
      #"{"items":[\#(posts.joined(separator: ","))],"profiles":\#(profiles),"groups":[]}"#, to: "trip/feed.json")
  }

  private func list(_ options: String...) throws -> (status: Int32, answer: Answer) {
    let outcome = try Tool.run(["media", "trip", "--json"] + options, in: folder.url)
    return (outcome.status, try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8)))
  }

  /// Saves an image at each path of the list.
  private func save(_ answer: Answer) throws {
    let photo = try Data(contentsOf: Checkout.url("Examples/newsfeed/media/bread_604.jpg"))
    for path in answer.files.compactMap(\.saveAs) {
      let file = folder.url.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try photo.write(to: file)
    }
  }

  @Test("photos, avatars and posters that are not there are listed once each, with the posts that show them")
  func kinds() throws {
    let (status, answer) = try list("--missing")
    #expect(status == 1)
    #expect(
      Set(answer.files.map(\.address)) == [
        "https://a.example/face.jpg", "https://a.example/1/large.jpg", "https://a.example/2/large.jpg",
        "https://a.example/1/poster-1.jpg", "https://a.example/2/poster-2.jpg",
      ])
    #expect(answer.missing == 5 && answer.total == 5)
    let face = try #require(answer.files.first { $0.address.hasSuffix("face.jpg") })
    #expect(face.posts == 2 && face.post == "wall1_1" && face.saveAs == "trip/media/face.jpg")
  }

  @Test("addresses that end alike are saved under the names of their hosts")
  func doubledNames() throws {
    let (_, answer) = try list("--missing")
    let places = answer.files.filter { $0.address.hasSuffix("large.jpg") }.map(\.saveAs)
    #expect(places == ["trip/media/a.example/1/large.jpg", "trip/media/a.example/2/large.jpg"])
  }

  @Test("a file that was saved where the list says is found, and the status is 0 when none is missing")
  func saved() throws {
    try save(list("--missing").answer)
    let (status, answer) = try list("--missing")
    #expect(status == 0)
    #expect(answer.files.isEmpty && answer.missing == 0 && answer.total == 5)
    let all = try list()
    #expect(all.status == 0)
    #expect(all.answer.files.allSatisfy { $0.state == "there" } && all.answer.files.count == 5)
    let export = try Tool.run(["export", "trip", "--output", "out"], in: folder.url)
    #expect(!export.error.contains("photo.missing"))
  }

  @Test("a size of a photo that is there replaces a better one")
  func otherSize() throws {
    try folder.write("", to: "trip/media/a.example/1/small.jpg")
    let (_, answer) = try list()
    let photo = try #require(answer.files.first { $0.address.hasPrefix("https://a.example/1/") })
    #expect(photo.address.hasSuffix("small.jpg") && photo.state == "there")
  }

  @Test("the sizes are those that an export with the same options takes")
  func sizes() throws {
    let outcome = try Tool.run(["media", "trip", "--width", "375", "--scale", "1"], in: folder.url)
    #expect(outcome.output.contains("1/large.jpg\n  save it as trip/media/a.example/1/large.jpg, for wall1_1\n"))
    #expect(outcome.output.hasSuffix("5 of 5 files are missing\n"))
  }

  @Test("an export reports many missing photos in one line, and so avatars; as JSON it reports each")
  func warnings() throws {
    let outcome = try Tool.run(["export", "trip", "--output", "out"], in: folder.url)
    #expect(!outcome.error.contains("is missing; a placeholder is drawn"))
    #expect(outcome.error.contains("4 photos are missing"))
    #expect(outcome.error.contains("1 avatar is missing (face.jpg); placeholders are drawn"))
    #expect(
      outcome.error.contains("hint: to list them with the file names to use: feedproof media trip --missing\n"))
    let json = try Tool.run(["export", "trip", "--output", "out", "--force", "--json"], in: folder.url)
    // The avatar is missing from both posts.
    #expect(json.output.components(separatedBy: "photo.missing").count - 1 >= 4)
    #expect(json.output.components(separatedBy: "photo.face-missing").count - 1 >= 2)
  }

  @Test("three missing photos are reported one by one")
  func few() throws {
    let answer = try list("--missing").answer
    var two = answer
    two.files = Array(answer.files.prefix(2))
    try save(two)
    let outcome = try Tool.run(["export", "trip", "--output", "out"], in: folder.url)
    #expect(outcome.error.contains("is missing; a placeholder is drawn"))
    #expect(!outcome.error.contains("photos are missing"))
  }
}
