import Cards
import DataFormats
import DesignTokens
import Diagnostics
import Drawing
import Layout

/// The context that templates are checked against.
package struct TemplateContext: Sendable {
  /// `card: none`: a template without data.
  package static let noModel = "none"

  package var tokens: TokenSet
  package var icons: IconSet
  /// The available typefaces; nil accepts any family and weight.
  package var typefaces: Typefaces?
  /// The view models by their names in `card:`.
  package var schemas: [String: CardSchema]
  /// The writing direction of the cards' language.
  package var direction: LayoutDirection
  /// Reads the parts of an included file, by its name as written; nil if it can't be read.
  package var include: @Sendable (String) -> ReadParts?

  package typealias ReadParts = (file: TemplateSource?, problems: [Diagnostic])

  package init(
    tokens: TokenSet, icons: IconSet, typefaces: Typefaces? = nil,
    schemas: [String: CardSchema] = TemplateContext.allSchemas, direction: LayoutDirection = .leftToRight,
    include: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.tokens = tokens
    self.icons = icons
    self.typefaces = typefaces
    self.schemas = schemas
    self.direction = direction
    self.include = { name in
      include(name).map { TemplateSource.readParts(TemplateFile(name: name, contents: $0)) }
    }
  }

  /// Every view model of the Cards module.
  package static let allSchemas: [String: CardSchema] = [
    PostCard.modelName: PostCard.schema, EventCard.modelName: EventCard.schema,
    MessageCard.modelName: MessageCard.schema, NoticeCard.modelName: NoticeCard.schema,
    ScreenHeader.modelName: ScreenHeader.schema, FeedFooter.modelName: FeedFooter.schema,
    Composer.modelName: Composer.schema,
  ]
}

/// Checks a template and builds the tree that is filled for every card.
struct TemplateCompiler {
  /// The maximum nesting of elements, with used parts counted. Low enough for layout and for small stacks.
  static let depthLimit = 100
  /// The maximum number of elements. Parts multiply: one may use a second twice, which uses a third twice, …
  static let elementLimit = 20_000

  /// A part of the template language, as written.
  struct PartDefinition {
    var node: SourceNode
    var place: Place
  }

  let context: TemplateContext
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  var parts: [String: PartDefinition] = [:]
  /// The parts being compiled, outermost first.
  var using: [String] = []
  var usedParts: Set<String> = []
  /// The direction of the element being compiled.
  var direction: LayoutDirection
  private var elementCount = 0

  init(context: TemplateContext) {
    self.context = context
    direction = context.direction
  }

  /// Reports an issue once: a part used twice would report its errors twice.
  mutating func report(_ issue: some Issue, at place: Place) {
    let diagnostic = Diagnostic(issue, at: place)
    if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  mutating func compile(
    _ source: TemplateSource, for model: String?
  ) -> (model: String, root: ElementTemplate)? {
    let schema = schema(of: source, for: model)
    collectParts(of: source, included: [])
    guard let rootNode = source.root else {
      report(TemplateIssue.missingKey("root", of: "a template"), at: source.startPlace)
      return nil
    }
    let root = element(rootNode, in: Position(scope: TemplateScope(schemas: [schema])))
    checkUnusedParts()
    diagnostics = diagnostics.inOrder(of: source.file)
    guard let root, let card = source.card else { return nil }
    return (card, root)
  }

  /// The schema for the template's paths; nil accepts any path, so that other errors are still found.
  private mutating func schema(of source: TemplateSource, for model: String?) -> CardSchema? {
    guard let card = source.card else {
      report(TemplateIssue.missingKey("card", of: "a template"), at: source.startPlace)
      return nil
    }
    if let model, card != model, card != TemplateContext.noModel {
      report(TemplateIssue.otherCard(card, expected: model), at: source.cardPlace)
    }
    if let schema = context.schemas[card] { return schema }
    if card == TemplateContext.noModel { return .record([:]) }
    let known = context.schemas.keys.sorted() + [TemplateContext.noModel]
    report(TemplateIssue.unknownCard(card, known: known), at: source.cardPlace)
    return nil
  }

  private mutating func collectParts(of source: TemplateSource, included: Set<String>) {
    for part in source.parts {
      if let first = parts[part.key] {
        report(TemplateIssue.duplicatePart(part.key, first: first.place), at: part.keyPlace)
      } else {
        parts[part.key] = PartDefinition(node: part.value, place: part.keyPlace)
      }
    }
    // A file that includes itself adds nothing.
    for (name, place) in source.includes where !included.contains(name) {
      guard let (file, problems) = context.include(name) else {
        report(TemplateIssue.includeMissing(name), at: place)
        continue
      }
      for problem in problems where seen.insert(problem).inserted { diagnostics.append(problem) }
      if let file { collectParts(of: file, included: included.union([name])) }
    }
  }

  private mutating func checkUnusedParts() {
    for (name, part) in parts.sorted(by: { $0.key < $1.key }) where !usedParts.contains(name) {
      using = [name]
      _ = element(part.node, in: Position(scope: TemplateScope(schemas: [nil]), allowsRepeat: true))
      using = []
    }
  }

  /// Counts an element and returns its number; nil if there are too many.
  mutating func admit(depth: Int, at place: Place) -> Int? {
    elementCount += 1
    guard depth <= Self.depthLimit else {
      report(TemplateIssue.tooDeep(limit: Self.depthLimit), at: place)
      return nil
    }
    guard elementCount <= Self.elementLimit else {
      // Reported once, wherever it happens.
      if elementCount == Self.elementLimit + 1 { report(TemplateIssue.tooLarge(limit: Self.elementLimit), at: place) }
      return nil
    }
    return elementCount
  }
}

/// An element's position in the tree.
struct Position {
  var scope: TemplateScope
  /// The names within the nearest enclosing named box.
  var names = BoxNames()
  /// Whether a repeat numbers the names here.
  var isRepeated = false
  /// Whether any number of elements is allowed here.
  var allowsRepeat = false
  var depth = 0

