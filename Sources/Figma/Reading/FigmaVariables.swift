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
