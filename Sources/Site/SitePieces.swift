/// How posts are spread over files of so many: full ones from the oldest post on, numbered in that order, so that a new
/// post changes the file of the newest alone.
package struct SitePieces: Sendable {
  let count: Int
  /// Whether the oldest post is the first one, as in a conversation; in a feed it is the last.
  let isRising: Bool

  package init(count: Int, isRising: Bool) {
    (self.count, self.isRising) = (count, isRising)
  }

  /// A post's number from the oldest on, which it keeps when others come.
  func ordinal(_ place: Int) -> Int { isRising ? place : count - 1 - place }

  /// The number of the file that a post is in.
  ///
  /// - Parameter size: Posts in a file.
  package func number(of place: Int, size: Int) -> Int { ordinal(place) / size }

  /// The places of a file's posts from one of them on.
  package func places(from start: Int, size: Int) -> Range<Int> {
    let left = isRising ? size - start % size : ordinal(start) % size + 1
    return start..<min(start + left, count)
  }

  /// The places of a file's posts, by its number; nil where there is no such file.
  package func places(number: Int, size: Int) -> Range<Int>? {
    let (first, overflow) = number.multipliedReportingOverflow(by: size)
    guard number >= 0, !overflow, first < count else { return nil }
    let end = min(first + size, count)
    return isRising ? first..<end : (count - end)..<(count - first)
  }

  /// The files in the order of their posts' places.
  package func all(size: Int) -> some Sequence<(number: Int, places: Range<Int>)> {
    sequence(state: 0) { (start: inout Int) -> (number: Int, places: Range<Int>)? in
      guard start < count else { return nil }
      let places = places(from: start, size: size)
      start = places.upperBound
      return (number(of: places.lowerBound, size: size), places)
    }
  }
}
