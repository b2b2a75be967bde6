import Drawing

/// The tokens for a template draft: those of variables and styles, and new ones for other values.
struct DraftTokens {
  private let variables: FigmaVariables?
  private let design: FigmaTokenFiles
  /// The default values of the variables.
  private var values: [String: FigmaVariables.ResolvedValue] = [:]
  /// The tokens defined in files that the template refers to.
  private let known: Set<String>
  /// The tokens to write, in order of first use.
  private(set) var entries: [FigmaTokenFiles.Entry] = []
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]
  private var own: [JSONOutput: String] = [:]
  /// The font families of texts, with their weights.
  private(set) var faces: [(family: String, weight: Int)] = []

  init(_ file: FigmaFile, _ variables: FigmaVariables?, known: Set<String>) {
    self.variables = variables
    self.known = known
    design = FigmaTokenFiles(name: "draft", variables: variables, designs: [file])
    if let variables {
      values = Dictionary(
        zip(variables.variables.map(\.id), variables.values()), uniquingKeysWith: { first, _ in first })
    }
  }

  /// Returns a length that may be bound to a variable.
  ///
  /// - Returns: The number, or the token in braces; and the reason if the variable couldn't be used.
  mutating func length(_ points: Double, variable: String?) -> (text: String, remark: String?) {
    guard let variable else { return (points.points, nil) }
    guard let name = design.names[variable], design.tokens[name]?.type == "dimension" else {
      return (points.points, "\(words(for: variable)) is not a known length")
    }
    guard case .value(.number(let number)) = values[variable], abs(number - points) < 0.01 else {
      return (points.points, "\(words(for: variable)) has a different value by default")
    }
    return (use(name), nil)
  }

  private func words(for variable: String) -> String {
    "the variable \(variables?.variable(variable)?.name ?? variable)"
  }

  /// Returns a color that may have a variable or a style. If its default value differs, it gets a token of its own.
  mutating func color(_ color: Color, variable: String?, style: String?) -> String {
    if let variable, let name = design.names[variable], case .value(.color(let value)) = values[variable],
      value.fullHex == color.fullHex
    {
      return use(name)
    }
    return token(.color(color), style: style, called: "color.\(color.hex.dropFirst())")
  }

  mutating func typography(_ style: FigmaTextStyle, id: String?) -> String? {
    guard let type = style.typography else { return nil }
    let (family, weight) = (type.family, Int(max(1, min(1000, type.weight))))
    if !faces.contains(where: { $0.family == family && $0.weight == weight }) { faces.append((family, weight)) }
    let safe = FigmaTokenFiles.slug(family) ?? "type"
    return token(.typography(type), style: id, called: "type.\(safe)-\(type.size.safe)-\(weight)")
  }

  mutating func gradient(_ stops: [LinearGradient.Stop], style: String?) -> String {
    token(.gradient(stops), style: style, called: "gradient.gradient")
  }

  mutating func shadow(_ effects: [FigmaEffect], style: String?) -> String {
    token(.shadow(effects), style: style, called: "shadow.shadow")
  }

  private mutating func token(_ token: FigmaToken, style: String?, called wanted: String) -> String {
    let value = token.value(isExact: true)
    if let style, let name = design.names[style], design.tokens[name]?.value == value { return use(name) }
    let key: JSONOutput = [token.type: value]
    if let name = own[key] { return "\"{\(name)}\"" }
    counts[wanted, default: 0] += 1
    let number = counts[wanted, default: 1]
    let name = "draft.\(wanted)\(number > 1 ? "-\(number)" : "")"
    own[key] = name
    entries.append(
      FigmaTokenFiles.Entry(
        path: name.split(separator: ".").map(String.init), type: token.type, value: value, description: ""))
    return "\"{\(name)}\""
  }

  /// Returns a token of the design, adding it and the tokens that it aliases.
  private mutating func use(_ name: String) -> String {
    var next: String? = name
    while let name = next, let entry = design.tokens[name], !known.contains(name), taken.insert(name).inserted {
      entries.append(entry)
      next = nil
      if entry.isAlias, case .text(let target) = entry.value { next = String(target.dropFirst().dropLast()) }
    }
    return "{\(name)}".quotedForYAML
  }

  /// Returns the token file, with substitutes for missing font families.
  func text(standIns: [(String, String)]) -> String {
    let fonts: JSONOutput = ["feedproof": ["fonts": JSONOutput(standIns.map { ($0.0, .text($0.1)) })]]
    return TokenTree.text(entries, [("$extensions", standIns.isEmpty ? nil : fonts)])
  }
}

extension Double {
  /// The number in a form that token names allow.
  fileprivate var safe: String { points.replacing(".", with: "_") }
}
