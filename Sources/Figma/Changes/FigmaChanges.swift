import DataFormats
import Diagnostics

/// The changes between two versions of a design file, whose layers are matched by id.
package struct FigmaChanges: Sendable {
  package struct Change: Hashable, Sendable {
    package var id: String
    package var name: String
    /// `moved`, `resized`, `added`, `removed`, or the API's name of the changed field: `fills`, `style.fontSize`.
    package var what: String
    /// The old value; nil if there was none.
    package var from: JSONOutput?
    package var to: JSONOutput?
    /// For an added or removed layer: its type, and the path of names to it.
    package var type: String?
    package var path: String?
    /// The index of the layer in the new file, or in the old file if it was removed.
    package var node: Int
  }

  package let old: FigmaFile
  package let new: FigmaFile
  /// Added layers, removed layers, then the others in the order of the new file.
  package private(set) var changes: [Change] = []
  /// The changes of variables, if both versions have them.
  package let variables: FigmaVariableChanges
  /// Indices by layer id.
  let oldPlaces: [String: Int]
  let newPlaces: [String: Int]

  /// - Parameter variables: The variables of both versions; nil if one has none.
  package init(
    from old: FigmaFile, to new: FigmaFile, variables: (old: FigmaVariables, new: FigmaVariables)? = nil
  ) {
    (self.old, self.new) = (old, new)
    self.variables = FigmaVariableChanges(variables)
    (oldPlaces, newPlaces) = (old.places, new.places)
    changes += outermost(of: new, notIn: oldPlaces, "added")
    changes += outermost(of: old, notIn: newPlaces, "removed")
    for index in new.nodes.indices {
      if let before = oldPlaces[new.nodes[index].id] { compare(before, index) }
    }
  }

  private func outermost(of file: FigmaFile, notIn known: [String: Int], _ what: String) -> [Change] {
    file.nodes.indices.compactMap { index in
      let node = file.nodes[index]
      guard known[node.id] == nil, node.parent.map({ known[file.nodes[$0].id] != nil }) ?? true else { return nil }
      return Change(
        id: node.id, name: node.name, what: what, type: node.type, path: file.path(of: index), node: index)
    }
  }

  private mutating func compare(_ before: Int, _ after: Int) {
    let (old, new) = (self.old.nodes[before], self.new.nodes[after])
    func add(_ what: String, _ from: JSONOutput?, _ to: JSONOutput?, tolerance: Double = 1e-4) {
      if JSONOutput.differ(from, to, tolerance: tolerance) {
        changes.append(Change(id: new.id, name: new.name, what: what, from: from, to: to, node: after))
      }
    }
    let parents = (old.parent.map { self.old.nodes[$0].id }, new.parent.map { self.new.nodes[$0].id })
    add("parent", parents.0.map { .text($0) }, parents.1.map { .text($0) })
    if old.parent != nil, new.parent != nil {
      add("moved", self.old.offset(of: before), self.new.offset(of: after), tolerance: 0.01)
    }
    // Nearly all layers of a file are unchanged.
    if old.isSet(like: new) { return }
    add("resized", old.sizeForm, new.sizeForm, tolerance: 0.01)
    for (old, new) in zip(old.comparedFields, new.comparedFields) {
      // Figma sends this name since 2025: if only one version has it, nothing changed.
      if old.0 == "style.fontStyle", old.1 == nil || new.1 == nil { continue }
      add(old.0, old.1, new.1)
    }
  }

  package var isEmpty: Bool { changes.isEmpty && variables.changes.isEmpty }

  /// The number of changes of each kind, by name.
  private var counts: JSONOutput {
    let counts = Dictionary(grouping: changes, by: \.what).mapValues(\.count)
    return JSONOutput(counts.sorted { $0.key < $1.key }.map { ($0.key, .number(Double($0.value))) })
  }

  package var json: String { lines.closed() }

  var lines: JSONLines {
    var lines = JSONLines()
    lines.add("old", old.head)
    lines.add("new", new.head)
    lines.add("counts", counts)
    lines.add("changes", changes.lazy.map(\.json), always: true)
    return lines
  }
}

extension FigmaChanges.Change {
  var json: JSONOutput {
    [
      "id": .text(id), "name": .text(name), "change": .text(what), "type": type.map { .text($0) },
      "path": path.map { .text($0) }, "from": from, "to": to,
    ]
  }
}

extension FigmaFile {
  /// Returns the name of the innermost component around a layer, or of its set for a variant; "" if there is none.
  func component(around index: Int) -> String {
    var next = nodes[index].parent
    while let place = next {
      let node = nodes[place]
      next = node.parent
      let isVariant = node.type == "COMPONENT" && next.map { nodes[$0].type } == "COMPONENT_SET"
      if !isVariant, ["INSTANCE", "COMPONENT", "COMPONENT_SET"].contains(node.type) { return node.name }
    }
    return ""
  }

