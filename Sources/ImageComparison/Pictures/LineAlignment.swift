/// Aligns rows (or columns) of two images by their hashes: first those that occur once in both ("patience diff" by Bram
/// Cohen), then the rest between them.
struct LineAlignment {
  /// Lines between equal ones; either range may be empty.
  struct Gap: Hashable {
    var first: Range<Int>
    var second: Range<Int>
  }

  private let first: [UInt64]
  private let second: [UInt64]
  /// The gaps from the first to the last line.
  private(set) var gaps: [Gap] = []

  /// The maximum size of the table for comparing lines pairwise, if no line is unique.
  private static let tableLimit = 1 << 20
  /// The number of equal lines between two gaps that may be a coincidence.
  private static let chance = 8
  /// The number of lines, each different from the previous one, that are not a coincidence.
  private static let evidence = 8

  init(_ first: [UInt64], _ second: [UInt64]) {
    (self.first, self.second) = (first, second)
    align(Gap(first: first.indices, second: second.indices), depth: 0)
    joinAcrossChance()
  }

  /// Whether enough equal lines moved to rule out coincidence. Lines equal to the previous one match anything and say
  /// little.
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

  /// Returns lines that occur once on both sides, in the longest common order.
  private func anchors(_ a: Range<Int>, _ b: Range<Int>) -> [(first: Int, second: Int)] {
    /// The position of a line; -1 if it occurs again.
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

  /// Returns the longest subsequence of pairs in which both numbers increase.
  private static func longestRising(_ pairs: [(first: Int, second: Int)]) -> [(first: Int, second: Int)] {
    // For each length, the pair with the lowest end.
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

  /// Aligns repeated lines by the longest common subsequence.
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

  /// Returns the gaps, with those merged that insert or remove lines before and after the same blank lines: where between
  /// two blank lines others were inserted is open.
  var gapsJoinedAcrossBlank: [Gap] {
    gaps.reduce(into: []) { joined, gap in
      if let last = joined.last, (last.second.count - last.first.count).signum() != 0,
        (last.second.count - last.first.count).signum() == (gap.second.count - gap.first.count).signum(),
        let line = first[last.first.upperBound..<gap.first.lowerBound].first,
        first[last.first.upperBound..<gap.first.lowerBound].allSatisfy({ $0 == line })
      {
        joined[joined.count - 1] = Gap(
          first: last.first.lowerBound..<gap.first.upperBound, second: last.second.lowerBound..<gap.second.upperBound)
      } else {
        joined.append(gap)
      }
    }
  }

  /// Merges gaps around a few equal lines, which are the space between two letters rather than moved content.
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
