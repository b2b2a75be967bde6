/// Identifies a card, message or header in a column, by a number chosen by the column's creator. Numbers should start
/// from 0: a column stores four bytes for each number up to the largest.
public struct ItemID: Hashable, Sendable, Comparable {
  /// Within `numbers`.
  public let number: Int32

  public init(_ number: Int32) { self.number = number }

  /// The numbers that a column accepts.
  public static let numbers: ClosedRange<Int32> = 0...0x0FFF_FFFF

  public static func < (one: ItemID, other: ItemID) -> Bool { one.number < other.number }
}

/// An item of a column.
public struct ColumnItem: Equatable, Sendable {
  /// Unique within the column.
  public var id: ItemID
  /// Points, 0 or more.
  public var height: Double
  /// Points between its bottom and the next item; ignored for the last one.
  public var gap: Double
  /// Whether the height was measured, not estimated.
  public var isExact: Bool
  /// Whether it may be the anchor that keeps everything else in place: headers and typing indicators may not.
  public var canAnchor: Bool
  /// Whether it stays at the viewport's edge while its section is on the screen.
  public var isPinned: Bool

  public init(
    _ id: ItemID, height: Double, gap: Double = 0, isExact: Bool = true, canAnchor: Bool = true, isPinned: Bool = false
  ) {
    self.id = id
    self.height = height
    self.gap = gap
    self.isExact = isExact
    self.canAnchor = canAnchor
    self.isPinned = isPinned
  }

  /// The heights that a column accepts; more than a million points would lose precision.
  public static let heights: ClosedRange<Double> = 0...1_000_000
  /// The gaps that a column accepts.
  public static let gaps: ClosedRange<Double> = 0...2000
}

/// An item in 16 bytes.
struct StoredItem: Sendable {
  var height: Double
  private var gapSteps: Int32
  private var tag: UInt32

  private static let estimated: UInt32 = 1 << 31
  private static let noAnchor: UInt32 = 1 << 30
  private static let pinned: UInt32 = 1 << 29

  init(_ item: ColumnItem) {
    height = Points.snapped(item.height)
    gapSteps = Int32(exactly: (item.gap * Points.steps).rounded()) ?? 0
    tag =
      UInt32(bitPattern: item.id.number) | (item.isExact ? 0 : Self.estimated) | (item.canAnchor ? 0 : Self.noAnchor)
      | (item.isPinned ? Self.pinned : 0)
  }

  var gap: Double { Double(gapSteps) / Points.steps }
  var extent: Double { height + gap }
  var id: ItemID { ItemID(Int32(bitPattern: tag & ~(Self.estimated | Self.noAnchor | Self.pinned))) }
  var isExact: Bool { tag & Self.estimated == 0 }
  var canAnchor: Bool { tag & Self.noAnchor == 0 }
  var isPinned: Bool { tag & Self.pinned != 0 }

  var item: ColumnItem {
    ColumnItem(id, height: height, gap: gap, isExact: isExact, canAnchor: canAnchor, isPinned: isPinned)
  }
}

/// Prefix sums of a list, with look-up and update in O(log n): a Fenwick tree.
struct PrefixSums<Value: AdditiveArithmetic & Comparable & Sendable>: Sendable {
  /// At `i`, the sum of the values that end at `i`; their number is the lowest set bit of `i + 1`.
  private var sums: [Value]
  private(set) var total = Value.zero

  init(_ values: [Value]) {
    sums = values
    total = values.reduce(.zero, +)
    for index in sums.indices {
      let parent = index | (index + 1)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  mutating func add(_ difference: Value, at index: Int) {
    total += difference
    var index = index
    while index < sums.count {
      sums[index] += difference
      index |= index + 1
    }
  }

  /// The sum of the first `count` values.
  func first(_ count: Int) -> Value {
    var (sum, index) = (Value.zero, count)
    while index > 0 {
      sum += sums[index - 1]
      index &= index - 1
    }
    return sum
  }

  /// The last index whose prefix sum is at most `target`, with that sum; values must be 0 or more.
  func last(atMost target: Value) -> (place: Int, sum: Value) {
    var (place, sum) = (0, Value.zero)
    var step = sums.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - sums.count.leadingZeroBitCount)
    while step > 0 {
      let next = place + step
      if next <= sums.count, sum + sums[next - 1] <= target {
        (place, sum) = (next, sum + sums[next - 1])
      }
      step /= 2
    }
    return (place, sum)
  }
}
