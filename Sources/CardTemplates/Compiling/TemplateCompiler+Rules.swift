import Cards
import DataFormats
import DesignTokens
import Diagnostics
import Drawing
import Layout

/// The rules that arrange children.
extension TemplateCompiler {
  mutating func rule(_ rule: String, _ node: SourceNode, in position: Position) -> RuleTemplate? {
    switch rule {
    case "stack": return stack(node, in: position)
    case "absolute":
      let sizing = node["absolute"].flatMap { choice($0, AbsoluteSizing.self, orNothing: .default) }
      let children = children(of: node, in: position)
      return sizing.map { .absolute($0, children: children) }
    case "wrapper":
      expectNothing(node["wrapper"], rule: rule)
      return .wrapper(children: children(of: node, in: position))
    case "inset":
      let insets = node["inset"].flatMap { self.insets($0) }
      guard let child = child(of: node, rule: rule, in: position), let insets else { return nil }
      return .inset(insets, child: child)
    case "background", "overlay":
      let other = node[rule].flatMap { element($0, in: position.child()) }
      guard let child = child(of: node, rule: rule, in: position), let other else { return nil }
      return rule == "background" ? .background(other, child: child) : .overlay(other, child: child)
    case "ratio":
      let ratio = node["ratio"].flatMap { number($0, orPathIn: position.scope) }
      if case .constant(0)? = ratio { report(TemplateIssue.ratioIsZero, at: node["ratio"]?.place ?? node.place) }
      guard let child = child(of: node, rule: rule, in: position), let ratio else { return nil }
      return .ratio(ratio, child: child)
    case "relative", "center":
      let relative = rule == "center" ? center(node) : node["relative"].flatMap { self.relative($0) }
      guard let child = child(of: node, rule: rule, in: position), let relative else { return nil }
      return .relative(relative, child: child)
    case "corner": return corner(node, in: position)
    case "lastLine": return lastLine(node, in: position)
    case "spacer":
      expectNothing(node["spacer"], rule: rule)
      return .spacer
    default: return leaf(rule, node, in: position)
    }
  }

  mutating func child(of node: SourceNode, rule: String, in position: Position) -> ElementTemplate? {
    guard let child = node["child"] else {
      report(TemplateIssue.childMissing(rule: rule), at: node.place)
      return nil
    }
    return element(child, in: position.child())
  }

  private mutating func children(of node: SourceNode, in position: Position) -> [ElementTemplate] {
    guard let children = node["children"] else { return [] }
    guard let elements = children.elements else {
      reportValue(children, expected: "a list of elements")
      return []
    }
    return elements.compactMap { element($0, in: position.child(allowsRepeat: true)) }
  }

  /// `spacer:` and `wrapper:` take no value.
  private mutating func expectNothing(_ node: SourceNode?, rule: String) {
    guard let node, node.content != .null, node.members?.isEmpty != true else { return }
    reportValue(node, expected: "nothing (write \"\(rule):\")")
  }

  private mutating func stack(_ node: SourceNode, in position: Position) -> RuleTemplate? {
    let children = children(of: node, in: position)
    guard let directionNode = node["stack"], let direction = choice(directionNode, StackRule.Direction.self) else {
      return nil
    }
    var stack = StackRule(direction)
    if let spacing = node["spacing"].flatMap({ length($0, allowsNegative: true) }) { stack.spacing = spacing }
    if let justify = node["justifyContent"].flatMap({ choice($0, StackRule.Justify.self) }) {
      stack.justifyContent = justify
    }
    if let align = node["alignItems"].flatMap({ choice($0, StackRule.AlignItems.self) }) { stack.alignItems = align }
    if let wraps = node["wrap"].flatMap({ flag($0) }) { stack.wraps = wraps }
    if let align = node["alignContent"].flatMap({ choice($0, StackRule.AlignContent.self) }) {
      stack.alignContent = align
    }
    if let spacing = node["lineSpacing"].flatMap({ length($0) }) { stack.lineSpacing = spacing }
    return .stack(stack, children: children)
  }

  private mutating func relative(_ node: SourceNode) -> RelativeRule? {
    let known = ["horizontal", "vertical", "minimumWidth", "minimumHeight"]
    guard checkMembers(node, known: known, expected: "a mapping with horizontal and vertical") else { return nil }
    var rule = RelativeRule()
    if let place = node["horizontal"].flatMap({ choice($0, RelativeRule.Position.self) }) { rule.horizontal = place }
    if let place = node["vertical"].flatMap({ choice($0, RelativeRule.Position.self) }) { rule.vertical = place }
    takeMinimums(node, &rule)
    return rule
  }

