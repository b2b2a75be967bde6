import Foundation

/// What another implementation counts in pairs of pictures: `vectors/pixel-compare` of the extra vectors.
package struct PixelVectors: Decodable {
  package struct Pair: Decodable, Sendable {
    package var first: String
    package var second: String
    package var threshold: Double
    package var differing: Int
    package var differingWithAntialiased: Int
  }

  package var pairs: [Pair]

  /// Nil where they are absent.
  package static let folder = ExtraVectors.url("vectors/pixel-compare")

  /// - Throws: Where the list is not what it should be.
  package init(in folder: URL) throws {
    let data = try Data(contentsOf: folder.appendingPathComponent("expected.json"))
    self = try JSONDecoder().decode(Self.self, from: data)
  }
}
