import Cards
import DataFormats
import Diagnostics
import Drawing
import Layout

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
