import Drawing

/// Where Figma sets letters. Measured on its own output (see docs/figma.md): it stands on whole points.
package enum FigmaTextRules {
  /// - Parameter unit: PIXELS, or what takes the line height from the font (FONT_SIZE_%, INTRINSIC_%): those round each
  ///   line, PIXELS their sum.
  package static func height(lines: Int, lineHeightPx: Double, unit: String?) -> Double {
    let lines = Double(lines)
    return unit == "PIXELS" || unit == nil
      ? (lines * lineHeightPx).rounded(.toNearestOrAwayFromZero)
      : lines * lineHeightPx.rounded(.toNearestOrAwayFromZero)
  }

  /// How wide a line is that hugs its letters.
  ///
  /// - Parameter advance: Of all letters, with what stands between them.
  package static func width(advance: Double) -> Double { advance.rounded(.up) }

  /// The first baseline's y from the top of the text's box.
  ///
  /// - Parameters:
  ///   - ascent, descent: Of the font, as shares of its size; both are positive.
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
  /// How far what it draws stands out of the layer's box; all 0 for what is drawn inside of it.
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