  private enum CenterAxes: String, CaseIterable { case both, horizontal, vertical }

  private mutating func center(_ node: SourceNode) -> RelativeRule? {
    guard let axesNode = node["center"], let axes = choice(axesNode, CenterAxes.self, orNothing: .both) else {
      return nil
    }
    var rule = RelativeRule(
      horizontal: axes == .vertical ? .none : .center, vertical: axes == .horizontal ? .none : .center)
    takeMinimums(node, &rule)
    return rule
  }

  private mutating func takeMinimums(_ node: SourceNode, _ rule: inout RelativeRule) {
    if let minimum = node["minimumWidth"].flatMap({ flag($0) }) { rule.minimumWidth = minimum }
    if let minimum = node["minimumHeight"].flatMap({ flag($0) }) { rule.minimumHeight = minimum }
  }

  /// `corner: {at: topEnd, element: {…}, offset: {x, y}, wrapsCorner: true}` over `child`.
  private mutating func corner(_ node: SourceNode, in position: Position) -> RuleTemplate? {
    let child = child(of: node, rule: "corner", in: position)
    let known = ["at", "element", "offset", "wrapsCorner"]
    guard let corner = node["corner"],
      checkMembers(corner, known: known, required: ["at", "element"], expected: "a mapping with at and element"),
      let at = corner["at"], let location = cornerLocation(at), let other = corner["element"]
    else { return nil }
    var rule = CornerRule(location)
    if let offset = corner["offset"].flatMap({ point($0) }) { rule.offset = offset }
    if let wraps = corner["wrapsCorner"].flatMap({ flag($0) }) { rule.wrapsCorner = wraps }
    guard let element = element(other, in: position.child()), let child else { return nil }
    return .corner(rule, child: child, corner: element)
  }

  private mutating func cornerLocation(_ node: SourceNode) -> CornerRule.Location? {
    let name = node.string.map { SideNames.inLayout($0, direction) }
    if let location = name.flatMap(CornerRule.Location.init(rawValue:)) { return location }
    reportValue(node, expected: "one of " + SideNames.corners.joined(separator: ", "))
    return nil
  }

  /// `lastLine: {element: {…}, spacing: 8}` at the end of the text under `child`.
  private mutating func lastLine(_ node: SourceNode, in position: Position) -> RuleTemplate? {
    let child = child(of: node, rule: "lastLine", in: position)
    guard let line = node["lastLine"],
      checkMembers(
        line, known: ["element", "spacing"], required: ["element"], expected: "a mapping with element and spacing"),
      let other = line["element"]
    else { return nil }
    let spacing = line["spacing"].flatMap { length($0) } ?? 0
    guard let element = element(other, in: position.child()), let child else { return nil }
    return .lastLine(spacing: spacing, child: child, element: element)
  }
}

/// The alignment of lines in a text's box.
private enum TextAlignmentNames: String, CaseIterable {
  /// By the script of each paragraph.
  case start, center, end
  /// The start and end of lines in the card's language, whatever the script.
  case leading, trailing
  case left, right

  func inLayout(_ direction: LayoutDirection) -> TextStyle.Alignment {
    switch self {
    case .start: .start
    case .center: .center
    case .end: .end
    case .leading: direction == .leftToRight ? .left : .right
    case .trailing: direction == .leftToRight ? .right : .left
    case .left: .left
    case .right: .right
    }
  }
}

/// The elements with content.
extension TemplateCompiler {
  mutating func leaf(_ rule: String, _ node: SourceNode, in position: Position) -> RuleTemplate? {
    switch rule {
    case "text": return text(node, in: position.scope).map { .text($0) }
    case "image": return image(node, in: position)
    case "icon": return icon(node, in: position.scope)
    case "shape": return .shape
    default: return nil
    }
  }

  private mutating func image(_ node: SourceNode, in position: Position) -> RuleTemplate? {
    let scope = position.scope
    if let fit = node["fit"], fit.string != "fill" { reportValue(fit, expected: "\"fill\"") }
    let placeholder = required("placeholder", of: "an image", node).flatMap { paint($0) }
    let missing = node["missing"].map { element($0, in: position.child()) }
    guard let image = node["image"], let path = path(image, in: scope, expected: .image), let placeholder else {
      return nil
    }
    return .image(path, placeholder: placeholder, missing: missing ?? nil)
  }

