/// The row filters of PNG (PNG, third edition, 9.2): each byte minus what its neighbours foretell.
///
/// A row's pointers have a pixel of zeros in front of them.
enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// Writes the filtered row, without its filter byte; gives the sum of the results' magnitudes as signed bytes.
  /// In rows of more than eight million pixels the sum may wrap; at worst that chooses another filter.
  func apply(
    to row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) -> UInt32 {
    let left = row - bytesPerPixel
    let corner = above - bytesPerPixel
    var sum: UInt32 = 0
    switch self {
    case .none:
      for i in 0..<count { sum &+= PNGFilter.put(row[i], target, i) }
    case .sub:
      for i in 0..<count { sum &+= PNGFilter.put(row[i] &- left[i], target, i) }
    case .up:
      for i in 0..<count { sum &+= PNGFilter.put(row[i] &- above[i], target, i) }
    case .average:
      for i in 0..<count {
        let mean = UInt8(truncatingIfNeeded: (UInt16(left[i]) &+ UInt16(above[i])) &>> 1)
        sum &+= PNGFilter.put(row[i] &- mean, target, i)
      }
    case .paeth:
      for i in 0..<count {
        sum &+= PNGFilter.put(row[i] &- PNGFilter.paeth(left[i], above[i], corner[i]), target, i)
      }
    }
    return sum
  }

  @inline(__always)
  private static func put(_ value: UInt8, _ target: UnsafeMutablePointer<UInt8>, _ index: Int) -> UInt32 {
    target[index] = value
    return UInt32(min(value, 0 &- value))
  }

  /// The neighbour nearest to left + above − corner; ties go to left, then above.
  @inline(__always)
  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let toLeft = Int16(above) &- Int16(corner)
    let toAbove = Int16(left) &- Int16(corner)
    let distance = (toLeft.magnitude, toAbove.magnitude, (toLeft &+ toAbove).magnitude)
    let other = distance.1 <= distance.2 ? above : corner
    return distance.0 <= distance.1 && distance.0 <= distance.2 ? left : other
  }
}
