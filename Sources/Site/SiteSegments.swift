/// The distribution of posts over files of a fixed size: files are filled and numbered from the oldest post on, so that
/// a new post only changes the newest file.
package struct SiteSegments: Sendable {
  let count: Int
  /// Whether the oldest post is first, as in a conversation; in a feed it is last.
  let isRising: Bool

  package init(count: Int, isRising: Bool) {
    (self.count, self.isRising) = (count, isRising)
  }

  /// Returns a post's number from the oldest, which doesn't change when posts are added.
  func ordinal(_ place: Int) -> Int { isRising ? place : count - 1 - place }

  /// Returns the number of a post's file.
  ///
  /// - Parameter size: The number of posts per file.
  package func number(of place: Int, size: Int) -> Int { ordinal(place) / size }

  /// Returns the positions of the rest of a file's posts, starting with the given one.
  package func places(from start: Int, size: Int) -> Range<Int> {
    let left = isRising ? size - start % size : ordinal(start) % size + 1
    return start..<min(start + left, count)
  }

  /// Returns the positions of a file's posts by its number; nil if there is no such file.
  package func places(number: Int, size: Int) -> Range<Int>? {
    let (first, overflow) = number.multipliedReportingOverflow(by: size)
    guard number >= 0, !overflow, first < count else { return nil }
    let end = min(first + size, count)
    return isRising ? first..<end : (count - end)..<(count - first)
  }

  /// Returns the files in the order of their posts' positions.
  package func all(size: Int) -> some Sequence<(number: Int, places: Range<Int>)> {
    sequence(state: 0) { (start: inout Int) -> (number: Int, places: Range<Int>)? in
      guard start < count else { return nil }
      let places = places(from: start, size: size)
      start = places.upperBound
      return (number(of: places.lowerBound, size: size), places)
    }
  }
}
