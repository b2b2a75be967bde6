import ImageComparison
import Layout

/// A card's named boxes for comparison and storage: the frame of each, its text and its font.
///
/// The encoding is that of Feedproof's baselines (docs/comparison.md); numbers are points, rounded to a thousandth.
public struct CardBoxes: Hashable, Codable, Sendable {
  package let record: LayoutRecord

  /// Creates the boxes of a card from `LayoutEngine`. An image is identified by the first of its addresses.
  public init(_ card: LaidOutCard) {
    record = LayoutRecord(card) { $0.candidates.first?.url }
  }

  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws { record = try LayoutRecord(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}
