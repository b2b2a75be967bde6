/// Sums of the first so many values of a list, each found and changed in O(log n): a Fenwick tree.
struct PrefixSums<Value: AdditiveArithmetic & Comparable & Sendable>: Sendable {
  /// At `i`, the sum of the values that end at `i` and whose number is the lowest bit of `i + 1`.
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

  /// The last place whose sum of earlier values is at most `target`, with that sum; the values are 0 or more.
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
