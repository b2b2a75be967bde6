import DataFormats
import Diagnostics

extension FigmaChanges {
  /// Changes with one cause: a style, a variable, a component's property or its layer; else changes of a frame.
  package struct Group: Sendable {
    package enum Cause: Hashable, Sendable {
      case style(String)
      case variable(String)
      /// A collection of variables: its modes changed.
      case collection(String)
      /// A component property: a text, visibility, or a nested component.
      case property(String, of: String)
      /// A layer of a component, which all instances follow.
      case component(String)
      case frame(String)
    }

    package var cause: Cause
    /// The changes, with equal ones grouped: a change that many layers share takes one line.
    package var changes: [[Change]]
    /// The changes of the variable itself, or of a collection.
    package var values: [FigmaVariableChanges.Change] = []
  }

  /// Returns groups: changed variables first, then the others in order of their first change.
  ///
  /// - Parameter variables: The variables, if their names are known.
  package func groups(_ variables: FigmaVariables? = nil) -> [Group] {
    let followers = Dictionary(grouping: changes.filter { $0.type == nil }) { ComponentLayer($0) }.mapValues(\.count)
    var groups: [Group] = []
    var places: [Group.Cause: Int] = [:]
    var lines: [Line: (group: Int, line: Int)] = [:]
    for value in self.variables.changes {
      let cause = value.isOfCollection ? Group.Cause.collection(value.name) : .variable(value.name)
      if places[cause] == nil {
        places[cause] = groups.count
        groups.append(Group(cause: cause, changes: []))
      }
      groups[places[cause] ?? 0].values.append(value)
    }
    for change in changes {
      let cause = cause(of: change, variables, followers)
      let group = places[cause] ?? groups.count
      if group == groups.count {
        places[cause] = group
        groups.append(Group(cause: cause, changes: []))
      }
      var line = Line(cause: cause, what: change.what, from: change.from, to: change.to, layer: nil)
      if case .frame = cause { line.layer = change.id }
      if let known = lines[line] {
        groups[known.group].changes[known.line].append(change)
      } else {
        lines[line] = (group, groups[group].changes.count)
        groups[group].changes.append([change])
      }
    }
    return groups
  }

  private struct Line: Hashable {
    var cause: Group.Cause
    var what: String
    var from: JSONOutput?
    var to: JSONOutput?
    var layer: String?
  }

  /// A change that several instances of a component share.
  private struct ComponentLayer: Hashable {
    /// The layer's id in the component: the last part of its own id (`I12:3;45:6`); nil outside of instances.
    var id: String?
    var what: String
    var from: JSONOutput?
    var to: JSONOutput?

    init(_ change: Change) {
      id = change.id.hasPrefix("I") ? change.id.split(separator: ";").last.map(String.init) : nil
      (what, from, to) = (change.what, change.from, change.to)
    }
  }

  private func cause(
    of change: Change, _ variables: FigmaVariables?, _ followers: [ComponentLayer: Int]
  ) -> Group.Cause {
    if change.type == nil, let before = oldPlaces[change.id] {
      let (old, new) = (self.old.nodes[before], self.new.nodes[change.node])
      if let bound = changedVariable(of: change, old, new) { return .variable(bound) }
      if let role = Self.role(of: change.what),
        let style = new.styles.first(where: { $0.role.hasPrefix(role) }),
        old.styles.contains(where: { $0.id == style.id })
      {
        return .style(self.new.styles.first { $0.id == style.id }?.name ?? style.id)
      }
      let fields = Self.boundFields(of: change)
      if let bound = new.variables.first(where: { bound in fields.contains { bound.field.hasPrefix($0) } }),
        old.variables.contains(where: { $0 == bound })
      {
        return .variable(variables?.variable(bound.id)?.name ?? bound.id)
      }
      if let property = property(of: change, in: self.old.nodes[before], change.node) { return property }
      let layer = ComponentLayer(change)
      if layer.id != nil, followers[layer, default: 0] > 1 { return .component(change.name) }
    }
    let file = change.what == "removed" ? self.old : self.new
    if let swap = swap(around: change, in: file) { return swap }
    var outermost = change.node
    while let parent = file.nodes[outermost].parent { outermost = parent }
    return .frame(file.nodes[outermost].name)
  }

