import Foundation

/// The design's decisions that a view model needs before anything is measured. They come from the design tokens.
package struct PostCardRules: Hashable, Codable, Sendable {
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

  package init(
    collapsesAbove: Int, collapsedLines: Int, minimumAspect: Double, maximumAspect: Double, fallbackAspect: Double
  ) {
    self.collapsesAbove = collapsesAbove
    self.collapsedLines = collapsedLines
    self.minimumAspect = minimumAspect
    self.maximumAspect = maximumAspect
    self.fallbackAspect = fallbackAspect
  }

  /// Height ÷ width of one photo's box.
  package func ratio(ofAspect aspect: Double?) -> Double { 1 / clamped(aspect) }

  /// Height ÷ width of every page of a carousel: its photos' geometric mean, so that a tall one and a wide one meet in
  /// the middle.
  package func ratio(ofAspects aspects: [Double?]) -> Double {
    guard !aspects.isEmpty else { return ratio(ofAspect: nil) }
    let logarithm = aspects.reduce(0) { $0 + log(clamped($1)) } / Double(aspects.count)
    return exp(-logarithm)
  }

  /// Square where the tokens leave nothing sensible.
  private func clamped(_ aspect: Double?) -> Double {
    let wanted = aspect.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? fallbackAspect
    let value = min(max(wanted, minimumAspect), maximumAspect)
    return value.isFinite && value > 0 ? value : 1
  }
}
