import Drawing

/// Breaks and shapes text. Implementations are safe to call from any thread and give the same answer on each.
package protocol TextMeasuring: Sendable {
  /// The text broken at `width` points (may be infinite). At most `maxLines` lines for the whole text; what is left
  /// out is cut as `truncation` says. A width of 0 or less gives at least one cluster a line, never a hang.
  ///
  /// Lines are set at the start of the given width, whatever the style's alignment (the layout moves them once it knows
  /// the box): a left-to-right paragraph's begin at x 0, a right-to-left one's end at `width`, or where that is infinite
  /// at the widest line's end. A text whose widest line is exactly `width` wide breaks as it did without a limit.
  func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText
}
