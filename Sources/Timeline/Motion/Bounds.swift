/// Between what offsets content may rest, and how it is pulled beyond them.
struct Bounds: Equatable, Sendable {
  let offsets: ClosedRange<Double>
  /// The viewport's height.
  let dimension: Double

  private var band: RubberBand { RubberBand(dimension: dimension) }

  /// The offset that is shown for one that the finger asks for.
  func banded(_ offset: Double) -> Double {
    let nearest = offsets.clamp(offset)
    return nearest == offset ? offset : nearest + band.shown(offset - nearest)
  }

  /// The offset that the finger asks for where another is shown.
  func unbanded(_ offset: Double) -> Double {
    let nearest = offsets.clamp(offset)
    return nearest == offset ? offset : nearest + band.pull(offset - nearest)
  }
}
