import Names

/// What a box of a laid-out card means to somebody who reads the card. A view model says what its values mean, a
/// template which box shows which value; neither names nor places nor words of boxes have to be looked at to find it out.
package struct BoxRole: Hashable, Sendable {
  /// What the box shows itself.
  package enum Content: Hashable, Sendable {
    case name, date
    /// The text that a collapsed card cuts.
    case body
    /// What expands a collapsed card.
    case showMore
    /// Any other text.
    case text
    /// The face beside a name, which says no more than the name.
    case avatar
    /// A picture that is told of in any case.
    case photo
    /// A picture beside words (a preview, a cover), told of where it is described.
    case picture
  }

  /// The thing that the box stands for as a whole, one of several.
  package indirect enum Item: Hashable, Sendable {
    /// An attachment and where it leads.
    case row(target: LinkTarget?)
    /// Another post, shown inside this one, and its page.
    case quote(target: LinkTarget?)
    case page
    /// A carousel page's mark in the page control.
    case dot
    /// - Parameter spoken: "12 likes"; nil where nobody knows how many.
    case counter(kind: String, spoken: String?)
    /// A poll's.
    /// - Parameter spoken: "Fish: 15%, 203 votes"
    case answer(spoken: String)
    /// What shows what is hidden behind it or below it: it expands a collapsed card.
    /// - Parameter label: "Show"; nil in a card that is expanded already.
    case reveal(label: String?)
  }

  /// The list whose items stand in the box.
  package enum List: Hashable, Sendable { case carousel, pageControl }

  package var content: Content?
  package var item: Item?
  package var list: List?
  /// A number of the template's element. With `path` it tells the same box of two states of one card.
  package var element: Int
  /// Of every list that the box was repeated over, which item it shows; the outermost first.
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
