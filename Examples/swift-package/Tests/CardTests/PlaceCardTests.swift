import Card
import FeedproofLayout
import FeedproofProof
import Foundation
import Testing

/// `RECORD=1 swift test` approves the current cards.
struct PlaceCardTests {
  private let card = PlaceCard(
    name: "Tempelhofer Feld", about: "An airfield that became a park, with kites and gardens", distance: "2.4 km"
  ).laidOut(width: 320)

  @Test func boxesAreWhereTheyWere() throws {
    let boxes = CardBoxes(card)
    let approved = try Approved("place-card.json").value(else: boxes)
    let report = CardComparison().compare(boxes, with: approved)
    #expect(report.passes, "\(report)")
  }

  @Test func pictureIsAsApproved() throws {
    let painter = BlockPainter(card.displayList(scale: 1), scale: 1)
    let picture = try Picture(width: painter.width, height: painter.height, rgba: painter.rgba)
    let approved = try Approved("place-card.pam").picture(else: picture)
    let report = CardComparison().compare(picture, with: approved)
    #expect(report.passes, "\(report)")
  }

  @Test func onlyTheTextGrowsWithItsWords() throws {
    let longer = PlaceCard(
      name: "Tempelhofer Feld",
      about: "An airfield that became a park, with kites, gardens and room for a hundred bikes",
      distance: "2.4 km"
    ).laidOut(width: 320)
    let report = CardComparison().compare(CardBoxes(longer), with: CardBoxes(card))
    let cause = try #require(report.findings.first)
    #expect(cause.hasPrefix("card/words/about: ") && cause.contains(" line"), "\(report)")
  }
}
