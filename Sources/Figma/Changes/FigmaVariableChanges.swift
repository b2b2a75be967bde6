/// The changes between two versions of a design's variables, matched by id.
package struct FigmaVariableChanges: Sendable {
  package enum Kind: String, Sendable {
    case added, removed, renamed, value
    /// The type changed: color, number, text.
    case type
    /// The mode of a collection.
    case modeAdded = "mode added"
    case modeRemoved = "mode removed"
    case modeRenamed = "mode renamed"
  }

  package struct Change: Hashable, Sendable {
    /// The id of the variable or collection.
    package var id: String
    /// The current name, or the last one.
    package var name: String
    package var kind: Kind
    /// The mode, if only one changed.
    package var mode: String?
    /// The old value, with aliases in braces; nil if there was none.
    package var from: String?
    package var to: String?
  }

  /// Collections first, then variables in the order of the new version, then removed ones.
  package private(set) var changes: [Change] = []

  /// - Parameter versions: Nil if a version has no variables, so that changes are unknown.
  package init(_ versions: (old: FigmaVariables, new: FigmaVariables)?) {
    guard let (old, new) = versions else { return }
    for collection in new.collections { compareModes(old.collection(collection.id), collection) }
    for variable in new.variables {
      guard let before = old.variable(variable.id) else {
        add(variable, .added, to: Self.values(of: variable, new))
        continue
      }
      if before.name != variable.name { add(variable, .renamed, from: before.name, to: variable.name) }
      if before.type != variable.type { add(variable, .type, from: before.type, to: variable.type) }
      compareValues(before, old, variable, new)
    }
    for variable in old.variables where new.variable(variable.id) == nil {
      add(variable, .removed, from: Self.values(of: variable, old))
    }
  }

  private mutating func add(
    _ variable: FigmaVariables.Variable, _ kind: Kind, mode: String? = nil, from: String? = nil, to: String? = nil
  ) {
    changes.append(Change(id: variable.id, name: variable.name, kind: kind, mode: mode, from: from, to: to))
  }

  private mutating func compareModes(_ old: FigmaVariables.Collection?, _ new: FigmaVariables.Collection) {
    guard let old else { return }
    func add(_ kind: Kind, _ from: String?, _ to: String?) {
      changes.append(Change(id: new.id, name: new.name, kind: kind, mode: nil, from: from, to: to))
    }
    for mode in new.modes {
      let before = old.modes.first { $0.id == mode.id }
      if before == nil {
        add(.modeAdded, nil, mode.name)
      } else if let before, before.name != mode.name {
        add(.modeRenamed, before.name, mode.name)
      }
    }
    for mode in old.modes where !new.modes.contains(where: { $0.id == mode.id }) { add(.modeRemoved, mode.name, nil) }
  }

  /// Compares the modes of both versions, and the overrides of extended collections.
  private mutating func compareValues(
    _ before: FigmaVariables.Variable, _ old: FigmaVariables, _ after: FigmaVariables.Variable, _ new: FigmaVariables
  ) {
    let own = Self.modes(of: after, new)
    let known = Set(Self.modes(of: before, old).map(\.id))
    let isAlone = own.count == 1
    for (mode, name) in own where known.contains(mode) {
      let (from, to) = (Self.value(of: before, in: mode, old), Self.value(of: after, in: mode, new))
      guard from != to, !Self.isSame(from, to) else { continue }
      // An alias of a renamed variable is unchanged.
      if case .alias(let first) = from, case .alias(let second) = to, first == second { continue }
      add(
        after, .value, mode: isAlone ? nil : name, from: from.map { Self.words($0, old) },
        to: to.map { Self.words($0, new) })
    }
  }

  /// Whether values differ only by rounding, or colors only by notation.
  private static func isSame(_ first: FigmaVariables.Value?, _ second: FigmaVariables.Value?) -> Bool {
    switch (first, second) {
    case (.number(let first), .number(let second)): abs(first - second) < 1e-4
    case (.color(let first), .color(let second)): first.fullHex == second.fullHex
    default: false
    }
  }

  /// Returns the modes for a variable: those of its collection and of collections that extend it.
  private static func modes(of variable: FigmaVariables.Variable, _ all: FigmaVariables) -> [(id: String, name: String)]
  {
    guard let collection = all.collection(variable.collection) else {
      return variable.values.keys.sorted().map { ($0, $0) }
    }
    let extending = all.collections.filter { $0.parent == collection.id && $0.overrides[variable.id] != nil }
    return collection.modes.map { ($0.id, $0.name) }
      + extending.flatMap { child in child.modes.map { ($0.id, "\(child.name), \($0.name)") } }
  }

  private static func value(
    of variable: FigmaVariables.Variable, in mode: String, _ all: FigmaVariables
  ) -> FigmaVariables.Value? {
    variable.values[mode] ?? all.collections.lazy.compactMap { $0.overrides[variable.id]?[mode] }.first
  }

  private static func values(of variable: FigmaVariables.Variable, _ all: FigmaVariables) -> String? {
    let known = modes(of: variable, all).compactMap { mode in
      value(of: variable, in: mode.id, all).map { (mode.name, words($0, all)) }
    }
    if known.count == 1 { return known[0].1 }
    return known.isEmpty ? nil : known.map { "\($0.0): \($0.1)" }.joined(separator: "; ")
  }

  private static func words(_ value: FigmaVariables.Value, _ all: FigmaVariables) -> String {
    if case .alias(let id) = value { return "{\(all.variable(id)?.name ?? id)}" }
    if case .text(let text) = value { return "\"\(text)\"" }
    if case .color(let color) = value { return color.hex }
    return value.json.text
  }
}

extension FigmaVariableChanges.Change {
  /// The change as text: `Dark: #FFFFFF → {base/white}`, `renamed fill → card/fill`.
  package var inWords: String {
    let (from, to) = (from ?? "nothing", to ?? "nothing")
    switch kind {
    case .added: return "added: \(to)"
    case .removed: return "removed: \(from)"
    case .value: return "\(mode.map { "\($0): " } ?? "")\(from) → \(to)"
    case .modeAdded: return "mode \"\(to)\" added"
    case .modeRemoved: return "mode \"\(from)\" removed"
    case .renamed, .type, .modeRenamed: return "\(kind.rawValue) \(from) → \(to)"
    }
  }

  var isOfCollection: Bool { [.modeAdded, .modeRemoved, .modeRenamed].contains(kind) }

  var json: JSONOutput {
    [
      "id": .text(id), "name": .text(name), "change": .text(kind.rawValue), "mode": mode.map { .text($0) },
      "from": from.map { .text($0) }, "to": to.map { .text($0) },
    ]
  }
}
