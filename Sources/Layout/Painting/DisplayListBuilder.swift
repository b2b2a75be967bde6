import Drawing

extension LaidOutCard {
  /// What a painter draws for the card at `scale` device pixels a point: every edge on a device pixel, every text's
  /// baseline on a pixel row, nothing that is clipped away.
  ///
  /// - Parameter includesRootShadow: without it the list is the card's rectangle alone, and what lies outside of it is
  ///   left out; with it the root's shadow is drawn too, as around a card among others.
  package func displayList(scale: Double, includesRootShadow: Bool = false) -> DisplayList {
    let grid = PixelGrid(scale: scale)
    var root = root
    if !includesRootShadow { root.decoration.shadow = nil }
    var builder = DisplayListBuilder(grid: grid)
    let commands = builder.commands(for: root, within: includesRootShadow ? nil : grid.snapped(root.frame))
    return DisplayList(size: size, commands: commands)
  }
}

/// Turns boxes into drawing commands for one device scale.
struct DisplayListBuilder {
  private enum Step {
    /// `visible` is what the clips around the box leave to be seen; nil has no limit.
    case draw(LaidOutBox, visible: Rect?)
    case endGroup(clip: Shape?, opacity: Double)
  }

  let grid: PixelGrid
  /// The commands of the list and of the groups that are open now, the innermost last.
  private var open: [[DrawingCommand]] = [[]]
  /// What is still to be done, the next step last: a loop, since boxes may be nested deeper than a thread's stack.
  private var pending: [Step] = []

  init(grid: PixelGrid) { self.grid = grid }

  mutating func commands(for root: LaidOutBox, within visible: Rect?) -> [DrawingCommand] {
    open = [[]]
    pending = [.draw(root, visible: visible)]
    while let step = pending.popLast() {
      switch step {
      case .draw(let box, let visible): draw(box, within: visible)
      case .endGroup(let clip, let opacity): endGroup(clip: clip, opacity: opacity)
      }
    }
    return open[0]
  }

  mutating func append(_ command: DrawingCommand) { open[open.count - 1].append(command) }

  private mutating func beginGroup(clip: Shape?, opacity: Double) {
    open.append([])
    pending.append(.endGroup(clip: clip, opacity: opacity))
  }

  private mutating func endGroup(clip: Shape?, opacity: Double) {
    guard open.count > 1, let commands = open.popLast(), !commands.isEmpty else { return }
    append(.group(clip: clip, opacity: opacity, commands))
  }

  private mutating func draw(_ box: LaidOutBox, within visible: Rect?) {
    let opacity = min(max(0, box.decoration.opacity.isNaN ? 1 : box.decoration.opacity), 1)
    guard opacity > 0 else { return }
    if opacity < 1 { beginGroup(clip: nil, opacity: opacity) }
    let outline = box.decoration.outline.shape(in: box.frame, on: grid)
    drawLook(box, outline, within: visible)

    var visible = visible
    if box.decoration.clipsContent {
      guard let left = outline.bounds.intersection(visible) else { return }
      visible = left
      beginGroup(clip: outline, opacity: 1)
    }
    drawContent(box, within: visible)
    pending += box.shownChildren.reversed().map { .draw($0, visible: visible) }
  }

  /// Shadow, fill, picture and border: what is as large as the box.
  private mutating func drawLook(_ box: LaidOutBox, _ outline: Shape, within visible: Rect?) {
    guard !outline.bounds.isEmpty else { return }
    if let shadow = box.decoration.shadow, shadow.reach(of: outline.bounds).isSeen(in: visible) {
      append(.shadow(outline, shadow))
    }
    guard outline.bounds.isSeen(in: visible) else { return }
    if let fill = box.decoration.fill { append(.fill(outline, fill)) }
    // Under the border, which it would hide: a picture fills its whole box.
    if case .image(let image) = box.content {
      append(command(for: image, missing: box.children, outline, within: visible))
    }
    box.decoration.border?.commands(around: outline, on: grid).forEach { append($0) }
  }

  /// Without a picture its placeholder, and what stands in for it is drawn as the box's children are.
  private func command(
    for image: ImageLeaf, missing: [LaidOutBox], _ outline: Shape, within visible: Rect?
  ) -> DrawingCommand {
    guard let picture = image.image else { return .fill(outline, image.placeholder) }
    var commands: [DrawingCommand] = []
    for box in missing {
      var inside = DisplayListBuilder(grid: grid)
      commands += inside.commands(for: box, within: visible)
    }
    return .image(picture, outline, placeholder: image.placeholder, missing: commands)
  }

  private mutating func drawContent(_ box: LaidOutBox, within visible: Rect?) {
    switch box.content {
    case .none, .image: break
    case .text(let shaped, let text): draw(shaped, text, at: box.frame.origin, within: visible)
    case .icon(let icon, let tint):
      if box.frame.isSeen(in: visible) { draw(icon, tint: tint, in: box.frame) }
    }
  }

  /// The icon in the largest square in the middle of the box.
  private mutating func draw(_ icon: Icon, tint: Paint, in frame: Rect) {
    let side = min(frame.width, frame.height)
    guard icon.viewBox > 0, icon.viewBox.isFinite, side > 0 else { return }
    let origin = Point(x: grid.nearest(frame.center.x - side / 2), y: grid.nearest(frame.center.y - side / 2))
    let square = Rect(origin: origin, size: Size(width: side, height: side))
    let scale = side / icon.viewBox
    for layer in icon.layers {
      let path = layer.path.scaled(by: scale, movedTo: origin)
      if let width = layer.strokeWidth {
        append(.stroke(path, width: width * scale, tint))
      } else {
        append(.fill(.path(path, bounds: square), tint))
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
