import Drawing
import FeedIngest
import Proof

/// One picture that is compared.
struct ProofCase: Sendable {
  enum Kind: String, Codable, Sendable { case baseline, mockup }

  /// What reports and commands call it: `wall1_17/375@2x-light-expanded`, or the mockup case's name.
  var id: String
  var kind: Kind
  var variant: PictureVariant
  var tolerance: Tolerance
  var masks: [CaseMask]
  /// Of a mockup.
  var mockup: MockupCase?
}

extension ProofCase {
  init(_ mockup: MockupCase) {
    self.init(
      id: mockup.name, kind: .mockup,
      variant: PictureVariant(width: mockup.width, scale: mockup.scale, theme: mockup.theme, state: mockup.state),
      tolerance: mockup.tolerance, masks: mockup.masks, mockup: mockup)
  }
}

/// Ink that is not compared; the boxes are.
struct CaseMask: Hashable, Sendable {
  /// A box by its path.
  var box: String
  var reason: String
}

/// All that is compared of one post: its cards are laid out and its photos decoded once.
struct ProofPost: Sendable {
  var placed: PlacedPost
  /// Index into the run's renderers: posts of mockups may come from other projects.
  var renderer: Int
  /// Nil compares every picture that the project asks for with its baseline.
  var mockups: [MockupCase]?

  var post: Post { placed.post }
}