  /// Returns the property that controls the changed attribute of the layer, in both versions.
  private func property(of change: Change, in old: FigmaNode, _ index: Int) -> Group.Cause? {
    let node = new.nodes[index]
    // An instance has the name of its component.
    let isSwapped = change.what == "componentId" || change.what == "name" && old.component != node.component
    let field = isSwapped ? "mainComponent" : change.what
    guard let property = node.properties.first(where: { $0.field == field }),
      old.properties.contains(where: { $0 == property }), let name = node.property(field)
    else { return nil }
    return .property(name, of: new.component(around: index))
  }

  /// Returns the component swap that explains a layer added to or removed from an instance.
  private func swap(around change: Change, in file: FigmaFile) -> Group.Cause? {
    guard change.type != nil, let parent = file.nodes[change.node].parent,
      let before = oldPlaces[file.nodes[parent].id], let after = newPlaces[file.nodes[parent].id],
      old.nodes[before].component != new.nodes[after].component
    else { return nil }
    let swapped = Change(id: new.nodes[after].id, name: new.nodes[after].name, what: "componentId", node: after)
    return property(of: swapped, in: old.nodes[before], after)
  }

  /// Returns the name of a changed variable that the layer is bound to. It takes precedence over a style that uses it.
  private func changedVariable(of change: Change, _ old: FigmaNode, _ new: FigmaNode) -> String? {
    let fields = Self.boundFields(of: change)
    func ids(_ node: FigmaNode) -> [String] {
      let bound = node.variables.filter { bound in fields.contains { bound.field.hasPrefix($0) } }.map(\.id)
      let paints = change.what == "fills" ? node.fills : change.what == "strokes" ? node.strokes : []
      return bound + paints.compactMap(\.variable)
    }
    let before = Set(ids(old))
    let known = ids(new).filter(before.contains)
    return variables.changes.first { $0.kind == .value && known.contains($0.id) }?.name
  }

  /// Returns the API's names of variable bindings that could cause the change.
  private static func boundFields(of change: Change) -> [String] {
    switch change.what {
    case "layout":
      let names = ["gap": "itemSpacing", "padding": "padding", "lineGap": "counterAxisSpacing"]
      return names.filter { change.from?[$0.key] != change.to?[$0.key] }.map(\.value).sorted()
    case "resized": return ["size", "width", "height"]
    case "cornerRadius":
      return [
        "rectangleCornerRadii", "cornerRadius", "topLeftRadius", "topRightRadius",
        "bottomLeftRadius", "bottomRightRadius",
      ]
    default: return [change.what.replacing("style.", with: "")]
    }
  }

  /// Returns the style role for a field.
  private static func role(of what: String) -> String? {
    switch what {
    case "fills": "fill"
    case "strokes": "stroke"
    case "effects": "effect"
    default: what.hasPrefix("style.") ? "text" : nil
    }
  }
}

extension FigmaChanges.Group.Cause {
  package var inWords: String {
    switch self {
    case .style(let name): "style \"\(name)\""
    case .variable(let name): "variable \(name)"
    case .collection(let name): "collection \"\(name)\""
    case .property(let name, let component): "property \"\(name)\" of \"\(component)\""
    case .component(let name): "component layer \"\(name)\""
    case .frame(let name): "frame \"\(name)\""
    }
  }
}

extension FigmaChanges.Change {
  /// The change as text, complete: `resized 235 × 48 → 216 × 48`, `fills[0].color #FFFFFFFF → #000000FF`.
  package var inWords: String {
    switch what {
    case "added", "removed": "\(what), \(type ?? "")"
    case "moved", "resized": "\(what) \(Self.pair(from, what)) → \(Self.pair(to, what))"
    default: Self.differences(what, from, to).joined(separator: ", ")
    }
  }

  private static func pair(_ form: JSONOutput?, _ what: String) -> String {
    guard case .list(let numbers) = form else { return "nowhere" }
    return numbers.map(\.text).joined(separator: what == "moved" ? ", " : " × ")
  }

