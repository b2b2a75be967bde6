import DataFormats
import DesignTokens
import Drawing
import Layout

/// How an element's box is painted.
extension TemplateCompiler {
  /// The box's decoration, from `background`, `shape`, `clip`, `opacity` and `blur`.
  mutating func decoration(_ node: SourceNode, rule: String) -> BoxDecoration {
    var decoration = BoxDecoration()
    if rule == "shape", let shape = node["shape"], shape.content != .null { takeDecoration(shape, &decoration) }
    if rule != "background", let background = node["background"] { takeDecoration(background, &decoration) }
    if let opacity = node["opacity"].flatMap({ number($0, atLeast: 0, atMost: 1) }) { decoration.opacity = opacity }
    if let blur = node["blur"].flatMap({ length($0) }) { decoration.blur = blur }
    if let clip = node["clip"] { takeClip(clip, &decoration) }
    return decoration
  }

  private enum OutlineName: String, CaseIterable { case rectangle, circle }

  private mutating func takeDecoration(_ node: SourceNode, _ decoration: inout BoxDecoration) {
    let keys = ElementKeys.decoration
    guard checkMembers(node, known: keys, expected: "a mapping with \(keys.joined(separator: ", "))") else { return }
    if let fill = node["fill"].flatMap({ paint($0) }) { decoration.fill = fill }
    if let name = node["outline"].flatMap({ choice($0, OutlineName.self) }) {
      decoration.outline = name == .circle ? .circle : .rectangle
    }
    if let outline = node["radius"].flatMap({ rounded($0) }) { decoration.outline = outline }
    if let layers = node["shadow"].flatMap({ token($0, expected: "a shadow token", get: TokenSet.shadows) }) {
      decoration.shadows = layers.filter { !$0.isInset }.map(\.shadow)
      decoration.innerShadows = layers.filter(\.isInset).map(\.shadow)
    }
    if let border = node["border"] {
      decoration.border = self.border(border)
      let sides = decoration.border?.widths
      if decoration.outline == .circle, let sides, Set([sides.top, sides.left, sides.bottom, sides.right]).count > 1 {
        report(TemplateIssue.circleWithSides, at: border.place)
      }
    }
  }

  /// A length for all corners, or one for each.
  private mutating func rounded(_ node: SourceNode) -> BoxDecoration.Outline? {
    guard node.members != nil, isUnquotedToken(node) == nil else { return length(node).map { .rounded($0) } }
    let corners: [(String, WritableKeyPath<CornerRadii, Double>)] = [
      ("topLeft", \.topLeft), ("topRight", \.topRight), ("bottomRight", \.bottomRight), ("bottomLeft", \.bottomLeft),
    ]
    guard let named = sides(of: node, known: SideNames.corners, expected: "a length or {topStart: …}") else {
      return nil
    }
    var radii = CornerRadii()
    for (key, path) in corners {
      guard let corner = named.first(where: { $0.side == key })?.value else { continue }
      guard let radius = length(corner) else { return nil }
      radii[keyPath: path] = radius
    }
    return .cornered(radii)
  }

