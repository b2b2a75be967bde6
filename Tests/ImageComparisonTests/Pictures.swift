import Basics
import Foundation
import Raster
import Support

@testable import ImageComparison

/// Small images for tests.
enum Pictures {
  typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

  static let white: Pixel = (255, 255, 255, 255)

  /// Returns an image with the colors that `pixel` returns.
  static func make(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel = { _, _ in white }) -> Bitmap {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = pixel(x, y)
        bytes += [color.red, color.green, color.blue, color.alpha]
      }
    }
    return Bitmap(width: width, height: height, format: .rgba, bytes: bytes)!
  }

  static func read(_ url: URL) throws -> Bitmap {
    try ImageDecoder.decodeExactly([UInt8](try Data(contentsOf: url)))
  }

  /// Pseudorandom numbers that are the same in every run.
  struct Noise {
    private var state: UInt64

    init(seed: UInt64) {
      state = seed
    }

    mutating func byte() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }
}
