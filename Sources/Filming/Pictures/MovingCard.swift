import Drawing
import Layout

extension LaidOutCard {
  /// A message on its way from one of its layouts to the other: each box has gone its share of the way, whole, so that what
  /// hangs at the foot (a face, the time, a tail) goes with the bubble's.
  ///
  /// - Parameter height: In points, between both layouts' heights.
  static func between(_ old: LaidOutCard, _ new: LaidOutCard, height: Double) -> LaidOutCard {
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
    // Which of its sides it hangs by: the one that moves less.
    let isAtRight = abs(new.frame.maxX - old.frame.maxX) < abs(new.frame.minX - old.frame.minX)
    guard isSame, case .text(let was, _) = old.content, case .text(let shaped, _) = new.content else {
      // Something else altogether: one fades into the other over the foot that they share.
      let both = [old.faded(to: 1 - share), new.faded(to: share)]
      return LaidOutBox(
        frame: box.frame,
        children: both.map { $0.hung(at: box.frame, isAtRight, top: box.frame.maxY - $0.frame.height) })
    }
    box.content = .none
    if was.lines.count == shaped.lines.count {
      // On the second half of the way, when it is off what it stood beside.
      let late = max(0, 2 * share - 1)
      box.children = [old.faded(to: 1 - late), new.faded(to: late)].map {
        $0.hung(at: box.frame, isAtRight, top: box.frame.minY)
      }
    } else {
      // What both have stays; the lines beyond come last, when there is room for them, and go first.
      let isGrowing = shaped.lines.count > was.lines.count
      let (less, more) = isGrowing ? (old, new) : (new, old)
      let all = more.hung(at: box.frame, isAtRight, top: box.frame.minY)
      // Letters may reach out beside a line.
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
