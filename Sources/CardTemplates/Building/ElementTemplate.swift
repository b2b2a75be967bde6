import Drawing
import Layout

/// An element of a checked template: every token resolved, every path known to exist. Immutable.
struct ElementTemplate: Sendable {
  var conditions: [Condition] = []
  var rule: RuleTemplate
  var style = ElementStyle()
  var look = Look()
  var name: String?
  /// Space around the element, from its `inset` property.
  var margin: Margin?

  /// An inset around an element: what the element asks of its parent has moved to it.
  struct Margin: Sendable {
    var insets: EdgeInsets
    var style: ElementStyle
  }

  /// Puts space around the element. Its own size stays with it.
  mutating func surround(with insets: EdgeInsets) {
    let (inner, outer) = style.splitAtMargin
    style = inner
    margin = Margin(insets: insets, style: outer)
  }
}

/// Whether an element is shown.
struct Condition: Sendable {
  var path: ValuePath
  /// False for `unless`.
  var wantsPresence: Bool
}

/// A value of the view model, from a scope counted outward from the innermost.
struct ValuePath: Hashable, Sendable {
  var depth: Int
  var fields: [String]
}

indirect enum RuleTemplate: Sendable {
  case stack(StackRule, children: [ElementTemplate])
  case inset(EdgeInsets, child: ElementTemplate)
  case background(ElementTemplate, child: ElementTemplate)
  case overlay(ElementTemplate, child: ElementTemplate)
  case ratio(NumberTemplate, child: ElementTemplate)
  case relative(RelativeRule, child: ElementTemplate)
  case corner(CornerRule, child: ElementTemplate, corner: ElementTemplate)
  case absolute(AbsoluteSizing, children: [ElementTemplate])
  case wrapper(children: [ElementTemplate])
  case spacer
  case shape
  case text(TextTemplate)
  case image(ValuePath, placeholder: Paint)
  case icon(IconTemplate, tint: Paint)
  /// Once for each value of a list, which is the innermost scope inside.
  case repeated(ValuePath, child: ElementTemplate)
  /// A part. With a path it sees that value and nothing else.
  case part(ValuePath?, root: ElementTemplate)
}

enum NumberTemplate: Sendable {
  case constant(Double)
  case path(ValuePath)
}

enum IconTemplate: Sendable {
  case constant(Icon)
  case path(ValuePath)
}

struct TextTemplate: Sendable {
  enum Content: Sendable {
    case literal(String)
    case path(ValuePath)
  }

  var content: Content
  var style: TextStyle
  /// Nil has no limit; so has a path whose value is absent.
  var maxLines: NumberTemplate?
  var truncation: TextLeaf.Truncation
  /// Of links, hashtags and mentions; nil leaves them as the text is.
  var linkColor: Color?
  var match: MatchTemplate?

  /// How words that a search matched look.
  struct MatchTemplate: Sendable {
    var color: Color
    var highlight: StyledText.Highlight
  }
}

extension ElementStyle {
  /// What concerns the element's own size, and what it asks of its parent.
  fileprivate var splitAtMargin: (inner: ElementStyle, outer: ElementStyle) {
    var (inner, outer) = (self, ElementStyle())
    outer.flexGrow = flexGrow
    outer.flexShrink = flexShrink
    outer.flexBasis = flexBasis
    outer.alignSelf = alignSelf
    outer.spacingBefore = spacingBefore
    outer.spacingAfter = spacingAfter
    outer.position = position
    let blank = ElementStyle()
    inner.flexGrow = blank.flexGrow
    inner.flexShrink = blank.flexShrink
    inner.flexBasis = blank.flexBasis
    inner.alignSelf = blank.alignSelf
    inner.spacingBefore = blank.spacingBefore
    inner.spacingAfter = blank.spacingAfter
    inner.position = blank.position
    return (inner, outer)
  }
}
