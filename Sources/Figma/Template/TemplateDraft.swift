import DataFormats
import Drawing

/// Converts layers to elements.
struct TemplateDraft {
  /// The nesting limit; deeper layers become empty boxes. A template may nest 100 elements, and a layer takes up to
  /// four.
  private static let depthLimit = 22
  private static let elementLimit = 4_000
  /// The maximum size of icons in points; larger drawings are not icons.
  private static let iconLimit = 64.0

  let file: FigmaFile
  let options: FigmaTemplate.Options
  var tokens: DraftTokens
  var remarks: [FigmaTemplate.Remark] = []
  private var count = 0
  private var depth = 0
  /// The names used in the innermost named box.
  private var names: Set<String> = []

  init(file: FigmaFile, variables: FigmaVariables?, options: FigmaTemplate.Options) {
    (self.file, self.options) = (file, options)
    tokens = DraftTokens(file, variables, known: options.knownTokens)
  }

  /// The stack around a layer.
  struct Stack {
    var layout: FigmaAutoLayout
    /// Whether it hugs its contents.
    var hugs: (width: Bool, height: Bool)
    /// The cross size available to the layers; nil if it follows them.
    var room: Double?
    /// The number of layers that share the remaining space.
    var fillers = 0
  }

  enum Length { case fixed, hug, fill }

  /// The number of elements that may still be added.
  var room: Int { max(0, Self.elementLimit - count) }

  mutating func remark(_ node: FigmaNode, _ text: String, on element: inout TemplateElement) {
    element.comments.append(text)
    remarks.append(FigmaTemplate.Remark(layer: node.name, text: text))
  }

  // MARK: Elements

  /// - Parameter stack: The stack; nil for a layer with an absolute position.
  mutating func element(_ index: Int, in stack: Stack?) -> TemplateElement {
    let node = file.nodes[index]
    count += 1
    depth += 1
    defer { depth -= 1 }
    let name = takeName(of: node)
    let outside = names
    if name != nil { names = [] }
    var element = bare(index, node, in: stack)
    if name != nil { names = outside }
    if let name {
      element.members.insert(.init(key: "name", value: .text(name.quotedForYAML)), at: min(1, element.members.count))
    }
    if let component = node.component, node.type == "INSTANCE" {
      element.component = TemplateElement.Component(id: component, name: node.name)
    }
    return element
  }

  /// Returns a name that is unique in the enclosing named box.
  private mutating func takeName(of node: FigmaNode) -> String? {
    guard let wanted = options.name(node)?.replacing(scalar: "/", with: "-").onOneLine, !wanted.isEmpty else {
      return nil
    }
    var (name, number) = (wanted, 2)
    while !names.insert(name).inserted {
      name = "\(wanted)-\(number)"
      number += 1
    }
    return name
  }

  private mutating func bare(_ index: Int, _ node: FigmaNode, in stack: Stack?) -> TemplateElement {
    var lengths = (
      width: length(of: index, in: stack, isHorizontal: true), height: length(of: index, in: stack, isHorizontal: false)
    )
    let isFull = depth > Self.depthLimit || count > Self.elementLimit
    var element: TemplateElement
    if node.text != nil {
      element = text(node, lengths)
    } else if isIcon(index) {
      element = icon(index)
    } else if isFull {
      element = shape(node)
      let inside = node.end - index - 1
      if inside > 0 {
        remark(node, "Its \(inside) inner layers are skipped: they are nested too deep, or too many.", on: &element)
      }
    } else if node.isFrame || node.type == "GROUP" || node.end > index + 1 {
      element = frame(index, node, lengths)
    } else {
      element = shape(node)
    }
    if node.isRotated, let angle = node.rotation {
      (lengths.width, lengths.height) = (.fixed, .fixed)
      remark(node, "Rotated by \(angle.points)° in the design; here its box is not rotated.", on: &element)
    }
    if node.isBlended { remark(node, "Its blend mode \(node.blendMode) is not supported.", on: &element) }
    if node.isMask {
      remark(node, "A mask in the design, which clips the layers after it; here they are not clipped.", on: &element)
    }
    for (field, what) in Self.followed {
      guard let name = node.property(field) else { continue }
      remark(node, "The component's property \"\(name.onOneLine)\" controls \(what).", on: &element)
    }
    place(node, lengths, in: stack, &element)
    return element
  }