  func child(allowsRepeat: Bool = false) -> Position {
    var child = self
    child.allowsRepeat = allowsRepeat
    child.depth += 1
    return child
  }
}

extension [Diagnostic] {
  /// Sorted by line and column; those of `mainFile` before those of included files.
  func inOrder(of mainFile: String) -> [Diagnostic] {
    func key(_ diagnostic: Diagnostic) -> (Int, String, Int, Int) {
      let file = diagnostic.place?.file ?? mainFile
      guard case .line(let line, let column)? = diagnostic.place?.position else { return (0, file, 0, 0) }
      return (file == mainFile ? 0 : 1, file, line, column ?? 0)
    }
    return enumerated().sorted { left, right in
      let (a, b) = (key(left.element), key(right.element))
      return a == b ? left.offset < right.offset : a < b
    }.map(\.element)
  }
}

// MARK: - Elements

/// Elements: their rules, conditions and names.
extension TemplateCompiler {
  /// Returns nil after reporting an error.
  mutating func element(_ node: SourceNode, in position: Position) -> ElementTemplate? {
    guard let members = node.members else {
      reportValue(node, expected: "an element")
      return nil
    }
    guard let number = admit(depth: position.depth, at: node.place), let rule = rule(of: node) else { return nil }
    if rule == "use" { return part(node, in: position) }
    let known: [String] =
      switch rule {
      case "repeat": ElementKeys.ofRepeat
      case "oneOf": ElementKeys.ofChoice
      default: keys(for: rule)
      }
    for member in members where !known.contains(member.key) {
      let near = nearest(to: member.key, among: known)
      report(TemplateIssue.unknownKey(member.key, suggestion: near, known: known), at: member.keyPlace)
    }
    let conditions = conditions(node, in: position.scope)
    if rule == "repeat" { return repeated(node, number, conditions, in: position) }
    if rule == "oneOf" { return oneOf(node, number, conditions, in: position) }
    let name = name(node, in: position)
    var inside = position
    if name != nil { (inside.names, inside.isRepeated) = (BoxNames(), false) }
    // The margin belongs to the surroundings.
    let margin = rule == "inset" ? nil : node["inset"].flatMap { insets($0) }
    let style = style(node, in: position.scope)
    let around = direction
    direction = style.direction ?? around
    defer { direction = around }
    let lengths = lengths(node, in: position.scope)
    let decoration = decoration(node, rule: rule)
    guard let compiled = self.rule(rule, node, in: inside) else { return nil }
    let role = RoleTemplate(
      content: content(of: compiled, in: position.scope), list: ElementTemplate.list(of: compiled), element: number)
    return ElementTemplate(
      conditions: conditions, rule: compiled, style: style, decoration: decoration, name: name, role: role,
      margin: margin, lengths: lengths, tokens: tokens(in: node))
  }

  /// The tokens of the element itself, without those of its children.
  private func tokens(in node: SourceNode) -> [String] {
    if let name = tokenName(node) { return [name] }
    if let elements = node.elements { return elements.flatMap(innerTokens) }
    return (node.members ?? []).flatMap { innerTokens(in: $0.value) }
  }

  private func innerTokens(in node: SourceNode) -> [String] {
    let isElement = node.members?.contains { ElementKeys.rules.contains($0.key) } ?? false
    return isElement ? [] : tokens(in: node)
  }

