extension PixelFinding {
  /// Letters of another rasteriser may always have a few pixels that the other's lack.
  private static let strayTolerance = 0

  /// Too much differs; sizes aside.
  func fails(_ tolerance: Tolerance) -> Bool {
    differing > limit || (ink.map { $0.stray > Self.strayTolerance || $0.ratio > tolerance.ink ?? 1 } ?? false)
  }

  /// What differs too much, in words.
  func reasons(_ tolerance: Tolerance) -> [String] {
    var reasons: [String] = []
    if differing > limit {
      let limits = limit > 0 ? ", \(limit) would pass" : ""
      reasons.append("\(pixelCount(differing)) differ\(differing == 1 ? "s" : "")\(places)\(limits)")
    }
    guard let ink else { return reasons }
    if ink.stray > Self.strayTolerance {
      reasons.append(
        "\(pixelCount(ink.stray)) of text where the other picture has none\(reasons.isEmpty ? places : "")")
    }
    if let limit = tolerance.ink, ink.ratio > limit {
      reasons.append("\(percent(ink.ratio)) of the pixels of texts differ, \(percent(limit)) would pass")
    }
    return reasons
  }

  /// ` in card/photo and 2 other boxes`
  private var places: String {
    var seen: Set<String> = []
    let boxes = regions.compactMap(\.boxes.first).filter { seen.insert($0).inserted }
    guard !boxes.isEmpty else { return "" }
    let rest = boxes.count - 3
    let listed = boxes.prefix(3).joined(separator: ", ")
    return " in \(listed)\(rest > 0 ? " and \(rest) other box\(rest == 1 ? "" : "es")" : "")"
  }

  private func pixelCount(_ count: Int) -> String { "\(count) pixel\(count == 1 ? "" : "s")" }
}

/// `0.31 %`, never 0 where there is something.
package func percent(_ ratio: Double) -> String {
  let hundredths = (ratio * 10_000).rounded() / 100
  return hundredths == 0 && ratio > 0 ? "less than 0.01 %" : "\(hundredths) %"
}
