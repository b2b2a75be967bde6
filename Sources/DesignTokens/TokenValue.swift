import Drawing

/// A token's value with every alias resolved.
package enum TokenValue: Hashable, Sendable {
  case color(Color)
  /// Points; 1 px is 1 point, 1 rem is 16.
  case dimension(Double)
  /// In order of preference; at least one.
  case fontFamily([String])
  /// 1…1000.
  case fontWeight(Double)
  /// Seconds.
  case duration(Double)
  case cubicBezier(CubicBezier)
  case number(Double)
  case strokeStyle(StrokeStyle)
  case border(Border)
  case transition(Transition)
  /// At least one, the topmost first.
  case shadow([ShadowLayer])
  /// Sorted by offset, offsets in 0…1.
  case gradient([LinearGradient.Stop])
  case typography(Typography)

  package struct CubicBezier: Hashable, Sendable {
    /// The control points; their x is in 0…1.
    package var first: Point
    package var second: Point

    package init(first: Point, second: Point) {
      (self.first, self.second) = (first, second)
    }
  }

  package enum StrokeStyle: Hashable, Sendable {
    package enum Keyword: String, Hashable, Sendable, CaseIterable {
      case solid, dashed, dotted, double, groove, ridge, outset, inset
    }

    package enum LineCap: String, Hashable, Sendable, CaseIterable { case round, butt, square }

    case keyword(Keyword)
    /// Dashes and gaps in points.
    case dashes([Double], LineCap)
  }

  package struct Border: Hashable, Sendable {
    package var color: Color
    /// Points.
    package var width: Double
    package var style: StrokeStyle

    package init(color: Color, width: Double, style: StrokeStyle) {
      (self.color, self.width, self.style) = (color, width, style)
    }
  }

  package struct Transition: Hashable, Sendable {
    /// Seconds.
    package var duration: Double
    package var delay: Double
    package var timing: CubicBezier

    package init(duration: Double, delay: Double, timing: CubicBezier) {
      (self.duration, self.delay, self.timing) = (duration, delay, timing)
    }
  }

  package struct ShadowLayer: Hashable, Sendable {
    package var shadow: Shadow
    /// Whether it is inside the shape instead of outside.
    package var isInset: Bool

    package init(shadow: Shadow, isInset: Bool) {
      (self.shadow, self.isInset) = (shadow, isInset)
    }
  }

  package struct Typography: Hashable, Sendable {
    package var families: [String]
    /// Points.
    package var size: Double
    /// 1…1000.
    package var weight: Double
    /// Points.
    package var letterSpacing: Double
    /// A multiple of the size.
    package var lineHeight: Double

    package init(families: [String], size: Double, weight: Double, letterSpacing: Double, lineHeight: Double) {
      (self.families, self.size, self.weight, self.letterSpacing) = (families, size, weight, letterSpacing)
      self.lineHeight = lineHeight
    }
  }

  package var type: TokenType {
    switch self {
    case .color: .color
    case .dimension: .dimension
    case .fontFamily: .fontFamily
    case .fontWeight: .fontWeight
    case .duration: .duration
    case .cubicBezier: .cubicBezier
    case .number: .number
    case .strokeStyle: .strokeStyle
    case .border: .border
    case .transition: .transition
    case .shadow: .shadow
    case .gradient: .gradient
    case .typography: .typography
    }
  }

  /// The difference between two values, in readable form: `#528BCC → #AA0000`, `lineHeight 1.4 → 1.5`.
  package static func change(from old: TokenValue, to new: TokenValue) -> String {
    let (before, after) = (old.parts, new.parts)
    guard old.type == new.type, before.map(\.name) == after.map(\.name) else { return "\(old.text) → \(new.text)" }
    let changes = zip(before, after).filter { $0.text != $1.text }.map { before, after in
      "\(before.name.isEmpty ? "" : "\(before.name) ")\(before.text) → \(after.text)"
    }
    // A difference beyond the displayed digits.
    return changes.isEmpty ? "\(old) → \(new)" : changes.joined(separator: ", ")
  }

  /// The difference by property; `property` is empty for a single value, `unit` is nil for a value without one.
  package static func changes(
    from old: TokenValue?, to new: TokenValue?
  ) -> [(property: String, old: String?, new: String?, unit: String?)] {
    guard let old, let new, old.type == new.type, old.parts.map(\.name) == new.parts.map(\.name) else {
      return [("", old?.text, new?.text, (new ?? old)?.unit(of: ""))]
    }
    return zip(old.parts, new.parts).filter { $0.text != $1.text }.map { before, after in
      (before.name, before.text, after.text, new.unit(of: before.name))
    }
  }

  /// Lengths are in points.
  private func unit(of property: String) -> String? {
    switch self {
    case .dimension: "pt"
    case .typography where property == "fontSize" || property == "letterSpacing": "pt"
    case .border where property == "width": "pt"
    default: nil
    }
  }

  /// In readable form.
  package var text: String { parts.map { $0.name.isEmpty ? $0.text : "\($0.name) \($0.text)" }.joined(separator: ", ") }

  private typealias Part = (name: String, text: String)

  private var parts: [Part] {
    switch self {
    case .color(let color): [("", Self.text(color))]
    case .dimension(let points): [("", Self.text(points))]
    case .fontFamily(let families): [("", families.joined(separator: ", "))]
    case .fontWeight(let number), .number(let number): [("", Self.text(number))]
    case .duration(let seconds): [("", "\(Self.text(seconds)) s")]
    case .cubicBezier(let curve): [("", Self.text(curve))]
    case .strokeStyle(let style): [("", Self.text(style))]
    case .border(let border):
      [("color", Self.text(border.color)), ("width", Self.text(border.width)), ("style", Self.text(border.style))]
    case .transition(let transition):
      [
        ("duration", "\(Self.text(transition.duration)) s"), ("delay", "\(Self.text(transition.delay)) s"),
        ("timing", Self.text(transition.timing)),
      ]
    case .shadow(let layers): layers.flatMap(Self.parts)
    case .gradient(let stops):
      [("", stops.map { "\(Self.text($0.color)) \(Self.text($0.offset * 100)) %" }.joined(separator: ", "))]
    case .typography(let type):
      [
        ("fontFamily", type.families.joined(separator: ", ")), ("fontSize", Self.text(type.size)),
        ("fontWeight", Self.text(type.weight)), ("letterSpacing", Self.text(type.letterSpacing)),
        ("lineHeight", Self.text(type.lineHeight)),
      ]
    }
  }

  private static func parts(of layer: ShadowLayer) -> [Part] {
    let shadow = layer.shadow
    return [
      ("color", text(shadow.color)), ("offsetX", text(shadow.offset.x)), ("offsetY", text(shadow.offset.y)),
      ("blur", text(shadow.blur)), ("spread", text(shadow.spread)), ("inset", "\(layer.isInset)"),
    ]
  }

  private static func text(_ curve: CubicBezier) -> String {
    [curve.first.x, curve.first.y, curve.second.x, curve.second.y].map(text).joined(separator: " ")
  }

  private static func text(_ style: StrokeStyle) -> String {
    switch style {
    case .keyword(let keyword): keyword.rawValue
    case .dashes(let dashes, let cap): "\(dashes.map(text).joined(separator: " ")) \(cap.rawValue)"
    }
  }

  /// At most four decimals, none for whole numbers.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    guard rounded.magnitude < 1e15 else { return "\(number)" }
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func text(_ color: Color) -> String { color.hex }
}

/// The token types of the Design Tokens Format Module 2025.10.
package enum TokenType: String, Hashable, Sendable, CaseIterable {
  case color, dimension, fontFamily, fontWeight, duration, cubicBezier, number
  case strokeStyle, border, transition, shadow, gradient, typography
}