  /// Properties controlled by component properties, in the template's terms.
  private static let followed = [
    ("visible", "whether it is visible (here an if)"), ("characters", "its text (here a path)"),
    ("mainComponent", "its component (here a different part)"),
  ]

  func length(of index: Int, in stack: Stack?, isHorizontal: Bool) -> Length {
    let node = file.nodes[index]
    let hugs = node.text != nil || node.autoLayout != nil && !flow(of: index).isEmpty
    switch isHorizontal ? node.placing.horizontal : node.placing.vertical {
    case "FILL": return fills(stack, isHorizontal) ? .fill : .fixed
    case "HUG": return hugs ? .hug : .fixed
    case "FIXED": return .fixed
    default: break
    }
    if let stack, !node.placing.isAbsolute {
      let isAlong = stack.layout.isHorizontal == isHorizontal
      if isAlong ? node.placing.grow > 0 : node.placing.align == "STRETCH", fills(stack, isHorizontal) { return .fill }
    }
    switch node.text?.style.textAutoResize {
    case "WIDTH_AND_HEIGHT": return .hug
    case "HEIGHT" where !isHorizontal: return .hug
    default: break
    }
    guard node.text == nil, hugs, let layout = node.autoLayout, layout.mode != "GRID" else { return .fixed }
    return (layout.isHorizontal == isHorizontal ? layout.primarySizing : layout.counterSizing) == "AUTO" ? .hug : .fixed
  }

  /// Whether it fills the stack; a stack that hugs its contents has nothing to fill.
  private func fills(_ stack: Stack?, _ isHorizontal: Bool) -> Bool {
    guard let stack else { return false }
    guard stack.layout.isHorizontal == isHorizontal else { return true }
    return !(isHorizontal ? stack.hugs.width : stack.hugs.height)
  }

  /// Sets its size and its placement in the stack.
  private mutating func place(
    _ node: FigmaNode, _ lengths: (width: Length, height: Length), in stack: Stack?, _ element: inout TemplateElement
  ) {
    guard let box = node.box else { return }
    var keys: [(String, String)] = []
    for (isHorizontal, length) in [(true, lengths.width), (false, lengths.height)] {
      let isAlong = stack.map { $0.layout.isHorizontal == isHorizontal }
      switch length {
      case .hug: break
      case .fill where isAlong == true:
        // Shares of the remaining space are whole points, so several fillers start from their sizes in the design.
        let basis = (stack?.fillers ?? 0) > 1 ? isHorizontal ? box.width : box.height : 0
        keys += [("grow", "1"), ("shrink", "1"), ("basis", basis.points)]
      case .fill: keys.append(("alignSelf", "stretch"))
      case .fixed:
        // The root is as wide as its feed.
        if stack == nil, node.parent == nil || depth == 1, isHorizontal { continue }
        let field = isHorizontal ? ["size.x", "width"] : ["size.y", "height"]
        keys.append(
          (isHorizontal ? "width" : "height", self.length(isHorizontal ? box.width : box.height, node, field, &element))
        )
      }
    }
    let limits = [
      ("minWidth", node.placing.minWidth), ("maxWidth", node.placing.maxWidth), ("minHeight", node.placing.minHeight),
      ("maxHeight", node.placing.maxHeight),
    ]
    for (key, limit) in limits {
      if let limit, depth > 1 || !key.hasSuffix("Width") { keys.append((key, length(limit, node, [key], &element))) }
    }
    for (key, value) in keys where element[key] == nil { element[key] = .text(value) }
  }

  /// - Parameter fields: The API's names of the bindings to check.
  mutating func length(
    _ points: Double, _ node: FigmaNode, _ fields: [String], _ element: inout TemplateElement
  ) -> String {
    let variable = node.variables.first { fields.contains($0.field) }?.id
    let (text, why) = tokens.length(points, variable: variable)
    if let why { remark(node, "\(fields.last ?? ""): \(why).", on: &element) }
    return text
  }

  // MARK: Icons

  private static let drawn: Set = [
    "VECTOR", "BOOLEAN_OPERATION", "STAR", "REGULAR_POLYGON", "LINE", "ELLIPSE", "RECTANGLE", "GROUP", "FRAME",
    "INSTANCE",
    "COMPONENT",
  ]

