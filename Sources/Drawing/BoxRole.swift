import Basics

/// The meaning of a box in a laid-out card for a reader. A view model defines the meaning of its values, and a template
/// which box shows which value, so that names, positions and words of boxes are irrelevant.
package struct BoxRole: Hashable, Sendable {
  /// The meaning of the box's own content.
  package enum Content: Hashable, Sendable {
    case name, date
    /// The text that a collapsed card truncates.
    case body
    /// The link that expands a collapsed card.
    case showMore
    /// Any other text.
    case text
    /// The avatar next to a name, which adds no information to the name.
    case avatar
    /// A photo, which is always announced.
    case photo
    /// An image next to text (a preview, a cover), announced if it has a description.
    case picture
  }

  /// The item of a list that the box represents as a whole.
  package indirect enum Item: Hashable, Sendable {
    /// An attachment with its link.
    case row(target: LinkTarget?)
    /// Another post inside this one, with its page.
    case quote(target: LinkTarget?)
    case page
    /// A carousel page's dot in the page control.
    case dot
    /// - Parameter spoken: "12 likes"; nil if the number is unknown.
    case counter(kind: String, spoken: String?)
    /// An answer of a poll.
    /// - Parameter spoken: "Fish: 15%, 203 votes"
    case answer(spoken: String)
    /// The overlay or link that reveals hidden content: it expands a collapsed card.
    /// - Parameter label: "Show"; nil in a card that is already expanded.
    case reveal(label: String?)
  }

  /// The list whose items are in the box.
  package enum List: Hashable, Sendable { case carousel, pageControl }

  package var content: Content?
  package var item: Item?
  package var list: List?
  /// The number of the template's element. With `path`, it identifies the same box in two states of a card.
  package var element: Int
  /// The item index in each list that the box was repeated over, outermost first.
  package var path: [Int]

  package init(
    content: Content? = nil, item: Item? = nil, list: List? = nil, element: Int = 0, path: [Int] = []
  ) {
    self.content = content
    self.item = item
    self.list = list
    self.element = element
    self.path = path
  }
}
