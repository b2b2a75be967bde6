import Drawing

extension LaidOutCard {
  /// Returns the drawing commands for the card at `scale` device pixels per point: every edge is on a device pixel and
  /// every baseline on a pixel row, and clipped content is removed.
  ///
  /// - Parameter includesRootShadow: If false, the list is limited to the card's rectangle; if true, it includes the
  ///   root's shadow, as for a card among others.
  public func displayList(scale: Double, includesRootShadow: Bool = false) -> DisplayList {
    let grid = PixelGrid(scale: scale)
    var root = root
    if !includesRootShadow { root.decoration.shadows = [] }
    var builder = DisplayListBuilder(grid: grid)
    let commands = builder.commands(for: root, within: includesRootShadow ? nil : grid.snapped(root.frame))
    return DisplayList(size: size, commands: commands)
  }
}

/// Converts boxes to drawing commands for one device scale.
struct DisplayListBuilder {
  private enum Step {
    /// `visible` is the area that the enclosing clips leave visible; nil for no limit.
    case draw(LaidOutBox, visible: Rect?)
    case endGroup(clip: Shape?, opacity: Double)
    case endBlur(radius: Double)
  }

  let grid: PixelGrid
  /// The commands of the list and of the open groups, innermost last.
  private var open: [[DrawingCommand]] = [[]]
  /// The remaining steps, the next one last. Iterative, since boxes may be nested deeper than a thread's stack.
  private var pending: [Step] = []

  init(grid: PixelGrid) { self.grid = grid }

  mutating func commands(for root: LaidOutBox, within visible: Rect?) -> [DrawingCommand] {
    open = [[]]
    pending = [.draw(root, visible: visible)]
    while let step = pending.popLast() {
      switch step {
      case .draw(let box, let visible): draw(box, within: visible)
      case .endGroup(let clip, let opacity): endLayer { .group(clip: clip, opacity: opacity, $0) }
      case .endBlur(let radius): endLayer { .blurred($0, radius: radius) }
      }
    }
    return open[0]
  }

  mutating func append(_ command: DrawingCommand) { open[open.count - 1].append(command) }

  private mutating func beginLayer(endingWith step: Step) {
    open.append([])
    pending.append(step)
  }

  private mutating func endLayer(_ layer: ([DrawingCommand]) -> DrawingCommand) {
    guard open.count > 1, let commands = open.popLast(), !commands.isEmpty else { return }
    append(layer(commands))
  }

  private mutating func draw(_ box: LaidOutBox, within visible: Rect?) {
    let opacity = min(max(0, box.decoration.opacity.isNaN ? 1 : box.decoration.opacity), 1)
    guard opacity > 0 else { return }
    if opacity < 1 { beginLayer(endingWith: .endGroup(clip: nil, opacity: opacity)) }
    var visible = visible
    let blur = box.decoration.blur
    if blur > 0, blur.isFinite {
      // Blur spreads surrounding content into the visible area.
      let margin = -1.5 * blur
      visible = visible?.inset(by: EdgeInsets(top: margin, left: margin, bottom: margin, right: margin))
      beginLayer(endingWith: .endBlur(radius: blur))
    }
    let outline = box.decoration.outline.shape(in: box.frame, on: grid)
    drawLook(box, outline, within: visible)

    if box.decoration.clipsContent {
      guard let left = outline.bounds.intersection(visible) else { return }
      visible = left
      beginLayer(endingWith: .endGroup(clip: outline, opacity: 1))
    }
    drawContent(box, within: visible)
    pending += box.shownChildren.reversed().map { .draw($0, visible: visible) }
  }

  /// Draws shadow, fill, image and border: everything with the size of the box.
  private mutating func drawLook(_ box: LaidOutBox, _ outline: Shape, within visible: Rect?) {
    guard !outline.bounds.isEmpty else { return }
    for shadow in box.decoration.shadows.reversed() where shadow.reach(of: outline.bounds).isSeen(in: visible) {
      append(.shadow(outline, shadow))
    }
    guard outline.bounds.isSeen(in: visible) else { return }
    if let fill = box.decoration.fill { append(.fill(outline, fill)) }
    // The image fills its whole box and would hide the border, so draw it first.
    if case .image(let image) = box.content {
      append(command(for: image, missing: box.children, outline, within: visible))
    }
    for shadow in box.decoration.innerShadows.reversed() { append(.innerShadow(outline, shadow)) }
    box.decoration.border?.commands(around: outline, on: grid).forEach { append($0) }
  }

