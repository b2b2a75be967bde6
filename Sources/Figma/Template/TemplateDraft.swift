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
