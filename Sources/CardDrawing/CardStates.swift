import Cards
import Drawing
import Layout

/// A card laid out at one width: always expanded, and collapsed where its text is long enough there.
package struct CardStates: Sendable {
  package var expanded: LaidOutCard
  package var collapsed: LaidOutCard?
  /// Whether a state was taller than an image may be, and was cut there.
  package private(set) var isCut = false

  /// In the order in which they are exported.
  package var all: [(state: CardState, layout: LaidOutCard)] {
    [(.expanded, expanded)] + (collapsed.map { [(.collapsed, $0)] } ?? [])
  }

  /// What is shown at first.
  package var initial: (state: CardState, layout: LaidOutCard) {
    collapsed.map { (.collapsed, $0) } ?? (.expanded, expanded)
  }

  /// - Parameters:
  ///   - width: The width of the card in points.
  ///   - longest: The greatest height in points; a taller card is cut there.
  /// - Throws: `RunFailure` where the design has no template for such a card.
  package init(_ card: FeedCard, design: Design.Theme, engine: LayoutEngine, width: Double, longest: Double = .infinity)
    throws
  {
    let template = try design.template(for: CardRole(card), of: card.service)
    func layOut(_ state: CardState, cutting places: Set<PostCard.BodyPlace> = []) -> LaidOutCard {
      engine.layOut(template.spec(for: card.value(in: state, cutting: places)), in: .width(width))
    }
    expanded = layOut(.expanded)
    defer {
      let isExpandedCut = expanded.cut(at: longest)
      let isCollapsedCut = collapsed?.cut(at: longest) ?? false
      isCut = isExpandedCut || isCollapsedCut
    }
    // The template says where texts stand; how many lines they take there is known once they are laid out.
    let bodies = card.bodies
    guard !bodies.isEmpty || card.isVeiled else { return }
    var lines: [[Int]: Int] = [:]
    expanded.root.countBodyLines(into: &lines)
    let long = Set(bodies.filter { lines[$0.place.path, default: 0] > $0.body.collapsesAbove }.map(\.place))
    guard !long.isEmpty || card.isVeiled else { return }
    let collapsed = layOut(.collapsed, cutting: long)
    // A template that shows nothing of what is hidden, as one that makes do with a line, needs no other state.
    if !card.isVeiled || collapsed.root.canBeExpanded { self.collapsed = collapsed }
  }

  /// Scalars of the card's texts that no face has, each once, in order.
  package var missingGlyphs: [UInt32] {
    all.flatMap { $0.layout.root.missingGlyphs }.uniqued()
  }

  package var problems: [LayoutProblem] { all.flatMap(\.layout.problems).uniqued() }
}

extension LaidOutCard {
  /// Makes the card no taller than `height` points, and hides what lies below.
  ///
  /// - Returns: Whether it was taller.
  fileprivate mutating func cut(at height: Double) -> Bool {
    guard root.frame.height > height else { return false }
    root.frame.size.height = height
    root.decoration.clipsContent = true
    return true
  }
}

extension LaidOutBox {
  fileprivate var canBeExpanded: Bool {
    if let role {
      if role.content == .showMore { return true }
      if case .reveal(.some) = role.item { return true }
    }
    return children.contains(where: \.canBeExpanded)
  }

  /// By the texts' paths; of a template that shows one twice, of the longer one.
  fileprivate func countBodyLines(into lines: inout [[Int]: Int]) {
    if let role, role.content == .body, case .text(let shaped, _) = content {
      lines[role.path] = max(lines[role.path, default: 0], shaped.lines.count)
    }
    // By index: a box is large, and would be copied.
    for index in children.indices { children[index].countBodyLines(into: &lines) }
  }

  fileprivate var missingGlyphs: [UInt32] {
    var found: [UInt32] = []
    if case .text(let shaped, _) = content { found = shaped.missing }
    return found + shownChildren.flatMap(\.missingGlyphs)
  }
}

extension CardState {
  /// The state of the card's picture.
  package var ofPicture: PictureVariant.State {
    switch self {
    case .expanded: .expanded
    case .collapsed: .collapsed
    }
  }

  /// The state in manifests and dumps.
  package var name: String { ofPicture.name }
}