  /// The command for an image. If the image is missing, its placeholder is drawn, and its replacement like the box's
  /// children.
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

  /// Draws the icon in the largest square centered in the box.
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

  /// Draws a text's highlights, then its glyphs, with its top left corner at `origin`.
  mutating func draw(_ shaped: ShapedText, _ text: StyledText, at origin: Point, within visible: Rect?) {
    let shifts = shaped.lines.map { baselineShift(of: $0, at: origin) }
    for piece in shaped.attributeFrames {
      guard text.attributes.indices.contains(piece.attribute), shifts.indices.contains(piece.line),
        let highlight = text.attributes[piece.attribute].highlight
      else { continue }
      let words = piece.frame.offset(by: origin).offset(by: Point(x: 0, y: shifts[piece.line]))
      let mark = grid.snapped(highlight.frame(behind: words))
      guard !mark.isEmpty, mark.isSeen(in: visible) else { continue }
      append(.fill(.rounded(mark, radius: highlight.radius), .solid(highlight.fill)))
    }
    draw(barsOf: shaped, text, shifts, at: origin, within: visible)
    draw(picturesOf: shaped, text, shifts, at: origin, within: visible)
    // Glyphs extend beyond the line's box (accents, italics, tall emoji), rarely by more than its height.
    let margin = max(text.style.size, text.style.lineHeight)
    for (line, shift) in zip(shaped.lines, shifts) {
      let ink = line.frame.offset(by: origin).inset(
        by: EdgeInsets(top: -margin, left: -margin, bottom: -margin, right: -margin))
      guard ink.isSeen(in: visible) else { continue }
      let lineOrigin = Point(x: origin.x, y: origin.y + shift)
      for run in line.runs where !run.glyphs.isEmpty { append(.glyphs(run, origin: lineOrigin)) }
    }
    draw(overlaysOf: shaped, text, shifts, at: origin, within: visible)
  }

  /// Draws lines through words, and covers over words.
  private mutating func draw(
    overlaysOf shaped: ShapedText, _ text: StyledText, _ shifts: [Double], at origin: Point, within visible: Rect?
  ) {
    guard text.attributes.contains(where: \.overlaysAnything) else { return }
    for piece in shaped.attributeFrames {
      guard text.attributes.indices.contains(piece.attribute), shifts.indices.contains(piece.line) else { continue }
      let attribute = text.attributes[piece.attribute]
      let words = piece.frame.offset(by: origin).offset(by: Point(x: 0, y: shifts[piece.line]))
      if let color = attribute.strike {
        // Through the middle of lowercase letters, whose height is about half the size.
        let baseline = origin.y + shaped.lines[piece.line].baseline + shifts[piece.line]
        let thickness = text.style.size / 14
        let line = grid.snapped(
          Rect(
            x: words.minX, y: baseline - text.style.size * 0.27 - thickness / 2, width: words.width,
            height: thickness))
        if !line.isEmpty, line.isSeen(in: visible) { append(.fill(.rectangle(line), .solid(color))) }
      }
      if let color = attribute.cover {
        let cover = grid.snapped(words)
        if !cover.isEmpty, cover.isSeen(in: visible) { append(.fill(.rectangle(cover), .solid(color))) }
      }
    }
  }

  /// Draws inline images, each centered in its line.
  private mutating func draw(
    picturesOf shaped: ShapedText, _ text: StyledText, _ shifts: [Double], at origin: Point, within visible: Rect?
  ) {
    for piece in shaped.attributeFrames {
      guard text.attributes.indices.contains(piece.attribute), shifts.indices.contains(piece.line),
        let picture = text.attributes[piece.attribute].picture
      else { continue }
      let words = piece.frame.offset(by: origin).offset(by: Point(x: 0, y: shifts[piece.line]))
      let side = text.style.pictureSide
      // Aligned to pixels with whole sides, so that all images in a text have the same pixel size.
      let left = grid.nearest(words.center.x - side / 2)
      let top = grid.nearest(words.center.y - side / 2)
      let box = Rect(x: left, y: top, width: grid.nearest(side), height: grid.nearest(side))
      guard !box.isEmpty, box.isSeen(in: visible) else { continue }
      append(.image(picture, .rectangle(box), placeholder: .solid(.clear)))
    }
  }

  /// The distance that a line moves down (up if negative) to be on a whole device pixel.
  private func baselineShift(of line: ShapedText.Line, at origin: Point) -> Double {
    let baseline = origin.y + line.baseline
    return grid.nearest(baseline) - baseline
  }
}

