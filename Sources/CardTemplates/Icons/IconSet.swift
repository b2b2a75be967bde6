import DataFormats
import DesignTokens
import Diagnostics
import Drawing

/// The icons that templates and view models name.
package struct IconSet: Sendable {
  package let icons: [String: Icon]
  /// Drawn if a view model names an icon that the set lacks.
  package let fallback: Icon?

  package init(icons: [String: Icon], fallback: Icon? = nil) {
    self.icons = icons
    self.fallback = fallback
  }

  package subscript(name: String) -> Icon? { icons[name] }
  package var names: [String] { icons.keys.sorted() }

  package static let keys = ["viewBox", "stroke", "fallback", "turns", "icons", "description"]
  package static let layerKeys = ["d", "stroke"]

  /// Reads an icon file.
  ///
  ///     viewBox: 24            # every icon's square
  ///     stroke: 1.8            # the default stroke width of layers; without it, they are filled
  ///     fallback: unknown
  ///     turns: [reply]         # icons that are mirrored in right-to-left languages
  ///     icons:
  ///       page: M6 3h8l4 4v14H6Z                            # one stroked layer
  ///       play: [{d: M4 4h16v16H4Z}, {d: M10 8l6 4-6 4Z, stroke: none}]   # `none` fills
  ///
  /// - Returns: No set if a diagnostic is an error.
  package static func parse(_ file: TemplateFile) -> (IconSet?, [Diagnostic]) {
    var reader = IconReader()
    let set = reader.read(file)
    return (reader.diagnostics.isEmpty ? set : nil, reader.diagnostics)
  }

  /// Reads the built-in icons and a project's. If a name occurs in both, the project's icon is drawn, with a warning;
  /// two project files can't define the same name.
  ///
  /// - Parameter own: The project's files, in order of their names.
  package static func parse(_ stock: TemplateFile, own: [TemplateFile]) -> (IconSet?, [Diagnostic]) {
    let (base, problems) = parse(stock)
    guard let base, !own.isEmpty else { return (base, problems) }
    var (icons, diagnostics) = (base.icons, problems)
    var places: [String: Place] = [:]
    var isSound = true
    for file in own {
      var reader = IconReader()
      let set = reader.read(file)
      isSound = isSound && reader.diagnostics.isEmpty
      diagnostics += reader.diagnostics
      for (name, icon) in (set?.icons ?? [:]).sorted(by: { $0.key < $1.key }) {
        let place = reader.places[name] ?? Place(file: file.name)
        if let first = places[name] {
          diagnostics.append(Diagnostic(TemplateIssue.iconTwice(name, first: first), at: place))
          isSound = false
        } else if base.icons[name] != nil {
          diagnostics.append(Diagnostic(TemplateIssue.iconReplaced(name), at: place))
        }
        (icons[name], places[name]) = (icon, places[name] ?? place)
      }
    }
    return (isSound ? IconSet(icons: icons, fallback: base.fallback) : nil, diagnostics)
  }

  private struct IconReader {
    var diagnostics: [Diagnostic] = []
    /// The places of the icons' names.
    var places: [String: Place] = [:]

    mutating func report(_ issue: TemplateIssue, _ place: Place) { diagnostics.append(Diagnostic(issue, at: place)) }

    mutating func read(_ file: TemplateFile) -> IconSet? {
      let root: SourceNode
      do {
        root = try YAMLSource.read(file.contents, file: file.name)
      } catch {
        report(.source(error.fact), error.place)
        return nil
      }
      checkKeys(root, IconSet.keys)
      guard let viewBox = side(root["viewBox"]) ?? positive(root["viewBox"], key: "viewBox", of: root),
        let stroke = pen(root, else: nil)
      else { return nil }
      guard let members = root["icons"]?.members else {
        report(.missingKey("icons", of: "an icon file"), root.place)
        return nil
      }
      let turning = turning(root["turns"], among: members.map(\.key))
      var icons: [String: Icon] = [:]
      for member in members {
        let layers = (member.value.elements ?? [member.value]).compactMap {
          layer($0, icon: member.key, stroke: stroke)
        }
        places[member.key] = member.keyPlace
        icons[member.key] = Icon(
          name: member.key, viewBox: viewBox, layers: layers, turns: turning.contains(member.key))
      }
      guard let fallback = root["fallback"] else { return IconSet(icons: icons) }
      guard let name = fallback.string, let icon = icons[name] else {
        report(.unknownIcon(fallback.string ?? fallback.inWords, known: icons.keys.sorted()), fallback.place)
        return nil
      }
      return IconSet(icons: icons, fallback: icon)
    }

    /// The side of a square at the origin, which may be written as in SVG files: `0 0 24 24`.
    private func side(_ node: SourceNode?) -> Double? {
      let text = node?.string ?? node?.elements?.compactMap(\.number).map { "\($0)" }.joined(separator: " ") ?? ""
      let numbers = text.split { $0 == " " || $0 == "," }.map { Double($0) }
      guard numbers.count == 4, numbers[0] == 0, numbers[1] == 0, numbers[2] == numbers[3] else { return nil }
      return numbers[2].flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// The names of icons that point along the line.
    private mutating func turning(_ node: SourceNode?, among names: [String]) -> [String] {
      guard let node else { return [] }
      guard let elements = node.elements else {
        report(.value(expected: "a list of icons' names", found: node.inWords), node.place)
        return []
      }
      for element in elements where !names.contains(element.string ?? "") {
        report(.unknownIcon(element.string ?? element.inWords, known: names.sorted()), element.place)
      }
      return elements.compactMap(\.string)
    }

    /// The stroke width of a file or layer: an inner nil means filled, an outer nil an error.
    private mutating func pen(_ node: SourceNode, else usual: Double?) -> Double?? {
      guard let pen = node["stroke"] else { return .some(usual) }
      if pen.string == "none" { return .some(nil) }
      return positive(pen, key: "stroke", of: node).map { .some($0) }
    }

    /// A plain string is a path drawn with the file's stroke width.
    private mutating func layer(_ node: SourceNode, icon: String, stroke: Double?) -> Icon.Layer? {
      if node.string != nil { return path(node, icon: icon).map { Icon.Layer(path: $0, strokeWidth: stroke) } }
      checkKeys(node, IconSet.layerKeys)
      guard let data = node["d"] else {
        report(.missingKey("d", of: "an icon's layer"), node.place)
        return nil
      }
      guard let path = path(data, icon: icon), let pen = pen(node, else: stroke) else { return nil }
      return Icon.Layer(path: path, strokeWidth: pen)
    }

    private mutating func path(_ node: SourceNode, icon: String) -> Path? {
      guard let data = node.string else {
        report(.value(expected: "SVG path data", found: node.inWords), node.place)
        return nil
      }
      do {
        return try PathDataReader.read(data)
      } catch {
        report(.badPathData(icon: icon, error), node.place)
        return nil
      }
    }

    private mutating func checkKeys(_ node: SourceNode, _ known: [String]) {
      guard let members = node.members else {
        report(.value(expected: "a mapping with \(known.joined(separator: ", "))", found: node.inWords), node.place)
        return
      }
      for member in members where !known.contains(member.key) {
        report(
          .unknownKey(member.key, suggestion: nearest(to: member.key, among: known), known: known), member.keyPlace)
      }
    }

    private mutating func positive(_ node: SourceNode?, key: String, of parent: SourceNode) -> Double? {
      guard let node else {
        report(.missingKey(key, of: "this"), parent.place)
        return nil
      }
      guard let number = node.number, number > 0 else {
        report(.value(expected: "a number greater than 0", found: node.inWords), node.place)
        return nil
      }
      return number
    }
  }
}