  private func keys(for rule: String) -> [String] {
    let relative = rule == "center" ? ["minimumWidth", "minimumHeight"] : []
    return [rule] + ElementKeys.of(rule: rule) + relative + ElementKeys.common
  }

  /// The key that determines the kind of element.
  ///
  /// `background` is a rule if its value is an element (which has a rule of its own); otherwise it is this element's
  /// decoration. `inset` is a rule if the element has a `child` and no other rule; otherwise it is the space around
  /// this element. With `use`, all other keys override the part's, including its rule.
  private mutating func rule(of node: SourceNode) -> String? {
    if node["use"] != nil { return "use" }
    var rules = ElementKeys.rules.filter { key in
      guard let value = node[key] else { return false }
      switch key {
      case "inset": return false
      case "background": return value.members?.contains { ElementKeys.rules.contains($0.key) } ?? false
      default: return true
      }
    }
    if rules.isEmpty, node["inset"] != nil, node["child"] != nil { rules = ["inset"] }
    switch rules.count {
    case 1: return rules[0]
    case 0: report(TemplateIssue.noRule(known: ElementKeys.rules), at: node.place)
    default: report(TemplateIssue.severalRules(rules), at: node.member(rules[1])?.keyPlace ?? node.place)
    }
    if rules.isEmpty { reportMisspeltRule(node) }
    return nil
  }

  private mutating func reportMisspeltRule(_ node: SourceNode) {
    let known = ElementKeys.rules + ElementKeys.common + ["child", "children"]
    for member in node.members ?? [] where !known.contains(member.key) {
      guard let near = nearest(to: member.key, among: ElementKeys.rules) else { continue }
      report(TemplateIssue.unknownKey(member.key, suggestion: near, known: known), at: member.keyPlace)
    }
  }

  private mutating func conditions(_ node: SourceNode, in scope: TemplateScope) -> [Condition] {
    var conditions: [Condition] = []
    for key in ElementKeys.conditions {
      guard let value = node[key] else { continue }
      for entry in value.elements ?? [value] {
        guard let (path, _) = path(entry, in: scope) else { continue }
        conditions.append(Condition(path: path, wantsPresence: key == "if"))
      }
    }
    return conditions
  }

  /// The meaning of a text or image; literal text is plain text.
  private func content(of rule: RuleTemplate, in scope: TemplateScope) -> BoxRole.Content? {
    switch rule {
    case .text(let text):
      if case .path(let path) = text.content { scope.schema(at: path)?.content ?? .text } else { .text }
    case .image(let path, _, _): scope.schema(at: path)?.content ?? .picture
    default: nil
    }
  }

  /// A literal name, or `{value: path}` for a text of the view model.
  private mutating func name(_ node: SourceNode, in position: Position) -> NameTemplate? {
    guard let member = node.member("name") else { return nil }
    if member.value.members != nil, isUnquotedToken(member.value) == nil {
      guard checkMembers(member.value, known: ["value"], required: ["value"], expected: "a name or {value: …}"),
        let path = member.value["value"].flatMap({ path($0, in: position.scope, expected: .text) })
      else { return nil }
      return .path(path)
    }
    guard let name = text(member.value, expected: "a name") else { return nil }
    guard !name.isEmpty, !name.contains("/") else {
      report(TemplateIssue.badName(name), at: member.value.place)
      return nil
    }
    let place = member.value.place
    if let first = position.names.take(name, isRepeated: position.isRepeated, at: place) {
      report(TemplateIssue.duplicateName(name, first: first), at: place)
    }
    return .constant(name)
  }

  private mutating func repeated(
    _ node: SourceNode, _ number: Int, _ conditions: [Condition], in position: Position
  ) -> ElementTemplate? {
    guard let list = node["repeat"] else { return nil }
    if !position.allowsRepeat { report(TemplateIssue.repeatNeedsList, at: node.place) }
    let found = path(list, in: position.scope)
    var item: CardSchema?
    if let schema = found?.schema {
      if case .list(let element) = schema.form { item = element } else { reportType(list, schema, expected: "a list") }
    }
    var inside = position.child()
    inside.isRepeated = true
    let (skip, limit) = (node["skip"].flatMap { wholeNumber($0) }, node["limit"].flatMap { wholeNumber($0) })
    inside.scope = position.scope.adding(item)
    guard let child = child(of: node, rule: "repeat", in: inside), let path = found?.path else { return nil }
    // A carousel page without an image is a dot of the page control.
    let stands = item?.item.map { $0 == .page && !child.showsImage ? BoxRole.Item.dot : $0 }
    let repetition = RepeatTemplate(list: path, skip: skip ?? 0, limit: limit, item: stands)
    return ElementTemplate(
      conditions: conditions, rule: .repeated(repetition, child: child), role: RoleTemplate(element: number))
  }

