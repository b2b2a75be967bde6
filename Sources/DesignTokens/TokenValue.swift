import Drawing

/// A token's value with every alias resolved.
package enum TokenValue: Hashable, Sendable {
  case color(Color)
  /// Points; 1 px is 1 point, 1 rem is 16.
  case dimension(Double)
  /// From most to least preferred, at least one.
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
  }

  package struct Transition: Hashable, Sendable {
    /// Seconds.
    package var duration: Double
    package var delay: Double
    package var timing: CubicBezier
  }

  package struct ShadowLayer: Hashable, Sendable {
    package var shadow: Shadow
    /// Inside the shape instead of around it.
    package var isInset: Bool
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
}
