import Foundation

/// Random numbers that depend on a seed alone: the same on every machine, whatever is drawn from others (SplitMix64).
package struct CommonRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// A stream of its own, e.g. for each repeat.
  package init(seed: UInt64, stream: UInt64) {
    var mixed = CommonRandom(seed: seed ^ (stream &* 0xD1B5_4A32_D192_ED03))
    state = mixed.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// From 0 to below 1, of 53 bits.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Weibull's distribution by its mean; a shape below 1 has many short times and a few long ones.
  package mutating func weibull(shape: Double, mean: Double) -> Double {
    let scale = mean / tgamma(1 + 1 / shape)
    return scale * pow(-log(1 - unit()), 1 / shape)
  }
}
