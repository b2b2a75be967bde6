import FeedReading
import Foundation

/// The design's decisions that a view model needs before layout. They come from the design tokens; the defaults here
/// apply if the tokens omit them.
package struct PostCardRules: Hashable, Encodable, Sendable {
  /// A text with more lines than this has two states.
  package let collapsesAbove: Int
  /// The number of lines shown when collapsed.
  package let collapsedLines: Int
  /// Width ÷ height of the narrowest image; a taller one is cropped.
  package let minimumAspect: Double
  /// Width ÷ height of the widest image.
  package let maximumAspect: Double
  /// Width ÷ height of a photo whose size is unknown.
  package let fallbackAspect: Double
  /// Height ÷ width of the tallest image box, so that it fits a screen; nil if only the aspect ratios limit it.
  package var maximumRatio: Double?
  /// The width in pixels from which a photo is enlarged to its box. A smaller photo keeps its size at one pixel per
  /// point; nil enlarges every photo.
  package var enlargedFrom: Double?
  /// The width in pixels from which a link's image is as wide as its card; nil if all are.
  package var largeLinkFrom: Double?
  /// Width ÷ height of the tallest image above a link card's text; a taller one is next to the text.
  package var minimumLinkAspect: Double?
  /// The maximum indentation of nested reposts; deeper ones are aligned with the last indented one.
  package var repostSteps = 3
  /// Whether the first post of a day has the day above it.
  package var separatesDays = false
  /// Whether links that show their address omit "https://" and "www.".
  package var hidesSchemes = false
  /// Whether replies omit the names at their beginning, which the service adds.
  package var hidesAnsweredNames = false
  /// The maximum number of seconds between two messages of a run.
  package var runPause = 300

  /// Width ÷ height of most videos, if a feed doesn't give it.
  static let videoAspect = 16.0 / 9
  /// Width ÷ height of most link preview images, if a feed doesn't give it.
  static let linkAspect = 1.91

  package init(
    collapsesAbove: Int, collapsedLines: Int, minimumAspect: Double, maximumAspect: Double, fallbackAspect: Double
  ) {
    (self.collapsesAbove, self.collapsedLines) = (collapsesAbove, collapsedLines)
    (self.minimumAspect, self.maximumAspect) = (minimumAspect, maximumAspect)
    self.fallbackAspect = fallbackAspect
  }

  /// Height ÷ width of a single photo's box.
  package func ratio(ofAspect aspect: Double?) -> Double { bounded(1 / clamped(aspect)) }

  /// Height ÷ width of every page of a carousel: the geometric mean of its photos, a compromise between tall and wide
  /// ones.
  package func ratio(ofAspects aspects: [Double?]) -> Double {
    guard !aspects.isEmpty else { return ratio(ofAspect: nil) }
    let logarithm = aspects.reduce(0) { $0 + log(clamped($1)) } / Double(aspects.count)
    return bounded(exp(-logarithm))
  }

  /// Height ÷ width of an image above a link card's text; nil if it is too small or too tall for that.
  package func ratio(ofLinkPicture photo: Photo) -> Double? {
    if let width = photo.pixelWidth, let largeLinkFrom, Double(width) < largeLinkFrom { return nil }
    if let aspect = photo.aspect, let minimumLinkAspect, aspect < minimumLinkAspect { return nil }
    return ratio(ofAspect: photo.aspect ?? Self.linkAspect)
  }

  /// The maximum width in points of a photo with the given pixel width; nil if it is as wide as its box.
  package func widthLimit(ofPixels width: Int?) -> Double? {
    guard let width, let enlargedFrom, Double(width) < enlargedFrom else { return nil }
    return Double(width)
  }

  private func bounded(_ ratio: Double) -> Double {
    guard let maximumRatio, maximumRatio.isFinite, maximumRatio > 0 else { return ratio }
    return min(ratio, maximumRatio)
  }

  /// Square if the tokens give no usable value.
  private func clamped(_ aspect: Double?) -> Double {
    let wanted = aspect.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? fallbackAspect
    let value = min(max(wanted, minimumAspect), maximumAspect)
    return value.isFinite && value > 0 ? value : 1
  }
}