  /// `oneOf: [element, element]`: shows the first element whose conditions are met.
  private mutating func oneOf(
    _ node: SourceNode, _ number: Int, _ conditions: [Condition], in position: Position
  ) -> ElementTemplate? {
    guard let elements = node["oneOf"]?.elements, !elements.isEmpty else {
      if let value = node["oneOf"] { reportValue(value, expected: "a list of elements") }
      return nil
    }
    var names: [BoxNames] = []
    let alternatives = elements.compactMap { element -> ElementTemplate? in
      var inside = position.child()
      inside.names = position.names.copy()
      names.append(inside.names)
      return self.element(element, in: inside)
    }
    position.names.take(names)
    return ElementTemplate(conditions: conditions, rule: .oneOf(alternatives), role: RoleTemplate(element: number))
  }

  /// `{use: name, with: path}`: inserts the part here. Other keys override the part's own.
  private mutating func part(_ node: SourceNode, in position: Position) -> ElementTemplate? {
    let conditions = conditions(node, in: position.scope)
    guard let use = node["use"], let name = text(use, expected: "the name of a part") else { return nil }
    guard let part = parts[name] else {
      let near = nearest(to: name, among: parts.keys.sorted())
      report(TemplateIssue.unknownPart(name, suggestion: near), at: use.place)
      return nil
    }
    usedParts.insert(name)
    guard !using.contains(name) else {
      report(TemplateIssue.useCycle(using.drop { $0 != name } + [name]), at: use.place)
      return nil
    }
    var inside = position
    inside.depth += 1
    var scopePath: ValuePath?
    if let with = node["with"] {
      guard let (path, schema) = path(with, in: position.scope) else { return nil }
      scopePath = path
      inside.scope = TemplateScope(schemas: [schema])
    }
    using.append(name)
    defer { using.removeLast() }
    guard let root = element(Self.laying(node, over: part.node), in: inside) else { return nil }
    return ElementTemplate(
      conditions: conditions, rule: .part(scopePath, root: root), role: RoleTemplate(element: root.role.element))
  }

  private static func laying(_ use: SourceNode, over part: SourceNode) -> SourceNode {
    guard let own = part.members else { return part }
    let overrides = (use.members ?? []).filter { !(["use", "with"] + ElementKeys.conditions).contains($0.key) }
    let kept = own.filter { member in !overrides.contains { $0.key == member.key } }
    return SourceNode(.object(kept + overrides), at: part.place)
  }
}

// MARK: - Rules

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

// MARK: - Style

/// The properties of any element: size, position, and the decoration of its box.
extension TemplateCompiler {
  mutating func style(_ node: SourceNode, in scope: TemplateScope) -> ElementStyle {
    var style = ElementStyle()
    let dimensions: [(String, WritableKeyPath<ElementStyle, Dimension>)] = [
      ("width", \.width), ("height", \.height), ("minWidth", \.minWidth), ("minHeight", \.minHeight),
      ("maxWidth", \.maxWidth), ("maxHeight", \.maxHeight), ("basis", \.flexBasis),
    ]
    for (key, path) in dimensions where lengthPath(node, key, in: scope) == nil {
      if let dimension = node[key].flatMap({ dimension($0) }) { style[keyPath: path] = dimension }
    }
    if let grow = node["grow"].flatMap({ number($0, atLeast: 0) }) { style.flexGrow = grow }
    if let shrink = node["shrink"].flatMap({ number($0, atLeast: 0) }) { style.flexShrink = shrink }
    if let align = node["alignSelf"].flatMap({ choice($0, StackRule.AlignItems.self) }) { style.alignSelf = align }
    if let space = node["spacingBefore"].flatMap({ length($0, allowsNegative: true) }) { style.spacingBefore = space }
    if let space = node["spacingAfter"].flatMap({ length($0, allowsNegative: true) }) { style.spacingAfter = space }
    if let direction = node["direction"].flatMap({ choice($0, LayoutDirection.self) }) { style.direction = direction }
    if let position = node["position"].flatMap({ point($0) }) { style.position = position }
    return style
  }

  /// Lengths from the view model: the path of a number, or `{share: path}`.
  mutating func lengths(_ node: SourceNode, in scope: TemplateScope) -> [LengthTemplate] {
    LengthTemplate.Side.allCases.compactMap { side in
      guard let (found, isShare) = lengthPath(node, side.rawValue, in: scope) else { return nil }
      guard let path = path(found, in: scope, expected: .number) else { return nil }
      return LengthTemplate(side: side, path: path, isShare: isShare)
    }
  }

