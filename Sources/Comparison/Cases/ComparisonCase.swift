import Basics
import Drawing
import FeedReading
import Filming
import ImageComparison
import Projects

/// A comparison of one image with one reference.
package struct ComparisonCase: Sendable {
  package enum Kind: String, Codable, Sendable {
    case baseline, mockup
    /// A card on a screen of an app.
    case screen
  }

  /// The id in reports and commands: `wall1_17/375@2x-light-expanded`, or the mockup case's name.
  var id: String
  var kind: Kind
  var variant: ImageVariant
  var tolerance: Tolerance
  var masks: [CaseMask]
  /// Intended differences.
  var deviations: [Deviation]
  /// The mockup, if the case is one.
  var mockup: Mockup?
}

extension ComparisonCase {
  init(_ mockup: Mockup) {
    self.init(
      id: mockup.name, kind: .mockup,
      variant: ImageVariant(width: mockup.width, scale: mockup.scale, theme: mockup.theme, state: mockup.state),
      tolerance: mockup.tolerance, masks: mockup.masks, deviations: mockup.deviations, mockup: mockup)
  }

  /// Creates a case that compares a card with its baseline, with the project's settings.
  init(baseline id: String, _ variant: ImageVariant, of project: Project) {
    self.init(
      id: id, kind: .baseline, variant: variant, tolerance: project.tolerances.of(case: id).last ?? .baseline,
      masks: project.masks.of(case: id), deviations: project.deviations.of(case: id))
  }
}

/// All cases of one post. Its cards are laid out and its photos decoded only once.
struct BaselinePost: Sendable {
  var placed: PostInFeed
  /// Index into the run's renderers: posts of mockups may come from other projects.
  var renderer: Int
  /// nil compares all of the project's images of the post with their baselines.
  var mockups: [Mockup]?

  var post: Post { placed.post }
}