  /// Whether it is a small drawing made of paths.
  private func isIcon(_ index: Int) -> Bool {
    let node = file.nodes[index]
    guard let box = node.box, max(box.width, box.height) <= Self.iconLimit, min(box.width, box.height) > 0 else {
      return false
    }
    let paths: Set = ["VECTOR", "BOOLEAN_OPERATION", "STAR", "REGULAR_POLYGON"]
    if paths.contains(node.type) { return true }
    guard node.isFrame || node.type == "GROUP", !node.fills.contains(where: \.isVisible),
      !node.strokes.contains(where: \.isVisible)
    else { return false }
    let inside = file.nodes[(index + 1)..<node.end].filter { !$0.isHidden }
    return inside.contains { paths.contains($0.type) }
      && inside.allSatisfy { Self.drawn.contains($0.type) && !$0.hasPicture }
  }

  private mutating func icon(_ index: Int) -> TemplateElement {
    let node = file.nodes[index]
    let words = node.name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let known = words.last { options.icons.contains($0) } ?? words.joined(separator: "-")
    let isKnown = options.icons.contains(known)
    var element = TemplateElement([("icon", isKnown ? known : "unknown")])
    let inside = file.nodes[index..<node.end].filter { !$0.isHidden }
    let painted = inside.lazy.compactMap { layer in (layer.fills.topPaint ?? layer.strokes.topPaint).map { (layer, $0) }
    }.first
    let color = painted.flatMap { $0.1.plainColor } ?? .black
    let style = painted?.0.styles.first { $0.role.hasPrefix("fill") }?.id
    element["tint"] = .text(tokens.color(color, variable: painted?.1.variable, style: style))
    remark(
      node,
      isKnown
        ? "Mapped to the icon \"\(known)\" by its name."
        : "The drawing \(node.name.onOneLine): put its path into an icon file, or name another icon.", on: &element
    )
    if node.opacity != 1 { element["opacity"] = .text(node.opacity.points) }
    return element
  }

  // MARK: Parts

  /// Extracts the common contents of several instances of a component as parts.
  mutating func parts(of root: inout TemplateElement) -> [(name: String, element: TemplateElement)] {
    var counts: [TemplateElement: Int] = [:]
    root.visit { element in
      if element.isInstance { counts[element.body, default: 0] += 1 }
    }
    var names: [TemplateElement: String] = [:]
    var parts: [(name: String, element: TemplateElement)] = []
    func use(_ element: TemplateElement) -> TemplateElement? {
      let body = element.body
      guard element.isInstance, counts[body, default: 0] > 1 else { return nil }
      if names[body] == nil {
        let wanted = FigmaTokenFiles.slug(element.component?.name ?? "") ?? "part"
        var (name, number) = (wanted, 2)
        while names.values.contains(name) {
          name = "\(wanted)-\(number)"
          number += 1
        }
        names[body] = name
        let place = parts.count
        parts.append((name, body))
        parts[place].element = body.replacingInner(use)
      }
      var use = TemplateElement([("use", names[body])])
      use.comments = element.comments
      use.members += element.members.filter { TemplateElement.placing.contains($0.key) }
      return use
    }
    root = root.replacingInner(use)
    return parts
  }
}

// MARK: - Frames

/// Frames and groups: their contents and positions.
extension TemplateDraft {
  /// Returns the layers that are stacked.
  func flow(of index: Int) -> [Int] {
    file.children(of: index).filter {
      file.nodes[$0].isVisible && !file.nodes[$0].placing.isAbsolute && file.nodes[$0].box != nil
    }
  }

