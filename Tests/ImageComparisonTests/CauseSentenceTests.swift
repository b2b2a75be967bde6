import ImageComparison
import Testing

@Suite("Causes in sentences")
struct CauseSentenceTests {
  private func text(
    _ fact: CauseFact, posts: CauseSentence.Posts = .one(author: "Anna Berg"), cards: Int = 2, films: Int = 0
  ) -> String {
    CauseSentence(fact, posts: posts, cards: cards, films: films).text
  }

  private func token(_ purpose: String?, _ property: String?, _ old: String, _ new: String, unit: String? = "pt")
    -> CauseFact
  {
    .token(path: "type.name", purpose: purpose, values: [.init(property: property, old: old, new: new, unit: unit)])
  }

  private func lines(_ counts: Int...) -> CauseFact.Lines {
    var lines = CauseFact.Lines(counts.min() ?? 0)
    lines.most = counts.max() ?? 0
    return lines
  }

  @Test("a token is what its file says it is for, with how many cards it touches")
  func tokens() {
    #expect(
      text(token("Author's name", "fontSize", "14", "15"), cards: 228) == "Author's name 14 → 15 pt, on 228 cards")
    #expect(
      text(token("Text of a post", "lineHeight", "1.4667", "1.6", unit: nil), cards: 1)
        == "Text of a post line height 1.47 → 1.6, on 1 card")
    #expect(
      text(token("A circle: the author, the viewer", nil, "36", "40"), cards: 12_408)
        == "A circle: the author, the viewer 36 → 40 pt, on 12\u{202F}408 cards")
    #expect(text(token(nil, nil, "#528BCC", "#AA0000", unit: nil)) == "type.name #528BCC → #AA0000, on 2 cards")
  }

  @Test("films that follow from other causes are listed last")
  func films() {
    let fact = token("Author's name", "fontSize", "14", "15")
    #expect(text(fact, cards: 20, films: 8) == "Author's name 14 → 15 pt, on 20 cards, also seen in 8 films")
    #expect(
      text(.photo(box: "card/photo"), cards: 0, films: 1) == "The photo of “Anna Berg” is a different image, in 1 film")
    #expect(
      text(.film(name: "fling", reason: "shows a blank"), cards: 0, films: 1) == "The film “fling”: shows a blank")
    #expect(text(.newFilm, cards: 0, films: 3) == "3 films are new")
  }

  @Test("a post's content is reported by whose post it is")
  func content() {
    #expect(text(.photo(box: "card/carousel/page-3")) == "The photo of “Anna Berg” is a different image")
    #expect(text(.photo(box: "card/avatar"), posts: .several(3)) == "The avatar of 3 posts is a different image")
    #expect(text(.order(box: "card/rows/row-*")) == "The attachments of “Anna Berg” are in a different order")
    #expect(text(.gone(box: "card/carousel/page-3")) == "“Anna Berg” has one photo fewer")
    #expect(text(.came(box: "card/counters/views"), posts: .one(author: nil)) == "One post now has views")
  }

  @Test("a text is reported by its lines, else by its words")
  func texts() {
    func worded(_ old: String, _ new: String, _ lines: CauseFact.Lines) -> String {
      text(.text(box: "card/text", old: old, new: new, lines: lines))
    }
    #expect(worded("a", "a b", lines(2)) == "The text of “Anna Berg” has two more lines")
    #expect(worded("a", "", lines(-1)) == "The text of “Anna Berg” has one fewer line")
    #expect(worded("a", "b", lines(0, 2)) == "The text of “Anna Berg” has up to two more lines")
    #expect(worded("a", "b", lines(0)) == "The text of “Anna Berg”: “a” → “b”")
    #expect(worded("", "b", lines(0)) == "The text of “Anna Berg” now also says “b”")
    #expect(worded("a", "", lines(0)) == "The text of “Anna Berg” no longer says “a”")
    let likes = CauseFact.text(box: "card/counters/likes/label", old: "1,2K", new: "7,7K", lines: lines(0))
    #expect(text(likes) == "The likes of “Anna Berg”: “1,2K” → “7,7K”")
  }

  @Test("of several cards with one text the lines of all are reported")
  func joined() {
    var clustering = Clustering()
    for (card, count) in [("a", 0), ("b", 2)] {
      let fact = CauseFact.text(box: "card/text", old: "", new: "", lines: lines(count))
      clustering.add(card, causes: [Cause(.text, title: card, identity: "1", fact: fact)], verdict: .different)
    }
    #expect(
      clustering.clusters.first?.cause.fact
        == .text(box: "card/text", old: "", new: "", lines: lines(0, 2)))
  }
}
