import Layout
import Proof

/// A card's named boxes as they are compared and kept: where each stands, what its text says and how it is set.
///
/// What is encoded is what Feedproof's baselines hold (docs/comparison.md); numbers are points, to a thousandth.
public struct CardBoxes: Hashable, Codable, Sendable {
  package let record: LayoutRecord

  /// Of a card that `LayoutEngine` laid out. A picture is known by the first of its addresses.
  public init(_ card: LaidOutCard) {
    record = LayoutRecord(card) { $0.candidates.first?.url }
  }

  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws { record = try LayoutRecord(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}
