import Drawing

/// Breaks and shapes text. Implementations are safe to call from any thread and give the same answer on each.
package protocol TextMeasuring: Sendable {
  /// The text broken at `width` points (may be infinite). At most `maxLines` lines for the whole text; what is left
  /// out is cut as `truncation` says. A width of 0 or less gives at least one cluster a line, never a hang.
  func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText
}
