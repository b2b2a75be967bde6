/// Rows (or columns) of two pictures, told apart by their hashes, with equal ones put beside each other: first those that
/// both have once (after the "patience diff" of Bram Cohen), then what is left between them.
struct LineAlignment {
  /// Lines between equal ones; of one side there may be none.
  struct Gap: Hashable {
    var first: Range<Int>
    var second: Range<Int>
  }

  private let first: [UInt64]
  private let second: [UInt64]
  /// From the first line to the last.
  private(set) var gaps: [Gap] = []

  /// Lines that are compared each with each, where none of them is there once.
  private static let tableLimit = 1 << 20
  /// Equal lines between two gaps that may be chance.
  private static let chance = 8
  /// Lines of which each is unlike the one before it.
  private static let evidence = 8

  init(_ first: [UInt64], _ second: [UInt64]) {
    (self.first, self.second) = (first, second)
    align(Gap(first: first.indices, second: second.indices), depth: 0)
    joinAcrossChance()
  }

  /// Whether so many equal lines stand elsewhere that it is no chance. Of lines that look like the one before them any is
  /// like any: they say little.
  var hasMoved: Bool {
    var (count, all) = (0, 0)
    var (one, other) = (0, 0)
    for gap in gaps + [Gap(first: first.count..<first.count, second: second.count..<second.count)] {
      if one != other {
        let lines = first[one..<gap.first.lowerBound]
        count += zip(lines, lines.dropFirst()).count { $0 != $1 }
        all += lines.count
      }
      (one, other) = (gap.first.upperBound, gap.second.upperBound)
    }
    return count >= Self.evidence || count >= 3 && all >= 4 * Self.evidence
  }

  private mutating func align(_ whole: Gap, depth: Int) {
    var (a, b) = (whole.first, whole.second)
    while let one = a.first, let other = b.first, first[one] == second[other] {
      (a, b) = (a.dropFirst(), b.dropFirst())
    }
    while let one = a.last, let other = b.last, first[one] == second[other] { (a, b) = (a.dropLast(), b.dropLast()) }
    if a.isEmpty && b.isEmpty { return }
    guard !a.isEmpty, !b.isEmpty else { return gaps.append(Gap(first: a, second: b)) }
    let pairs = depth < 16 ? anchors(a, b) : []
    guard !pairs.isEmpty else { return alignByTable(a, b) }
    var (one, other) = (a.lowerBound, b.lowerBound)
    for pair in pairs {
      align(Gap(first: one..<pair.first, second: other..<pair.second), depth: depth + 1)
      (one, other) = (pair.first + 1, pair.second + 1)
    }
    align(Gap(first: one..<a.upperBound, second: other..<b.upperBound), depth: depth + 1)
  }

  /// Lines that both have once, as many as stand in one order in both.
  private func anchors(_ a: Range<Int>, _ b: Range<Int>) -> [(first: Int, second: Int)] {
    /// Where a line stands; -1 where it comes again.
    var places: [UInt64: (first: Int, second: Int?)] = [:]
    places.reserveCapacity(a.count)
    for line in a { places[first[line]] = (places[first[line]] == nil ? line : -1, nil) }
    for line in b {
      guard let known = places[second[line]] else { continue }
      places[second[line]]?.second = known.second == nil ? line : -1
    }
    let common = places.values.compactMap { place -> (first: Int, second: Int)? in
      guard place.first >= 0, let other = place.second, other >= 0 else { return nil }
      return (place.first, other)
    }.sorted { $0.first < $1.first }
    return Self.longestRising(common)
  }

  /// The most pairs of which both numbers rise.
  private static func longestRising(_ pairs: [(first: Int, second: Int)]) -> [(first: Int, second: Int)] {
    // Of each length, the pair that ends it lowest.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].second < pairs[index].second { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var found: [(first: Int, second: Int)] = []
    var next = ends.last ?? -1
    while next >= 0 {
      found.append(pairs[next])
      next = before[next]
    }
    return found.reversed()
  }

  /// The most equal lines in one order, of lines that come again and again.
  private mutating func alignByTable(_ a: Range<Int>, _ b: Range<Int>) {
    let (rows, columns) = (a.count + 1, b.count + 1)
    let (cells, overflow) = rows.multipliedReportingOverflow(by: columns)
    guard !overflow, cells <= Self.tableLimit else { return gaps.append(Gap(first: a, second: b)) }
    var best = [Int32](repeating: 0, count: cells)
    for one in stride(from: a.count - 1, through: 0, by: -1) {
      for other in stride(from: b.count - 1, through: 0, by: -1) {
        let cell = one * columns + other
        best[cell] =
          first[a.lowerBound + one] == second[b.lowerBound + other]
          ? best[cell + columns + 1] + 1 : max(best[cell + 1], best[cell + columns])
      }
    }
    var (one, other) = (0, 0)
    var gap = Gap(first: a.lowerBound..<a.lowerBound, second: b.lowerBound..<b.lowerBound)
    while one < a.count || other < b.count {
      let isEqual =
        one < a.count && other < b.count && first[a.lowerBound + one] == second[b.lowerBound + other]
      if isEqual {
        if !(gap.first.isEmpty && gap.second.isEmpty) { gaps.append(gap) }
        (one, other) = (one + 1, other + 1)
        let (next, beside) = (a.lowerBound + one, b.lowerBound + other)
        gap = Gap(first: next..<next, second: beside..<beside)
        continue
      }
      let takesFirst =
        other == b.count || one < a.count && best[(one + 1) * columns + other] >= best[one * columns + other + 1]
      if takesFirst {
        one += 1
        gap.first = gap.first.lowerBound..<a.lowerBound + one
      } else {
        other += 1
        gap.second = gap.second.lowerBound..<b.lowerBound + other
      }
    }
    if !(gap.first.isEmpty && gap.second.isEmpty) { gaps.append(gap) }
  }

  /// A few equal lines between lines that differ are the gap between two letters, not what has moved.
  private mutating func joinAcrossChance() {
    var joined: [Gap] = []
    for gap in gaps {
      if let last = joined.last, gap.first.lowerBound - last.first.upperBound < Self.chance,
        last.first.count != last.second.count || gap.first.count != gap.second.count
      {
        joined[joined.count - 1] = Gap(
          first: last.first.lowerBound..<gap.first.upperBound, second: last.second.lowerBound..<gap.second.upperBound)
      } else {
        joined.append(gap)
      }
    }
    gaps = joined
  }
}
