import CheckedSources
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

  /// `spacer:` and `wrapper:` say all by their name.
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

  /// `corner: {at: topRight, element: {…}, offset: {x, y}, wrapsCorner: true}` over `child`.
  private mutating func corner(_ node: SourceNode, in position: Position) -> RuleTemplate? {
    let child = child(of: node, rule: "corner", in: position)
    let known = ["at", "element", "offset", "wrapsCorner"]
    guard let corner = node["corner"],
      checkMembers(corner, known: known, required: ["at", "element"], expected: "a mapping with at and element"),
      let at = corner["at"], let location = choice(at, CornerRule.Location.self), let other = corner["element"]
    else { return nil }
    var rule = CornerRule(location)
    if let offset = corner["offset"].flatMap({ point($0) }) { rule.offset = offset }
    if let wraps = corner["wrapsCorner"].flatMap({ flag($0) }) { rule.wrapsCorner = wraps }
    guard let element = element(other, in: position.child()), let child else { return nil }
    return .corner(rule, child: child, corner: element)
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