  /// The path of a length in the view model; nil if the template itself gives the length, or for an invalid value.
  private func lengthPath(
    _ node: SourceNode, _ key: String, in scope: TemplateScope
  ) -> (path: SourceNode, isShare: Bool)? {
    guard LengthTemplate.Side(rawValue: key) != nil, let value = node[key] else { return nil }
    if let share = value["share"], value.members?.count == 1 { return (share, true) }
    guard let text = value.string, tokenName(value) == nil, text != "auto", !text.hasSuffix("%") else { return nil }
    return (try? scope.resolve(text)) == nil ? nil : (value, false)
  }

  /// `{top, start, bottom, end}`, or one length for all four; `inf` takes the remaining space. `left` and `right` don't
  /// change with the writing direction.
  mutating func insets(_ node: SourceNode) -> EdgeInsets? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      return inset(node).map { EdgeInsets(top: $0, left: $0, bottom: $0, right: $0) }
    }
    guard let members = sides(of: node, known: SideNames.insets, expected: "insets") else { return nil }
    var insets = EdgeInsets()
    for (side, node) in members {
      guard let value = inset(node) else { return nil }
      switch side {
      case "top": insets.top = value
      case "left": insets.left = value
      case "bottom": insets.bottom = value
      default: insets.right = value
      }
    }
    return insets
  }

  /// The values of a mapping by the layout's names of sides or corners; nil if a name is unknown, or if two names mean
  /// the same.
  mutating func sides(
    of node: SourceNode, known: [String], expected: String
  ) -> [(side: String, value: SourceNode)]? {
    guard checkMembers(node, known: known, expected: expected) else { return nil }
    var named: [String: String] = [:]
    for member in node.members ?? [] {
      if let other = named.updateValue(member.key, forKey: SideNames.inLayout(member.key, direction)) {
        report(TemplateIssue.sameSide(member.key, as: other), at: member.keyPlace)
        return nil
      }
    }
    return (node.members ?? []).map { (SideNames.inLayout($0.key, direction), $0.value) }
  }

  private mutating func inset(_ node: SourceNode) -> Double? {
    if let text = node.string, ["inf", ".inf", "infinity"].contains(text.lowercased()) { return .infinity }
    return length(node, allowsNegative: true)
  }

  mutating func point(_ node: SourceNode) -> Point? {
    guard checkMembers(node, known: ["x", "y"], expected: "{x: …, y: …}") else { return nil }
    var point = Point.zero
    if let x = node["x"].flatMap({ length($0, allowsNegative: true) }) { point.x = x }
    if let y = node["y"].flatMap({ length($0, allowsNegative: true) }) { point.y = y }
    return point
  }
}

/// The names of sides and corners. A layout only knows left and right, and is mirrored as a whole for right-to-left
/// languages: there, a template's "left" is the layout's right.
enum SideNames {
  static let insets = ["top", "start", "bottom", "end", "left", "right"]
  static let corners = [
    "topStart", "topEnd", "bottomEnd", "bottomStart", "topLeft", "topRight", "bottomRight", "bottomLeft",
  ]

  /// The layout's name of a side or corner.
  static func inLayout(_ name: String, _ direction: LayoutDirection) -> String {
    let row = ["top", "bottom"].first { name.hasPrefix($0) && name != $0 } ?? ""
    let isTurned = direction == .rightToLeft
    let isFirst: Bool
    switch name.dropFirst(row.count).lowercased() {
    case "start": isFirst = true
    case "end": isFirst = false
    case "left": isFirst = !isTurned
    case "right": isFirst = isTurned
    default: return name
    }
    return row.isEmpty ? (isFirst ? "left" : "right") : row + (isFirst ? "Left" : "Right")
  }
}

// MARK: - Look

/// How an element's box is painted.
extension TemplateCompiler {
  /// The box's decoration, from `background`, `shape`, `clip`, `opacity` and `blur`.
  mutating func decoration(_ node: SourceNode, rule: String) -> BoxDecoration {
    var decoration = BoxDecoration()
    if rule == "shape", let shape = node["shape"], shape.content != .null { takeDecoration(shape, &decoration) }
    if rule != "background", let background = node["background"] { takeDecoration(background, &decoration) }
    if let opacity = node["opacity"].flatMap({ number($0, atLeast: 0, atMost: 1) }) { decoration.opacity = opacity }
    if let blur = node["blur"].flatMap({ length($0) }) { decoration.blur = blur }
    if let clip = node["clip"] { takeClip(clip, &decoration) }
    return decoration
  }

  private enum OutlineName: String, CaseIterable { case rectangle, circle }

