/// Differing pixels that lie near each other.
package struct DifferingRegion: Hashable, Sendable {
  /// The smallest rectangle around them.
  package var bounds: PixelRect
  package var runs: [PixelRun]
  /// How many pixels of it differ.
  package var count: Int

  package init(runs: [PixelRun]) {
    self.runs = runs
    count = runs.reduce(0) { $0 + $1.columns.count }
    let (left, right) = (runs.map(\.columns.lowerBound).min() ?? 0, runs.map(\.columns.upperBound).max() ?? 0)
    let (top, bottom) = (runs.map(\.y).min() ?? 0, (runs.map(\.y).max() ?? -1) + 1)
    bounds = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension PixelSet {
  /// Pixels between which one can step over at most `reach - 1` equal ones in either direction are one region. From the
  /// top, then from the left.
  package func regions(reach: Int = 8) -> [DifferingRegion] {
    var groups = DisjointSets(count: runs.count)
    let rows = rowRanges()
    for (index, row) in rows.enumerated() {
      joinNeighbours(in: row, reach, &groups)
      var above = index - 1
      while above >= 0, runs[row.lowerBound].y - runs[rows[above].lowerBound].y <= reach {
        join(rows[above], row, reach, &groups)
        above -= 1
      }
    }
    var members: [Int: [PixelRun]] = [:]
    for index in runs.indices { members[groups.root(of: index), default: []].append(runs[index]) }
    return members.values.map { DifferingRegion(runs: $0) }.sorted { left, right in
      (left.bounds.y, left.bounds.x, left.runs[0].columns.lowerBound)
        < (right.bounds.y, right.bounds.x, right.runs[0].columns.lowerBound)
    }
  }

  /// Indices of the runs of each row that has any.
  private func rowRanges() -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var start = 0
    for index in runs.indices where index + 1 == runs.count || runs[index + 1].y != runs[index].y {
      rows.append(start..<index + 1)
      start = index + 1
    }
    return rows
  }

  private func joinNeighbours(in row: Range<Int>, _ reach: Int, _ groups: inout DisjointSets) {
    for index in row.dropFirst()
    where runs[index].columns.lowerBound - runs[index - 1].columns.upperBound < reach {
      groups.join(index - 1, index)
    }
  }

  /// Joins the runs of two rows that are near enough, walking along both at once.
  private func join(_ upper: Range<Int>, _ lower: Range<Int>, _ reach: Int, _ groups: inout DisjointSets) {
    var (a, b) = (upper.lowerBound, lower.lowerBound)
    while a < upper.upperBound, b < lower.upperBound {
      let (left, right) = (runs[a].columns, runs[b].columns)
      if left.lowerBound - right.upperBound < reach && right.lowerBound - left.upperBound < reach { groups.join(a, b) }
      if left.upperBound < right.upperBound { a += 1 } else { b += 1 }
    }
  }
}

/// Which of numbered things belong together.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) {
    parents = Array(0..<count)
  }

  mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  /// The smaller number becomes the root.
  mutating func join(_ one: Int, _ other: Int) {
    let (a, b) = (root(of: one), root(of: other))
    if a < b { parents[b] = a } else { parents[a] = b }
  }
}
