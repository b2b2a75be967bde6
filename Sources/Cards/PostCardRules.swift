import FeedIngest
import Foundation

/// The design's decisions that a view model needs before anything is measured. They come from the design tokens; what these
/// need not say is as it is here.
package struct PostCardRules: Hashable, Encodable, Sendable {
  /// A text of more lines than this has two states.
  package let collapsesAbove: Int
  /// Lines shown when collapsed.
  package let collapsedLines: Int
  /// The narrowest picture, as width ÷ height; a taller one is cut to it.
  package let minimumAspect: Double
  /// The widest picture, as width ÷ height.
  package let maximumAspect: Double
  /// Width ÷ height of a photo whose size the feed does not give.
  package let fallbackAspect: Double
  /// Height ÷ width of the tallest box of a picture, so that it fits a screen; nil where aspects alone bound it.
  package var maximumRatio: Double?
  /// Pixels across from which a photo is enlarged to the width of its box. A smaller one keeps its size, a pixel a point;
  /// nil where every photo is enlarged.
  package var enlargedFrom: Double?
  /// Pixels across from which a link's picture is as wide as its card; nil where all are.
  package var largeLinkFrom: Double?
  /// Width ÷ height of the tallest picture over a link's card; a taller one stands beside its words.
  package var minimumLinkAspect: Double?
  /// How many reposts of reposts step in; those after them stand under the last of these.
  package var repostSteps = 3
  /// Seconds between two messages of a run at most.
  package var runPause = 300

  /// Width ÷ height of nearly every video, where a feed does not say.
  static let videoAspect = 16.0 / 9
  /// Width ÷ height of what pages offer to be shown by, where a feed does not say.
  static let linkAspect = 1.91

  package init(
    collapsesAbove: Int, collapsedLines: Int, minimumAspect: Double, maximumAspect: Double, fallbackAspect: Double
  ) {
    (self.collapsesAbove, self.collapsedLines) = (collapsesAbove, collapsedLines)
    (self.minimumAspect, self.maximumAspect) = (minimumAspect, maximumAspect)
    self.fallbackAspect = fallbackAspect
  }

  /// Height ÷ width of one photo's box.
  package func ratio(ofAspect aspect: Double?) -> Double { bounded(1 / clamped(aspect)) }

  /// Height ÷ width of every page of a carousel: its photos' geometric mean, so that a tall one and a wide one meet in
  /// the middle.
  package func ratio(ofAspects aspects: [Double?]) -> Double {
    guard !aspects.isEmpty else { return ratio(ofAspect: nil) }
    let logarithm = aspects.reduce(0) { $0 + log(clamped($1)) } / Double(aspects.count)
    return bounded(exp(-logarithm))
  }

  /// Height ÷ width of a picture over a link's card; nil of one that is too small or too tall for that.
  package func ratio(ofLinkPicture photo: Photo) -> Double? {
    if let width = photo.pixelWidth, let largeLinkFrom, Double(width) < largeLinkFrom { return nil }
    if let aspect = photo.aspect, let minimumLinkAspect, aspect < minimumLinkAspect { return nil }
    return ratio(ofAspect: photo.aspect ?? Self.linkAspect)
  }

  /// The width in points that a photo of so many pixels across takes at most; nil where it is as wide as its box.
  package func widthLimit(ofPixels width: Int?) -> Double? {
    guard let width, let enlargedFrom, Double(width) < enlargedFrom else { return nil }
    return Double(width)
  }

  private func bounded(_ ratio: Double) -> Double {
    guard let maximumRatio, maximumRatio.isFinite, maximumRatio > 0 else { return ratio }
    return min(ratio, maximumRatio)
  }

  /// Square where the tokens leave nothing sensible.
  private func clamped(_ aspect: Double?) -> Double {
    let wanted = aspect.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? fallbackAspect
    let value = min(max(wanted, minimumAspect), maximumAspect)
    return value.isFinite && value > 0 ? value : 1
  }
}
