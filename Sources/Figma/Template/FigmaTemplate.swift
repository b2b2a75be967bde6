import DataFormats
import Drawing

/// A draft of a card template, derived from a frame's auto layout. Comments in it mark guesses and features that the
/// template language can't express.
package struct FigmaTemplate: Sendable {
  package struct Options: Sendable {
    /// The view model that the template shows; `none` for no data.
    package var card = "none"
    /// The values of the view model for round images and for others. If nil, images become empty boxes.
    package var pictures: (round: String, other: String)?
    /// Token files as the template refers to them, its own file last.
    package var tokenFiles: [String] = []
    /// The tokens defined in the other files.
    package var knownTokens: Set<String> = []
    package var icons: Set<String> = []
    /// The available font families with their weights, if known.
    package var faces: [(family: String, weights: [Int])] = []
    /// Returns the box name of a layer; nil for none. Instances keep their names, so that their contents are equal.
    package var name: @Sendable (FigmaNode) -> String? = { $0.isUnnamed && $0.type != "INSTANCE" ? nil : $0.name }

    package init() {}
  }

  package struct Remark: Hashable, Sendable {
    package var layer: String
    package var text: String
  }

  /// The template as YAML.
  package let text: String
  /// The template's own token file.
  package let tokens: String
  package let tokenCount: Int
  /// The guesses and unsupported features, as in the comments.
  package let remarks: [Remark]

  /// - Parameter frame: The index in the file's layers.
  package init(_ file: FigmaFile, frame: Int, variables: FigmaVariables?, options: Options) {
    var draft = TemplateDraft(file: file, variables: variables, options: options)
    let node = file.nodes[frame]
    var root = draft.element(frame, in: nil)
    if let box = node.box {
      let size = "\(box.width.points) × \(box.height.points)"
      root.comments.insert("The design's frame is \(size); a card is as wide as the feed.", at: 0)
    }
    let parts = draft.parts(of: &root)
    let standIns = Self.standIns(for: draft.tokens.faces, among: options.faces)
    for (face, other) in standIns {
      draft.remarks.append(Remark(layer: node.name, text: "The font lock has no \(face); \(other) is used instead"))
    }
    var text = "# A draft of the frame \(node.name.onOneLine) (\(node.id.onOneLine))"
    text += file.name.map { " of \($0.onOneLine)" } ?? ""
    text += file.version.map { ", version \($0.onOneLine)" } ?? ""
    text += ".\n# Texts are copied from the design; replace them with values of a view model.\n"
    for (face, other) in standIns {
      text += "# The font lock has no \(YAMLText.comment(face)); \(YAMLText.comment(other)) is used instead.\n"
    }
    text += "description: \(node.name.onOneLine.quotedForYAML)\ncard: \(YAMLText.scalar(options.card))\n"
    if !options.tokenFiles.isEmpty {
      text += "tokens: [\(options.tokenFiles.map(\.quotedForYAML).joined(separator: ", "))]\n"
    }
    text += "\nroot:\n"
    root.write(to: &text, indent: 2)
    if !parts.isEmpty {
      text += "\nparts:\n"
      for (name, part) in parts {
        text += "  \(YAMLText.key(name)):\n"
        part.write(to: &text, indent: 4)
      }
    }
    self.text = text
    tokens = draft.tokens.text(standIns: standIns)
    tokenCount = draft.tokens.entries.count
    remarks = draft.remarks
  }

  /// Returns substitutes for missing fonts: the nearest weight of the family, or of the first one.
  private static func standIns(
    for faces: [(family: String, weight: Int)], among there: [(family: String, weights: [Int])]
  ) -> [(String, String)] {
    guard let first = there.first else { return [] }
    return faces.compactMap { face in
      let same = there.first { $0.family.lowercased() == face.family.lowercased() }
      let family = same ?? first
      let drawn = min(max(face.weight, 100), 900)
      if same?.weights.contains(drawn) == true { return nil }
      let nearest = family.weights.min { abs($0 - drawn) < abs($1 - drawn) } ?? 400
      return ("\(face.family) \(drawn)", "\(family.family) \(nearest)")
    }
  }
}

extension FigmaFile {
  /// Returns the first visible frame with this id or name, optionally prefixed by its page and sections.
  package func frame(called name: String) -> Int? {
    if let place = nodes.firstIndex(where: { $0.id == name || $0.id == name.replacing("-", with: ":") }) {
      return place
    }
    let known = Set(frames.map(\.id))
    let named = nodes.indices.filter { nodes[$0].isFrame && nodes[$0].name == name }
    let paths = named.isEmpty ? nodes.indices.filter { nodes[$0].isFrame && path(of: $0) == name } : named
    return paths.first { known.contains(nodes[$0].id) && !nodes[$0].isHidden } ?? paths.first
  }
}
