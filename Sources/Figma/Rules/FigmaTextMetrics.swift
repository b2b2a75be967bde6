import Drawing

/// Figma's text metrics, measured on its output (see docs/figma.md): all positions are whole points.
package enum FigmaTextMetrics {
  /// - Parameter unit: PIXELS, or a unit that derives the line height from the font (FONT_SIZE_%, INTRINSIC_%). The
  ///   latter round each line, PIXELS rounds the sum.
  package static func height(lines: Int, lineHeightPx: Double, unit: String?) -> Double {
    let lines = Double(lines)
    return unit == "PIXELS" || unit == nil
      ? (lines * lineHeightPx).rounded(.toNearestOrAwayFromZero)
      : lines * lineHeightPx.rounded(.toNearestOrAwayFromZero)
  }

  /// Returns the width of a line that hugs its letters.
  ///
  /// - Parameter advance: The advance of all letters, including spacing.
  package static func width(advance: Double) -> Double { advance.rounded(.up) }

  /// Returns the y of the first baseline from the top of the text's box.
  ///
  /// - Parameters:
  ///   - ascent, descent: Fractions of the font size, both positive.
  ///   - alignment: TOP, CENTER or BOTTOM.
  package static func baseline(
    ascent: Double, descent: Double, size: Double, lineHeightPx: Double, unit: String? = nil, alignment: String? = nil,
    lines: Int = 1, boxHeight: Double? = nil
  ) -> Double {
    let pitch = lineHeightPx.rounded(.toNearestOrAwayFromZero)
    let spare = boxHeight.map { $0 - height(lines: lines, lineHeightPx: lineHeightPx, unit: unit) } ?? 0
    let offset =
      switch alignment {
      case "CENTER": spare / 2
      case "BOTTOM": spare
      default: 0.0
      }
    return (offset + (pitch - (ascent + descent) * size) / 2 + ascent * size + 0.5).rounded(.down)
  }
}

extension FigmaEffect {
  /// How far its drawing extends beyond the layer's box; 0 if it stays inside.
  package var outset: EdgeInsets {
    switch type {
    case "DROP_SHADOW":
      let reach = radius + spread
      return EdgeInsets(
        top: max(0, reach - offset.y), left: max(0, reach - offset.x), bottom: max(0, reach + offset.y),
        right: max(0, reach + offset.x))
    case "LAYER_BLUR": return EdgeInsets(top: radius, left: radius, bottom: radius, right: radius)
    default: return EdgeInsets()
    }
  }
}