extension Rect {
  func isSeen(in visible: Rect?) -> Bool { visible.map(intersects) ?? true }

  /// The intersection; nil if it is empty. A nil `visible` means no limit.
  fileprivate func intersection(_ visible: Rect?) -> Rect? {
    guard let visible else { return isEmpty ? nil : self }
    let x = max(minX, visible.minX)
    let y = max(minY, visible.minY)
    let both = Rect(x: x, y: y, width: min(maxX, visible.maxX) - x, height: min(maxY, visible.maxY) - y)
    return both.isEmpty ? nil : both
  }
}

extension StyledText.Highlight {
  /// The highlight behind words with this frame: with its own height, centered on their line.
  fileprivate func frame(behind words: Rect) -> Rect {
    Rect(
      x: words.minX - outset, y: words.center.y - height / 2, width: words.width + 2 * outset, height: height)
  }
}

extension PixelGrid {
  /// The rectangle with its edges on device pixels, so that neighbors share an edge. A non-empty rectangle keeps at
  /// least a pixel in each dimension: a thinner hairline becomes the pixel that contains its middle.
  func snapped(_ rect: Rect) -> Rect {
    let (x, width) = snapped(from: rect.minX, to: rect.maxX)
    let (y, height) = snapped(from: rect.minY, to: rect.maxY)
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// The square with its origin on a device pixel and whole-pixel sides; a circle remains a circle.
  func snappedSquare(_ rect: Rect) -> Rect {
    let side = rect.width > 0 ? max(nearest(rect.width), 1 / scale) : 0
    return Rect(x: nearest(rect.minX), y: nearest(rect.minY), width: side, height: side)
  }

  private func snapped(from start: Double, to end: Double) -> (origin: Double, extent: Double) {
    let edges = (start: nearest(start), end: nearest(end))
    guard end > start, edges.end <= edges.start else { return (edges.start, max(0, edges.end - edges.start)) }
    return (((start + end) / 2 * scale).rounded(.down) / scale, 1 / scale)
  }
}

extension BoxDecoration.Outline {
  /// The outline of a box, aligned to device pixels.
  func shape(in frame: Rect, on grid: PixelGrid) -> Shape {
    switch self {
    case .rectangle: .rectangle(grid.snapped(frame))
    case .rounded(let radius):
      radius > 0 ? .rounded(grid.snapped(frame), radius: radius) : .rectangle(grid.snapped(frame))
    case .cornered(let radii):
      radii.all.contains { $0 > 0 } ? .cornered(grid.snapped(frame), radii) : .rectangle(grid.snapped(frame))
    case .circle:
      .ellipse(abs(frame.width - frame.height) < 0.001 ? grid.snappedSquare(frame) : grid.snapped(frame))
    }
  }
}

// MARK: - Quotations

/// Quotations within a text.
extension DisplayListBuilder {
  /// Draws the bars next to quotations, each from its first line to its last.
  ///
  /// - Parameter shifts: The distance that each line moves down to be on a whole pixel.
  mutating func draw(
    barsOf shaped: ShapedText, _ text: StyledText, _ shifts: [Double], at origin: Point, within visible: Rect?
  ) {
    for (number, attribute) in text.attributes.enumerated() {
      guard let quotation = attribute.quotation else { continue }
      // Lines without words have no frame.
      let own = shaped.attributeFrames.lazy.filter { $0.attribute == number && $0.line < shifts.count }.map(\.line)
      guard let first = own.min(), let last = own.max() else { continue }
      let lines = own.map { shaped.lines[$0].frame }
      let left = lines.map(\.minX).min() ?? 0
      let right = lines.map(\.maxX).max() ?? 0
      let top = shaped.lines[first].frame.minY + shifts[first]
      let bar = Rect(
        x: text.direction(at: attribute.range) == .rightToLeft
          ? right + quotation.indent - quotation.width : left - quotation.indent,
        y: top, width: quotation.width, height: shaped.lines[last].frame.maxY + shifts[last] - top)
      let box = grid.snapped(bar.offset(by: origin))
      guard !box.isEmpty, box.isSeen(in: visible) else { continue }
      append(.fill(.rectangle(box), .solid(quotation.color)))
    }
  }
}

extension StyledText {
  /// The direction of the lines in a part of the text.
  fileprivate func direction(at range: Range<Int>) -> LayoutDirection {
    let words = String(decoding: string.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    return words.firstDirection() ?? style.direction
  }
}
