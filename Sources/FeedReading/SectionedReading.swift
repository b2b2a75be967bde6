import DataFormats
import Synchronization

/// A reader that reads the items of a long document section by section, so that its posts are never all in memory.
protocol SectionReader: Sendable {
  var reading: PageReaderContext { get set }
  /// Whether items remain.
  var hasItems: Bool { get }

  /// Reads up to `count` more items.
  mutating func readItems(_ count: Int)

  /// The page of the items read since the last section.
  func sectionPage() -> FeedPage

  /// Forgets what was read of the last section.
  mutating func startSection()
}

extension SectionReader {
  mutating func startSection() { reading.startSection() }

  /// The page of the first section; its `rest` reads the others.
  func firstSection() -> FeedPage {
    var reader = self
    reader.readItems(SectionedReading.size)
    var page = reader.sectionPage()
    guard reader.hasItems else { return page }
    reader.startSection()
    page.rest = SectionedReading(reader, whole: self)
    return page
  }
}

/// The sections of a document that are still unread.
package final class SectionedReading: Sendable {
  /// The number of items in a section.
  package static let size = 2048

  private let reader: Mutex<any SectionReader>
  /// The same document, at its beginning.
  private let whole: any SectionReader

  fileprivate init(_ reader: any SectionReader, whole: any SectionReader) {
    self.reader = Mutex(reader)
    self.whole = whole
  }

  /// Returns the next section; nil at the end.
  func next() -> FeedPage? {
    reader.withLock { reader in
      guard reader.hasItems else { return nil }
      reader.readItems(Self.size)
      var page = reader.sectionPage()
      page.rest = self
      reader.startSection()
      return page
    }
  }

  /// Reads the whole document once more for the oldest and newest date, in seconds since 1970; nil without dates.
  func dates() -> ClosedRange<Int>? {
    var (reader, dates) = (whole, ClosedRange<Int>?.none)
    while reader.hasItems {
      reader.readItems(Self.size)
      if let own = reader.reading.entries.dates {
        dates = min(own.lowerBound, dates?.lowerBound ?? .max)...max(own.upperBound, dates?.upperBound ?? .min)
      }
      reader.startSection()
    }
    return dates
  }
}

extension [FeedEntry] {
  /// The oldest and newest date, in seconds since 1970; nil without dates.
  var dates: ClosedRange<Int>? {
    let dates = lazy.compactMap(\.post.date)
    guard let oldest = dates.min(), let newest = dates.max() else { return nil }
    return oldest...newest
  }
}

/// The items of a document that are still unread.
struct UnreadItems: Sendable {
  private var nodes: ArraySlice<JSONNode>
  /// A list, and the position of its next element.
  private let list: JSONNode?
  private var position: JSONArray.Index?

  init(_ nodes: [JSONNode]) {
    (self.nodes, list) = (nodes[...], nil)
  }

  /// - Parameter list: A JSON list; anything else has no items.
  init(of list: JSONNode?) {
    (nodes, self.list) = ([], list)
  }

  var isEmpty: Bool {
    guard let array = list?.value.array else { return nodes.isEmpty }
    return position ?? array.startIndex == array.endIndex
  }

  /// Removes and returns the next items.
  mutating func next(_ count: Int) -> [JSONNode] {
    if let list { return list.listed(from: &position, atMost: count) }
    defer { nodes = nodes.dropFirst(count) }
    return Array(nodes.prefix(count))
  }
}