  /// Returns the path of names from the page to a layer.
  package func path(of index: Int) -> String {
    var names: [String] = []
    var next: Int? = index
    while let place = next {
      names.append(nodes[place].name)
      next = nodes[place].parent
    }
    return names.reversed().joined(separator: "/")
  }

  fileprivate var head: JSONOutput {
    [
      "name": name.map { .text($0) }, "version": version.map { .text($0) },
      "lastModified": lastModified.map { .text($0) }, "nodes": .number(Double(nodes.count)),
    ]
  }
}

extension FigmaNode {
  fileprivate var sizeForm: JSONOutput? { box.map { .numbers([$0.width, $0.height]) } }

  /// Whether `sizeForm` and `comparedFields` are certainly equal; avoids building them.
  fileprivate func isSet(like other: FigmaNode) -> Bool {
    box?.size == other.box?.size && name == other.name && type == other.type && component == other.component
      && isVisible == other.isVisible && opacity == other.opacity && rotation == other.rotation
      && blendMode == other.blendMode && isMask == other.isMask && clips == other.clips && fills == other.fills
      && strokes == other.strokes && strokeWeight == other.strokeWeight && strokeAlign == other.strokeAlign
      && strokeDashes == other.strokeDashes && sideWeights == other.sideWeights && radii == other.radii
      && smoothing == other.smoothing && effects == other.effects && autoLayout == other.autoLayout
      && ownPlacing == other.ownPlacing && text == other.text
      && variables.elementsEqual(other.variables) { $0 == $1 }
  }

  /// All properties that designers set, by the API's names; always the same number in the same order.
  fileprivate var comparedFields: [(String, JSONOutput?)] {
    func paints(_ paints: [FigmaPaint]) -> JSONOutput? {
      paints.isEmpty ? nil : .list(paints.map { $0.json(size: nil) })
    }
    func length(_ length: Double?) -> JSONOutput? { length.map { .rounded($0) } }
    let place = placing
    return [
      ("name", .text(name)), ("type", .text(type)), ("componentId", component.map { .text($0) }),
      ("visible", .flag(isVisible)), ("opacity", .rounded(opacity)),
      ("rotation", isRotated ? rotation.map { .rounded($0, .two) } : nil),
      ("blendMode", isBlended ? .text(blendMode) : nil), ("isMask", .flag(isMask)), ("clipsContent", .flag(clips)),
      ("fills", paints(fills)), ("strokes", paints(strokes)),
      ("strokeWeight", strokes.isEmpty ? nil : .rounded(strokeWeight)),
      ("strokeAlign", strokes.isEmpty ? nil : strokeAlign.map { .text($0) }),
      ("strokeDashes", strokeDashes.isEmpty ? nil : .numbers(strokeDashes)),
      ("individualStrokeWeights", sideWeights?.json), ("cornerRadius", radii.isEmpty ? nil : .numbers(radii)),
      ("cornerSmoothing", .rounded(smoothing)),
      ("effects", effects.isEmpty ? nil : .list(effects.map(\.json))),
      ("layout", autoLayout.map { JSONOutput($0.fields + $0.lineFields) }),
      ("layoutSizingHorizontal", place.horizontal.map { .text($0) }),
      ("layoutSizingVertical", place.vertical.map { .text($0) }),
      ("layoutAlign", .text(place.align)), ("layoutGrow", .rounded(place.grow)),
      ("layoutPositioning", .text(place.isAbsolute ? "ABSOLUTE" : "AUTO")),
      ("minWidth", length(place.minWidth)), ("maxWidth", length(place.maxWidth)),
      ("minHeight", length(place.minHeight)), ("maxHeight", length(place.maxHeight)),
      ("constraints", place.constraints.map { [.text($0.horizontal), .text($0.vertical)] }),
      ("characters", text.map { .text($0.characters) }),
    ]
      + (text?.style ?? FigmaTextStyle(nil)).fields.map { ("style.\($0.0)", $0.1) } + [
        ("ranges", text.flatMap { $0.ranges.isEmpty ? nil : .list($0.ranges.map(\.json)) }),
        ("boundVariables", variables.isEmpty ? nil : JSONOutput(variables.map { (".\($0.field)", .text($0.id)) })),
      ]
  }
}

extension JSONOutput {
  /// Whether values differ; numbers are compared with a tolerance.
  static func differ(_ left: JSONOutput?, _ right: JSONOutput?, tolerance: Double) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): abs(left - right) > tolerance
    case (.list(let left), .list(let right)):
      left.count != right.count || zip(left, right).contains { differ($0, $1, tolerance: tolerance) }
    case (.object(let left), .object(let right)):
      left.count != right.count
        || zip(left, right).contains { $0.key != $1.key || differ($0.value, $1.value, tolerance: tolerance) }
    default: left != right
    }
  }
}

// MARK: - Groups

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
