import DataFormats
import Drawing

/// The variables that a file defines or uses (`/variables/local`), by collection.
package struct FigmaVariables: Sendable {
  package enum Value: Hashable, Sendable {
    case color(Color)
    case number(Double)
    case text(String)
    case flag(Bool)
    /// The id of another variable.
    case alias(String)
  }

  package struct Variable: Hashable, Sendable {
    package var id: String
    /// The key, which is the same in all files that use the variable; empty if the response lacks it.
    var key: String
    /// The name with slashes: `card/fill`.
    package var name: String
    package var collection: String
    /// COLOR, FLOAT, STRING or BOOLEAN.
    package var type: String
    /// The permitted bindings, which distinguish lengths from numbers.
    package var scopes: [String]
    package var description: String
    /// Whether it comes from another file.
    package var isRemote: Bool
    package var isHidden: Bool
    /// Whether it was deleted but is still in use.
    package var isDeleted: Bool
    /// The values by mode id.
    package var values: [String: Value]
  }

  package struct Mode: Hashable, Sendable {
    package var id: String
    package var name: String
    /// The id of the mode in the extended collection.
    package var parent: String?
  }

  package struct Collection: Hashable, Sendable {
    package var id: String
    /// The key, which is the same in all files that use the collection; empty if the response lacks it.
    var key: String
    package var name: String
    package var modes: [Mode]
    package var defaultMode: String
    package var isRemote: Bool
    package var isHidden: Bool
    /// The collection whose values it inherits, except for `overrides`; nil for an independent collection.
    package var parent: String?
    /// The overrides by variable id, then by mode id.
    package var overrides: [String: [String: Value]]
  }

  /// The collections in the order of the response.
  package private(set) var collections: [Collection]
  package private(set) var variables: [Variable]
  /// The indices by id.
  let collectionPlaces: [String: Int]
  let variablePlaces: [String: Int]

  /// - Parameter meta: The `meta` object of the response.
  init(_ meta: JSONNode) {
    self.init(
      collections: (meta.object("variableCollections")?.members ?? []).map(Collection.init),
      variables: (meta.object("variables")?.members ?? []).map(Variable.init))
  }

  init(collections: [Collection], variables: [Variable]) {
    (self.collections, self.variables) = (collections, variables)
    collectionPlaces = Dictionary(
      collections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    variablePlaces = Dictionary(variables.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package func collection(_ id: String) -> Collection? { collectionPlaces[id].map { collections[$0] } }
  package func variable(_ id: String) -> Variable? { variablePlaces[id].map { variables[$0] } }
}

extension FigmaVariables.Value {
  fileprivate init?(_ node: JSONNode) {
    switch node.value.content {
    case .bool(let flag): self = .flag(flag)
    case .integer(let number): self = .number(Double(number))
    case .real(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .object:
      if let alias = node.text("id") { self = .alias(alias) } else { self = .color(Color(node)) }
    case .null, .array: return nil
    }
  }

  fileprivate static func byMode(_ node: JSONNode?) -> [String: FigmaVariables.Value] {
    Dictionary(
      (node?.members ?? []).compactMap { member in FigmaVariables.Value(member).map { (member.key ?? "", $0) } },
      uniquingKeysWith: { _, last in last })
  }
}

extension FigmaVariables.Variable {
  fileprivate init(_ node: JSONNode) {
    id = node.text("id") ?? node.key ?? ""
    key = node.text("key") ?? ""
    name = node.text("name") ?? id
    collection = node.text("variableCollectionId") ?? ""
    type = node.text("resolvedType") ?? ""
    scopes = node.list("scopes").compactMap(\.value.text)
    description = node.text("description") ?? ""
    isRemote = node.isTrue("remote")
    isHidden = node.isTrue("hiddenFromPublishing")
    isDeleted = node.isTrue("deletedButReferenced")
    values = FigmaVariables.Value.byMode(node.object("valuesByMode"))
  }
}

extension FigmaVariables.Collection {
  fileprivate init(_ node: JSONNode) {
    id = node.text("id") ?? node.key ?? ""
    key = node.text("key") ?? ""
    name = node.text("name") ?? id
    modes = node.list("modes").map { mode in
      let id = mode.text("modeId") ?? ""
      return FigmaVariables.Mode(id: id, name: mode.text("name") ?? id, parent: mode.text("parentModeId"))
    }
    defaultMode = node.text("defaultModeId") ?? modes.first?.id ?? ""
    isRemote = node.isTrue("remote")
    isHidden = node.isTrue("hiddenFromPublishing")
    parent = node.text("parentVariableCollectionId")
    overrides = Dictionary(
      (node.object("variableOverrides")?.members ?? []).map {
        ($0.key ?? "", FigmaVariables.Value.byMode($0))
      }, uniquingKeysWith: { _, last in last })
  }

  package var defaultModeName: String { modes.first { $0.id == defaultMode }?.name ?? defaultMode }
}

// MARK: - Values

extension FigmaVariables {
  /// The value of a variable with aliases resolved.
  package enum ResolvedValue: Hashable, Sendable {
    case value(Value)
    /// An alias refers to a variable that isn't in the response.
    case dangling(String)
    /// An alias leads back to the variable.
    case cycle(String)
    /// The variable has no value in the mode.
    case missing(String)
  }

  /// A collection in a mode other than its default; all other collections are in their defaults.
  package struct Context: Hashable, Sendable {
    package var collection: String
    package var mode: String
  }

  /// The contexts other than the default: each other mode of each collection, and all modes of extending collections.
  package var contexts: [Context] {
    collections.flatMap { collection in
      collection.modes.filter { collection.parent != nil || $0.id != collection.defaultMode }
        .map { Context(collection: collection.id, mode: $0.id) }
    }
  }

  /// `Theme=Dark`.
  package func name(of context: Context) -> String {
    let collection = collection(context.collection)
    return "\(collection?.name ?? "")=\(collection?.modes.first { $0.id == context.mode }?.name ?? "")"
  }

  /// Returns the values of all variables in order.
  ///
  /// - Parameters:
  ///   - context: Nil for the default modes of all collections.
  ///   - steps: Counts resolved aliases; each is resolved once.
  package func values(in context: Context? = nil, steps: inout Int) -> [ResolvedValue] {
    let reading = VariableValueReader(variables: self, context: context)
    var known = [ResolvedValue?](repeating: nil, count: variables.count)
    for start in variables.indices {
      // The variables on the current path of aliases, and the step of each.
      var (path, met) = ([Int](), [Int: Int]())
      var (place, end) = (start, known[start])
      while end == nil {
        if let first = met[place] {
          // A variable on the cycle refers to itself; one that leads to it refers to the start of the cycle.
          for member in path[first...] { known[member] = .cycle(variables[member].id) }
          end = .cycle(variables[place].id)
          break
        }
        met[place] = path.count
        path.append(place)
        steps += 1
        let value = reading.value(of: variables[place])
        guard case .value(.alias(let target)) = value else {
          end = value
          break
        }
        guard let next = variablePlaces[target] else {
          end = .dangling(target)
          break
        }
        (place, end) = (next, known[next])
      }
      for member in path where known[member] == nil { known[member] = end }
    }
    return known.compactMap { $0 }
  }

  package func values(in context: Context? = nil) -> [ResolvedValue] {
    var steps = 0
    return values(in: context, steps: &steps)
  }

  /// Returns the values of all variables in order, with aliases unresolved.
  package func rawValues(in context: Context? = nil) -> [ResolvedValue] {
    let reading = VariableValueReader(variables: self, context: context)
    return variables.map { reading.value(of: $0) }
  }

  /// Returns the variables whose value in a context differs from the default, with that value.
  package func changes(in context: Context, from defaults: [ResolvedValue]) -> [(
    variable: Variable, value: ResolvedValue
  )] {
    zip(variables, zip(defaults, values(in: context)))
      .filter { $1.0 != $1.1 }.map { (variable: $0, value: $1.1) }
  }
}

/// Reads the values of variables by mode, with aliases unresolved.
private struct VariableValueReader {
  let variables: FigmaVariables
  /// The chain from the context's collection to the one with the values, with the mode of each.
  private let chain: [(collection: FigmaVariables.Collection, mode: String)]

  init(variables: FigmaVariables, context: FigmaVariables.Context?) {
    self.variables = variables
    var chain: [(collection: FigmaVariables.Collection, mode: String)] = []
    var (id, mode) = (context?.collection, context?.mode)
    // Real chains are short, and a collection may claim to extend itself.
    while let collection = id.flatMap(variables.collection), let current = mode, chain.count < 32 {
      chain.append((collection, current))
      id = collection.parent
      mode = collection.modes.first { $0.id == current }?.parent ?? id.flatMap(variables.collection)?.defaultMode
    }
    self.chain = chain
  }

  func value(of variable: FigmaVariables.Variable) -> FigmaVariables.ResolvedValue {
    var mode = variables.collection(variable.collection)?.defaultMode ?? variable.values.keys.min() ?? ""
    if chain.last?.collection.id == variable.collection {
      for (collection, current) in chain {
        if let override = collection.overrides[variable.id]?[current] { return .value(override) }
        mode = current
      }
    }
    return variable.values[mode].map { .value($0) } ?? .missing(variable.id)
  }
}
