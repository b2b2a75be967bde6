import Drawing
import Testing

@testable import CardTemplates
@testable import Cards

/// The frames that the design gives, from a card's top left corner.
@Suite("Frames of the news feed's cards")
struct NewsfeedFrameTests: NewsfeedFrames {
  @Test("a text post: 102 points and the text", arguments: [1, 3, 8])
  func text(_ lines: Int) throws {
    let frames = try frames(card(body: Array(repeating: "Hello", count: lines).joined(separator: "\n")))
    let height = Double(lines) * 22
    #expect(frames["card"] == rect(0, 0, 359, 102 + height))
    #expect(frames["card/avatar"] == rect(12, 12, 36, 36))
    #expect(frames["card/name"] == rect(58, 14, 289, 17))
    #expect(frames["card/date"] == rect(58, 32, 289, 15))
    #expect(frames["card/text"] == rect(12, 58, 335, height))
  }

  @Test("the counters")
  func counters() throws {
    let frames = try frames(card(body: "Hello"))
    let y = 58.0 + 22 + 10
    #expect(frames["card/counters"] == rect(16, y, 327, 24))
    #expect(frames["card/counters/likes/icon"] == rect(16, y, 24, 24))
    #expect(frames["card/counters/likes/label"] == rect(44, y + 3.5, 7, 17))
    #expect(frames["card/counters/comments/icon"] == rect(100, y, 24, 24))
    #expect(frames["card/counters/comments/label"] == rect(128, y + 3.5, 7, 17))
    #expect(frames["card/counters/reposts/icon"] == rect(184, y, 24, 24))
    #expect(frames["card/counters/reposts/label"] == rect(212, y + 3.5, 7, 17))
    #expect(frames["card/counters/views/label"] == rect(359 - 16 - 14, y + 3.5, 14, 17))
    #expect(frames["card/counters/views/icon"] == rect(359 - 16 - 14 - 22, y + 2, 20, 20))
  }

  @Test("on a narrow card the pitch shrinks evenly until 8 points are left before the views")
  func narrowCounters() throws {
    var post = card(body: "Hello")
    post.counters = Newsfeed.counters(likes: "99.9K", comments: "99.9K", reposts: "99.9K", views: "999.9K")
    let frames = try frames(post, width: 304)
    let reposts = try #require(frames["card/counters/reposts/label"])
    let views = try #require(frames["card/counters/views/icon"])
    #expect(views.minX - reposts.maxX == 8)
    let x = try ["likes", "comments", "reposts"].map { try #require(frames["card/counters/\($0)/icon"]).minX }
    #expect(x[0] == 16)
    #expect(abs((x[1] - x[0]) - (x[2] - x[1])) <= 1)
    #expect(x[1] - x[0] < 84)
  }

  @Test("a pitch that shrinks to a part of a pixel leaves the views at the card's edge")
  func unevenPitch() throws {
    var post = card(body: "Hello")
    post.counters = Newsfeed.counters(likes: "1K", comments: "1K", reposts: "9.99K", views: "9999.9K")
    // 84 + 84 + 63 + 8 + 71 in 271.5: each pitch shrinks by 19.25, which is no whole pixel.
    let frames = try frames(post, width: 303.5)
    #expect(frames["card/counters/views/label"]?.maxX == 303.5 - 16)
  }

  @Test("a collapsed text: show more stands directly under the sixth line")
  func collapsed() throws {
    let frames = try frames(
      card(body: Array(repeating: "x", count: 9).joined(separator: "\n")), state: .collapsed)
    #expect(frames["card/text"] == rect(12, 58, 335, 132))
    #expect(frames["card/show-more"] == rect(12, 190, 335, 22))
    #expect(frames["card/counters"]?.minY == 222)
  }

  @Test("words without end and narrow cards stay inside", arguments: [304.0, 359, 398, 120, 40])
  func extremes(_ width: Double) throws {
    let long = String(repeating: "w", count: 400)
    let photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: 2.5)
    var row = Newsfeed.row
    row.title = RichText(long)
    row.subtitle = RichText(long)
    let header = PostCard.Header(name: RichText(long), date: long, isPinned: true)
    let content = PostCard.Content(body: Newsfeed.body(long), photo: photo, rows: [row])
    let post = PostCard(
      id: "1", kind: .photo, header: header, content: content,
      reposts: [PostCard.Repost(header: header, content: content)],
      counters: Newsfeed.counters(likes: "999K", comments: "999K", reposts: "999K", views: "999K"))
    let frames = try frames(post, width: width)
    for (path, frame) in frames where width >= 300 {
      #expect(frame.minX >= 0 && frame.maxX <= width, "\(path): \(frame)")
    }
  }

  @Test("the screen's header and the footer", arguments: [320.0, 375, 414])
  func chrome(_ width: Double) throws {
    let header = ScreenHeader(search: RichText("Search"))
    let top = try frames(of: Newsfeed.template("screen-header").spec(for: header.value(in: .expanded)), width: width)
    #expect(top["header"] == rect(0, 0, width, 80))
    #expect(top["header/search"] == rect(12, 32, width - 72, 36))
    #expect(top["header/search/icon"] == rect(24, 42, 16, 16))
    #expect(top["header/search/text"]?.origin == Point(x: 48, y: 40))
    #expect(top["header/avatar"] == rect(width - 48, 32, 36, 36))
    let footer = FeedFooter(count: "24 posts")
    let bottom = try frames(of: Newsfeed.template("feed-footer").spec(for: footer.value(in: .expanded)), width: width)
    #expect(bottom["footer"] == rect(0, 0, width, 52))
    #expect(bottom["footer/count"]?.center == Point(x: width / 2, y: 26))
  }

  @Test("a system card is as high as its lines and 12 on each side")
  func system() throws {
    let frames = try frames(card(body: "Hello", counters: []), template: "system")
    #expect(frames["card/avatar"] == rect(12, 12, 36, 36))
    #expect(frames["card/name"]?.origin == Point(x: 58, y: 14))
    #expect(frames["card/text"] == rect(58, 32, 289, 22))
    #expect(frames["card/date"] == rect(58, 55, 289, 15))
    #expect(frames["card"]?.height == 82)
  }
}
