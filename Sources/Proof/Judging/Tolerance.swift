/// How far a card may be from its reference and still pass.
package struct Tolerance: Hashable, Sendable {
  /// Of each box.
  package var structure: StructureTolerance
  /// 0 … 1: how far the colours of two pixels may be apart and still be the same.
  package var threshold: Double
  package var countsAntialiased: Bool
  /// How many of the compared pixels may differ, as a number and as a share (0 … 1). Of both, the stricter holds; with
  /// neither, none may.
  package var pixels: Int?
  package var ratio: Double?
  /// Share of the pixels of texts that may differ, where texts are judged apart from all else.
  package var ink: Double?

  package init(
    structure: StructureTolerance = StructureTolerance(), threshold: Double, countsAntialiased: Bool,
    pixels: Int? = nil, ratio: Double? = nil, ink: Double? = nil
  ) {
    self.structure = structure
    self.threshold = threshold
    self.countsAntialiased = countsAntialiased
    self.pixels = pixels
    self.ratio = ratio
    self.ink = ink
  }

  /// A baseline was drawn by the same tool with the same fonts: not a pixel may be different.
  package static let baseline = Tolerance(threshold: 0, countsAntialiased: true)

  /// A mockup was drawn by another program: half a point, half a per cent of the pixels outside text.
  package static let mockup = Tolerance(
    structure: StructureTolerance(position: 0.5, size: 0.5, baseline: 0.5, color: 1), threshold: 0.1,
    countsAntialiased: false, ratio: 0.005)

  /// The number of differing pixels that passes.
  package func limit(ofCompared compared: Int) -> Int {
    let share = ratio.map { Int((min(1, max(0, $0)) * Double(compared)).rounded(.down)) }
    guard let limit = [pixels, share].compactMap({ $0 }).min() else { return 0 }
    return max(0, limit)
  }
}
