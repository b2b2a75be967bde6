import DataFormats
import DesignTokens
import Diagnostics
import Drawing
import Layout

/// The properties of any element: size, position, and the decoration of its box.
extension TemplateCompiler {
  mutating func style(_ node: SourceNode, in scope: TemplateScope) -> ElementStyle {
    var style = ElementStyle()
    let dimensions: [(String, WritableKeyPath<ElementStyle, Dimension>)] = [
      ("width", \.width), ("height", \.height), ("minWidth", \.minWidth), ("minHeight", \.minHeight),
      ("maxWidth", \.maxWidth), ("maxHeight", \.maxHeight), ("basis", \.flexBasis),
    ]
    for (key, path) in dimensions where lengthPath(node, key, in: scope) == nil {
      if let dimension = node[key].flatMap({ dimension($0) }) { style[keyPath: path] = dimension }
    }
    if let grow = node["grow"].flatMap({ number($0, atLeast: 0) }) { style.flexGrow = grow }
    if let shrink = node["shrink"].flatMap({ number($0, atLeast: 0) }) { style.flexShrink = shrink }
    if let align = node["alignSelf"].flatMap({ choice($0, StackRule.AlignItems.self) }) { style.alignSelf = align }
    if let space = node["spacingBefore"].flatMap({ length($0, allowsNegative: true) }) { style.spacingBefore = space }
    if let space = node["spacingAfter"].flatMap({ length($0, allowsNegative: true) }) { style.spacingAfter = space }
    if let direction = node["direction"].flatMap({ choice($0, LayoutDirection.self) }) { style.direction = direction }
    if let position = node["position"].flatMap({ point($0) }) { style.position = position }
    return style
  }

  /// Lengths from the view model: the path of a number, or `{share: path}`.
  mutating func lengths(_ node: SourceNode, in scope: TemplateScope) -> [LengthTemplate] {
    LengthTemplate.Side.allCases.compactMap { side in
      guard let (found, isShare) = lengthPath(node, side.rawValue, in: scope) else { return nil }
      guard let path = path(found, in: scope, expected: .number) else { return nil }
      return LengthTemplate(side: side, path: path, isShare: isShare)
    }
  }

  /// The path of a length in the view model; nil if the template itself gives the length, or for an invalid value.
  private func lengthPath(
    _ node: SourceNode, _ key: String, in scope: TemplateScope
  ) -> (path: SourceNode, isShare: Bool)? {
    guard LengthTemplate.Side(rawValue: key) != nil, let value = node[key] else { return nil }
    if let share = value["share"], value.members?.count == 1 { return (share, true) }
    guard let text = value.string, tokenName(value) == nil, text != "auto", !text.hasSuffix("%") else { return nil }
    return (try? scope.resolve(text)) == nil ? nil : (value, false)
  }

  /// `{top, start, bottom, end}`, or one length for all four; `inf` takes the remaining space. `left` and `right` don't
  /// change with the writing direction.
  mutating func insets(_ node: SourceNode) -> EdgeInsets? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      return inset(node).map { EdgeInsets(top: $0, left: $0, bottom: $0, right: $0) }
    }
    guard let members = sides(of: node, known: SideNames.insets, expected: "insets") else { return nil }
    var insets = EdgeInsets()
    for (side, node) in members {
      guard let value = inset(node) else { return nil }
      switch side {
      case "top": insets.top = value
      case "left": insets.left = value
      case "bottom": insets.bottom = value
      default: insets.right = value
      }
    }
    return insets
  }

  /// The values of a mapping by the layout's names of sides or corners; nil if a name is unknown, or if two names mean
  /// the same.
  mutating func sides(
    of node: SourceNode, known: [String], expected: String
  ) -> [(side: String, value: SourceNode)]? {
    guard checkMembers(node, known: known, expected: expected) else { return nil }
    var named: [String: String] = [:]
    for member in node.members ?? [] {
      if let other = named.updateValue(member.key, forKey: SideNames.inLayout(member.key, direction)) {
        report(TemplateIssue.sameSide(member.key, as: other), at: member.keyPlace)
        return nil
      }
    }
    return (node.members ?? []).map { (SideNames.inLayout($0.key, direction), $0.value) }
  }

  private mutating func inset(_ node: SourceNode) -> Double? {
    if let text = node.string, ["inf", ".inf", "infinity"].contains(text.lowercased()) { return .infinity }
    return length(node, allowsNegative: true)
  }

  mutating func point(_ node: SourceNode) -> Point? {
    guard checkMembers(node, known: ["x", "y"], expected: "{x: …, y: …}") else { return nil }
    var point = Point.zero
    if let x = node["x"].flatMap({ length($0, allowsNegative: true) }) { point.x = x }
    if let y = node["y"].flatMap({ length($0, allowsNegative: true) }) { point.y = y }
    return point
  }
}

/// The names of sides and corners. A layout only knows left and right, and is mirrored as a whole for right-to-left
/// languages: there, a template's "left" is the layout's right.
enum SideNames {
  static let insets = ["top", "start", "bottom", "end", "left", "right"]
  static let corners = [
    "topStart", "topEnd", "bottomEnd", "bottomStart", "topLeft", "topRight", "bottomRight", "bottomLeft",
  ]

  /// The layout's name of a side or corner.
  static func inLayout(_ name: String, _ direction: LayoutDirection) -> String {
    let row = ["top", "bottom"].first { name.hasPrefix($0) && name != $0 } ?? ""
    let isTurned = direction == .rightToLeft
    let isFirst: Bool
    switch name.dropFirst(row.count).lowercased() {
    case "start": isFirst = true
    case "end": isFirst = false
    case "left": isFirst = !isTurned
    case "right": isFirst = isTurned
    default: return name
    }
    return row.isEmpty ? (isFirst ? "left" : "right") : row + (isFirst ? "Left" : "Right")
  }
}
