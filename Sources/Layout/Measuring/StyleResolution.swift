import Drawing

/// The size that fractions refer to; nil on an axis where the parent's size is not fixed.
struct ParentSize: Hashable, Sendable {
  var width: Double?
  var height: Double?

  init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }

  /// Of a parent that is laid out in `range`.
  init(fixedIn range: SizeRange) {
    width = range.min.width == range.max.width ? range.max.width : nil
    height = range.min.height == range.max.height ? range.max.height : nil
  }
}

extension Dimension {
  /// Points; nil for auto, and for a fraction of a size that is not fixed.
  func resolved(against parent: Double?) -> Double? {
    switch self {
    case .auto: nil
    case .points(let points): points
    case .fraction(let fraction): parent.map { min(max(0, fraction * $0), InputCheck.longest) }
    }
  }
}

extension ElementStyle {
  /// The sizes the style allows: a minimum beats a maximum, which beats an exact size.
  func sizeRange(in parent: ParentSize) -> SizeRange {
    let (minWidth, maxWidth) = Self.bounds(
      exactly: width.resolved(against: parent.width), min: minWidth.resolved(against: parent.width),
      max: maxWidth.resolved(against: parent.width))
    let (minHeight, maxHeight) = Self.bounds(
      exactly: height.resolved(against: parent.height), min: minHeight.resolved(against: parent.height),
      max: maxHeight.resolved(against: parent.height))
    return SizeRange(
      min: Size(width: minWidth, height: minHeight), max: Size(width: maxWidth, height: maxHeight))
  }

  private static func bounds(exactly: Double?, min lower: Double?, max upper: Double?) -> (Double, Double) {
    let lower = lower ?? 0
    let upper = upper ?? .infinity
    guard let exactly else { return (lower, max(lower, upper)) }
    let size = max(lower, min(upper, exactly))
    return (size, size)
  }
}

extension SizeRange {
  /// The sizes in both; where there are none on an axis, this range's bound that is nearest to the other range.
  func intersection(_ other: SizeRange) -> SizeRange {
    let (minWidth, maxWidth) = Self.intersection((min.width, max.width), (other.min.width, other.max.width))
    let (minHeight, maxHeight) = Self.intersection((min.height, max.height), (other.min.height, other.max.height))
    return SizeRange(
      min: Size(width: minWidth, height: minHeight), max: Size(width: maxWidth, height: maxHeight))
  }

  /// The size in the range that is nearest to `size`.
  func clamp(_ size: Size) -> Size {
    Size(
      width: Swift.min(Swift.max(size.width, min.width), max.width),
      height: Swift.min(Swift.max(size.height, min.height), max.height))
  }

  /// The same maximum, from 0.
  var withoutMinimum: SizeRange { SizeRange(min: .zero, max: max) }

  private static func intersection(
    _ range: (min: Double, max: Double), _ other: (min: Double, max: Double)
  ) -> (Double, Double) {
    let lower = Swift.max(range.min, other.min)
    let upper = Swift.min(range.max, other.max)
    if lower <= upper { return (lower, upper) }
    return range.min < other.min ? (range.max, range.max) : (range.min, range.min)
  }
}