  private mutating func takeDecoration(_ node: SourceNode, _ decoration: inout BoxDecoration) {
    let keys = ElementKeys.decoration
    guard checkMembers(node, known: keys, expected: "a mapping with \(keys.joined(separator: ", "))") else { return }
    if let fill = node["fill"].flatMap({ paint($0) }) { decoration.fill = fill }
    if let name = node["outline"].flatMap({ choice($0, OutlineName.self) }) {
      decoration.outline = name == .circle ? .circle : .rectangle
    }
    if let outline = node["radius"].flatMap({ rounded($0) }) { decoration.outline = outline }
    if let layers = node["shadow"].flatMap({ token($0, expected: "a shadow token", get: TokenSet.shadows) }) {
      decoration.shadows = layers.filter { !$0.isInset }.map(\.shadow)
      decoration.innerShadows = layers.filter(\.isInset).map(\.shadow)
    }
    if let border = node["border"] {
      decoration.border = self.border(border)
      let sides = decoration.border?.widths
      if decoration.outline == .circle, let sides, Set([sides.top, sides.left, sides.bottom, sides.right]).count > 1 {
        report(TemplateIssue.circleWithSides, at: border.place)
      }
    }
  }

  /// A length for all corners, or one for each.
  private mutating func rounded(_ node: SourceNode) -> BoxDecoration.Outline? {
    guard node.members != nil, isUnquotedToken(node) == nil else { return length(node).map { .rounded($0) } }
    let corners: [(String, WritableKeyPath<CornerRadii, Double>)] = [
      ("topLeft", \.topLeft), ("topRight", \.topRight), ("bottomRight", \.bottomRight), ("bottomLeft", \.bottomLeft),
    ]
    guard let named = sides(of: node, known: SideNames.corners, expected: "a length or {topStart: …}") else {
      return nil
    }
    var radii = CornerRadii()
    for (key, path) in corners {
      guard let corner = named.first(where: { $0.side == key })?.value else { continue }
      guard let radius = length(corner) else { return nil }
      radii[keyPath: path] = radius
    }
    return .cornered(radii)
  }

  /// A border token, or `{width, color}`; the width may have one value per side.
  private mutating func border(_ node: SourceNode) -> BoxDecoration.Border? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      let border = token(node, expected: "a border token", get: TokenSet.border)
      return border.map { BoxDecoration.Border(width: $0.width, color: $0.color, dashes: $0.dashes) }
    }
    let keys = ["width", "color"]
    guard checkMembers(node, known: keys + ["dash", "cap"], required: keys, expected: "a border"),
      let widths = node["width"].flatMap({ borderWidths($0) }), let color = node["color"].flatMap({ self.color($0) })
    else { return nil }
    let cap = node["cap"].flatMap { choice($0, Dashes.Cap.self) }
    var border = BoxDecoration.Border(widths: widths, color: color)
    if let dash = node["dash"] {
      border.dashes = lengths(ofDash: dash).map { Dashes($0, cap: cap ?? .butt) }
    } else if let cap = node["cap"] {
      report(TemplateIssue.missingKey("dash", of: "a border with cap"), at: cap.place)
    }
    return border
  }

  private mutating func borderWidths(_ node: SourceNode) -> EdgeInsets? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      return length(node).map { EdgeInsets(top: $0, left: $0, bottom: $0, right: $0) }
    }
    // Check every side, even if the first has an error.
    let sides = node.members?.compactMap { length($0.value) }
    return sides?.count == node.members?.count ? insets(node) : nil
  }

  /// Alternating dashes and gaps, at most eight.
  private mutating func lengths(ofDash node: SourceNode) -> [Double]? {
    guard let elements = node.elements, (1...8).contains(elements.count) else {
      reportValue(node, expected: "a list of up to 8 lengths, alternately of dashes and gaps")
      return nil
    }
    let lengths = elements.compactMap { length($0) }
    guard lengths.count == elements.count else { return nil }
    guard lengths.contains(where: { $0 > 0 }) else {
      reportValue(node, expected: "at least one length greater than 0")
      return nil
    }
    return lengths
  }

  // MARK: Paint

  private enum GradientKind: String, CaseIterable { case linear, radial }

  /// A color or gradient token; or `{gradient, kind, from, to, side}`, whose points are relative to the box.
  mutating func paint(_ node: SourceNode) -> Paint? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      return token(node, expected: "a color or gradient token", get: TokenSet.paint)
    }
    let known = ["gradient", "kind", "from", "to", "side"]
    guard checkMembers(node, known: known, required: ["gradient"], expected: "a gradient") else { return nil }
    let kind = node["kind"].map { choice($0, GradientKind.self) } ?? .linear
    let stops = node["gradient"].flatMap { token($0, expected: "a gradient token", get: TokenSet.gradient) }
    guard let kind else { return nil }
    switch kind {
    case .linear:
      if let side = node["side"] { report(TemplateIssue.sideOfLinear, at: side.place) }
      let start = share(node, "from", or: Point(x: 0, y: 0))
      let end = share(node, "to", or: Point(x: 0, y: 1))
      guard let stops, let start, let end else { return nil }
      return .linearGradient(LinearGradient(stops: stops, start: start, end: end))
    case .radial:
      let center = share(node, "from", or: Point(x: 0.5, y: 0.5))
      let middle = center ?? .zero
      let end = share(node, "to", or: Point(x: middle.x + 0.5, y: middle.y))
      let reach = end ?? middle
      // Rotated by a quarter turn.
      let turned = Point(x: middle.x - (reach.y - middle.y), y: middle.y + (reach.x - middle.x))
      let side = share(node, "side", or: turned)
      guard let stops, let center, let end, let side else { return nil }
      return .radialGradient(RadialGradient(stops: stops, center: center, end: end, side: side))
    }
  }

  /// `{x: 0.5, y: 1}`: a point as shares of the box's width and height; it may be outside.
  private mutating func share(_ gradient: SourceNode, _ key: String, or standard: Point) -> Point? {
    guard let node = gradient[key] else { return standard }
    guard checkMembers(node, known: ["x", "y"], required: ["x", "y"], expected: "{x: …, y: …}"),
      let x = node["x"].flatMap({ number($0, atLeast: -100, atMost: 100) }),
      let y = node["y"].flatMap({ number($0, atLeast: -100, atMost: 100) })
    else { return nil }
    return Point(x: x, y: y)
  }

  /// `true` clips to the decoration's outline; `circle` and `{radius: …}` also set the outline.
  private mutating func takeClip(_ node: SourceNode, _ decoration: inout BoxDecoration) {
    switch node.content {
    case .flag(let clips): decoration.clipsContent = clips
    case .string("circle"):
      decoration.clipsContent = true
      decoration.outline = .circle
    case .object where isUnquotedToken(node) == nil:
      guard checkMembers(node, known: ["radius"], required: ["radius"], expected: "{radius: …}"),
        let outline = node["radius"].flatMap({ rounded($0) })
      else { return }
      decoration.clipsContent = true
      decoration.outline = outline
    default: reportValue(node, expected: "true, circle or {radius: …}")
    }
  }
}

