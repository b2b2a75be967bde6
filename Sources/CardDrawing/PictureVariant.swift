/// Which of a card's pictures one is.
package struct PictureVariant: Hashable, Sendable {
  /// Points.
  package var screenWidth: Int
  package var scale: Int
  package var theme: String
  /// `expanded`, `collapsed` or a carousel's `page-1`; nil for the feed's picture.
  package var state: String?

  package init(screenWidth: Int, scale: Int, theme: String, state: String?) {
    self.screenWidth = screenWidth
    self.scale = scale
    self.theme = theme
    self.state = state
  }

  /// `375@2x-light-expanded.png`
  package var fileName: String {
    ["\(screenWidth)@\(scale)x", theme, state].compactMap { $0 }.joined(separator: "-") + ".png"
  }
}
