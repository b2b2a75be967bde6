extension FigmaVariables {
  /// A variable's value once its aliases are followed.
  package enum Resolved: Hashable, Sendable {
    case value(Value)
    /// There is no such variable in the answer.
    case dangling(String)
    /// The alias leads back to the variable.
    case cycle(String)
    /// The variable has no value in the mode.
    case missing(String)
  }

  /// One collection in another mode than its default; all others are in theirs.
  package struct Context: Hashable, Sendable {
    package var collection: String
    package var mode: String
  }

  /// The contexts beside the default: each other mode of each collection, and of one that extends another all.
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

  /// The values of all variables, in their order.
  ///
  /// - Parameters:
  ///   - context: Nil for all collections in their default modes.
  ///   - steps: Counts aliases that were followed: each is once.
  package func values(in context: Context? = nil, steps: inout Int) -> [Resolved] {
    let reading = ValueReading(variables: self, context: context)
    var known = [Resolved?](repeating: nil, count: variables.count)
    for start in variables.indices {
      // The variables that lead to each other, and at which step each was met.
      var (path, met) = ([Int](), [Int: Int]())
      var (place, end) = (start, known[start])
      while end == nil {
        if let first = met[place] {
          // Who is on the circle comes back to itself; who leads to it comes to where it begins.
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

  package func values(in context: Context? = nil) -> [Resolved] {
    var steps = 0
    return values(in: context, steps: &steps)
  }

  /// What the variables are set to, in their order, before aliases are followed.
  package func rawValues(in context: Context? = nil) -> [Resolved] {
    let reading = ValueReading(variables: self, context: context)
    return variables.map { reading.value(of: $0) }
  }

  /// The variables that have another value in a context than by default, with that value.
  package func changes(in context: Context, from defaults: [Resolved]) -> [(variable: Variable, value: Resolved)] {
    zip(variables, zip(defaults, values(in: context)))
      .filter { $1.0 != $1.1 }.map { (variable: $0, value: $1.1) }
  }
}

/// What variables are set to, mode by mode, before aliases are followed.
private struct ValueReading {
  let variables: FigmaVariables
  /// From the context's collection to the one with the values, each with its mode.
  private let chain: [(collection: FigmaVariables.Collection, mode: String)]

  init(variables: FigmaVariables, context: FigmaVariables.Context?) {
    self.variables = variables
    var chain: [(collection: FigmaVariables.Collection, mode: String)] = []
    var (id, mode) = (context?.collection, context?.mode)
    // Nobody extends so many; and a collection may say that it extends itself.
    while let collection = id.flatMap(variables.collection), let current = mode, chain.count < 32 {
      chain.append((collection, current))
      id = collection.parent
      mode = collection.modes.first { $0.id == current }?.parent ?? id.flatMap(variables.collection)?.defaultMode
    }
    self.chain = chain
  }

  func value(of variable: FigmaVariables.Variable) -> FigmaVariables.Resolved {
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
