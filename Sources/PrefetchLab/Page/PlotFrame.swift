import Foundation

/// A range of values on one side of a plot, and where they stand there.
struct PlotScale {
  /// How values are spread: evenly, or small ones wider than large ones.
  enum Spread { case even, root, small }

  let low: Double
  let high: Double
  let from: Double
  let to: Double
  var spread = Spread.even

  func callAsFunction(_ value: Double) -> Double {
    let (a, b, v) = (bent(low), bent(high), bent(min(max(value, low), high)))
    return from + (b > a ? (v - a) / (b - a) : 0) * (to - from)
  }

  private func bent(_ value: Double) -> Double {
    switch spread {
    case .even: value
    case .root: max(0, value).squareRoot()
    case .small: log1p(max(0, value) * 10)
    }
  }

  /// Round values, some four to six of them.
  var ticks: [Double] {
    if spread == .root {
      let round = [0, 10, 25, 50, 100, 200, 300, 400, 600, 800, 1000].filter { $0 >= low && $0 <= high }
      return round.count > 3 ? round : even
    }
    guard spread == .even else { return [0, 0.1, 0.3, 1, 3, 10, 30, 100, 300].filter { $0 >= low && $0 <= high } }
    return even
  }

  private var even: [Double] {
    let step = Self.step(high - low)
    return Array(stride(from: (low / step).rounded(.up) * step, through: high + step * 1e-6, by: step))
  }

  private static func step(_ range: Double) -> Double {
    guard range > 0 else { return 1 }
    let size = pow(10, (log10(range / 5)).rounded(.down))
    return [1, 2, 5, 10].map { $0 * size }.first { range / $0 <= 5.5 } ?? size * 10
  }

  /// The end of a range from 0 that has some air above its highest value.
  static func end(_ highest: Double) -> Double {
    guard highest > 0 else { return 1 }
    let step = step(highest * 1.05)
    return (highest * 1.05 / step).rounded(.up) * step
  }
}

/// Axes, their ticks and words.
struct PlotFrame {
  let width = 380.0
  let height = 300.0
  let left = 50.0
  let right = 12.0
  let top = 26.0
  let bottom = 44.0

  func x(_ low: Double, _ high: Double, _ spread: PlotScale.Spread = .even) -> PlotScale {
    PlotScale(low: low, high: high, from: left, to: width - right, spread: spread)
  }

  func y(_ low: Double, _ high: Double, _ spread: PlotScale.Spread = .even) -> PlotScale {
    PlotScale(low: low, high: high, from: height - bottom, to: top, spread: spread)
  }

  func draw(
    in svg: inout SVG, _ x: PlotScale, _ y: PlotScale, xWords: String, yWords: String,
    yText: (Double) -> String = LabNumber.text
  ) {
    for tick in y.ticks {
      svg.line(left, y(tick), width - right, y(tick), "grid")
      svg.words(left - 6, y(tick) + 4, yText(tick), "tick end")
    }
    for tick in x.ticks {
      svg.line(x(tick), height - bottom, x(tick), height - bottom + 4, "axis")
      svg.words(x(tick), height - bottom + 17, LabNumber.text(tick), "tick middle")
    }
    svg.line(left, height - bottom, width - right, height - bottom, "axis")
    svg.words((left + width - right) / 2, height - 8, xWords, "label middle")
    svg.words(left - 42, 11, yWords, "label")
  }
}
