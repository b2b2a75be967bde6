/// The variables of several responses as one set.
///
/// A variable or collection with the same key is the same one, whatever its id. The definition in its own file replaces
/// those of files that only use it. Ids are unique only within a file: an id that an earlier response uses for something
/// else is changed.
struct FigmaVariableUnion {
  /// A variable with different values in two responses.
  struct Conflict: Hashable {
    /// The variable's name.
    var name: String
    /// The response whose values are used.
    var used: String
    /// The response whose values are omitted.
    var omitted: String
  }

  private var collections: [FigmaVariables.Collection] = []
  private var variables: [FigmaVariables.Variable] = []
  private(set) var conflicts: [Conflict] = []
  /// The indices by identity.
  private var collectionPlaces: [String: Int] = [:]
  private var variablePlaces: [String: Int] = [:]
  /// The responses of `variables`, at the same indices.
  private var sources: [String] = []
  private var takenIDs: Set<String> = []
  private var count = 0

  /// The joined set; nil if no response was added.
  var joined: FigmaVariables? {
    guard count > 0 else { return nil }
    let known = Set(variables.map(\.id))
    let byKey = Dictionary(
      variables.filter { !$0.key.isEmpty }.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
    // An alias to another file's variable contains its key: `VariableID:KEY/1:2`.
    let all = variables.map { variable in
      var variable = variable
      variable.values = variable.values.mapValues { value in
        guard case .alias(let id) = value, !known.contains(id), let start = id.firstIndex(of: ":"),
          let end = id[start...].firstIndex(of: "/"), let target = byKey[String(id[start..<end].dropFirst())]
        else { return value }
        return .alias(target)
      }
      return variable
    }
    return FigmaVariables(collections: collections, variables: all)
  }

  /// Adds the variables of a response.
  ///
  /// - Parameter name: The name of the response in conflicts.
  mutating func add(_ part: FigmaVariables, name: String) {
    count += 1
    var ids: [String: String] = [:]
    for collection in part.collections {
      ids[collection.id] = id(
        collection.id, known: collectionPlaces[Self.identity(of: collection)].map { collections[$0].id })
    }
    for variable in part.variables {
      ids[variable.id] = id(
        variable.id, known: variablePlaces[Self.identity(of: variable, in: part)].map { variables[$0].id })
    }
    func renamed(_ value: FigmaVariables.Value) -> FigmaVariables.Value {
      if case .alias(let id) = value { .alias(ids[id] ?? id) } else { value }
    }
    for original in part.collections {
      var collection = original
      collection.id = ids[original.id] ?? original.id
      collection.parent = original.parent.map { ids[$0] ?? $0 }
      collection.overrides = Dictionary(
        original.overrides.map { (ids[$0] ?? $0, $1.mapValues(renamed)) }, uniquingKeysWith: { first, _ in first })
      add(collection, identity: Self.identity(of: original))
    }
    for original in part.variables {
      var variable = original
      variable.id = ids[original.id] ?? original.id
      variable.collection = ids[original.collection] ?? original.collection
      variable.values = original.values.mapValues(renamed)
      add(variable, identity: Self.identity(of: original, in: part), from: name)
    }
  }

  private mutating func add(_ collection: FigmaVariables.Collection, identity: String) {
    guard let place = collectionPlaces[identity] else {
      collectionPlaces[identity] = collections.count
      collections.append(collection)
      return
    }
    if collections[place].isRemote, !collection.isRemote { collections[place] = collection }
  }

  private mutating func add(_ variable: FigmaVariables.Variable, identity: String, from name: String) {
    guard let place = variablePlaces[identity] else {
      variablePlaces[identity] = variables.count
      variables.append(variable)
      sources.append(name)
      return
    }
    let known = variables[place]
    if known.isRemote, !variable.isRemote {
      (variables[place], sources[place]) = (variable, name)
    } else if known.isRemote == variable.isRemote, known.values != variable.values || known.type != variable.type {
      conflicts.append(Conflict(name: variable.name, used: sources[place], omitted: name))
    }
  }

  /// Returns the id in the union for an id of a response.
  private mutating func id(_ id: String, known: String?) -> String {
    if let known { return known }
    if takenIDs.insert(id).inserted { return id }
    var number = count
    while !takenIDs.insert("\(id)@\(number)").inserted { number += 1 }
    return "\(id)@\(number)"
  }

  private static func identity(of collection: FigmaVariables.Collection) -> String {
    collection.key.isEmpty ? "\(collection.id)\n\(collection.name)" : collection.key
  }

  /// Without keys, equal ids and names in other collections are other variables.
  private static func identity(of variable: FigmaVariables.Variable, in part: FigmaVariables) -> String {
    guard variable.key.isEmpty else { return variable.key }
    let collection = part.collection(variable.collection).map { identity(of: $0) } ?? variable.collection
    return "\(variable.id)\n\(variable.name)\n\(collection)"
  }
}
