import Export
import Foundation
import Prefetching
import Site
import Testing

@Suite("Search words of a post")
struct SearchFieldsTests {
  private static func words(
    author: String = "Anna", time: String? = nil, _ parts: [SiteCard.Element.Content]
  ) -> SearchFields {
    var card = Samples.card("message-1", elements: parts)
    (card.author, card.time) = (author, time)
    return SiteEntry(card).search
  }

  @Test("author, moment, shown time and text are read")
  func all() {
    let words = Self.words(
      time: "2024-05-01T10:00:00Z", [.name("Anna"), .text("hello", links: []), .date("12:30"), .text("you", links: [])])
    #expect(words.author == "Anna" && words.moment == "2024-05-01T10:00:00Z" && words.time == "12:30")
    #expect(words.text == "hello\nyou")
  }

  @Test("a quoted answer is not indexed again, the text after it is")
  func quotation() {
    let words = Self.words([
      .row(elements: 2, target: "#message-7"), .text("Bo", links: []), .text("fish?", links: []),
      .text("yes", links: []),
      .row(elements: 1, target: "https://x.org"), .text("a page", links: []),
    ])
    #expect(words.text == "yes\na page")
  }

  @Test("links, photos, counters and carousels are not words")
  func others() {
    let links = [SiteCard.Link(range: 0..<3, target: "https://x.org/12")]
    let words = Self.words([
      .text("one", links: links), .photo("Photo"), .count("3 reactions"), .pages(first: 1, descriptions: ["A", "B"]),
      .answer(elements: 1, spoken: "Fish: 15%"), .text("Fish", links: []), .quote(elements: 1), .name("Bo"),
    ])
    #expect(words.text == "one\nFish\nBo")
  }

  @Test("poll answers are indexed by their words, without numbers")
  func poll() {
    let words = Self.words([
      .answer(elements: 3, spoken: "Fish: 15%, 203 votes"), .text("15%", links: []), .text("Fish", links: []),
      .text("203", links: []), .answer(elements: 2, spoken: "2024: 85%"), .text("2024", links: []),
      .text("85%", links: []), .text("Poll", links: []),
    ])
    #expect(words.text == "Fish\n2024\nPoll")
  }

  @Test("words replaced by images are not indexed, even in old stories")
  func pictures() {
    let picture = SiteCard.Link(range: 4..<9, target: nil)
    let card = Samples.card(
      "a",
      elements: [.text("tea :cat: now", links: [picture]), .text(":cat:", links: [.init(range: 0..<5, target: nil)])])
    let entry = SiteEntry(card)
    #expect(entry.search.text == "tea now")
    #expect(SearchFields(story: entry.story) == entry.search)
  }

  @Test("the kinds of a story are those of its parts and media")
  func kinds() throws {
    func kinds(_ parts: [SiteCard.Element.Content], _ load: CardLoad = CardLoad()) -> StoryKinds {
      var card = Samples.card("a", elements: parts)
      card.load = load
      return StoryKinds(rawValue: SiteEntry(card).search.kinds)
    }
    var load = CardLoad()
    #expect(kinds([.text("a", links: [])]) == .words)
    (load.pages, load.videos) = (12, 1)
    #expect(kinds([.quote(elements: 1), .text("b", links: [])], load) == [.photos, .videos, .reposts])
    #expect(kinds([.row(elements: 1, target: "https://x.org"), .text("a page", links: [])]) == .links)
    #expect(kinds([.row(elements: 1, target: "#message-1"), .text("quoted", links: [])]) == .words)
    #expect(kinds([.answer(elements: 1, spoken: "Fish"), .text("Fish", links: [])]) == .polls)
    load = CardLoad()
    load.isAdvertisement = true
    #expect(kinds([], load) == [.words, .advertisements])
  }

  @Test("an event without an actor names no one")
  func notice() {
    #expect(Self.words(author: "Anna joined", [.text("Anna joined", links: [])]).author.isEmpty)
    #expect(Self.words(author: "Anna", [.text("Anna", links: []), .date("1:00")]).author == "Anna")
  }

  @Test("a story that was written before tells the same, and one that is cut does no harm")
  func earlier() throws {
    var card = Samples.card(
      "message-1",
      elements: [
        .row(elements: 2, target: "#message-7"), .text("Bo", links: []), .text("fish?", links: []), .date("1:00"),
        .text(#"a "b" \ </script>"#, links: [SiteCard.Link(range: 0..<1, target: "https://x.org/12")]),
        .answer(elements: 1, spoken: "Fish: 15%"), .pages(first: 1, descriptions: ["A", "B"]), .text("", links: []),
      ])
    (card.author, card.time, card.load.videos) = ("An\na", "2024-05-01T10:00:00Z", 2)
    let entry = SiteEntry(card)
    #expect(SearchFields(story: entry.story) == entry.search)
    #expect(SearchFields(story: String(entry.story.dropLast(9))).text.isEmpty)
  }
}