  mutating func frame(
    _ index: Int, _ node: FigmaNode, _ lengths: (width: Length, height: Length)
  ) -> TemplateElement {
    var look = look(node)
    var hidden: [String] = []
    var (placed, flow) = ([Int](), [Int]())
    var left = 0
    let layout = node.autoLayout.flatMap { $0.mode == "GRID" ? nil : $0 }
    for child in file.children(of: index) {
      let inner = file.nodes[child]
      if !inner.isVisible {
        let property = inner.property("visible").map { " (property \"\($0.onOneLine)\")" } ?? ""
        hidden.append(inner.name.onOneLine + property)
      } else if placed.count + flow.count > room {
        left += 1
      } else if inner.box == nil || inner.type == "SLICE" {
        remark(
          inner, "\(inner.name.onOneLine) (\(inner.type)) has no frame in the design and is skipped.", on: &look.notes)
      } else if layout == nil || inner.placing.isAbsolute {
        placed.append(child)
      } else {
        flow.append(child)
      }
    }
    if left > 0 { remark(node, "It has too many layers; \(left) are skipped.", on: &look.notes) }
    if !hidden.isEmpty {
      remark(node, "Hidden in the design and skipped: \(hidden.joined(separator: ", ")).", on: &look.notes)
    }
    if node.autoLayout?.mode == "GRID" {
      remark(node, "A grid in the design; here its layers have fixed positions.", on: &look.notes)
    }
    // Layers below and above the stacked ones.
    let under = flow.first.map { first in placed.filter { $0 < first } } ?? []
    let over = placed.filter { !under.contains($0) }
    var body: TemplateElement
    var layers = look.layers
    if let layout, !flow.isEmpty {
      body = stack(node, layout, flow, lengths, &look.notes)
      if !under.isEmpty { layers.append(absolute(under, in: node)) }
      if !over.isEmpty {
        let stacked = body
        body = TemplateElement()
        body["overlay"] = .element(absolute(over, in: node))
        body["child"] = .element(stacked)
      }
    } else {
      body = placed.isEmpty ? TemplateElement([("shape", "")]) : absolute(placed, in: node)
    }
    return dressed(body, look, layers)
  }

  /// Returns layers at absolute positions.
  private mutating func absolute(_ children: [Int], in node: FigmaNode) -> TemplateElement {
    var element = TemplateElement([("absolute", "")])
    element["children"] = .list(children.map { placed($0, in: node) })
    return element
  }

  private mutating func placed(_ index: Int, in node: FigmaNode) -> TemplateElement {
    var element = element(index, in: nil)
    let child = file.nodes[index]
    guard let inner = child.box, let outer = node.box else { return element }
    let (x, y) = (inner.minX - outer.minX, inner.minY - outer.minY)
    if let constraints = child.placing.constraints, node.type != "GROUP" {
      let moving = [constraints.horizontal, constraints.vertical].filter { $0 != "LEFT" && $0 != "TOP" }
      if !moving.isEmpty {
        remark(
          child,
          "In the design it follows the frame's size (\(moving.joined(separator: ", "))); here it has a fixed position.",
          on: &element)
      }
    }
    // An element can't exceed the available space; one that extends beyond needs more.
    let (right, bottom) = (inner.maxX - outer.maxX, inner.maxY - outer.maxY)
    if right > 0.001 || bottom > 0.001 {
      element = reachingOut(element, [("end", max(0, right)), ("bottom", max(0, bottom))])
    }
    if x != 0 || y != 0 { element["position"] = .text("{x: \(x.points), y: \(y.points)}") }
    return element
  }

  /// Returns an element that may extend beyond its container on some sides.
  private func reachingOut(_ element: TemplateElement, _ sides: [(String, Double)]) -> TemplateElement {
    var outer = TemplateElement([
      ("inset", "{\(sides.filter { $0.1 > 0 }.map { "\($0.0): \((-$0.1).points)" }.joined(separator: ", "))}")
    ])
    var inner = element
    outer.comments = inner.comments
    inner.comments = []
    for key in ["grow", "shrink", "basis", "alignSelf"] {
      outer[key] = inner[key]
      inner[key] = nil
    }
    outer["child"] = .element(inner)
    return outer
  }

