import Foundation
import Support
import Testing

@Suite("feedproof image --book")
struct FeedBookTests {
  private func item(_ id: Int, _ date: Int, _ text: String, _ rest: String = "") -> String {
    #"{"type":"post","source_id":1,"post_id":\#(id),"date":\#(date),"text":"\#(text)"\#(rest)}"#
  }

  /// Posts of 1, 1, 3 and 30 November, and of December 2018.
  private var items: [String] {
    [
      item(5, 1_543_665_600, "December"), item(4, 1_543_536_000, "Last"), item(3, 1_541_203_200, "Third"),
      item(2, 1_541_073_600, "Second"), item(1, 1_541_062_800, "First"),
    ]
  }

  private func book(
    _ items: [String], _ days: String, _ options: [String] = []
  ) throws -> (folder: TemporaryFolder, outcome: Tool.Outcome) {
    let folder = try TemporaryFolder()
    try folder.write(WrittenFeed.document(items), to: "feed.json")
    let outcome = try Tool.run(
      ["picture", "feed.json", "-o", "book.pdf", "--quiet", "--book", days, "--locale", "en"] + options, in: folder.url)
    return (folder, outcome)
  }

  private func text(_ folder: TemporaryFolder, _ name: String = "book.pdf") throws -> PDFText {
    PDFText(try Data(contentsOf: folder.url.appendingPathComponent(name)))
  }

  @Test("a month is in the order of time, its contents in front, with its days in the outline")
  func month() throws {
    let (folder, outcome) = try book(items, "2018-11")
    try #require(outcome.status == 0, "\(outcome.error)")
    let text = try text(folder)
    let cards = try #require(text.pages.first)
    let places = ["First", "Second", "Third", "Last"].compactMap { cards.range(of: $0)?.lowerBound }
    #expect(places.count == 4 && places == places.sorted())
    #expect(!text.pages.joined().contains("December"))
    #expect(text.outline.isSuperset(of: ["November 2018", "November\u{A0}1", "November\u{A0}3", "November\u{A0}30"]))
    // The table of contents was created last and comes first.
    #expect(text.order == [1, 0] && text.pages[1].contains("Contents"))
    #expect(text.elements["Art"] == 4 && text.elements["H3"] == 4 && text.elements["TOCI"] == 4)
  }

  @Test("several make a file each, and a page has its author's name in no index if there is one")
  func several() throws {
    let (folder, outcome) = try book(items, "2018-11,2018-12")
    try #require(outcome.status == 0, "\(outcome.error)")
    #expect(try text(folder, "book-2018-11.pdf").pages.count == 2)
    let december = try text(folder, "book-2018-12.pdf")
    #expect(december.elements["Art"] == 1 && !december.pages.joined().contains("Authors"))
  }

  @Test("a video's address is below its card, as text and as a link")
  func video() throws {
    let attachment =
      #","attachments":[{"type":"video","video":{"id":7,"owner_id":-1,"title":"Ferry","duration":5,"image":[]}}]"#
    let (folder, outcome) = try book([item(1, 1_541_062_800, "See", attachment)], "2018")
    try #require(outcome.status == 0, "\(outcome.error)")
    let text = try text(folder)
    #expect(text.links.filter { $0.contains("video-1_7") }.count >= 2)
    #expect(text.pages[0].contains("video-1_7"))
  }

  @Test("days without anything, days that are none, and a format that is no book are reported")
  func refused() throws {
    #expect(try book(items, "2017").outcome.status == 2)
    #expect(try book(items, "November").outcome.status == 2)
    let outcome = try book(items, "2018", ["--format", "png"]).outcome
    #expect(outcome.status == 2 && outcome.error.contains("a book must be a PDF"))
  }

  @Test("the same feed gives the same bytes")
  func deterministic() throws {
    let first = try book(items, "2018").folder, second = try book(items, "2018").folder
    let data = try Data(contentsOf: first.url.appendingPathComponent("book.pdf"))
    #expect(try Data(contentsOf: second.url.appendingPathComponent("book.pdf")) == data)
  }
}
