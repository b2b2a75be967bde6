import Basics
import Cards
import Drawing
import Layout

/// An element of a checked template: every token is resolved and every path exists. Immutable, and a class because it
/// is visited for every card.
final class ElementTemplate: Sendable {
  let conditions: [Condition]
  let rule: RuleTemplate
  let style: ElementStyle
  let decoration: BoxDecoration
  let name: NameTemplate?
  let role: RoleTemplate
  let margin: Margin?
  /// Lengths that the view model provides.
  let lengths: [LengthTemplate]
  /// The names of the element's own tokens, in order.
  let tokens: [String]
  /// The spec if it is the same for every card; nil otherwise.
  let constant: LayoutSpec?
  /// Whether the element expands to other elements: none, one or several.
  let givesOthers: Bool

  /// The space around an element, from its `inset` property. The parent's layout properties apply to the margin instead
  /// of the element.
  struct Margin: Sendable {
    var insets: EdgeInsets
    var style: ElementStyle
  }

  /// - Parameter margin: The space around the element; the element keeps its own size.
  init(
    conditions: [Condition] = [], rule: RuleTemplate, style: ElementStyle = ElementStyle(),
    decoration: BoxDecoration = BoxDecoration(),
    name: NameTemplate? = nil, role: RoleTemplate, margin: EdgeInsets? = nil, lengths: [LengthTemplate] = [],
    tokens: [String] = []
  ) {
    let (inner, outer) = margin == nil ? (style, style) : style.splitAtMargin
    self.conditions = conditions
    self.rule = rule
    self.style = inner
    self.decoration = decoration
    self.name = name
    self.role = role
    let space = margin.map { Margin(insets: $0, style: outer) }
    self.margin = space
    self.lengths = lengths
    self.tokens = tokens
    givesOthers =
      switch rule {
      case .repeated, .part, .oneOf: true
      default: false
      }
    let fixed = conditions.isEmpty && lengths.isEmpty ? rule.constant : nil
    constant = fixed.flatMap { rule in
      switch name {
      case nil: Self.dressed(rule, inner, decoration, name: nil, role: nil, space)
      case .constant(let name): Self.dressed(rule, inner, decoration, name: name, role: nil, space)
      case .path: nil
      }
    }
  }

  /// The element's spec: its rule with style and decoration, in its margin.
  ///
  /// - Parameter style: The style with the lengths of one card, if the view model provides some; nil uses the element's
  ///   own.
  func dressed(_ rule: LayoutRule, style: ElementStyle?, name: String?, role: BoxRole?) -> LayoutSpec {
    Self.dressed(rule, style ?? self.style, decoration, name: name, role: role, margin)
  }

  private static func dressed(
    _ rule: LayoutRule, _ style: ElementStyle, _ decoration: BoxDecoration, name: String?, role: BoxRole?,
    _ margin: Margin?
  ) -> LayoutSpec {
    let spec = LayoutSpec(rule, style: style, decoration: decoration, name: name, role: role)
    return margin.map { LayoutSpec(.inset($0.insets, child: spec), style: $0.style) } ?? spec
  }
}

/// The name of an element's box.
enum NameTemplate: Sendable {
  case constant(String)
  /// A text of the view model.
  case path(ValuePath)
}

/// Whether an element is shown.
struct Condition: Sendable {
  var path: ValuePath
  /// False for `unless`.
  var wantsPresence: Bool
}

/// A value of the view model; scopes are counted outward from the innermost.
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
  case lastLine(spacing: Double, child: ElementTemplate, element: ElementTemplate)
  case absolute(AbsoluteSizing, children: [ElementTemplate])
  case wrapper(children: [ElementTemplate])
  case spacer
  case shape
  case text(TextTemplate)
  /// An image with an element that replaces it if it is missing.
  case image(ValuePath, placeholder: Paint, missing: ElementTemplate?)
  case icon(IconTemplate, tint: Paint)
  /// One child for each value of a list; the value is the innermost scope of the child.
  case repeated(RepeatTemplate, child: ElementTemplate)
  /// The first element that is shown.
  case oneOf([ElementTemplate])
  /// A part. With a path, it only sees that value.
  case part(ValuePath?, root: ElementTemplate)
}

extension RuleTemplate {
  /// The layout rule, if it is the same for every card and has no children.
  fileprivate var constant: LayoutRule? {
    switch self {
    case .spacer: .spacer
    case .shape: .leaf(.shape)
    case .icon(.constant(let icon), let tint): .leaf(.icon(icon, tint: tint))
    default: nil
    }
  }
}

struct RepeatTemplate: Sendable {
  var list: ValuePath
  /// The number of leading values to skip.
  var skip = 0
  /// The maximum number of values after those; nil means all.
  var limit: Int?
  /// The meaning of each item; its words are the names of the values' own texts.
  var item: BoxRole.Item?
}

