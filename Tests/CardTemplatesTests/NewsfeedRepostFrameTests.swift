import Drawing
import Testing

@testable import CardTemplates
@testable import Cards

@Suite("Frames of reposts in the news feed's cards")
struct NewsfeedRepostFrameTests: NewsfeedFrames {
  @Test("a repost: a bar over its whole height, then its header, text, photo and rows")
  func repost() throws {
    let photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: 0.5)
    let repost = PostCard.Repost(
      header: Newsfeed.header, content: .init(body: Newsfeed.body("Old"), photo: photo, rows: [Newsfeed.row]))
    let frames = try frames(card(body: "Hello", reposts: [repost, PostCard.Repost(header: Newsfeed.header)]))
    #expect(frames["card/repost-0/avatar"] == rect(24, 90, 32, 32))
    #expect(frames["card/repost-0/name"] == rect(66, 90, 281, 17))
    #expect(frames["card/repost-0/text"] == rect(24, 132, 323, 22))
    #expect(frames["card/repost-0/photo"] == rect(24, 164, 323, 161.5))
    #expect(frames["card/repost-0/rows"] == rect(24, 335.5, 323, 40))
    #expect(frames["card/repost-0/bar"] == rect(12, 90, 2, 285.5))
    #expect(frames["card/repost-1"] == rect(12, 385.5, 335, 32))
    #expect(frames["card/counters"]?.minY == 427.5)
  }

  @Test("a repost of a repost stands 12 further in, its bar where the text before begins")
  func chain() throws {
    let reposts = (0...2).map {
      PostCard.Repost(header: Newsfeed.header, steps: $0, content: .init(body: Newsfeed.body("Old")))
    }
    let frames = try frames(card(reposts: reposts))
    for (index, x) in [12.0, 24, 36].enumerated() {
      #expect(frames["card/repost-\(index)"]?.minX == x)
      #expect(frames["card/repost-\(index)/bar"]?.minX == x)
      #expect(frames["card/repost-\(index)/text"]?.minX == x + 12)
      #expect(frames["card/repost-\(index)"]?.maxX == 347)
    }
  }

  @Test("a collapsed repost shows six lines and \"show more\" under them")
  func collapsedRepost() throws {
    let long = Newsfeed.body(Array(repeating: "x", count: 9).joined(separator: "\n"))
    let post = card(body: "Short", reposts: [PostCard.Repost(header: Newsfeed.header, content: .init(body: long))])
    let template = try Newsfeed.template("post")
    let frames = try frames(
      of: template.spec(for: post.value(in: .collapsed, cutting: [.repost(0)])), width: 359)
    #expect(frames["card/text"]?.height == 22)
    #expect(frames["card/show-more"] == nil)
    #expect(frames["card/repost-0/text"] == rect(24, 132, 323, 132))
    #expect(frames["card/repost-0/show-more"] == rect(24, 264, 323, 22))
  }
}