  /// A name in the icon set, or a path to one; a path takes precedence.
  private mutating func icon(_ node: SourceNode, in scope: TemplateScope) -> RuleTemplate? {
    let tint = required("tint", of: "an icon", node).flatMap { paint($0) }
    guard let iconNode = node["icon"], let name = text(iconNode, expected: "an icon's name or a path") else {
      return nil
    }
    let found = try? scope.resolve(name)
    if let found, found.schema?.form == .icon || found.schema == nil && context.icons[name] == nil {
      return tint.map { .icon(.path(found.path), tint: $0) }
    }
    guard let icon = context.icons[name] else {
      if let schema = found?.schema {
        reportType(iconNode, schema, expected: "an icon")
      } else {
        report(TemplateIssue.unknownIcon(name, known: context.icons.names), at: iconNode.place)
      }
      return nil
    }
    return tint.map { .icon(.constant(icon), tint: $0) }
  }

  private mutating func text(_ node: SourceNode, in scope: TemplateScope) -> TextTemplate? {
    let content = node["text"].flatMap { textContent($0, in: scope) }
    let color = required("color", of: "a text", node).flatMap { self.color($0) }
    let alignment = node["align"].flatMap { choice($0, TextAlignmentNames.self) }?.inLayout(direction) ?? .start
    let typefaces = context.typefaces
    let style = required("style", of: "a text", node).flatMap { node in
      token(node, expected: "a typography token") { tokens in
        { (name) throws(TokenLookupIssue) in
          try tokens.textStyle(name, color: color ?? .black, alignment: alignment, among: typefaces)
        }
      }
    }
    let maxLines = node["maxLines"].flatMap { self.maxLines($0, in: scope) }
    let truncation = node["truncation"].flatMap { choice($0, TextLeaf.Truncation.self) } ?? .tail
    let isWhole = node["wholeWidth"].flatMap { flag($0) } ?? false
    let link = node["link"].flatMap { self.color($0) }
    let match = node["match"].flatMap { self.match($0) }
    let code = node["code"].flatMap { self.family($0) }
    let quotation = node["quote"].flatMap { self.quotation($0) }
    guard let content, var style, color != nil else { return nil }
    style.direction = direction
    return TextTemplate(
      content: content, style: style, maxLines: maxLines, truncation: truncation, hasWholeWidth: isWhole,
      linkColor: link, match: match, codeFamily: code, quotation: quotation)
  }

  /// A path, or `{literal: "…"}`.
  private mutating func textContent(_ node: SourceNode, in scope: TemplateScope) -> TextTemplate.Content? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      return path(node, in: scope, expected: .text).map { .path($0) }
    }
    guard checkMembers(node, known: ["literal"], required: ["literal"], expected: "a path or {literal: …}"),
      let literal = node["literal"], let string = text(literal, expected: "a text")
    else { return nil }
    return .literal(string)
  }

  private mutating func maxLines(_ node: SourceNode, in scope: TemplateScope) -> NumberTemplate? {
    guard let lines = number(node, orPathIn: scope) else { return nil }
    if case .constant(let lines) = lines, !isWhole(lines, node) { return nil }
    return lines
  }

  private mutating func family(_ node: SourceNode) -> String? {
    let typefaces = context.typefaces
    return token(node, expected: "a font family token") { tokens in
      { (name) throws(TokenLookupIssue) in try tokens.family(name, among: typefaces) }
    }
  }

  private mutating func quotation(_ node: SourceNode) -> StyledText.Quotation? {
    let keys = ["indent", "width", "color"]
    guard checkMembers(node, known: keys, required: keys, expected: "a mapping with \(keys.joined(separator: ", "))"),
      let indent = node["indent"].flatMap({ length($0) }), let width = node["width"].flatMap({ length($0) }),
      let color = node["color"].flatMap({ self.color($0) })
    else { return nil }
    return .init(indent: indent, width: width, color: color)
  }

  private mutating func match(_ node: SourceNode) -> TextTemplate.MatchTemplate? {
    let keys = ["color", "fill", "radius", "height", "outset"]
    guard checkMembers(node, known: keys, required: keys, expected: "a mapping with \(keys.joined(separator: ", "))"),
      let color = node["color"].flatMap({ self.color($0) }), let fill = node["fill"].flatMap({ self.color($0) }),
      let radius = node["radius"].flatMap({ length($0) }), let height = node["height"].flatMap({ length($0) }),
      let outset = node["outset"].flatMap({ length($0) })
    else { return nil }
    return .init(color: color, highlight: .init(fill: fill, radius: radius, height: height, outset: outset))
  }
}
