import Documents
import Drawing
import Layout
import Testing

@Suite("Carousels on paper")
struct SpreadPagesTests {
  private func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, item: BoxRole.Item? = nil, list: BoxRole.List? = nil,
    _ children: [LaidOutBox] = []
  ) -> LaidOutBox {
    LaidOutBox(
      role: item == nil && list == nil ? nil : BoxRole(item: item, list: list),
      frame: Rect(x: x, y: y, width: width, height: height), children: children)
  }

  /// Returns three pages of 80 × 60 points, 10 apart, with a page control of 30 points below.
  private func carousel(_ x: Double, _ y: Double) -> [LaidOutBox] {
    let pages = (0..<3).map { box(x + 90 * Double($0), y, 80, 60, item: .page, [box(x + 90 * Double($0), y, 80, 60)]) }
    let dots = (0..<3).map { box(x + 10 * Double($0), y + 70, 4, 4, item: .dot) }
    return [
      box(x, y, 80, 60, list: .carousel, pages), box(x, y + 60, 80, 30, list: .pageControl, dots),
    ]
  }

  @Test("pages are below each other, as far apart unchanged, and what is below them goes down")
  func spread() {
    let card = LaidOutCard(
      root: box(0, 0, 100, 171, [box(0, 0, 100, 40)] + carousel(10, 40) + [box(10, 130, 80, 1), box(0, 131, 100, 40)]))
    let root = card.spreadingPages().root
    #expect(root.children[1].children.map(\.frame.origin) == [40, 110, 180].map { Point(x: 10, y: $0) })
    #expect(root.children[1].children[2].children[0].frame.origin == Point(x: 10, y: 180))
    #expect(root.children[1].frame.height == 200)
    // 8 of the page control's 30 points remain.
    #expect(root.children[2].children.isEmpty && root.children[3].frame.minY == 248)
    #expect(root.children[4].frame.minY == 249 && root.frame.height == 289)
  }

  @Test("what holds them grows, and so do a bar next to them and a ground under them; a face next to them does not")
  func quote() {
    let row = box(0, 20, 100, 90, [box(0, 20, 3, 90), box(20, 20, 80, 90, carousel(20, 20))])
    let ground = box(0, 20, 100, 90)
    let root = LaidOutCard(
      root: box(0, 0, 100, 130, [box(4, 0, 20, 20, [box(4, 0, 20, 20)]), ground, row, box(0, 110, 100, 20)])
    ).spreadingPages().root
    // 140 points of pages are added, 22 of the page control removed.
    #expect(root.children.map(\.frame.height) == [20, 208, 208, 20] && root.frame.height == 248)
    #expect(root.children[2].children.map(\.frame.height) == [208, 208] && root.children[3].frame.minY == 228)
  }

  @Test("a card without a carousel stays unchanged, and so does a carousel of one page")
  func nothing() {
    let page = box(0, 0, 80, 60, list: .carousel, [box(0, 0, 80, 60, item: .page)])
    for card in [
      LaidOutCard(root: box(0, 0, 100, 40, [box(0, 0, 9, 9)])), LaidOutCard(root: box(0, 0, 100, 60, [page])),
    ] {
      #expect(card.spreadingPages() == card)
    }
  }
}