  /// A border token, or `{width, color}`; the width may have one value per side.
  private mutating func border(_ node: SourceNode) -> BoxDecoration.Border? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      let border = token(node, expected: "a border token", get: TokenSet.border)
      return border.map { BoxDecoration.Border(width: $0.width, color: $0.color, dashes: $0.dashes) }
    }
    let keys = ["width", "color"]
    guard checkMembers(node, known: keys + ["dash", "cap"], required: keys, expected: "a border"),
      let widths = node["width"].flatMap({ borderWidths($0) }), let color = node["color"].flatMap({ self.color($0) })
    else { return nil }
    let cap = node["cap"].flatMap { choice($0, Dashes.Cap.self) }
    var border = BoxDecoration.Border(widths: widths, color: color)
    if let dash = node["dash"] {
      border.dashes = lengths(ofDash: dash).map { Dashes($0, cap: cap ?? .butt) }
    } else if let cap = node["cap"] {
      report(TemplateIssue.missingKey("dash", of: "a border with cap"), at: cap.place)
    }
    return border
  }

  private mutating func borderWidths(_ node: SourceNode) -> EdgeInsets? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      return length(node).map { EdgeInsets(top: $0, left: $0, bottom: $0, right: $0) }
    }
    // Check every side, even if the first has an error.
    let sides = node.members?.compactMap { length($0.value) }
    return sides?.count == node.members?.count ? insets(node) : nil
  }

  /// Alternating dashes and gaps, at most eight.
  private mutating func lengths(ofDash node: SourceNode) -> [Double]? {
    guard let elements = node.elements, (1...8).contains(elements.count) else {
      reportValue(node, expected: "a list of up to 8 lengths, alternately of dashes and gaps")
      return nil
    }
    let lengths = elements.compactMap { length($0) }
    guard lengths.count == elements.count else { return nil }
    guard lengths.contains(where: { $0 > 0 }) else {
      reportValue(node, expected: "at least one length greater than 0")
      return nil
    }
    return lengths
  }

  // MARK: Paint

  private enum GradientKind: String, CaseIterable { case linear, radial }

  /// A color or gradient token; or `{gradient, kind, from, to, side}`, whose points are relative to the box.
  mutating func paint(_ node: SourceNode) -> Paint? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      return token(node, expected: "a color or gradient token", get: TokenSet.paint)
    }
    let known = ["gradient", "kind", "from", "to", "side"]
    guard checkMembers(node, known: known, required: ["gradient"], expected: "a gradient") else { return nil }
    let kind = node["kind"].map { choice($0, GradientKind.self) } ?? .linear
    let stops = node["gradient"].flatMap { token($0, expected: "a gradient token", get: TokenSet.gradient) }
    guard let kind else { return nil }
    switch kind {
    case .linear:
      if let side = node["side"] { report(TemplateIssue.sideOfLinear, at: side.place) }
      let start = share(node, "from", or: Point(x: 0, y: 0))
      let end = share(node, "to", or: Point(x: 0, y: 1))
      guard let stops, let start, let end else { return nil }
      return .linearGradient(LinearGradient(stops: stops, start: start, end: end))
    case .radial:
      let center = share(node, "from", or: Point(x: 0.5, y: 0.5))
      let middle = center ?? .zero
      let end = share(node, "to", or: Point(x: middle.x + 0.5, y: middle.y))
      let reach = end ?? middle
      // Rotated by a quarter turn.
      let turned = Point(x: middle.x - (reach.y - middle.y), y: middle.y + (reach.x - middle.x))
      let side = share(node, "side", or: turned)
      guard let stops, let center, let end, let side else { return nil }
      return .radialGradient(RadialGradient(stops: stops, center: center, end: end, side: side))
    }
  }

  /// `{x: 0.5, y: 1}`: a point as shares of the box's width and height; it may be outside.
  private mutating func share(_ gradient: SourceNode, _ key: String, or standard: Point) -> Point? {
    guard let node = gradient[key] else { return standard }
    guard checkMembers(node, known: ["x", "y"], required: ["x", "y"], expected: "{x: …, y: …}"),
      let x = node["x"].flatMap({ number($0, atLeast: -100, atMost: 100) }),
      let y = node["y"].flatMap({ number($0, atLeast: -100, atMost: 100) })
    else { return nil }
    return Point(x: x, y: y)
  }

  /// `true` clips to the decoration's outline; `circle` and `{radius: …}` also set the outline.
  private mutating func takeClip(_ node: SourceNode, _ decoration: inout BoxDecoration) {
    switch node.content {
    case .flag(let clips): decoration.clipsContent = clips
    case .string("circle"):
      decoration.clipsContent = true
      decoration.outline = .circle
    case .object where isUnquotedToken(node) == nil:
      guard checkMembers(node, known: ["radius"], required: ["radius"], expected: "{radius: …}"),
        let outline = node["radius"].flatMap({ rounded($0) })
      else { return }
      decoration.clipsContent = true
      decoration.outline = outline
    default: reportValue(node, expected: "true, circle or {radius: …}")
    }
  }
}
