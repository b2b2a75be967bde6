import Cards
import Drawing
import Layout

/// A card laid out at one width: always expanded, and collapsed where its text is long enough there.
package struct CardStates: Sendable {
  package var expanded: LaidOutCard
  package var collapsed: LaidOutCard?

  /// In the order in which they are exported.
  package var all: [(state: CardState, layout: LaidOutCard)] {
    [(.expanded, expanded)] + (collapsed.map { [(.collapsed, $0)] } ?? [])
  }

  /// What is shown at first.
  package var initial: (state: CardState, layout: LaidOutCard) {
    collapsed.map { (.collapsed, $0) } ?? (.expanded, expanded)
  }

  /// - Parameter width: The card's, in points.
  /// - Throws: `RunFailure` where the design has no template for such a card.
  package init(_ card: FeedCard, design: Design.Theme, engine: LayoutEngine, width: Double) throws {
    let template = try design.template(for: CardRole(card))
    func layOut(_ state: CardState) -> LaidOutCard {
      engine.layOut(template.spec(for: card.value(in: state)), in: .width(width))
    }
    expanded = layOut(.expanded)
    // The template says where the body stands; how many lines it takes there is known once it is laid out.
    let lines = card.body.flatMap { expanded.root.lineCount(showing: $0.text.string) } ?? 0
    if let body = card.body, lines > body.collapsesAbove { collapsed = layOut(.collapsed) }
  }

  /// Scalars of the card's texts that no face has, each once, in order.
  package var missingGlyphs: [UInt32] {
    all.flatMap { $0.layout.root.missingGlyphs }.uniqued()
  }

  package var problems: [LayoutProblem] { all.flatMap(\.layout.problems).uniqued() }
}

extension LaidOutBox {
  /// Lines of the text that says `string`; of several (a name that is also the text), of the longest.
  fileprivate func lineCount(showing string: String) -> Int? {
    var longest: Int?
    // Strings of different lengths are told apart at once, those of one length only by their canonical forms.
    if case .text(let shaped, let text) = content, text.string.utf8.count == string.utf8.count, text.string == string {
      longest = shaped.lines.count
    }
    // By index: a box is large, and would be copied.
    for index in children.indices {
      if let count = children[index].lineCount(showing: string) { longest = max(longest ?? 0, count) }
    }
    return longest
  }

  fileprivate var missingGlyphs: [UInt32] {
    var found: [UInt32] = []
    if case .text(let shaped, _) = content { found = shaped.missing }
    return found + children.flatMap(\.missingGlyphs)
  }
}

extension CardState {
  /// The state in file names, manifests and dumps.
  package var name: String {
    switch self {
    case .expanded: "expanded"
    case .collapsed: "collapsed"
    }
  }
}
