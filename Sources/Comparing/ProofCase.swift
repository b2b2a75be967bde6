import CardDrawing
import FeedIngest
import Proof

/// One picture that is compared.
struct ProofCase: Sendable {
  enum Kind: String, Codable, Sendable { case baseline, mockup }

  /// What reports and commands call it: `wall1_17/375@2x-light-expanded`, or the mockup case's name.
  var id: String
  var kind: Kind
  var place: PictureVariant
  var tolerance: Tolerance
  var masks: [CaseMask]
  /// Of a mockup.
  var mockup: MockupCase?
}

/// Ink that is not compared; the boxes are.
struct CaseMask: Hashable, Sendable {
  /// A box by its path.
  var box: String
  var reason: String
}

/// All that is compared of one post: its cards are laid out and its photos decoded once.
struct ProofPost: Sendable {
  var post: Post
  /// Index into the run's studios: posts of mockups may come from other projects.
  var studio: Int
  /// Nil compares every picture that the project asks for with its baseline.
  var mockups: [MockupCase]?
}
