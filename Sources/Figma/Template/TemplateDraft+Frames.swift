import Drawing

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