// MARK: - Values

/// Single values: tokens, lengths, paths, keywords.
extension TemplateCompiler {
  mutating func reportValue(_ node: SourceNode, expected: String) {
    if let name = isUnquotedToken(node) {
      report(TemplateIssue.unquotedToken(name), at: node.place)
    } else if let comment = node.comment {
      report(TemplateIssue.commentedOut(expected: expected, comment: comment), at: node.place)
    } else {
      report(TemplateIssue.value(expected: expected, found: node.inWords), at: node.place)
    }
  }

  mutating func reportType(_ node: SourceNode, _ schema: CardSchema, expected: String) {
    let path = node.string ?? ""
    report(
      TemplateIssue.pathType(path, expected: expected, found: schema.inWords, fields: schema.fieldNames),
      at: node.place)
  }

  /// The name in `{a.b}` written without quotes, which YAML reads as a mapping of `a.b` to null.
  func isUnquotedToken(_ node: SourceNode) -> String? {
    guard let members = node.members, members.count == 1, let value = members.first?.value, value.content == .null,
      value.comment == nil
    else { return nil }
    return members[0].key
  }

  /// Returns false if the node is not a mapping, or if an unknown or missing key was reported.
  mutating func checkMembers(
    _ node: SourceNode, known: [String], required: [String] = [], expected: String
  ) -> Bool {
    guard let members = node.members, isUnquotedToken(node) == nil else {
      reportValue(node, expected: expected)
      return false
    }
    var isSound = true
    for member in members where !known.contains(member.key) {
      let near = nearest(to: member.key, among: known)
      report(TemplateIssue.unknownKey(member.key, suggestion: near, known: known), at: member.keyPlace)
      isSound = false
    }
    for key in required where node[key] == nil {
      report(TemplateIssue.missingKey(key, of: "this"), at: node.place)
      isSound = false
    }
    return isSound
  }

  mutating func required(_ key: String, of thing: String, _ node: SourceNode) -> SourceNode? {
    if let value = node[key] { return value }
    report(TemplateIssue.missingKey(key, of: thing), at: node.place)
    return nil
  }

  mutating func text(_ node: SourceNode, expected: String) -> String? {
    if let text = node.string { return text }
    reportValue(node, expected: expected)
    return nil
  }

