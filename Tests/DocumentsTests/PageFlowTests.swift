import Documents
import Drawing
import Testing

@Suite("Cards on pages")
struct PageFlowTests {
  /// Returns the names of cards with their parts and positions, page by page.
  private func pages(
    _ height: Double, _ cards: [(name: String, height: Double)], whole: [ClosedRange<Double>] = []
  ) -> [[String]] {
    var flow = PageFlow<String>(height: height, edge: 10, gap: 5)
    var pages: [PageFlow<String>.Page] = []
    for card in cards { pages += flow.add(card.name, height: card.height, whole: whole) }
    pages += flow.flush()
    return pages.map { page in
      page.pieces.map { "\($0.card) \(Int($0.rows.lowerBound))-\(Int($0.rows.upperBound)) at \(Int($0.top))" }
    }
  }

  @Test("a page breaks between two cards, and not where the next one still fits")
  func breaks() {
    #expect(
      pages(120, [("a", 50), ("b", 45), ("c", 46)]) == [["a 0-50 at 10", "b 0-45 at 65"], ["c 0-46 at 10"]])
  }

  @Test("the last page's columns end at about the same height")
  func balance() {
    var flow = PageFlow<String>(height: 320, edge: 10, gap: 5)
    for (name, height) in [("a", 50.0), ("b", 60), ("c", 40), ("d", 70)] {
      _ = flow.add(name, height: height, whole: [])
    }
    // 50 + 5 + 60 is as near to 40 + 5 + 70 as it gets; all in one column would take 235.
    let columns = PageFlow.balanced(flow.flush(), over: 2, gap: 5)
    #expect(
      columns.map { $0.pieces.map { "\($0.card) at \(Int($0.top))" } }
        == [["a at 10", "b at 65"], ["c at 10", "d at 55"]])
    #expect(columns.map(\.bottom) == [125, 125])
  }

  @Test("one card, and pages of one column, stay in their places")
  func unbalanced() {
    var flow = PageFlow<String>(height: 320, edge: 10, gap: 5)
    _ = flow.add("a", height: 50, whole: [])
    let one = flow.flush()
    #expect(PageFlow.balanced(one, over: 2, gap: 5).count == 1)
    _ = flow.add("a", height: 50, whole: [])
    _ = flow.add("b", height: 50, whole: [])
    #expect(PageFlow.balanced(flow.flush(), over: 1, gap: 5).count == 1)
  }

  @Test("a card that is taller than a page is cut between its lines")
  func cut() {
    let lines = (0..<10).map { Double($0) * 30...Double($0) * 30 + 30 }
    #expect(
      pages(120, [("a", 20), ("b", 210)], whole: lines)
        == [["a 0-20 at 10"], ["b 0-90 at 10"], ["b 90-180 at 10"], ["b 180-210 at 10"]])
  }

  @Test("what leaves a page half empty is cut through")
  func through() {
    #expect(pages(120, [("a", 150)], whole: [20...150]) == [["a 0-100 at 10"], ["a 100-150 at 10"]])
  }

  @Test("a card's empty end takes no page of its own")
  func emptyEnd() {
    #expect(pages(120, [("a", 110), ("b", 30)], whole: [0...95]) == [["a 0-100 at 10"], ["b 0-30 at 10"]])
  }

  @Test("the next card is below the rest of one that was cut")
  func rest() {
    #expect(pages(120, [("a", 130), ("b", 40)]) == [["a 0-100 at 10"], ["a 100-130 at 10", "b 0-40 at 45"]])
  }

  @Test("a page without an end takes everything")
  func endless() {
    #expect(pages(.infinity, [("a", 500), ("b", 900)]) == [["a 0-500 at 10", "b 0-900 at 515"]])
  }

  @Test("no card makes no page")
  func empty() {
    #expect(pages(100, []).isEmpty)
  }
}
