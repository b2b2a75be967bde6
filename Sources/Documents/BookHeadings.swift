import Basics
import Cards
import FeedReading
import Raster

/// Determines where a part, a month and a day begin.
struct BookHeadings {
  private let text: BookText
  private let strings: Strings
  private let clock: CardClock
  private let width: Double
  /// The name of the part; nil in a book with a single part.
  private let name: String?
  /// The open elements of parts, months and days, each nested in the previous one.
  private var open: [PDFElement]
  private var month: (year: Int, month: Int)?
  private var day: Int?
  private var isFirst = true
  /// Points above a heading if nothing else separates cards, since a chat's messages are close together.
  private let apart: Double
  /// The open entries of the table of contents.
  private var lines: [Int] = []

  init(book: FeedBook, part: FeedBook.Part, width: Double) {
    (text, strings, clock) = (book.text, part.renderer.strings, part.renderer.clock)
    self.width = width
    apart = part.isChat ? 12 : 0
    name = book.parts.count > 1 ? part.name : nil
    open = [book.document.root]
  }

  /// The structure element of a card.
  var said: PDFElement { open[open.count - 1] }

  private static let looks: [(size: Double, weight: Int, above: Double, below: Double)] = [
    (20, 600, 18, 6), (15, 600, 16, 4), (10.5, 600, 12, 3),
  ]

  /// Returns the headings above a post.
  mutating func over(_ post: Post, _ entries: inout [FeedBook.Entry]) -> [BookItem.Heading] {
    var found: [BookItem.Heading] = []
    let top = name == nil ? 0 : 1
    if isFirst, let name { found.append(begin(name, level: 0, size: 0, isTop: true, &entries)) }
    isFirst = false
    if let date = post.date {
      let number = clock.day(of: date)
      let civil = CivilDate(dayNumber: number)
      if month.map({ $0 != (civil.year, civil.month) }) ?? true {
        (month, day) = ((civil.year, civil.month), nil)
        let words = strings.book.month.filled([
          .month: strings.book.months[civil.month - 1], .year: String(civil.year),
        ])
        found.append(begin(words, level: top, size: top, isTop: found.isEmpty, &entries))
      }
      if day != number {
        day = number
        let words = strings.chat.day.filled([
          .day: String(civil.day), .month: strings.chat.months[civil.month - 1], .year: String(civil.year),
        ])
        found.append(begin(words, level: top + 1, size: 2, isTop: found.isEmpty, &entries))
      }
    }
    for line in lines { entries[line].count += 1 }
    return found
  }

  /// Ends elements of this level or below, and begins the next.
  private mutating func begin(
    _ title: String, level: Int, size: Int, isTop: Bool, _ entries: inout [FeedBook.Entry]
  ) -> BookItem.Heading {
    let look = Self.looks[size]
    open.removeLast(max(0, open.count - 1 - level))
    lines.removeLast(max(0, lines.count - level))
    let section = said.add(level == 0 ? .part : .section)
    open.append(section)
    lines.append(entries.count)
    entries.append(FeedBook.Entry(level: level, title: title))
    return BookItem.Heading(
      text: text.set(title, size: look.size, weight: look.weight, width: width),
      said: section.add([.heading1, .heading2, .heading3][level]), above: isTop ? apart : look.above, below: look.below,
      entry: entries.count - 1)
  }
}
