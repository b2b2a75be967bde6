import Drawing
import Figma
import Proof

/// How Figma sets a text of a design. It rounds what is drawn here to a fraction of a point (`FigmaTextRules`); a text that
/// is its own once it is rounded alike is met.
struct DesignText: Sendable {
  private let lineHeight: Double
  private let unit: String?
  private let size: Double?
  private let vertical: String?
  private let horizontal: String?
  private let hugsHeight: Bool
  private let hugsWidth: Bool

  /// What the design's and the layout's numbers are rounded to.
  private static let rounding = 0.0021

  /// Nil of a style without a line height.
  init?(_ style: FigmaTextStyle) {
    guard let lineHeight = style.lineHeightPx, lineHeight > 0 else { return nil }
    self.lineHeight = lineHeight
    (unit, size) = (style.lineHeightUnit, style.fontSize)
    (vertical, horizontal) = (style.textAlignVertical, style.textAlignHorizontal)
    hugsWidth = style.textAutoResize == "WIDTH_AND_HEIGHT"
    hugsHeight = hugsWidth || style.textAutoResize == "HEIGHT"
  }

  private func height(_ lines: Int) -> Double {
    FigmaTextRules.height(lines: lines, lineHeightPx: lineHeight, unit: unit)
  }

  /// As many lines as make a box this high; nil where none do, as in a box of a size of its own.
  private func lines(in height: Double) -> Int? {
    guard let lines = Int(exactly: (height / lineHeight).rounded()) else { return nil }
    return [lines, lines - 1, lines + 1].first { $0 > 0 && abs(self.height($0) - height) <= Self.rounding }
  }

  /// The text's box as a card is held against it.
  ///
  /// - Parameters:
  ///   - record: As the design has it.
  ///   - drawn: Nil where there is none.
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
    // A box of a size of its own, where the card's has that of its lines.
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

  /// Where Figma has rounded up what hugs its letters.
  private func settleWidth(_ record: inout BoxRecord, _ drawn: BoxRecord) {
    let spare = record.frame.width - drawn.frame.width
    guard hugsWidth, spare > 0,
      abs(FigmaTextRules.width(advance: drawn.frame.width - Self.rounding) - record.frame.width) <= Self.rounding
    else { return }
    record.frame.size.width = drawn.frame.width
    record.frame.origin.x += horizontal == "RIGHT" ? spare : horizontal == "CENTER" ? spare / 2 : 0
  }

  /// Where the first line of the design stands, as far as the font is the same: what Figma makes of the drawn text is known,
  /// and what it makes of its own.
  ///
  /// - Returns: From the top of the lines' box: the baseline that the card must have; and how far the lines stand down from
  ///   the top of a box of another size. Nil where the drawn text has none.
  private func baseline(in record: BoxRecord, _ drawn: BoxRecord, lines: Int) -> (baseline: Double, down: Double)? {
    guard let font = drawn.font, let drawnSize = font.size, drawnSize > 0, let pitch = font.lineHeight,
      let absolute = drawn.baseline, record.font?.family == font.family
    else { return nil }
    let own = absolute - drawn.frame.minY
    // Half-leading leaves this of the font: the share that its ascent is more than its descent.
    let excess = (2 * own - pitch) / drawnSize
    func baseline(_ size: Double, _ height: Double, _ unit: String?, alignment: String?, box: Double?) -> Double {
      FigmaTextRules.baseline(
        ascent: excess, descent: 0, size: size, lineHeightPx: height, unit: unit, alignment: alignment, lines: lines,
        boxHeight: box)
    }
    let here = baseline(drawnSize, pitch, nil, alignment: nil, box: nil)
    let top = baseline(size ?? drawnSize, lineHeight, unit, alignment: nil, box: nil)
    let there = baseline(size ?? drawnSize, lineHeight, unit, alignment: vertical, box: record.frame.height)
    return (own + top - here, there - top)
  }
}
