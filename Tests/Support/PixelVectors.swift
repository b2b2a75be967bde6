import Foundation

/// Counts of differing pixels by another implementation: `vectors/pixel-compare` of the extra vectors.
package struct PixelVectors: Decodable {
  package struct Pair: Decodable, Sendable {
    package var first: String
    package var second: String
    package var threshold: Double
    package var differing: Int
    package var differingWithAntialiased: Int
  }

  package var pairs: [Pair]

  /// nil if they are missing.
  package static let folder = ExtraVectors.url("vectors/pixel-compare")

  /// - Throws: An error if the list is invalid.
  package init(in folder: URL) throws {
    let data = try Data(contentsOf: folder.appendingPathComponent("expected.json"))
    self = try JSONDecoder().decode(Self.self, from: data)
  }
}
