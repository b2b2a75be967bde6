/// All combinations of some values of the budget and of weights.
package struct WeightSweep: Hashable, Sendable {
  package struct Axis: Hashable, Sendable {
    /// `budget` or a weight's name.
    package let key: String
    /// Rising, each once, at least one.
    package let values: [Double]

    package init(key: String, values: [Double]) {
      self.key = key
      self.values = Set(values).sorted()
    }
  }

  package var axes: [Axis]

  package init(_ axes: [Axis]) { self.axes = axes }

  package static var keys: [String] { ["budget"] + PrefetchWeights.names.map(\.name) }

  /// How many settings; a floating number, since it may be larger than any whole one.
  package var count: Double { axes.isEmpty ? 0 : axes.reduce(1) { $0 * Double($1.values.count) } }

  /// The values of a setting, one of each axis; the last axis runs fastest.
  ///
  /// - Parameter number: From 0 to below `count`.
  package func values(of number: Int) -> [Double] {
    var rest = number
    var values: [Double] = []
    for axis in axes.reversed() {
      values.append(axis.values[rest % axis.values.count])
      rest /= axis.values.count
    }
    return values.reversed()
  }

  /// The weights of a setting; what is not swept stays.
  package func weights(of number: Int, over base: PrefetchWeights) -> PrefetchWeights {
    var weights = base
    for (axis, value) in zip(axes, values(of: number)) {
      if axis.key == "budget" { weights.budget = value } else { _ = weights.set(axis.key, to: value) }
    }
    return weights
  }
}
