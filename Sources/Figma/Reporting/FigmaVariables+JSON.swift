extension FigmaVariables {
  /// All contents as JSON: collections, variables with their values in each mode and as tokens, and the changes in each
  /// other mode; one entry per line.
  package var json: String {
    let defaults = values()
    let aliases: Int = variables.reduce(0) { $0 + $1.values.values.count(where: \.isAlias) }
    let unresolved: Int = defaults.count { if case .value = $0 { false } else { true } }
    let changes = contexts.map { (context: $0, changed: self.changes(in: $0, from: defaults)) }
    let counts = Dictionary(grouping: variables, by: \.collection).mapValues(\.count)
    let paths = variables.map { Self.path($0.name) }
    let clashes = Dictionary(paths.map { ($0, 1) }, uniquingKeysWith: +)
    let groups = Self.groups(paths)

    var lines = JSONLines()
    lines.add(
      "counts",
      [
        "collections": .number(Double(collections.count)), "variables": .number(Double(variables.count)),
        "aliases": .number(Double(aliases)),
        "unresolved": .number(Double(unresolved)),
        // The default counts as a context too.
        "contexts": .number(Double(changes.count + 1)),
      ])
    lines.add(
      "collections",
      collections.map { collection in
        [
          "id": .text(collection.id), "name": .text(collection.name),
          "modes": .list(collection.modes.map { .text($0.name) }), "default": .text(collection.defaultModeName),
          "remote": collection.isRemote ? true : nil, "hidden": collection.isHidden ? true : nil,
          "extends": collection.parent.map { .text($0) }, "variables": .number(Double(counts[collection.id] ?? 0)),
        ]
      }, always: true)
    lines.add(
      "variables",
      variables.indices.lazy.map { index in
        let (variable, path) = (variables[index], paths[index])
        return [
          "id": .text(variable.id), "name": .text(variable.name),
          "collection": .text(collection(variable.collection)?.name ?? variable.collection),
          "type": .text(variable.type),
          "scopes": variable.scopes.isEmpty ? nil : .list(variable.scopes.map { .text($0) }),
          "remote": variable.isRemote ? true : nil, "hidden": variable.isHidden ? true : nil,
          "deleted": variable.isDeleted ? true : nil, "path": .list(path.map { .text($0) }),
          "clash": clashes[path, default: 1] > 1 ? true : nil, "needsRoot": groups.contains(path) ? true : nil,
          "valuesByMode": valuesByMode(variable), "default": Self.token(for: variable, defaults[index]).json,
        ]
      }, always: true)
    lines.add(
      "contexts",
      changes.map { context, changed in
        [
          "context": .text(name(of: context)),
          "changed": JSONOutput(changed.map { ($0.variable.id, Self.token(for: $0.variable, $0.value).json) }),
        ]
      }, always: true)
    return lines.closed()
  }

  private func valuesByMode(_ variable: Variable) -> JSONOutput {
    JSONOutput(
      (collection(variable.collection)?.modes ?? []).map { mode in
        (
          mode.name,
          variable.values[mode.id].map { value in
            guard case .alias(let id) = value else { return value.json }
            return ["alias": .text(id), "name": self.variable(id).map { .text($0.name) } ?? .null]
          }
        )
      })
  }
}

extension FigmaVariables.Value {
  fileprivate var isAlias: Bool { if case .alias = self { true } else { false } }
}
