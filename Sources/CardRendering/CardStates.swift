import Cards
import Drawing
import Layout

/// A card laid out at one width: always expanded, and also collapsed if its text is long enough.
package struct CardStates: Sendable {
  package var expanded: LaidOutCard
  package var collapsed: LaidOutCard?
  /// Whether a state was taller than an image may be, and was cut there.
  package private(set) var isCut = false

  /// In the order of export.
  package var all: [(state: CardState, layout: LaidOutCard)] {
    [(.expanded, expanded)] + (collapsed.map { [(.collapsed, $0)] } ?? [])
  }

  /// The state shown at first.
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
    // The template determines where texts are; their number of lines is only known after layout.
    let bodies = card.bodies
    guard !bodies.isEmpty || card.isVeiled else { return }
    var lines: [[Int]: Int] = [:]
    expanded.root.countBodyLines(into: &lines)
    let long = Set(bodies.filter { lines[$0.place.path, default: 0] > $0.body.collapsesAbove }.map(\.place))
    guard !long.isEmpty || card.isVeiled else { return }
    let collapsed = layOut(.collapsed, cutting: long)
    // A template that shows none of the hidden content, such as a one-line card, needs no second state.
    if !card.isVeiled || collapsed.root.canBeExpanded { self.collapsed = collapsed }
  }

  /// Unicode scalars of the card's texts that no typeface has; unique, in order.
  package var missingGlyphs: [UInt32] {
    all.flatMap { $0.layout.root.missingGlyphs }.uniqued()
  }

  package var problems: [LayoutProblem] { all.flatMap(\.layout.problems).uniqued() }

  /// The texts that are cut off in any state. A card that was cut as a whole is reported as that.
  package var cutTexts: [CutText] { isCut ? [] : all.flatMap(\.layout.cutTexts).uniqued() }

  /// All problems of the layout, for the card's diagnostics.
  package var issues: [CardIssue] {
    let missing = missingGlyphs
    return (missing.isEmpty ? [] : [.missingGlyphs(missing)]) + (isCut ? [.cardTooTall] : [])
      + problems.map(CardIssue.layoutProblem) + cutTexts.map(CardIssue.cutText)
  }
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

  /// The line counts by the texts' paths. If a template shows a text twice, the larger count is used.
  fileprivate func countBodyLines(into lines: inout [[Int]: Int]) {
    if let role, role.content == .body, case .text(let shaped, _) = content {
      lines[role.path] = max(lines[role.path, default: 0], shaped.lines.count)
    }
    // By index: a box is large and would be copied.
    for index in children.indices { children[index].countBodyLines(into: &lines) }
  }

  fileprivate var missingGlyphs: [UInt32] {
    var found: [UInt32] = []
    if case .text(let shaped, _) = content { found = shaped.missing }
    return found + shownChildren.flatMap(\.missingGlyphs)
  }
}

extension CardState {
  /// The corresponding state of the card's image.
  package var ofPicture: ImageVariant.State {
    switch self {
    case .expanded: .expanded
    case .collapsed: .collapsed
    }
  }

  /// The state's name in manifests and dumps.
  package var name: String { ofPicture.name }
}
