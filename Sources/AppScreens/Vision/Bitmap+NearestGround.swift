import Basics

extension Bitmap {
  /// The number of pixels to examine, whatever the image's size.
  private static let looked = 1 << 16

  /// Returns the index of the color with the smallest average distance to the pixels.
  ///
  /// - Parameter grounds: Colors as `#RRGGBB`; nil for an unknown color.
  /// - Returns: Nil if no color is known, and for an image that isn't `rgba`.
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
