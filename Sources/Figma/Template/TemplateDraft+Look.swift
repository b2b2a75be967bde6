import Drawing

/// The look of layers: fills, strokes, effects, and texts.
extension TemplateDraft {
  /// The decoration of a layer.
  struct Look {
    /// The members of `background`.
    var background: [(key: String, value: String)] = []
    /// Additional fills and images, above the first fill and below the layer's contents.
    var layers: [TemplateElement] = []
    var opacity: String?
    var blur: String?
    var clip: String?
    /// Holds the comments of the look.
    var notes = TemplateElement()

    var flow: String { "{\(background.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}" }
  }

  mutating func look(_ node: FigmaNode) -> Look {
    var look = Look()
    let shape = outline(of: node, &look.notes)
    let shown = node.isMask ? [] : node.fills.filter(\.isVisible)
    let style = node.styles.first { $0.role.hasPrefix("fill") }?.id
    for (number, paint) in shown.enumerated() {
      guard let fill = fill(paint, node, style: shown.count == 1 ? style : nil, &look.notes) else {
        look.layers.append(picture(node, shape))
        continue
      }
      if number == 0 {
        look.background.append((key: "fill", value: fill))
      } else {
        var layer = TemplateElement()
        let members = [("fill", fill)] + shape
        layer["shape"] = .text("{\(members.map { "\($0.0): \($0.1)" }.joined(separator: ", "))}")
        look.layers.append(layer)
      }
    }
    look.background += shape.map { (key: $0.0, value: $0.1) }
    takeEffects(node, &look)
    if let border = border(node, &look.notes) { look.background.append((key: "border", value: border)) }
    if node.opacity != 1 { look.opacity = length(node.opacity, node, [], &look.notes) }
    if node.clips, node.end > 0, node.isFrame { look.clip = "true" }
    // An outline without paint is only useful for clipping.
    if look.clip == nil, look.background.count == shape.count, look.layers.isEmpty { look.background = [] }
    return look
  }

  /// Returns the element with its decoration, and with layers below it.
  func dressed(_ body: TemplateElement, _ look: Look, _ layers: [TemplateElement]) -> TemplateElement {
    var element = body
    for layer in layers.reversed() {
      var outer = TemplateElement()
      outer["background"] = .element(layer)
      outer["child"] = .element(element)
      element = outer
    }
    // The key "background" already holds a rule here, so it can't hold a decoration too.
    if element["background"] != nil, !look.background.isEmpty {
      var outer = TemplateElement([("inset", "0")])
      outer["child"] = .element(element)
      element = outer
    }
    element.comments += look.notes.comments
    if !look.background.isEmpty {
      if element["shape"] == .text("") {
        element["shape"] = .text(look.flow)
      } else {
        element["background"] = .text(look.flow)
      }
    }
    element["clip"] = look.clip.map { .text($0) }
    element["opacity"] = look.opacity.map { .text($0) }
    element["blur"] = look.blur.map { .text($0) }
    return element
  }

  mutating func shape(_ node: FigmaNode) -> TemplateElement {
    if node.type == "LINE" { return line(node) }
    if node.fills.count(where: \.isVisible) == 1, node.hasPicture, let pictures = options.pictures {
      var look = look(node)
      look.layers = []
      var element = TemplateElement([("image", node.isRound ? pictures.round : pictures.other)])
      element["placeholder"] = .text(placeholder())
      remark(node, "An image in the design; the value of the view model was inferred.", on: &look.notes)
      let outline = outline(of: node, &element)
      look.clip = outline.first.map { $0.0 == "outline" ? "circle" : "{radius: \($0.1)}" }
      look.background.removeAll { ["radius", "outline"].contains($0.key) }
      return dressed(element, look, [])
    }
    var look = look(node)
    let paths: Set = ["VECTOR", "BOOLEAN_OPERATION", "STAR", "REGULAR_POLYGON", "TEXT_PATH"]
    if paths.contains(node.type) {
      look = Look()
      remark(
        node,
        "The drawing \(node.name.onOneLine) (\(node.type)) is too large for an icon, so its box is empty.",
        on: &look.notes)
    }
    return dressed(TemplateElement([("shape", "")]), look, look.layers)
  }

