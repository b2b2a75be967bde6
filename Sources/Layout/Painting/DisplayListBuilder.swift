import Drawing

extension LaidOutCard {
  /// What a painter draws for the card at `scale` device pixels a point: every edge on a device pixel, every text's
  /// baseline on a pixel row, nothing that is clipped away.
  ///
  /// - Parameter includesRootShadow: without it the list is the card's rectangle alone, and what lies outside of it is
  ///   left out; with it the root's shadow is drawn too, as around a card among others.
  package func displayList(scale: Double, includesRootShadow: Bool = false) -> DisplayList {
    let builder = DisplayListBuilder(grid: PixelGrid(scale: scale))
    var root = root
    if !includesRootShadow { root.look.shadow = nil }
    let canvas = includesRootShadow ? nil : builder.grid.snapped(root.frame)
    var commands: [DrawingCommand] = []
    builder.draw(root, within: canvas, into: &commands)
    return DisplayList(size: size, commands: commands)
  }
}

/// Turns boxes into drawing commands for one device scale.
struct DisplayListBuilder {
  let grid: PixelGrid

  /// Appends the box and what is in it, in drawing order. `visible` is what the clips around it leave to be seen; nil
  /// has no limit.
  func draw(_ box: LaidOutBox, within visible: Rect?, into commands: inout [DrawingCommand]) {
    let opacity = min(max(0, box.look.opacity.isNaN ? 1 : box.look.opacity), 1)
    guard opacity > 0 else { return }
    guard opacity == 1 else {
      var layer: [DrawingCommand] = []
      drawLayer(box, within: visible, into: &layer)
      if !layer.isEmpty { commands.append(.group(clip: nil, opacity: opacity, layer)) }
      return
    }
    drawLayer(box, within: visible, into: &commands)
  }

  private func drawLayer(_ box: LaidOutBox, within visible: Rect?, into commands: inout [DrawingCommand]) {
    let outline = box.look.outline.shape(in: box.frame, on: grid)
    let isVisible = !outline.bounds.isEmpty && outline.bounds.isSeen(in: visible)
    if let shadow = box.look.shadow, shadow.reach(of: outline.bounds).isSeen(in: visible), !outline.bounds.isEmpty {
      commands.append(.shadow(outline, shadow))
    }
    if isVisible, let fill = box.look.fill { commands.append(.fill(outline, fill)) }
    let border = isVisible ? box.look.border?.commands(around: outline, on: grid) ?? [] : []
    // Under the content, as the look says; but a picture fills its box, and would hide it.
    if case .image = box.content {
      drawContent(box, outline, within: visible, into: &commands)
      commands += border
    } else {
      commands += border
      drawContent(box, outline, within: visible, into: &commands)
    }
  }

  private func drawContent(
    _ box: LaidOutBox, _ outline: Shape, within visible: Rect?, into commands: inout [DrawingCommand]
  ) {
    if case .image(let image) = box.content, !outline.bounds.isEmpty, outline.bounds.isSeen(in: visible) {
      commands.append(
        image.image.map { .image($0, outline, placeholder: image.placeholder) } ?? .fill(outline, image.placeholder))
    }
    guard box.look.clipsContent else {
      drawInside(box, within: visible, into: &commands)
      return
    }
    guard let left = outline.bounds.intersection(visible) else { return }
    var inside: [DrawingCommand] = []
    drawInside(box, within: left, into: &inside)
    if !inside.isEmpty { commands.append(.group(clip: outline, opacity: 1, inside)) }
  }

  private func drawInside(_ box: LaidOutBox, within visible: Rect?, into commands: inout [DrawingCommand]) {
    switch box.content {
    case .none, .image: break
    case .text(let shaped, let text):
      draw(shaped, text, at: box.frame.origin, within: visible, into: &commands)
    case .icon(let icon, let tint):
      if box.frame.isSeen(in: visible) { draw(icon, tint: tint, in: box.frame, into: &commands) }
    }
    for child in box.children { draw(child, within: visible, into: &commands) }
  }

  /// The icon in the largest square in the middle of the box.
  private func draw(_ icon: Icon, tint: Paint, in frame: Rect, into commands: inout [DrawingCommand]) {
    let side = min(frame.width, frame.height)
    guard icon.viewBox > 0, icon.viewBox.isFinite, side > 0 else { return }
    let origin = Point(x: grid.nearest(frame.center.x - side / 2), y: grid.nearest(frame.center.y - side / 2))
    let square = Rect(origin: origin, size: Size(width: side, height: side))
    let scale = side / icon.viewBox
    for layer in icon.layers {
      let path = layer.path.scaled(by: scale, movedTo: origin)
      if let width = layer.strokeWidth {
        commands.append(.stroke(path, width: width * scale, tint))
      } else {
        commands.append(.fill(.path(path, bounds: square), tint))
      }
    }
  }
}

extension Shadow {
  /// Everything that the shadow of `rect` darkens: a Gaussian is nothing to see beyond three σ.
  fileprivate func reach(of rect: Rect) -> Rect {
    let margin = spread + max(0, blur) * 1.5
    return Rect(
      x: rect.minX - margin + offset.x, y: rect.minY - margin + offset.y, width: max(0, rect.width + 2 * margin),
      height: max(0, rect.height + 2 * margin))
  }
}

extension Rect {
  func isSeen(in visible: Rect?) -> Bool { visible.map(intersects) ?? true }

  /// What is in both; nil where that is nothing. Nil as `visible` has no limit.
  fileprivate func intersection(_ visible: Rect?) -> Rect? {
    guard let visible else { return isEmpty ? nil : self }
    let x = max(minX, visible.minX)
    let y = max(minY, visible.minY)
    let both = Rect(x: x, y: y, width: min(maxX, visible.maxX) - x, height: min(maxY, visible.maxY) - y)
    return both.isEmpty ? nil : both
  }
}
