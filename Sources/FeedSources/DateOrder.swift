import FeedIngest

/// Where the posts of a feed stand in its files, the newest first. Of each post it keeps three small numbers and no more, so
/// that a feed of any length can be put into order.
struct DateOrder: Sendable {
  /// A post's place in the files: they, and the pages of each, in the order in which they are read.
  struct Spot: Hashable, Comparable, Sendable {
    let file: UInt32
    let page: UInt32
    /// Among the page's entries.
    let entry: UInt32

    static func < (left: Spot, right: Spot) -> Bool {
      (left.file, left.page, left.entry) < (right.file, right.page, right.entry)
    }
  }

  /// In the order in which the posts are shown.
  private(set) var spots: [Spot]
  /// What posts are called whose own ids were taken.
  let names: [Spot: String]

  init(_ listing: Listing) {
    spots = Self.places(of: listing.dates).map { listing.spots[$0] }
    names = listing.names
  }

  /// Places by their dates, the newest first. Those of one moment, and those without a date, stay as the feed has them.
  static func places(of dates: [Int?]) -> [Int] {
    dates.indices.sorted { left, right in
      let (first, second) = (dates[left] ?? .min, dates[right] ?? .min)
      return first == second ? left < right : first > second
    }
  }

  /// What is noted of the posts as they pass by.
  struct Listing: Sendable {
    fileprivate var dates: [Int?] = []
    fileprivate var spots: [Spot] = []
    fileprivate var names: [Spot: String] = [:]

    /// - Parameter number: The page's, in its file.
    mutating func add(_ joined: [(entry: Int, post: Post)], of page: FeedPage, number: Int, inFile file: Int) {
      for (entry, post) in joined {
        let spot = Spot(
          file: UInt32(truncatingIfNeeded: file), page: UInt32(truncatingIfNeeded: number),
          entry: UInt32(truncatingIfNeeded: entry))
        dates.append(post.date)
        spots.append(spot)
        if post.id != page.entries[entry].post.id { names[spot] = post.id }
      }
    }
  }
}
