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