  /// Returns a line, which has no height and is drawn around its box.
  private mutating func line(_ node: FigmaNode) -> TemplateElement {
    guard let paint = node.strokes.topPaint, let color = paint.plainColor, let box = node.box else {
      return TemplateElement([("shape", "")])
    }
    let style = node.styles.first { $0.role.hasPrefix("stroke") }?.id
    let half = (node.strokeWeight / 2).points
    let isFlat = box.width >= box.height
    var bar = TemplateElement()
    bar["shape"] = .text("{fill: \(tokens.color(color, variable: paint.variable, style: style))}")
    bar[isFlat ? "height" : "width"] = .text(node.strokeWeight.points)
    var element = TemplateElement([
      ("inset", isFlat ? "{top: -\(half), bottom: -\(half)}" : "{start: -\(half), end: -\(half)}")
    ])
    element["child"] = .element(bar)
    if isFlat { bar["width"] = .text("100%".quotedForYAML) } else { bar["height"] = .text("100%".quotedForYAML) }
    element["child"] = .element(bar)
    if !node.strokeDashes.isEmpty { remark(node, "A dashed line in the design, a solid one here.", on: &element) }
    if node.opacity != 1 { element["opacity"] = .text(node.opacity.points) }
    return element
  }

  // MARK: Paint

  /// Returns nil for an image.
  private mutating func fill(
    _ paint: FigmaPaint, _ node: FigmaNode, style: String?, _ notes: inout TemplateElement
  ) -> String? {
    switch paint.content {
    case .solid(let color): return tokens.color(color, variable: paint.variable, style: style)
    case .image(_, let mode):
      if mode != "FILL" {
        remark(node, "Its image has the mode \(mode) in the design; here it fills its box.", on: &notes)
      }
      return nil
    case .other:
      remark(node, "A fill of \(paint.type) is not supported.", on: &notes)
      return tokens.color(.clear, variable: nil, style: nil)
    case .gradient(let stops, let handles):
      let token = tokens.gradient(stops, style: style)
      func place(_ point: Point) -> String { "{x: \(point.x.points), y: \(point.y.points)}" }
      guard handles.count > 2, ["GRADIENT_LINEAR", "GRADIENT_RADIAL"].contains(paint.type) else {
        remark(node, "A gradient of \(paint.type) is not supported; its first color is used.", on: &notes)
        return tokens.color(stops.first?.color ?? .clear, variable: nil, style: nil)
      }
      let ends = "from: \(place(handles[0])), to: \(place(handles[1]))"
      if paint.type == "GRADIENT_LINEAR" { return "{gradient: \(token), \(ends)}" }
      return "{gradient: \(token), kind: radial, \(ends), side: \(place(handles[2]))}"
    }
  }

  private mutating func placeholder() -> String {
    tokens.color(Color(rgb: 0x808080, alpha: 0.2), variable: nil, style: nil)
  }

  /// Returns an image as large as the layer, below its contents.
  private mutating func picture(_ node: FigmaNode, _ shape: [(String, String)]) -> TemplateElement {
    guard let pictures = options.pictures else {
      let members = [("fill", placeholder())] + shape
      var layer = TemplateElement([("shape", "{\(members.map { "\($0.0): \($0.1)" }.joined(separator: ", "))}")])
      remark(node, "An image in the design; without a view model (card: none) it is an empty box.", on: &layer)
      return layer
    }
    var layer = TemplateElement([
      ("image", node.isRound ? pictures.round : pictures.other), ("placeholder", placeholder()),
    ])
    if let (key, value) = shape.first { layer["clip"] = .text(key == "outline" ? "circle" : "{radius: \(value)}") }
    remark(node, "An image in the design; the value of the view model was inferred.", on: &layer)
    return layer
  }