/// A length given by a number of the view model; an absent number sets no length.
struct LengthTemplate: Sendable {
  enum Side: String, CaseIterable, Sendable {
    case width, height, minWidth, minHeight, maxWidth, maxHeight
  }

  var side: Side
  var path: ValuePath
  /// Whether the number is a share of the parent's length, from 0 to 1; otherwise it is in points.
  var isShare: Bool

  func set(_ number: Double, in style: inout ElementStyle) {
    let length: Dimension = isShare ? .fraction(min(max(0, number), 1)) : .points(max(0, number))
    switch side {
    case .width: style.width = length
    case .height: style.height = length
    case .minWidth: style.minWidth = length
    case .minHeight: style.minHeight = length
    case .maxWidth: style.maxWidth = length
    case .maxHeight: style.maxHeight = length
    }
  }
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
  /// Nil means no limit, as does a path whose value is absent.
  var maxLines: NumberTemplate?
  var truncation: TextLeaf.Truncation
  var hasWholeWidth = false
  /// The color of links, hashtags and mentions; nil uses the text's color.
  var linkColor: Color?
  var match: MatchTemplate?
  /// The font family of code; nil uses the text's.
  var codeFamily: String?
  /// How quotations are indented; nil sets them like the rest of the text.
  var quotation: StyledText.Quotation?

  /// The look of search matches.
  struct MatchTemplate: Sendable {
    var color: Color
    var highlight: StyledText.Highlight
  }
}

extension ElementStyle {
  /// Splits the style into the element's own size and the properties for its parent.
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

// MARK: Roles

/// The meaning of an element's box, as far as the template determines it.
struct RoleTemplate: Sendable {
  var content: BoxRole.Content?
  var list: BoxRole.List?
  /// The element's number in its template.
  let element: Int

  /// The role of the box in one card; nil if it has no meaning.
  func role(standingFor item: BoxRole.Item?, at path: [Int]) -> BoxRole? {
    guard content != nil || list != nil || item != nil else { return nil }
    return BoxRole(content: content, item: item, list: list, element: element, path: path)
  }
}

extension BoxRole.Item {
  /// The meaning of the element that contains the repeated ones.
  var list: BoxRole.List? {
    switch self {
    case .page: .carousel
    case .dot: .pageControl
    case .row, .quote, .counter, .answer, .reveal: nil
    }
  }

  /// The item with names replaced by the words of one value, and with its link target.
  func filled(from value: CardValue) -> BoxRole.Item {
    func words(_ name: String?) -> String? { name.flatMap(value.string) }
    return switch self {
    case .row: .row(target: value.target)
    case .quote: .quote(target: value.target)
    case .page, .dot: self
    case .counter(let kind, let spoken): .counter(kind: words(kind) ?? "", spoken: words(spoken))
    case .answer(let spoken): .answer(spoken: words(spoken) ?? "")
    case .reveal(let label): .reveal(label: words(label))
    }
  }
}

extension CardValue {
  fileprivate var target: LinkTarget? {
    guard case .record(let fields) = self, case .text(let text)? = fields["target"] else { return nil }
    return text.spans.first?.target
  }

  fileprivate func string(_ field: String) -> String? {
    guard case .record(let fields) = self, case .text(let text)? = fields[field] else { return nil }
    return text.string
  }
}

extension ElementTemplate {
  /// Whether the element contains an image of the view model.
  var showsImage: Bool {
    if case .image = rule { return true }
    return rule.children.contains(where: \.showsImage)
  }

  /// The meaning of the element as a container of repeated elements.
  static func list(of rule: RuleTemplate) -> BoxRole.List? {
    rule.children.lazy.compactMap(\.repeatedItem?.list).first
  }

  /// The item of a repeat, however many parts wrap it.
  private var repeatedItem: BoxRole.Item? {
    switch rule {
    case .repeated(let repetition, _): repetition.item
    case .part(_, let root): root.repeatedItem
    default: nil
    }
  }
}

extension RuleTemplate {
  /// The child elements.
  var children: [ElementTemplate] {
    switch self {
    case .stack(_, let children), .absolute(_, let children), .wrapper(let children): children
    case .inset(_, let child), .ratio(_, let child), .relative(_, let child), .repeated(_, let child): [child]
    case .background(let other, let child), .overlay(let other, let child), .corner(_, let child, let other),
      .lastLine(_, let child, let other):
      [child, other]
    case .oneOf(let alternatives): alternatives
    case .part(_, let root): [root]
    case .image(_, _, let missing): missing.map { [$0] } ?? []
    case .spacer, .shape, .text, .icon: []
    }
  }
}
