import DesignTokens
import Drawing
import Layout
import Testing

@testable import CardTemplates
@testable import Cards

@Suite("Frames of media in the news feed's cards")
struct NewsfeedMediaFrameTests: NewsfeedFrames {
  @Test("a photo without a text begins at 62, with one 10 under it; 14 to the counters")
  func photo() throws {
    let photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: 0.75)
    let alone = try frames(card(photo: photo))
    // 359 × 0.75 = 269.25, to the device pixel.
    #expect(alone["card/photo"] == rect(0, 62, 359, 269))
    #expect(alone["card/counters"]?.minY == 345.0)
    #expect(alone["card"]?.height == 379.0)
    let under = try frames(card(body: "Hello", photo: photo))
    #expect(under["card/photo"]?.minY == 90.0)
  }

  /// 568 points are the height of the smallest phone's screen, 320 wide; 667 and 736 of those after it.
  @Test(
    "a card of a photo alone is never higher than a phone's screen",
    arguments: [(320.0, 568.0), (375, 667), (414, 736)])
  func tallest(_ width: Double, _ screen: Double) throws {
    let metrics = try #require(FeedMetrics.read(from: Newsfeed.tokens(), file: "newsfeed.tokens.json").0)
    let rules = PostCardRules(
      collapsesAbove: 8, collapsedLines: 6, minimumAspect: metrics.photoAspect.lowerBound,
      maximumAspect: metrics.photoAspect.upperBound, fallbackAspect: metrics.defaultPhotoAspect,
      maximumRatio: metrics.tallestPicture)
    let photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: rules.ratio(ofAspect: 1.0 / 5))
    let carousel = PostCard.Carousel(
      pages: [Newsfeed.picture, Newsfeed.picture], ratio: rules.ratio(ofAspects: [0.2, 0.2]))
    #expect(try #require(frames(card(photo: photo), width: width - 16)["card"]).height <= screen)
    #expect(try #require(frames(card(carousel: carousel), width: width - 16)["card"]).height <= screen)
    // The picture takes 27/32 of a 9:16 screen at most.
    #expect(
      try #require(frames(card(photo: photo), width: width - 16)["card/photo"]).height <= 0.84375 * width / 0.5625)
  }

  @Test("a carousel: pages inset 12 and 4 apart, dots in a row of 38, a hairline")
  func carousel() throws {
    let carousel = PostCard.Carousel(pages: Array(repeating: Newsfeed.picture, count: 3), ratio: 0.6)
    let frames = try frames(card(body: "Hello", carousel: carousel))
    #expect(frames["card/carousel"] == rect(12, 90, 335, 201))
    #expect(frames["card/carousel/page-0"] == rect(12, 90, 335, 201))
    #expect(frames["card/carousel/page-1"] == rect(351, 90, 335, 201))
    #expect(frames["card/dots"] == rect(0, 291, 359, 38))
    // Three dots at a pitch of 16 are 39 wide.
    #expect(frames["card/dots/dot-0"] == rect(160, 306.5, 7, 7))
    #expect(frames["card/dots/dot-1"]?.minX == 176)
    #expect(frames["card/hairline"] == rect(12, 329, 335, 0.5))
    #expect(frames["card/counters"]?.minY == 339.5)
  }

  @Test("rows: 40 high, 8 apart, 10 before and after")
  func rows() throws {
    let frames = try frames(card(body: "Hello", rows: [Newsfeed.row, Newsfeed.row]))
    #expect(frames["card/rows"] == rect(12, 90, 335, 88))
    #expect(frames["card/rows/row-0/tile"] == rect(12, 90, 40, 40))
    #expect(frames["card/rows/row-0/tile/icon"] == rect(20, 98, 24, 24))
    #expect(frames["card/rows/row-0/title"] == rect(62, 93.5, 285, 17))
    #expect(frames["card/rows/row-0/subtitle"] == rect(62, 111.5, 285, 15))
    #expect(frames["card/rows/row-1"] == rect(12, 138, 335, 40))
    #expect(frames["card/counters"]?.minY == 188)
  }

  @Test("a photo of few pixels keeps its size and stands in the middle of a tile as wide as the card")
  func smallPhoto() throws {
    let photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: 2.0 / 3, maxWidth: 90)
    let frames = try frames(card(photo: photo))
    #expect(frames["card/small-photo"] == rect(0, 62, 359, 96))
    #expect(frames["card/small-photo/photo"] == rect(134.5, 80, 90, 60))
    #expect(try self.frames(card(photo: photo), width: 80)["card/small-photo/photo"]?.width == 80)
  }

  @Test("a video: the poster over the card's width, the play mark in its middle, the length in its corner, words below")
  func video() throws {
    var post = card(body: "Hello")
    post.videos = [
      .init(poster: Newsfeed.picture, ratio: 0.5625, badge: "10:14", title: RichText("Sea"), subtitle: RichText("Sub"))
    ]
    let frames = try frames(post)
    // 359 × 9 ÷ 16 = 201.9, to the device pixel below.
    #expect(frames["card/video-0/poster"] == rect(0, 90, 359, 201.5))
    #expect(frames["card/video-0/poster/play"] == rect(151.5, 163, 56, 56))
    #expect(frames["card/video-0/poster/badge"] == rect(359 - 8 - 47, 291.5 - 8 - 18, 47, 18))
    #expect(frames["card/video-0/title"] == rect(12, 299.5, 335, 17))
    #expect(frames["card/video-0/subtitle"] == rect(12, 317.5, 335, 15))
    #expect(frames["card/counters"]?.minY == 342.5)
  }

  @Test("a poll: question, note, a tile of 40 for each answer, and bars as long as their shares")
  func poll() throws {
    var post = card(body: "Hello")
    post.polls = [
      .init(
        question: RichText("Tea?"), note: "Poll",
        options: [
          .init(title: RichText("Yes"), share: 0.8, percent: "80%", isLeader: true, isChosen: true, spoken: ""),
          .init(title: RichText(String(repeating: "x", count: 60)), share: 0.2, percent: "20%", spoken: ""),
          .init(title: RichText("Hidden"), spoken: ""),
        ])
    ]
    let frames = try frames(post)
    #expect(frames["card/poll-0/question"] == rect(12, 90, 335, 20))
    #expect(frames["card/poll-0/note"] == rect(12, 111, 335, 15))
    #expect(frames["card/poll-0/option-0"] == rect(12, 136, 335, 40))
    #expect(frames["card/poll-0/option-0/leader"] == rect(12, 136, 268, 40))
    #expect(frames["card/poll-0/option-0/percent"] == rect(359 - 24 - 21, 147, 21, 18))
    #expect(frames["card/poll-0/option-0/check"] == rect(290, 148, 16, 16))
    // Two lines of 18 with 9 above and below.
    #expect(frames["card/poll-0/option-1"] == rect(12, 182, 335, 54))
    #expect(frames["card/poll-0/option-1/bar"] == rect(12, 182, 67, 54))
    #expect(frames["card/poll-0/option-2/bar"] == nil)
    #expect(frames["card/poll-0/option-2"] == rect(12, 242, 335, 40))
    #expect(frames["card/counters"]?.minY == 292)
  }
}
