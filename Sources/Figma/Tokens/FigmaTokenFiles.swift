/// Design token files (DTCG) for a design's variables and styles: the values in the default modes, an overlay for each
/// other mode, and a resolver that refers to all of them.
package struct FigmaTokenFiles: Sendable {
  /// A value of the design that the files lack or change.
  package struct Remark: Hashable, Sendable {
    /// The name of the variable or style.
    package var name: String
    package var text: String
    /// Whether the alias is dangling or circular.
    package var isBroken = false
  }

  package struct GuessedType: Hashable, Sendable {
    package var name: String
    package var type: String
  }

  /// The files' names and contents.
  package private(set) var files: [(name: String, text: String)] = []
  package private(set) var themes: [String] = []
  /// The mode of each theme of an independent collection, and the modes that equal the base.
  private var modes: [String: String] = [:]
  private var plainModes: Set<String> = []
  /// The number of tokens in the base.
  package private(set) var count = 0
  package private(set) var remarks: [Remark] = []
  /// The names in Figma by dotted token path.
  package private(set) var origins: [String: String] = [:]
  /// Numbers of unknown purpose.
  package private(set) var guesses: [GuessedType] = []
  /// The token names of variables and styles, by id.
  package private(set) var names: [String: String] = [:]
  /// The tokens by name.
  private(set) var tokens: [String: Entry] = [:]

  private let name: String
  private let variables: FigmaVariables?
  private let meaning: @Sendable (String) -> FigmaVariables.Meaning?
  /// The paths of the variables, in file order.
  private var paths: [[String]] = []
  /// The entries in the base; nil if there is none.
  private var base: [Entry?] = []

  struct Entry: Hashable {
    var path: [String]
    var type: String
    var value: JSONOutput
    var description: String
    /// Whether the value is an alias.
    var isAlias = false

    /// The name as templates use it.
    var name: String { path.joined(separator: ".") }
  }

  /// - Parameters:
  ///   - name: The prefix of file names: `NAME.tokens.json`, `NAME.dark.tokens.json`.
  ///   - published: Styles with the nodes that carry their values; without them, the designs' own styles are used.
  ///   - meaning: The user's statement of a variable's meaning, by name.
  package init(
    name: String, variables: FigmaVariables?, designs: [FigmaFile], published: [FigmaStyle] = [],
    meaning: @escaping @Sendable (String) -> FigmaVariables.Meaning? = { _ in nil }
  ) {
    (self.name, self.variables, self.meaning) = (name, variables, meaning)
    if let variables { readVariables(variables) }
    let styles = styleEntries(designs, published)
    let all = base.compactMap { $0 } + styles
    count = all.count
    for (index, entry) in base.enumerated() { names[variables?.variables[index].id ?? ""] = entry?.name }
    tokens = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    files = [("\(name).tokens.json", TokenTree.text(all))]
    let modifiers = variables.map { writeThemes($0) } ?? []
    files.append(("\(name).resolver.json", resolver(modifiers)))
  }

  /// Returns the files for a project's theme: the base, overlaid with the modes of that name.
  ///
  /// - Parameter theme: "light" also matches the base alone, whatever the default modes are called.
  /// - Returns: Nil if no mode has that name.
  package func files(of theme: String) -> [(name: String, text: String)]? {
    let overlays = themes.filter { $0 == theme || modes[$0] == theme }
    guard !overlays.isEmpty || theme == "light" || plainModes.contains(theme) else { return nil }
    let names = ["\(name).tokens.json"] + overlays.map { "\(name).\($0).tokens.json" }
    return names.compactMap { name in files.first { $0.name == name } }
  }

  // MARK: Variables

  private mutating func readVariables(_ variables: FigmaVariables) {
    paths = Self.paths(variables)
    let (values, raw) = (variables.values(), variables.rawValues())
    let tokens = variables.variables.indices.map { token($0, values[$0]) }
    for (index, variable) in variables.variables.enumerated() {
      switch tokens[index] {
      case .token(let token, let isGuessed):
        if isGuessed { guesses.append(GuessedType(name: variable.name, type: token.type)) }
        base.append(entry(index, token, raw[index], tokens))
        origins[paths[index].joined(separator: ".")] = variable.name
      case .raw(let value):
        base.append(nil)
        remarks.append(Remark(name: variable.name, text: "\(value.json.text) is not a valid token value"))
      case .unresolved:
        base.append(nil)
        remarks.append(Remark(name: variable.name, text: tokens[index].inWords, isBroken: true))
      }
    }
  }

  private func token(_ index: Int, _ value: FigmaVariables.ResolvedValue) -> FigmaVariables.TokenValue {
    guard let variable = variables?.variables[index] else { return .unresolved(value) }
    return FigmaVariables.token(for: variable, value, as: meaning(variable.name))
  }

  /// Returns an entry; an alias is kept if its target exists and has the same type.
  private func entry(
    _ index: Int, _ token: FigmaToken, _ raw: FigmaVariables.ResolvedValue, _ tokens: [FigmaVariables.TokenValue]
  ) -> Entry {
    var entry = Entry(
      path: paths[index], type: token.type, value: token.value(isExact: true),
      description: variables?.variables[index].description ?? "")
    if case .value(.alias(let id)) = raw, let target = variables?.variablePlaces[id],
      case .token(let other, _) = tokens[target], other.type == token.type
    {
      (entry.value, entry.isAlias) = (.text("{\(paths[target].joined(separator: "."))}"), true)
    }
    return entry
  }

  /// Returns the token paths. Equal names in several collections get the collection as a prefix. A token that is also a
  /// group becomes the group's `$root`.
  private static func paths(_ variables: FigmaVariables) -> [[String]] {
    var paths = variables.variables.map { FigmaVariables.path($0.name) }
    func count() -> [[String]: Int] { Dictionary(paths.map { ($0, 1) }, uniquingKeysWith: +) }
    let clashes = count()
    for (index, variable) in variables.variables.enumerated() where clashes[paths[index], default: 1] > 1 {
      paths[index] =
        FigmaVariables.path(variables.collection(variable.collection)?.name ?? variable.collection) + paths[index]
    }
    var taken: Set<[String]> = []
    for index in paths.indices {
      let (path, last) = (paths[index], paths[index].last ?? "_")
      var number = 2
      while !taken.insert(paths[index]).inserted {
        paths[index] = path.dropLast() + ["\(last)-\(number)"]
        number += 1
      }
    }
    let groups = FigmaVariables.groups(paths)
    return paths.map { groups.contains($0) ? $0 + ["$root"] : $0 }
  }

  // MARK: Themes

  private struct Modifier {
    var name: String
    var standard: String
    var contexts: [(name: String, file: String?)]
  }

  private mutating func writeThemes(_ variables: FigmaVariables) -> [Modifier] {
    let (defaults, raw) = (variables.values(), variables.rawValues())
    let names = themeNames(variables)
    var modifiers: [Modifier] = []
    for collection in variables.collections {
      let contexts = variables.contexts.filter { $0.collection == collection.id }
      guard !contexts.isEmpty else { continue }
      let standard = collection.parent == nil ? Self.slug(collection.defaultModeName) ?? "default" : "default"
      if collection.parent == nil { plainModes.insert(standard) }
      var modifier = Modifier(name: Self.slug(collection.name) ?? "theme", standard: standard, contexts: [])
      modifier.contexts.append((standard, nil))
      for context in contexts {
        let theme = names[context] ?? "theme"
        let entries = overlay(variables, context, theme, defaults, raw)
        let file = entries.isEmpty ? nil : "\(name).\(theme).tokens.json"
        let mode = collection.modes.first { $0.id == context.mode }.flatMap { Self.slug($0.name) }
        if let file {
          files.append((file, TokenTree.text(entries)))
          themes.append(theme)
          modes[theme] = collection.parent == nil ? mode : nil
        } else {
          plainModes.insert(mode ?? theme)
          remarks.append(Remark(name: variables.name(of: context), text: "all values are the defaults"))
        }
        modifier.contexts.append((theme, file))
      }
      modifiers.append(modifier)
    }
    return modifiers
  }

  /// Writes the values that differ in a mode. Values that follow through aliases are omitted.
  private mutating func overlay(
    _ variables: FigmaVariables, _ context: FigmaVariables.Context, _ theme: String,
    _ defaults: [FigmaVariables.ResolvedValue], _ raw: [FigmaVariables.ResolvedValue]
  ) -> [Entry] {
    let (values, own) = (variables.values(in: context), variables.rawValues(in: context))
    let tokens = values.indices.map { token($0, values[$0]) }
    return values.indices.compactMap { index in
      guard let before = base[index] else { return nil }
      guard own[index] != raw[index] || values[index] != defaults[index] && !before.isAlias else { return nil }
      guard case .token(let token, _) = tokens[index] else {
        remarks.append(
          Remark(
            name: variables.variables[index].name, text: "in \(theme): \(tokens[index].inWords); the default is used",
            isBroken: true))
        return nil
      }
      var entry = entry(index, token, own[index], tokens)
      entry.description = before.description
      return entry == before ? nil : entry
    }
  }

  /// Returns the names of themes. The collection's name is prefixed to modes with equal names in several collections,
  /// to modes of extending collections, and to "light", which denotes the tokens without a theme.
  private func themeNames(_ variables: FigmaVariables) -> [FigmaVariables.Context: String] {
    let modes = variables.contexts.enumerated().map { number, context in
      let collection = variables.collection(context.collection)
      let mode = collection?.modes.first { $0.id == context.mode }?.name ?? ""
      let slug = Self.slug(mode) ?? "mode-\(number + 1)"
      let isOwn = collection?.parent == nil && slug != "light"
      return (context, slug, collection.flatMap { Self.slug($0.name) } ?? "theme", isOwn)
    }
    let counts = Dictionary(modes.filter(\.3).map { ($0.1, 1) }, uniquingKeysWith: +)
    var taken: Set<String> = []
    var names: [FigmaVariables.Context: String] = [:]
    for (context, mode, collection, isOwn) in modes {
      let wanted = !isOwn || counts[mode, default: 1] > 1 ? Self.slug("\(collection)-\(mode)") ?? mode : mode
      var (name, number) = (wanted, 2)
      while !taken.insert(name).inserted {
        name = "\(wanted.prefix(36))-\(number)"
        number += 1
      }
      names[context] = name
    }
    return names
  }

  /// Returns a name for a theme and its file: lower-case letters and digits with hyphens; nil if nothing remains.
  static func slug(_ name: String) -> String? {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let slug = words.joined(separator: "-").prefix(40)
    return slug.isEmpty ? nil : String(slug.hasSuffix("-") ? slug.dropLast() : slug)
  }

  // MARK: Styles

  /// A style with a layer that shows its value.
  private struct StyledLayer {
    var style: FigmaStyle
    var layer: FigmaNode
    /// The layer's property with the value, such as `fill`.
    var role: String
  }

  /// Returns the styles with their layers. A style without a layer in any design becomes a remark.
  private mutating func styledLayers(_ designs: [FigmaFile], _ published: [FigmaStyle]) -> [StyledLayer] {
    var found: [StyledLayer] = []
    var unused: [FigmaStyle] = []
    if published.isEmpty {
      for design in designs {
        let users = design.styleUsers
        for style in design.styles {
          guard let user = users[style.id] else {
            unused.append(style)
            continue
          }
          found.append(StyledLayer(style: style, layer: design.nodes[user.node], role: user.role))
        }
      }
    } else {
      let layers = designs.map { design in
        design.nodes.filter { $0.parent == nil }.reduce(into: [String: FigmaNode]()) { known, layer in
          if known[layer.id] == nil { known[layer.id] = layer }
        }
      }
      for style in published {
        guard let layer = layers.lazy.compactMap({ $0[style.id] }).first else {
          unused.append(style)
          continue
        }
        found.append(StyledLayer(style: style, layer: layer, role: "fill"))
      }
    }
    let used = Set(found.map(\.style.name))
    for name in unused.map(\.name).uniqued() where !used.contains(name) {
      remarks.append(Remark(name: name, text: "no layer of the file uses the style"))
    }
    return found
  }

  private mutating func styleEntries(_ designs: [FigmaFile], _ published: [FigmaStyle]) -> [Entry] {
    let taken = Set(paths).union(FigmaVariables.groups(paths))
    var entries: [[String]: Entry] = [:]
    var order: [[String]] = []
    var called: [[String]: String] = [:]
    var known: [(id: String, path: [String])] = []
    for styled in styledLayers(designs, published) {
      let style = styled.style
      switch styled.layer.value(of: style.kind, role: styled.role) {
      case .none(let reason):
        remarks.append(Remark(name: style.name, text: "a style with \(reason) can't become a token"))
      case .token(let token):
        tellLosses(style, token, styled.layer, styled.role)
        var path = FigmaVariables.path(style.name)
        if taken.contains(path) { path = [style.type.lowercased()] + path }
        let entry = Entry(
          path: path, type: token.type, value: token.value(isExact: true), description: style.description)
        // The same style may come from several libraries.
        if entries[path].map({ $0.value == entry.value }) ?? true { known.append((style.id, path)) }
        if let first = entries[path] {
          if first.value != entry.value {
            remarks.append(
              Remark(name: style.name, text: "\(style.id) has the same name as another style, which is used"))
          }
          continue
        }
        entries[path] = entry
        called[path] = style.name
        order.append(path)
      }
    }
    let groups = FigmaVariables.groups(order)
    for (id, path) in known { names[id] = (groups.contains(path) ? path + ["$root"] : path).joined(separator: ".") }
    return order.compactMap { path in
      var entry = entries[path]
      if groups.contains(path) { entry?.path.append("$root") }
      if let entry { origins[entry.path.joined(separator: ".")] = called[path] }
      return entry
    }
  }

  private mutating func tellLosses(_ style: FigmaStyle, _ token: FigmaToken, _ node: FigmaNode, _ role: String) {
    switch token {
    case .gradient:
      let paint = (role.hasPrefix("stroke") ? node.strokes : node.fills).first { $0.isVisible }
      if let angle = node.box.flatMap({ box in paint?.angle(in: box.size) }), abs(angle - 180) > 0.5 {
        let degrees = JSONOutput.rounded(angle, .two).text
        remarks.append(Remark(name: style.name, text: "tokens have no direction; in Figma it is \(degrees)°"))
      }
    case .shadow:
      for effect in node.effects where effect.isVisible && !effect.isShadow {
        remarks.append(Remark(name: style.name, text: "\(effect.type) is omitted from the shadow"))
      }
    default: break
    }
  }

  // MARK: The resolver

  private func resolver(_ modifiers: [Modifier]) -> String {
    func source(_ file: String) -> JSONOutput { ["$ref": .text(file)] }
    let contexts = modifiers.map { modifier in
      let members: [(String, JSONOutput?)] = modifier.contexts.map {
        ($0.name, .list($0.file.map { [source($0)] } ?? []))
      }
      let form: JSONOutput = ["contexts": JSONOutput(members), "default": .text(modifier.standard)]
      return (modifier.name, form as JSONOutput?)
    }
    let form: JSONOutput = [
      "version": "2025.10", "sets": ["base": ["sources": [source("\(name).tokens.json")]]],
      "modifiers": modifiers.isEmpty ? nil : JSONOutput(contexts),
      "resolutionOrder": .list([source("#/sets/base")] + modifiers.map { source("#/modifiers/\($0.name)") }),
    ]
    return form.indented + "\n"
  }
}
