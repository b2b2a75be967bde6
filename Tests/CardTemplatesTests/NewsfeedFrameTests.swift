import CardTemplates
import DesignTokens
import Drawing
import Layout
import Testing

@testable import Cards

/// Measures text with characters 7 points wide, broken at full lines.
struct SevenWide: TextMeasuring {
  func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText {
    let perLine = width.isFinite ? max(1, Int(width / 7)) : Int.max
    let paragraphs = text.string.split(separator: "\n", omittingEmptySubsequences: false).map(\.count)
    let all = paragraphs.flatMap { count in
      stride(from: 0, to: max(count, 1), by: perLine).map { min(perLine, count - $0) }
    }
    let shown = maxLines.map { Array(all.prefix($0)) } ?? all
    let pitch = text.style.lineHeight
    let lines = shown.enumerated().map { index, count in
      ShapedText.Line(
        frame: Rect(x: 0, y: Double(index) * pitch, width: Double(count) * 7, height: pitch),
        baseline: (Double(index) + 0.75) * pitch, range: 0..<0, runs: [])
    }
    return ShapedText(
      size: Size(width: Double(shown.max() ?? 0) * 7, height: Double(shown.count) * pitch), lines: lines,
      isTruncated: shown.count < all.count, fullLineCount: all.count)
  }
}

/// A suite that checks frames in the news feed's cards, from the card's top left corner.
protocol NewsfeedFrames {}

extension NewsfeedFrames {
  func frames(
    _ card: PostCard, width: Double = 359, state: CardState = .expanded, template: String = "post"
  ) throws -> [String: Rect] {
    try frames(of: Newsfeed.template(template).spec(for: card.value(in: state)), width: width)
  }

  func frames(of spec: LayoutSpec, width: Double) throws -> [String: Rect] {
    let card = LayoutEngine(measuring: SevenWide(), scale: 2).layOut(spec, in: .width(width))
    // A text without any width can't be laid out.
    #expect(width < 300 || card.problems.isEmpty)
    let boxes = card.namedBoxes
    #expect(Set(boxes.map(\.path)).count == boxes.count, "two boxes of one path")
    return Dictionary(boxes.map { ($0.path, $0.frame) }, uniquingKeysWith: { first, _ in first })
  }

  func card(
    body: String? = nil, photo: PostCard.PhotoModel? = nil, carousel: PostCard.Carousel? = nil,
    rows: [PostCard.Row] = [], reposts: [PostCard.Repost] = [], counters: [PostCard.Counter] = Newsfeed.counters
  ) -> PostCard {
    PostCard(
      id: "1", kind: .text, header: Newsfeed.header,
      content: .init(body: body.map(Newsfeed.body), photo: photo, carousel: carousel, rows: rows), reposts: reposts,
      counters: counters)
  }

  func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }
}

/// The frames of the design, from the card's top left corner.
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
    // 84 + 84 + 63 + 8 + 71 in 271.5: each pitch shrinks by 19.25, which is not a whole pixel.
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

  @Test("the line that one writes in is 52 high with a line of text, and mirrored where lines run from right to left")
  func composer() throws {
    let spec = { (draft: String?, direction: LayoutDirection) in
      try Newsfeed.chatTemplate("composer", direction: direction).spec(
        for: Composer(placeholder: draft == nil ? "Message" : nil, draft: draft).value(in: .expanded))
    }
    let empty = try frames(of: spec(nil, .leftToRight), width: 375)
    #expect(empty["composer"] == rect(0, 0, 375, 52))
    #expect(empty["composer/attach"] == rect(6, 6, 40, 40) && empty["composer/voice"] == rect(329, 6, 40, 40))
    #expect(empty["composer/field"] == rect(46, 6, 283, 40) && empty["composer/send"] == nil)
    #expect(empty["composer/field/text"]?.origin == Point(x: 60, y: 16))
    let lines = try frames(of: spec("a\nb\nc\nd\ne\nf", .leftToRight), width: 375)
    #expect(lines["composer"]?.height == 112 && lines["composer/send"] == rect(329, 66, 40, 40))
    let mirrored = try frames(of: spec(nil, .rightToLeft), width: 375)
    #expect(mirrored["composer/attach"] == rect(329, 6, 40, 40) && mirrored["composer/voice"] == rect(6, 6, 40, 40))
  }

  @Test("a day that stays over what is read takes the room of its header")
  func pinnedDay() throws {
    let day = NoticeCard(id: "day", kind: .day, text: RichText("June 1"))
    let heights = try ["date-header", "pinned-day"].map {
      try frames(of: Newsfeed.chatTemplate($0).spec(for: day.value(in: .expanded)), width: 365)["notice"]
    }
    #expect(heights[0] != nil && heights[0] == heights[1])
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

@Suite("Frames of media in the news feed's cards")
struct NewsfeedMediaFrameTests: NewsfeedFrames {
  @Test("a photo without a text begins at 62, with one 10 under it; 14 to the counters")
  func photo() throws {
    let photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: 0.75)
    let alone = try frames(card(photo: photo))
    // 359 × 0.75 = 269.25, rounded to the device pixel.
    #expect(alone["card/photo"] == rect(0, 62, 359, 269))
    #expect(alone["card/counters"]?.minY == 345.0)
    #expect(alone["card"]?.height == 379.0)
    let under = try frames(card(body: "Hello", photo: photo))
    #expect(under["card/photo"]?.minY == 90.0)
  }

  /// The screens of small phones: 320 × 568, 375 × 667 and 414 × 736 points.
  @Test(
    "a card of a photo alone is never higher than a phone's screen",
    arguments: [(320.0, 568.0), (375, 667), (414, 736)])
  func tallest(_ width: Double, _ screen: Double) throws {
    let metrics = try #require(FeedMetrics.read(from: Newsfeed.tokens(), file: "newsfeed.tokens.json").0)
    let rules = metrics.rules
    let photo = PostCard.PhotoModel(image: Newsfeed.picture, ratio: rules.ratio(ofAspect: 1.0 / 5))
    let carousel = PostCard.Carousel(
      pages: [Newsfeed.picture, Newsfeed.picture], ratio: rules.ratio(ofAspects: [0.2, 0.2]))
    #expect(try #require(frames(card(photo: photo), width: width - 16)["card"]).height <= screen)
    #expect(try #require(frames(card(carousel: carousel), width: width - 16)["card"]).height <= screen)
    // The image takes at most 27/32 of a 9:16 screen.
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
    // Three dots with a pitch of 16 are 39 wide.
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

  @Test("a photo of few pixels keeps its size and is in the middle of a tile as wide as the card")
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
    // 359 × 9 ÷ 16 = 201.9, rounded down to the device pixel.
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
    // Two lines of 18, with 9 above and below.
    #expect(frames["card/poll-0/option-1"] == rect(12, 182, 335, 54))
    #expect(frames["card/poll-0/option-1/bar"] == rect(12, 182, 67, 54))
    #expect(frames["card/poll-0/option-2/bar"] == nil)
    #expect(frames["card/poll-0/option-2"] == rect(12, 242, 335, 40))
    #expect(frames["card/counters"]?.minY == 292)
  }
}
