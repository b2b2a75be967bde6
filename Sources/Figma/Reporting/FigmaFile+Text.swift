extension FigmaFile {
  /// The contents as text for a terminal: a summary, then the frames as a tree.
  package var text: String {
    var text = "\(name ?? "file")\(version.map { ", version \($0)" } ?? "")\(lastModified.map { ", \($0)" } ?? "")\n"
    if case .object(let counts) = counts {
      text += "\(counts.map { "\($0.value.text) \($0.key)" }.joined(separator: ", "))\n"
    }
    var page: String?
    for node in nodes where node.isFrame {
      if node.page != page {
        page = node.page
        text += "\npage \"\(page ?? "")\"\n"
      }
      text += "\(String(repeating: "  ", count: min(node.depth, 12) + 1))\(node.id)  \(node.name)"
      text += node.sizeInWords + (node.isHidden ? ", hidden" : "")
      if let layout = node.autoLayout { text += ", \(layout.mode.lowercased()) stack" }
      text += "\n"
    }
    return text
  }
}

extension FigmaNode {
  /// ` 235 × 48`; empty if the layer has no size.
  package var sizeInWords: String {
    box.map { "  \(JSONOutput.rounded($0.width, .two).text) × \(JSONOutput.rounded($0.height, .two).text)" } ?? ""
  }
}

extension FigmaVariables {
  /// The contents as text for a terminal: collections with their modes, and values that token files can't express.
  package var text: String {
    let defaults = values()
    var text = "\(variables.count) variables in \(collections.count) collections\n"
    for collection in collections {
      text += "\n\(collection.name): \(collection.modes.map(\.name).joined(separator: ", "))\n"
      for (variable, value) in zip(variables, defaults) where variable.collection == collection.id {
        text += "  \(variable.name)  \(Self.token(for: variable, value).inWords)\n"
      }
    }
    return text
  }
}

extension FigmaVariables.TokenValue {
  var inWords: String {
    switch self {
    case .token(.color(let color), _): color.fullHex
    case .token(.dimension(let points), let isGuessed):
      "\(JSONOutput.rounded(points).text)\(isGuessed ? ", interpreted as points" : "")"
    case .token(let token, _): token.value().text
    case .raw(let value): "\(value.json.text), not a token"
    case .unresolved(.dangling(let id)): "an alias of \(id), which is missing"
    case .unresolved(.cycle(let id)): "an alias that refers back to \(id)"
    case .unresolved: "no value"
    }
  }
}