  mutating func flag(_ node: SourceNode) -> Bool? {
    if case .flag(let flag) = node.content { return flag }
    reportValue(node, expected: "true or false")
    return nil
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: SourceNode, _ type: Choice.Type, orNothing: Choice? = nil
  ) -> Choice? where Choice.RawValue == String {
    if let orNothing, node.content == .null { return orNothing }
    if let choice = node.string.flatMap(Choice.init(rawValue:)) { return choice }
    reportValue(node, expected: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    return nil
  }

  // MARK: Tokens

  func tokenName(_ node: SourceNode) -> String? {
    guard let text = node.string, text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  mutating func token<Value>(
    _ node: SourceNode, expected: String,
    get: (TokenSet) -> (String) throws(TokenLookupIssue) -> Value
  ) -> Value? {
    guard let name = tokenName(node) else {
      reportValue(node, expected: expected)
      return nil
    }
    if let reason = context.tokens.tokens[name]?.deprecation {
      report(TemplateIssue.deprecatedToken(name, reason: reason), at: node.place)
    }
    do {
      return try get(context.tokens)(name)
    } catch {
      report(error, at: error.isAboutToken ? context.tokens.tokens[name]?.place ?? node.place : node.place)
      return nil
    }
  }

  mutating func color(_ node: SourceNode) -> Color? {
    token(node, expected: "a color token", get: TokenSet.color)
  }

  // MARK: Numbers

  /// Points: a number, or a dimension token.
  mutating func length(_ node: SourceNode, allowsNegative: Bool = false) -> Double? {
    let points: Double?
    if let number = node.number {
      points = number
    } else {
      points = token(node, expected: "a number of points or a dimension token", get: TokenSet.length)
    }
    guard let points else { return nil }
    guard allowsNegative || points >= 0 else {
      report(TemplateIssue.outOfRange(node.inWords, range: "0…"), at: node.place)
      return nil
    }
    return points
  }

  /// A length, a share such as `"50%"`, or `auto`.
  mutating func dimension(_ node: SourceNode) -> Dimension? {
    guard let text = node.string, tokenName(node) == nil else { return length(node).map { .points($0) } }
    if text == "auto" { return .auto }
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), percent.isFinite, percent >= 0 else {
      reportValue(
        node, expected: "a number of points, a dimension token, a percentage like \"50%\", the path of a number or auto"
      )
      return nil
    }
    return .fraction(percent / 100)
  }

  /// A number, or a number token.
  mutating func number(_ node: SourceNode, atLeast minimum: Double, atMost maximum: Double = .infinity) -> Double? {
    let number: Double?
    if let constant = node.number {
      number = constant
    } else {
      number = token(node, expected: "a number or a number token", get: TokenSet.number)
    }
    guard let number else { return nil }
    guard number >= minimum, number <= maximum else {
      let end = maximum.isFinite ? "\(Int(maximum))" : ""
      report(TemplateIssue.outOfRange(node.inWords, range: "\(Int(minimum))…\(end)"), at: node.place)
      return nil
    }
    return number
  }

  /// 1, 2, 3, …
  mutating func wholeNumber(_ node: SourceNode) -> Int? {
    guard let number = number(node, atLeast: 0), isWhole(number, node) else { return nil }
    return Int(exactly: number)
  }

  /// Reports an error if the number is not a positive whole number.
  mutating func isWhole(_ number: Double, _ node: SourceNode) -> Bool {
    if number >= 1, number == number.rounded() { return true }
    report(TemplateIssue.outOfRange(node.inWords, range: "1, 2, 3, …"), at: node.place)
    return false
  }

  /// A number, a number token, or a path to a number.
  mutating func number(_ node: SourceNode, orPathIn scope: TemplateScope) -> NumberTemplate? {
    if node.string != nil, tokenName(node) == nil {
      return path(node, in: scope, expected: .number).map { .path($0) }
    }
    return number(node, atLeast: 0).map { .constant($0) }
  }

  // MARK: Paths

  mutating func path(_ node: SourceNode, in scope: TemplateScope) -> (path: ValuePath, schema: CardSchema?)? {
    guard let text = node.string, tokenName(node) == nil else {
      reportValue(node, expected: "a path in the view model")
      return nil
    }
    do {
      return try scope.resolve(text)
    } catch {
      report(error, at: node.place)
      return nil
    }
  }

  mutating func path(_ node: SourceNode, in scope: TemplateScope, expected: CardSchema.Form) -> ValuePath? {
    guard let (path, schema) = path(node, in: scope) else { return nil }
    guard let schema, schema.form != expected else { return path }
    reportType(node, schema, expected: expected.inWords)
    return nil
  }
}