  private static func differences(_ name: String, _ from: JSONOutput?, _ to: JSONOutput?) -> [String] {
    guard from != to else { return [] }
    switch (from, to) {
    case (.object(let old), .object(let new)):
      let keys = old.map(\.key) + new.map(\.key).filter { key in !old.contains { $0.key == key } }
      return keys.flatMap { key in
        differences(key.hasPrefix(".") ? "\(name)\(key)" : "\(name).\(key)", from?[key], to?[key])
      }
    case (.list(let old), .list(let new)) where old.count == new.count:
      return zip(old, new).enumerated().flatMap { differences("\(name)[\($0)]", $1.0, $1.1) }
    default: return ["\(name) \(brief(from)) → \(brief(to))"]
    }
  }

  private static func brief(_ form: JSONOutput?) -> String {
    switch form {
    case nil, .null: "none"
    case .text(let text): text.count > 60 ? "\"\(text.prefix(60))…\"" : text
    // Paints and effects, by type.
    case .list(let elements) where elements.contains { $0["type"] != nil }:
      elements.map { brief($0["color"] ?? $0["type"]) }.joined(separator: " + ")
    case let form?: form.text
    }
  }
}

extension FigmaChanges {
  private var headline: String {
    let names = [old.version, new.version].map { $0 ?? "?" }.joined(separator: " → ")
    let layers = Set(changes.map(\.id)).count
    func counting(_ count: Int) -> String { "\(count) \(count == 1 ? "change" : "changes")" }
    var counted: [String] = []
    if !changes.isEmpty {
      counted.append("\(counting(changes.count)) in \(layers) \(layers == 1 ? "layer" : "layers")")
    }
    if !variables.changes.isEmpty { counted.append("\(counting(variables.changes.count)) of variables") }
    let words = counted.isEmpty ? "no changes" : counted.joined(separator: ", ")
    return "\(new.name ?? "file"), version \(names): \(words)"
  }

  /// Lists the layers of a line, the first ones by name.
  private func layers(_ changes: [Change], in cause: Group.Cause) -> String {
    if case .frame = cause, let change = changes.first {
      let path = (change.what == "removed" ? old : new).path(of: change.node)
      return path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).last.map(String.init) ?? path
    }
    let names = changes.prefix(5).map(\.name).joined(separator: ", ")
    return changes.count > 5 ? "\(changes.count) layers: \(names), …" : names
  }

  /// Returns text for a terminal: a headline, then the causes with their changes. Names of layers are free text, so line
  /// breaks in them are escaped.
  package func text(_ variables: FigmaVariables? = nil) -> String {
    func line(_ text: String) -> String { "\(PlainText.piece(text))\n" }
    return groups(variables).reduce(into: line(headline)) { text, group in
      text += "\n" + line(group.cause.inWords)
      for value in group.values { text += line("  \(value.inWords)") }
      for change in group.changes {
        // plain: a message
        text += line("  \(layers(change, in: group.cause)): \(change[0].inWords)")
      }
    }
  }

  /// Returns Markdown for a pull request comment or release notes.
  package func markdown(_ variables: FigmaVariables? = nil) -> String {
    groups(variables).reduce(into: "# \(Markdown.text(headline))\n") { text, group in
      text += "\n## \(Markdown.text(group.cause.inWords))\n\n"
      for value in group.values { text += "- \(Markdown.text(value.inWords))\n" }
      for line in group.changes {
        text += "- \(Markdown.text(layers(line, in: group.cause))): \(Markdown.text(line[0].inWords))\n"
      }
    }
  }

  /// Returns `json` with the changes grouped by cause.
  package func json(_ variables: FigmaVariables?) -> String {
    var lines = lines
    lines.add(
      "groups",
      groups(variables).map { group in
        [
          "cause": .text(group.cause.inWords),
          "values": group.values.isEmpty ? nil : .list(group.values.map(\.json)),
          "changes": .list(
            group.changes.map { line in
              ["words": .text(line[0].inWords), "layers": .list(line.map { .text($0.id) })]
            }),
        ]
      }, always: true)
    return lines.closed()
  }
}
