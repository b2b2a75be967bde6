import CardDrawing
import Cards
import Drawing
import FeedIngest
import Layout
import Site

extension SiteCard {
  /// The card as the site shows it, of its states at every width.
  init(_ input: CardInput, card: FeedCard, read states: [ReadStates]) {
    var nodes: [AccessibilityNode] = []
    for state in states { nodes.join(state.nodes) }
    let all = nodes.numbered
    let identities = all.map(\.identity)
    self.init(
      id: input.id, author: card.title, time: input.entry.date, elements: all.map { Element($0.content) },
      load: input.load,
      layouts: states.map { entry in
        WidthLayout(
          width: entry.width, expanded: StateLayout(entry.states.expanded, entry.expanded, showing: identities),
          collapsed: entry.states.collapsed.flatMap { layout in
            entry.collapsed.map { StateLayout(layout, $0, showing: identities) }
          })
      })
  }
}

extension SiteCard.StateLayout {
  /// Nil places are of elements that this state leaves out.
  fileprivate init(_ layout: LaidOutCard, _ reading: CardReading, showing identities: [AccessibilityNode.Identity]) {
    let places = Dictionary(
      reading.nodes.numbered.map { ($0.identity, $0.place) }, uniquingKeysWith: { first, _ in first })
    self.init(
      height: layout.size.height, places: identities.map { places[$0] }, textEnd: reading.textEnd,
      showMore: reading.showMore, boxes: layout.namedBoxes.map { ($0.path, $0.frame) })
  }
}

extension Post {
  /// Of the post and what it reposts. Without recursion: a feed decides how deep.
  package var load: SiteCard.Load {
    var load = SiteCard.Load(photos: 0, pages: 0, previews: 0)
    var waiting = [self]
    while let post = waiting.popLast() {
      let photos = post.attachments.count { $0.photo != nil }
      if photos == 1 { load.photos += 1 } else { load.pages += photos }
      load.previews += post.attachments.count(where: \.hasMovingPreview)
      waiting += post.reposts
    }
    return load
  }
}

extension Attachment {
  /// A video, or a picture that moves.
  fileprivate var hasMovingPreview: Bool {
    guard case .item(let item) = self, item.preview != nil else { return false }
    switch item.content {
    case .video: return true
    case .document(_, let fileExtension): return fileExtension == "gif"
    default: return false
    }
  }
}