  private mutating func outline(of node: FigmaNode, _ notes: inout TemplateElement) -> [(String, String)] {
    if node.type == "ELLIPSE" { return [("outline", "circle")] }
    guard node.radii.count == 4 else { return [] }
    if node.smoothing > 0 {
      remark(node, "Its corners are smoothed in the design (\(node.smoothing.points)).", on: &notes)
    }
    let corners = [
      ("topStart", "topLeft", "TOP_LEFT"), ("topEnd", "topRight", "TOP_RIGHT"),
      ("bottomEnd", "bottomRight", "BOTTOM_RIGHT"), ("bottomStart", "bottomLeft", "BOTTOM_LEFT"),
    ]
    let written = zip(corners, node.radii).map { corner, radius in
      let fields = [
        "rectangleCornerRadii.RECTANGLE_\(corner.2)_CORNER_RADIUS", "\(corner.1)Radius", "cornerRadius",
      ]
      return (corner.0, length(radius, node, fields, &notes))
    }
    if Set(written.map(\.1)).count == 1 { return [("radius", written[0].1)] }
    return [("radius", "{\(written.map { "\($0.0): \($0.1)" }.joined(separator: ", "))}")]
  }

  private mutating func takeEffects(_ node: FigmaNode, _ look: inout Look) {
    let shown = node.isMask ? [] : node.effects.filter(\.isVisible)
    let shadows = shown.filter(\.isShadow)
    if !shadows.isEmpty {
      if !node.fills.contains(where: \.isVisible), shadows.contains(where: { $0.type == "DROP_SHADOW" }) {
        remark(
          node, "It has no fill: in the design its content casts the shadow, here its box does.",
          on: &look.notes)
      }
      let style = node.styles.first { $0.role == "effect" }?.id
      look.background.append((key: "shadow", value: tokens.shadow(shadows, style: style)))
    }
    for effect in shown where !effect.isShadow {
      if effect.type == "LAYER_BLUR" {
        look.blur = effect.radius.points
      } else {
        remark(node, "The effect \(effect.type) is not supported.", on: &look.notes)
      }
    }
  }

  private mutating func border(_ node: FigmaNode, _ notes: inout TemplateElement) -> String? {
    guard !node.isMask, let paint = node.strokes.topPaint, node.strokeWeight > 0 || node.sideWeights != nil else {
      return nil
    }
    if node.strokes.count(where: \.isVisible) > 1 {
      remark(node, "It has several strokes; only the topmost is used.", on: &notes)
    }
    guard let color = paint.plainColor else {
      remark(node, "A stroke of \(paint.type) is not supported.", on: &notes)
      return nil
    }
    if paint.color == nil { remark(node, "A stroke of \(paint.type); its first color is used.", on: &notes) }
    if let align = node.strokeAlign, align != "INSIDE" {
      remark(
        node, "Its stroke is \(align == "CENTER" ? "on" : "outside") the edge in the design; here it is inside.",
        on: &notes
      )
    }
    let style = node.styles.first { $0.role.hasPrefix("stroke") }?.id
    let isCircle = node.type == "ELLIPSE"
    var width = length(node.strokeWeight, node, ["strokeWeight"], &notes)
    if let sides = node.sideWeights, !isCircle {
      let written = [("top", sides.top), ("end", sides.right), ("bottom", sides.bottom), ("start", sides.left)]
      width = "{\(written.filter { $0.1 > 0 }.map { "\($0.0): \($0.1.points)" }.joined(separator: ", "))}"
      if width == "{}" { return nil }
    }
    var border = "{width: \(width), color: \(tokens.color(color, variable: paint.variable, style: style))"
    let dashes = node.strokeDashes.prefix(8).map { max(0, $0) }
    if dashes.contains(where: { $0 > 0 }) { border += ", dash: [\(dashes.map(\.points).joined(separator: ", "))]" }
    return border + "}"
  }

  // MARK: Texts

