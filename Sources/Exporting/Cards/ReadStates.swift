import CardDrawing
import Cards
import Drawing
import Layout

/// The states of a card at one width, as they are read.
struct ReadStates {
  /// The screen's.
  let width: Int
  let states: CardStates
  let expanded: CardReading
  let collapsed: CardReading?
  /// What is in either.
  let nodes: [AccessibilityNode]

  init(_ states: CardStates, width: Int, strings: Strings) {
    (self.width, self.states) = (width, states)
    expanded = CardReading(states.expanded, words: strings.accessibility)
    collapsed = states.collapsed.map { CardReading($0, words: strings.accessibility) }
    var nodes = expanded.nodes
    if let collapsed { nodes.join(collapsed.nodes) }
    self.nodes = nodes
  }

  var pages: [LaidOutCard] { nodes.numbered.flatMap(\.pages).map(\.card) }
}

extension CardStates {
  /// The pages of the card's carousels, each a picture of its own.
  package func pages(strings: Strings) -> [LaidOutCard] { ReadStates(self, width: 0, strings: strings).pages }
}

extension AccessibilityNode.Page {
  /// The page as a card of its own, its top left corner at (0, 0). Its side is the one it has in the card, so that the
  /// photo is the same pixels.
  fileprivate var card: LaidOutCard {
    LaidOutCard(root: box.offset(by: Point(x: -box.frame.minX, y: -box.frame.minY)))
  }
}

extension CardRenderer {
  /// The card at each of the project's widths.
  func read(_ card: FeedCard, in theme: Design.Theme) throws -> [ReadStates] {
    try project.widths.map { try read(card, in: theme, width: $0) }
  }

  /// - Parameter width: The screen's.
  func read(_ card: FeedCard, in theme: Design.Theme, width: Int) throws -> ReadStates {
    ReadStates(try states(of: card, in: theme, screen: width), width: width, strings: strings)
  }
}
