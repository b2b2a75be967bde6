import Basics
import Foundation
import Raster

/// The images in Fixtures, with the pixels that other decoders read (see Fixtures/make-fixtures.py).
enum CodecFixtures {
  struct Picture: Decodable {
    var width: Int
    var height: Int
    var rgba: String
  }

  struct Reduced: Decodable {
    var name: String
    var width: Int
    var height: Int
    var rgba: String
  }

  struct Fill: Decodable {
    var width: Int
    var height: Int
    var premultipliedRGBA: String
  }

  struct Expected: Decodable {
    var pictures: [String: Picture]
    var reduced: [Reduced]
    var fills: [Fill]
  }

  static let expected: Expected = {
    guard let json = try? JSONDecoder().decode(Expected.self, from: Data(bytes("expected.json"))) else {
      return Expected(pictures: [:], reduced: [], fills: [])
    }
    return json
  }()

  static func bytes(_ name: String) -> [UInt8] {
    let url = Bundle.module.url(forResource: "Fixtures/" + name, withExtension: nil)
    return url.flatMap { try? Data(contentsOf: $0) }.map { [UInt8]($0) } ?? []
  }

  static func names(_ suffix: String) -> [String] { expected.pictures.keys.filter { $0.hasSuffix(suffix) }.sorted() }

  /// Returns a bitmap in the decoder's format from hexadecimal RGBA that is not premultiplied.
  static func bitmap(_ width: Int, _ height: Int, _ digits: String) -> Bitmap? {
    Bitmap(width: width, height: height, format: .rgba, bytes: hexadecimal(digits))?.converted(to: .bgraPremultiplied)
  }

  static func bitmap(_ name: String) -> Bitmap? {
    expected.pictures[name].flatMap { bitmap($0.width, $0.height, $0.rgba) }
  }

  static func hexadecimal(_ digits: String) -> [UInt8] {
    let values = digits.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

/// Returns the largest difference of two channel values; nil if the bitmaps have different sizes or formats.
func largestDifference(_ left: Bitmap, _ right: Bitmap?) -> Int? {
  guard let right, left.size == right.size, left.format == right.format else { return nil }
  return zip(left.bytes, right.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
}
