import Pixels

extension Bitmap {
  /// Pixels that are looked at, of a picture of any size.
  private static let looked = 1 << 16

  /// Which of some colours is a picture's ground: that from which its pixels are least far, on the whole.
  ///
  /// - Parameter grounds: `#RRGGBB`; nil of what has none.
  /// - Returns: Its place; nil where none is known, and of a picture that is not `rgba`.
  package func nearestGround(of grounds: [String?]) -> Int? {
    guard format == .rgba else { return nil }
    var sums: [(place: Int, color: [Int], sum: Int)] = grounds.enumerated().compactMap { place, ground in
      ground.flatMap(ScreenColor.channels).map { (place, $0, 0) }
    }
    for pixel in Swift.stride(from: 0, to: width * height, by: max(1, width * height / Self.looked)) {
      for index in sums.indices {
        sums[index].sum += (0..<3).reduce(0) { max($0, abs(Int(bytes[pixel * 4 + $1]) - sums[index].color[$1])) }
      }
    }
    return sums.min { $0.sum < $1.sum }?.place
  }
}
