import Drawing
import Layout

extension LaidOutCard {
  /// Interpolates between two layouts of a message: each box moves by the same fraction, to whole points, so that parts
  /// at the bottom (avatar, time, tail) move with the bubble.
  ///
  /// - Parameter height: The height in points, between those of both layouts.
  package static func between(_ old: LaidOutCard, _ new: LaidOutCard, height: Double) -> LaidOutCard {
    let growth = new.size.height - old.size.height
    guard growth != 0 else { return new }
    var card = LaidOutCard(root: .between(old.root, new.root, (height - old.size.height) / growth))
    card.root.frame.size.height = height
    return card
  }
}

extension LaidOutBox {
  fileprivate static func between(_ old: LaidOutBox, _ new: LaidOutBox, _ share: Double) -> LaidOutBox {
    var box = new
    box.frame = Rect(
      x: old.frame.minX.going(share, to: new.frame.minX), y: old.frame.minY.going(share, to: new.frame.minY),
      width: old.frame.width.going(share, to: new.frame.width),
      height: old.frame.height.going(share, to: new.frame.height))
    let isSame = old.name == new.name
    if isSame, old.content == new.content, old.children.count == new.children.count {
      box.children = zip(old.children, new.children).map { between($0, $1, share) }
      return box
    }
    // Anchored at the side that moves less.
    let isAtRight = abs(new.frame.maxX - old.frame.maxX) < abs(new.frame.minX - old.frame.minX)
    guard isSame, case .text(let was, _) = old.content, case .text(let shaped, _) = new.content else {
      // Unrelated content: one fades into the other above their common bottom part.
      let both = [old.faded(to: 1 - share), new.faded(to: share)]
      return LaidOutBox(
        frame: box.frame,
        children: both.map { $0.hung(at: box.frame, isAtRight, top: box.frame.maxY - $0.frame.height) })
    }
    box.content = .none
    if was.lines.count == shaped.lines.count {
      // In the second half of the animation, when it no longer overlaps its old neighbor.
      let late = max(0, 2 * share - 1)
      box.children = [old.faded(to: 1 - late), new.faded(to: late)].map {
        $0.hung(at: box.frame, isAtRight, top: box.frame.minY)
      }
    } else {
      // Common lines stay; the others appear last, when there is space for them, and disappear first.
      let isGrowing = shaped.lines.count > was.lines.count
      let (less, more) = isGrowing ? (old, new) : (new, old)
      let all = more.hung(at: box.frame, isAtRight, top: box.frame.minY)
      // Letters may extend beyond the sides of a line.
      let beyond = all.frame.inset(by: EdgeInsets(top: less.frame.height, left: -2, bottom: -4, right: -2))
      let coming = max(0, 4 * (isGrowing ? share : 1 - share) - 3)
      box.children = [
        less.hung(at: box.frame, isAtRight, top: box.frame.minY),
        LaidOutBox(
          frame: beyond, decoration: BoxDecoration(clipsContent: true, opacity: coming),
          children: [all]),
      ]
    }
    return box
  }

  private func faded(to opacity: Double) -> LaidOutBox {
    var box = self
    box.decoration.opacity *= opacity
    return box
  }

  private func hung(at frame: Rect, _ isAtRight: Bool, top: Double) -> LaidOutBox {
    let x = isAtRight ? frame.maxX - self.frame.maxX : frame.minX - self.frame.minX
    return offset(by: Point(x: x, y: top - self.frame.minY))
  }
}

extension Double {
  fileprivate func going(_ share: Double, to other: Double) -> Double { self + (other - self) * share }
}
