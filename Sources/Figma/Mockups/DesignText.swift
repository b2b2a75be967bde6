import Drawing
import ImageComparison

/// A text of a design, as Figma sets it. Figma rounds sizes and positions that are exact in a card (`FigmaTextMetrics`).
/// A card's value that equals the design's after this rounding is no difference.
struct DesignText: Sendable {
  private let lineHeight: Double
  private let unit: String?
  private let size: Double?
  private let vertical: String?
  private let horizontal: String?
  private let hugsHeight: Bool
  private let hugsWidth: Bool

  /// The tolerance for the rounded numbers of design and layout, in points.
  private static let rounding = 0.0021

  /// nil if the style has no line height.
  init?(_ style: FigmaTextStyle) {
    guard let lineHeight = style.lineHeightPx, lineHeight > 0 else { return nil }
    self.lineHeight = lineHeight
    (unit, size) = (style.lineHeightUnit, style.fontSize)
    (vertical, horizontal) = (style.textAlignVertical, style.textAlignHorizontal)
    hugsWidth = style.textAutoResize == "WIDTH_AND_HEIGHT"
    hugsHeight = hugsWidth || style.textAutoResize == "HEIGHT"
  }

  private func height(_ lines: Int) -> Double {
    FigmaTextMetrics.height(lines: lines, lineHeightPx: lineHeight, unit: unit)
  }

  /// Returns the number of lines in a box of this height; nil if no number fits, as in a box of fixed size.
  private func lines(in height: Double) -> Int? {
    guard let lines = Int(exactly: (height / lineHeight).rounded()) else { return nil }
    return [lines, lines - 1, lines + 1].first { $0 > 0 && abs(self.height($0) - height) <= Self.rounding }
  }

  /// Returns the box to compare with the card's. Values that differ only by Figma's rounding are replaced by the
  /// card's.
  ///
  /// - Parameters:
  ///   - record: The box in the design.
  ///   - drawn: The box of the card; nil if it has none.
  func settled(_ record: BoxRecord, as drawn: BoxRecord?) -> BoxRecord {
    var record = record
    let lines = lines(in: record.frame.height)
    record.lineCount = lines
    let rounded = lineHeight.rounded(.toNearestOrAwayFromZero)
    record.font?.lineHeight = rounded
    guard let drawn, let font = drawn.font, let pitch = font.lineHeight, let shown = drawn.lineCount else {
      return record
    }
    if abs(pitch - lineHeight) <= Self.rounding { record.font?.lineHeight = pitch }
    let isMet = abs(pitch - (record.font?.lineHeight ?? 0)) <= Self.rounding
    settleWidth(&record, drawn)
    let count = lines ?? shown
    let shift = baseline(in: record, drawn, lines: count)
    // The design's box has a fixed size, while the card's box has the height of its lines.
    let isFixed = lines == nil && !hugsHeight && abs(drawn.frame.height - Double(shown) * pitch) <= Self.rounding
    if lines != nil {
      if isMet { record.frame.size.height = Double(count) * pitch }
    } else if isFixed {
      record.frame.origin.y += shift.map(\.down) ?? 0
      record.frame.size.height = drawn.frame.height
    }
    record.baseline = shift.map { record.frame.minY + $0.baseline + (isFixed || hugsHeight ? 0 : $0.down) }
    return record
  }

  /// Undoes Figma's rounding up of a box that hugs its text.
  private func settleWidth(_ record: inout BoxRecord, _ drawn: BoxRecord) {
    let spare = record.frame.width - drawn.frame.width
    guard hugsWidth, spare > 0,
      abs(FigmaTextMetrics.width(advance: drawn.frame.width - Self.rounding) - record.frame.width) <= Self.rounding
    else { return }
    record.frame.size.width = drawn.frame.width
    record.frame.origin.x += horizontal == "RIGHT" ? spare : horizontal == "CENTER" ? spare / 2 : 0
  }

  /// Returns the baseline of the first line, if the typeface is the same. It follows from how Figma sets the card's
  /// text, which is known, and how it sets its own.
  ///
  /// - Returns: `baseline` is the expected baseline of the card, from the top of the lines. `down` is the distance of
  ///   the lines from the top of a box of another height. Both in points; nil if the rendered text has no baseline.
  private func baseline(in record: BoxRecord, _ drawn: BoxRecord, lines: Int) -> (baseline: Double, down: Double)? {
    guard let font = drawn.font, let drawnSize = font.size, drawnSize > 0, let pitch = font.lineHeight,
      let absolute = drawn.baseline, record.font?.family == font.family
    else { return nil }
    let own = absolute - drawn.frame.minY
    // With half-leading, only the difference of ascent and descent matters, here as a fraction of the font size.
    let excess = (2 * own - pitch) / drawnSize
    func baseline(_ size: Double, _ height: Double, _ unit: String?, alignment: String?, box: Double?) -> Double {
      FigmaTextMetrics.baseline(
        ascent: excess, descent: 0, size: size, lineHeightPx: height, unit: unit, alignment: alignment, lines: lines,
        boxHeight: box)
    }
    let here = baseline(drawnSize, pitch, nil, alignment: nil, box: nil)
    let top = baseline(size ?? drawnSize, lineHeight, unit, alignment: nil, box: nil)
    let there = baseline(size ?? drawnSize, lineHeight, unit, alignment: vertical, box: record.frame.height)
    return (own + top - here, there - top)
  }
}
