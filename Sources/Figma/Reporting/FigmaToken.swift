import Drawing

/// A value in the Design Tokens format (DTCG).
package enum FigmaToken: Hashable, Sendable {
  package struct Typography: Hashable, Sendable {
    package var family: String
    package var size: Double
    package var weight: Double
    package var letterSpacing: Double
    /// The line height as a multiple of the font size.
    package var lineHeight: Double
  }

  case color(Color)
  /// A length in points, which the format calls px.
  case dimension(Double)
  case number(Double)
  /// A duration in milliseconds.
  case duration(Double)
  case fontFamily(String)
  case fontWeight(JSONOutput)
  case typography(Typography)
  case shadow([FigmaEffect])
  case gradient([LinearGradient.Stop])

  package var type: String {
    switch self {
    case .color: "color"
    case .dimension: "dimension"
    case .number: "number"
    case .duration: "duration"
    case .fontFamily: "fontFamily"
    case .fontWeight: "fontWeight"
    case .typography: "typography"
    case .shadow: "shadow"
    case .gradient: "gradient"
    }
  }

  /// - Parameter isExact: Whether to keep Figma's numbers; otherwise they are rounded to six places.
  package func value(isExact: Bool = false) -> JSONOutput {
    func number(_ number: Double) -> JSONOutput { isExact ? .number(number) : .rounded(number, .six) }
    func length(_ points: Double) -> JSONOutput { ["value": number(points), "unit": "px"] }
    func form(_ color: Color) -> JSONOutput {
      [
        "colorSpace": "srgb", "components": [number(color.red), number(color.green), number(color.blue)],
        "alpha": color.alpha < 1 ? number(color.alpha) : nil, "hex": .text(String(color.hex.prefix(7))),
      ]
    }
    switch self {
    case .color(let color): return form(color)
    case .dimension(let points): return length(points)
    case .number(let value): return number(value)
    case .duration(let milliseconds): return ["value": number(milliseconds), "unit": "ms"]
    case .fontFamily(let family): return .text(family)
    case .fontWeight(let weight): return weight
    case .typography(let type):
      return [
        "fontFamily": .text(type.family), "fontSize": length(type.size), "fontWeight": number(type.weight),
        "letterSpacing": length(type.letterSpacing), "lineHeight": number(type.lineHeight),
      ]
    case .shadow(let effects):
      return .list(
        effects.map { effect in
          [
            "color": form(effect.color ?? .black), "offsetX": length(effect.offset.x),
            "offsetY": length(effect.offset.y),
            "blur": length(effect.radius), "spread": length(effect.spread),
            "inset": effect.type == "INNER_SHADOW" ? true : nil,
          ]
        })
    case .gradient(let stops):
      return .list(stops.map { ["color": form($0.color), "position": number($0.offset)] })
    }
  }

  var json: JSONOutput { ["$type": .text(type), "$value": value()] }
}

extension FigmaFile {
  /// The token for a style, or the reason why there is none.
  package enum StyleValue: Hashable, Sendable {
    case token(FigmaToken)
    case none(reason: String)

    var member: (String, JSONOutput) {
      switch self {
      case .token(let token): ("token", token.json)
      case .none(let reason): ("noToken", .text(reason))
      }
    }
  }

  /// The first layer with each style, and its role there.
  package var styleUsers: [String: (node: Int, role: String)] {
    var users: [String: (node: Int, role: String)] = [:]
    for (index, node) in nodes.enumerated() {
      for (role, id) in node.styles where users[id] == nil { users[id] = (index, role) }
    }
    return users
  }
}

extension FigmaNode {
  /// Returns the value of a style that this layer has.
  ///
  /// - Parameter role: The role of the style in the layer: a fill style may be used for strokes.
  package func value(of style: FigmaStyle.Kind?, role: String = "fill") -> FigmaFile.StyleValue {
    switch style {
    case .fill: (role.hasPrefix("stroke") ? strokes : fills).token
    case .text: text?.style.typography.map { .token(.typography($0)) } ?? .none(reason: type)
    case .effect: effects.token
    case .grid: .none(reason: "GRID")
    case nil: .none(reason: "unknown")
    }
  }
}

extension [FigmaPaint] {
  fileprivate var token: FigmaFile.StyleValue {
    let shown = filter(\.isVisible)
    guard let paint = shown.first, shown.count == 1 else {
      return .none(reason: shown.isEmpty ? "no paint" : "\(shown.count) paints")
    }
    switch paint.content {
    case .solid(let color): return .token(.color(color))
    case .gradient(let stops, _) where paint.type == "GRADIENT_LINEAR": return .token(.gradient(stops))
    case .gradient, .image, .other: return .none(reason: paint.type)
    }
  }
}

extension [FigmaEffect] {
  fileprivate var token: FigmaFile.StyleValue {
    let shadows = filter { $0.isVisible && $0.isShadow }
    return shadows.isEmpty ? .none(reason: first?.type ?? "no effect") : .token(.shadow(shadows))
  }
}

extension FigmaTextStyle {
  /// The line height is Figma's: whole points.
  package var typography: FigmaToken.Typography? {
    guard let fontFamily, let fontSize, fontSize > 0, let lineHeightPx, lineHeightPx > 0 else { return nil }
    return FigmaToken.Typography(
      family: fontFamily, size: fontSize, weight: fontWeight ?? 400, letterSpacing: letterSpacing ?? 0,
      lineHeight: lineHeightPx.rounded(.toNearestOrAwayFromZero) / fontSize)
  }
}
