import Cards
import FeedReading
import Support
import Testing

@Suite struct MediaTests {
  @Test(
    "one photo is as high as its aspect says, within the design's limits",
    arguments: [
      (300, 200, 1 / 1.5), (200, 300, 1.5), (100, 100, 1), (400, 1000, 2.5), (100, 1000, 2.5), (3000, 1000, 1 / 3.0),
      (5000, 1000, 1 / 3.0), (1, 1_000_000, 2.5),
    ] as [(Int, Int, Double)])
  func single(width: Int, height: Int, ratio: Double) throws {
    let card = builder().card(for: post(attachments: [.photo(photo(width, height))]))
    #expect(card.kind == .photo)
    #expect(card.carousel == nil)
    let box = try #require(card.photo)
    #expect(abs(box.ratio - ratio) < 1e-12)
    #expect(box.image.candidates.map(\.width) == [width])
  }

  @Test(
    "a photo of unknown size has the fallback aspect",
    arguments: [(nil, nil), (0, 0), (-5, 10), (100, nil)] as [(Int?, Int?)])
  func unknownSize(width: Int?, height: Int?) throws {
    let card = builder().card(for: post(attachments: [.photo(photo(width, height))]))
    #expect(abs(try #require(card.photo).ratio - 1 / 1.5) < 1e-12)
  }

  @Test(
    "a carousel's pages have the geometric mean of the clamped aspects",
    arguments: [
      // √(2 · ½) = 1; √(4 → 3 · ⅓ → 0.4) = √1.2; ∛(1 · 1 · 8 → 3) = ∛3
      ([(200, 100), (100, 200)], 1), ([(400, 100), (100, 300)], 0.912870929175277),
      ([(10, 10), (10, 10), (80, 10)], 0.693361274350635), ([(150, 100), (150, 100)], 1 / 1.5),
    ] as [([(Int, Int)], Double)])
  func carousel(sizes: [(Int, Int)], ratio: Double) throws {
    let card = builder().card(for: post(attachments: sizes.map { .photo(photo($0.0, $0.1)) }))
    #expect(card.kind == .carousel)
    #expect(card.photo == nil)
    let carousel = try #require(card.carousel)
    #expect(abs(carousel.ratio - ratio) < 1e-12)
    #expect(carousel.pages.count == sizes.count)
    #expect(carousel.current == 0)
  }

  @Test(
    "a grid has room for four photos, and says how many there are beyond",
    arguments: [(2, "isPair", nil), (3, "isTrio", nil), (4, "isFull", nil), (7, "isFull", "+3")]
      as [(Int, String, String?)])
  func grid(count: Int, flag: String, beyond: String?) throws {
    let card = builder().card(for: post(attachments: (0..<count).map { _ in .photo(photo(300, 200)) }))
    let value = card.value(in: .expanded)
    for name in ["isPair", "isTrio", "isFull"] {
      #expect(value.value(at: ["grid", name]) == .flag(name == flag))
    }
    guard case .list(let photos)? = value.value(at: ["grid", "photos"]) else { throw Missing() }
    #expect(photos.count == min(count, 4))
    #expect(photos.last?.value(at: ["beyond"]) == beyond.map { .text(RichText($0)) })
  }

  @Test("an album's rows keep the photos' shapes")
  func album() throws {
    let card = builder().card(for: post(attachments: [.photo(photo(100, 100)), .photo(photo(200, 100))]))
    guard case .list(let rows)? = card.value(in: .expanded).value(at: ["album", "rows"]) else { throw Missing() }
    #expect(rows.map { $0.value(at: ["ratio"]) } == [.number(1.0 / 3)])
  }

  private struct Missing: Error {}

  private let bounded = CardBuilder(
    rules: rules(maximumRatio: 1.5, enlargedFrom: 180), strings: Language.en.strings,
    clock: CardClock(now: noon, timeZone: .gmt))

  @Test(
    "no image is taller than what a screen leaves it",
    arguments: [([(200, 1000)], 1.5), ([(400, 600)], 1.5), ([(300, 400)], 4.0 / 3), ([(200, 1000), (400, 1000)], 1.5)])
  func tallest(sizes: [(Int, Int)], ratio: Double) throws {
    let card = bounded.card(for: post(attachments: sizes.map { .photo(photo($0.0, $0.1)) }))
    #expect(try #require(card.photo?.ratio ?? card.carousel?.ratio) == ratio)
  }