  private mutating func stack(
    _ node: FigmaNode, _ layout: FigmaAutoLayout, _ flow: [Int], _ lengths: (width: Length, height: Length),
    _ notes: inout TemplateElement
  ) -> TemplateElement {
    var element = TemplateElement([("stack", layout.isHorizontal ? "horizontal" : "vertical")])
    let isAlone = flow.count == 1
    if layout.gap != 0, !isAlone, layout.primaryAlign != "SPACE_BETWEEN" {
      element["spacing"] = .text(length(layout.gap, node, ["itemSpacing"], &notes))
    }
    let justify = ["CENTER": "center", "MAX": "end", "SPACE_BETWEEN": isAlone ? "center" : "spaceBetween"]
    element["justifyContent"] = justify[layout.primaryAlign].map { .text($0) }
    let align = ["CENTER": "center", "MAX": "end", "BASELINE": layout.isHorizontal ? "baselineFirst" : "start"]
    element["alignItems"] = .text(align[layout.counterAlign] ?? "start")
    if layout.wraps {
      element["wrap"] = .text("true")
      if layout.lineGap != 0 {
        element["lineSpacing"] = .text(length(layout.lineGap, node, ["counterAxisSpacing"], &notes))
      }
      if layout.alignContent == "SPACE_BETWEEN" { element["alignContent"] = .text("spaceBetween") }
    }
    if layout.reversesOrder, layout.gap < 0 {
      remark(node, "In the design the first layer is on top; here the last one is.", on: &notes)
    }
    let padding = padding(of: node, layout)
    let hugs = (width: lengths.width == .hug, height: lengths.height == .hug)
    var room: Double?
    if let box = node.box {
      room =
        layout.isHorizontal
        ? (hugs.height ? nil : box.height - padding.top - padding.bottom)
        : (hugs.width ? nil : box.width - padding.left - padding.right)
    }
    var around = Stack(layout: layout, hugs: hugs, room: room)
    around.fillers = flow.count { length(of: $0, in: around, isHorizontal: layout.isHorizontal) == .fill }
    element["children"] = .list(flow.map { stacked($0, in: around) })
    let sides = [
      ("top", padding.top, "paddingTop"), ("end", padding.right, "paddingRight"),
      ("bottom", padding.bottom, "paddingBottom"), ("start", padding.left, "paddingLeft"),
    ].filter { $0.1 != 0 }
    guard !sides.isEmpty else { return element }
    let written = sides.map { side in
      // A stroke that takes up space isn't part of the variable.
      let fields = layout.includesStrokes ? [] : [side.2]
      return "\(side.0): \(length(side.1, node, fields, &notes))"
    }
    var inset = TemplateElement([("inset", "{\(written.joined(separator: ", "))}")])
    inset["child"] = .element(element)
    return inset
  }

  private func padding(of node: FigmaNode, _ layout: FigmaAutoLayout) -> EdgeInsets {
    let padding = paddingWithStrokes(of: node, layout)
    guard let box = node.box else { return padding }
    /// If the padding exceeds the frame, the contents get no space at their aligned position.
    func fitted(_ before: Double, _ after: Double, _ length: Double, _ align: String) -> (Double, Double) {
      let excess = before + after - length
      guard excess > 0 else { return (before, after) }
      switch align {
      case "CENTER": return (before - excess / 2, after - excess / 2)
      case "MAX": return (before - excess, after)
      default: return (before, after - excess)
      }
    }
    let (across, along) = (layout.counterAlign, layout.primaryAlign)
    let (left, right) = fitted(padding.left, padding.right, box.width, layout.isHorizontal ? along : across)
    let (top, bottom) = fitted(padding.top, padding.bottom, box.height, layout.isHorizontal ? across : along)
    return EdgeInsets(top: top, left: left, bottom: bottom, right: right)
  }

  private func paddingWithStrokes(of node: FigmaNode, _ layout: FigmaAutoLayout) -> EdgeInsets {
    var padding = layout.padding
    guard layout.includesStrokes, node.strokes.contains(where: \.isVisible) else { return padding }
    let weight = node.strokeWeight
    let strokes = node.sideWeights ?? EdgeInsets(top: weight, left: weight, bottom: weight, right: weight)
    let share = node.strokeAlign == "OUTSIDE" ? 0 : node.strokeAlign == "CENTER" ? 0.5 : 1
    padding.top += strokes.top * share
    padding.left += strokes.left * share
    padding.bottom += strokes.bottom * share
    padding.right += strokes.right * share
    return padding
  }

  /// Returns a layer of a stack; if it exceeds the cross size of the stack, it keeps its size.
  private mutating func stacked(_ index: Int, in stack: Stack) -> TemplateElement {
    let element = element(index, in: stack)
    guard let room = stack.room, let box = file.nodes[index].box, element["alignSelf"] == nil else { return element }
    let isHorizontal = stack.layout.isHorizontal
    let more = (isHorizontal ? box.height : box.width) - room
    guard more > 0.01 else { return element }
    let (before, after) = isHorizontal ? ("top", "bottom") : ("start", "end")
    switch stack.layout.counterAlign {
    case "CENTER": return reachingOut(element, [(before, more / 2), (after, more / 2)])
    case "MAX": return reachingOut(element, [(before, more)])
    default: return reachingOut(element, [(after, more)])
    }
  }
}

// MARK: - Look

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
