import Cards
import FeedIngest
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

  @Test("a preview is no photo")
  func preview() throws {
    let video = AttachmentItem(type: "video", content: .video(duration: 5, isLive: false), preview: photo(16, 9))
    let card = builder().card(for: post(attachments: [.item(video), .photo(photo(1, 1))]))
    #expect(card.kind == .photo)
    #expect(card.rows.count == 1)
    #expect(card.rows[0].preview != nil)
    #expect(builder().card(for: post(attachments: [.item(video)])).kind == .text)
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