  mutating func text(
    _ node: FigmaNode, _ lengths: (width: Length, height: Length)
  ) -> TemplateElement {
    guard let text = node.text else { return TemplateElement() }
    var element = TemplateElement([("text", "{literal: \(cased(text).quotedForYAML)}")])
    var notes = TemplateElement()
    let styles = node.styles
    guard
      let style = tokens.typography(text.style, id: styles.first { $0.role == "text" }?.id), !text.characters.isEmpty
    else {
      var box = TemplateElement([("spacer", "")])
      remark(
        node, text.characters.isEmpty ? "An empty text." : "The response does not contain the typeface of this text.",
        on: &box)
      return box
    }
    element["style"] = .text(style)
    let paint = node.fills.topPaint
    if let paint, paint.color == nil {
      remark(node, "Letters filled with \(paint.type); a single color is used.", on: &notes)
    }
    element["color"] = .text(
      tokens.color(
        paint?.plainColor ?? .clear, variable: paint?.variable, style: styles.first { $0.role.hasPrefix("fill") }?.id))
    let align = ["LEFT": "leading", "CENTER": "center", "RIGHT": "trailing"][text.style.textAlignHorizontal ?? "LEFT"]
    if align == nil { remark(node, "Justified in the design (JUSTIFIED); here it is not.", on: &notes) }
    element["align"] = .text(align ?? "leading")
    tellLosses(text, node, &notes)
    let pitch = (text.style.lineHeightPx ?? 0).rounded(.toNearestOrAwayFromZero)
    let height = node.box?.height ?? pitch
    let lines = max(1, (height / max(1, pitch) + 0.01).rounded(.down))
    if text.style.isTruncated {
      element["maxLines"] = .text((text.style.maxLines.flatMap { $0 > 0 ? $0 : nil } ?? lines).points)
    }
    if lengths.width == .hug { element["wholeWidth"] = .text("true") }
    if lengths.height == .hug, abs(height - lines * pitch) > 0.01 {
      element["height"] = .text(height.points)
      remark(node, "Its height is the sum of its lines, which Figma rounds.", on: &notes)
    }
    if node.opacity != 1 { element["opacity"] = .text(node.opacity.points) }
    for effect in node.effects where effect.isVisible {
      if effect.type == "LAYER_BLUR" {
        element["blur"] = .text(effect.radius.points)
      } else {
        remark(node, "The effect \(effect.type) is not supported on texts.", on: &notes)
      }
    }
    let vertical = ["CENTER": "center", "BOTTOM": "end"][text.style.textAlignVertical ?? "TOP"]
    if lengths.height != .hug, let vertical, height > pitch + 0.01 {
      // As wide as the box, so that lines keep their positions.
      var outer = TemplateElement([("relative", "{vertical: \(vertical)}")])
      outer["child"] = .element(element)
      element = outer
    }
    element.comments = notes.comments
    return element
  }

  private mutating func tellLosses(_ text: FigmaText, _ node: FigmaNode, _ notes: inout TemplateElement) {
    var losses: [String] = []
    if !text.ranges.isEmpty { losses.append("parts of it have a different style") }
    if text.style.isItalic { losses.append("it is in italics") }
    if let decoration = text.style.textDecoration, decoration != "NONE" { losses.append(decoration.lowercased()) }
    if let spacing = text.style.paragraphSpacing, spacing > 0, text.characters.contains("\n") {
      losses.append("paragraph spacing \(spacing.points)")
    }
    if let letters = text.style.textCase, letters.hasPrefix("SMALL_CAPS") { losses.append("small capitals") }
    if !losses.isEmpty { remark(node, "In the design: \(losses.joined(separator: ", ")).", on: &notes) }
  }

  private func cased(_ text: FigmaText) -> String {
    switch text.style.textCase {
    case "UPPER": text.characters.uppercased()
    case "LOWER": text.characters.lowercased()
    case "TITLE":
      text.characters.split(separator: " ", omittingEmptySubsequences: false).map { word in
        word.prefix(1).uppercased() + word.dropFirst()
      }.joined(separator: " ")
    default: text.characters
    }
  }
}

extension [FigmaPaint] {
  /// The topmost visible paint.
  var topPaint: FigmaPaint? { last { $0.isVisible } }
}

extension FigmaPaint {
  /// Its color, or a gradient's first color.
  var plainColor: Color? {
    if case .gradient(let stops, _) = content { return stops.first?.color }
    return color
  }
}

extension FigmaNode {
  var hasPicture: Bool { fills.contains { $0.isVisible && $0.type == "IMAGE" } }

  /// Whether it is a circle, or a square with corners rounded to a circle.
  fileprivate var isRound: Bool {
    guard let box, abs(box.width - box.height) < 1 else { return false }
    return type == "ELLIPSE" || (radii.min() ?? 0) >= box.width / 2 - 0.5
  }
}