  @Test(
    "a photo of few pixels keeps its size, a pixel a point",
    arguments: [(90, 60, 90.0), (179, 20, 179), (180, 120, nil), (nil, nil, nil)] as [(Int?, Int?, Double?)])
  func small(width: Int?, height: Int?, limit: Double?) {
    #expect(bounded.card(for: post(attachments: [.photo(photo(width, height))])).photo?.maxWidth == limit)
    let carousel = bounded.card(
      for: post(attachments: [.photo(photo(900, 600)), .photo(photo(width, height))])
    ).carousel
    #expect(carousel?.small?[1]?.maxWidth == limit)
    #expect(carousel?.small?[0] == nil)
  }

  @Test("a preview is no photo")
  func preview() throws {
    let video = AttachmentItem(type: "video", content: .video(duration: 5, isLive: false), preview: photo(16, 9))
    let card = builder().card(for: post(attachments: [.item(video), .photo(photo(1, 1))]))
    #expect(card.kind == .photo)
    #expect(card.rows.count == 1)
    #expect(card.rows[0].preview != nil)
  }

  private func video(
    _ duration: Int?, isLive: Bool = false, title: String = "Море", _ preview: Photo?
  ) -> FeedReading.Attachment {
    .item(
      AttachmentItem(
        type: "video", content: .video(duration: duration, isLive: isLive), title: title, caption: "У мыса",
        url: "https://vk.com/video1_2", preview: preview))
  }

  @Test("a post of a video shows its poster with the length, and no row for it")
  func poster() throws {
    let card = builder().card(for: post(attachments: [video(614, photo(1280, 720)), video(5, photo(1280, 720))]))
    #expect(card.kind == .video)
    let shown = try #require(card.videos.first)
    #expect(shown.ratio == 720.0 / 1280)
    #expect(shown.badge == "10:14")
    #expect(shown.title?.string == "Море" && shown.subtitle?.string == "У мыса")
    #expect(shown.target == "https://vk.com/video1_2")
    #expect(shown.poster.description == "Видео")
    // A second video becomes a row.
    #expect(card.videos.count == 1 && card.rows.map(\.type) == ["video"])
    #expect(card.thumbnail == shown.poster)
    #expect(card.summary?.string == "Море")
  }

  @Test("a live stream says so, a poster of unknown height is 16:9, a reposted video has a poster too")
  func otherPosters() {
    #expect(
      builder(.en).card(for: post(attachments: [video(nil, isLive: true, photo(320, nil))])).videos.map(\.badge)
        == ["live"])
    #expect(builder().card(for: post(attachments: [video(1, photo(320, nil))])).videos.map(\.ratio) == [9.0 / 16])
    let repost = builder().card(for: post("a", reposts: [post(attachments: [video(1, photo(4, 3))])])).reposts.first
    #expect(repost?.videos.count == 1 && repost?.rows.isEmpty == true)
  }

  @Test("a video without an image, or with one of few pixels, is a row")
  func noPoster() {
    for preview in [nil, Photo(sources: []), photo(120, 90)] {
      let card = bounded.card(for: post(attachments: [video(1, preview)]))
      #expect(card.videos.isEmpty && card.rows.count == 1 && card.kind == .text)
    }
  }

  @Test("rules that make no sense still give a finite box")
  func strangeRules() {
    let rules = PostCardRules(
      collapsesAbove: 0, collapsedLines: 0, minimumAspect: 0, maximumAspect: 0, fallbackAspect: .nan)
    #expect(rules.ratio(ofAspect: nil) == 1)
    #expect(rules.ratio(ofAspect: .infinity) == 1)
    #expect(rules.ratio(ofAspects: []) == 1)
  }

  @Test("a description in the feed goes with the photo")
  func description() {
    var described = photo(1, 1)
    described.description = "Кот\nна окне"
    let card = builder().card(for: post(attachments: [.photo(described)]))
    #expect(card.photo?.image.description == "Кот на окне")
    #expect(builder().card(for: post(attachments: [.photo(photo(1, 1))])).photo?.image.description == nil)
  }
}
