import CardDrawing
import Cards
import Drawing
import FeedIngest
import Layout
import Site

extension SiteCard {
  /// The card as the site shows it, of its states at every width.
  init(_ input: CardInput, card: FeedCard, states: [(width: Int, states: CardStates)], strings: Strings) {
    let counts = input.entry.counters.spoken(strings)
    func read(_ layout: LaidOutCard) -> CardParts {
      CardParts(layout, of: card, counts: counts, words: strings.accessibility)
    }
    let read = states.map { entry in
      (
        width: entry.width, states: entry.states, expanded: read(entry.states.expanded),
        collapsed: entry.states.collapsed.map(read)
      )
    }
    // Every state shows the same parts, but for a template that hides some of them; the longest list is the story.
    let all = read.flatMap { [$0.expanded] + ($0.collapsed.map { [$0] } ?? []) }
    let contents = (all.max { $0.placed.count < $1.placed.count })?.placed.map(\.content) ?? []
    self.init(
      id: input.id, author: card.title, time: input.entry.date, parts: contents.map(Part.init), load: input.load,
      layouts: read.map { entry in
        WidthLayout(
          width: entry.width, expanded: StateLayout(entry.states.expanded, entry.expanded, showing: contents),
          collapsed: entry.states.collapsed.flatMap { layout in
            entry.collapsed.map { StateLayout(layout, $0, showing: contents) }
          })
      })
  }
}

extension SiteCard.StateLayout {
  fileprivate init(_ layout: LaidOutCard, _ parts: CardParts, showing contents: [SiteCard.Part.Content]) {
    self.init(
      height: layout.size.height, places: Self.places(of: contents, in: parts.placed), textEnd: parts.textEnd,
      showMore: parts.showMore, boxes: layout.namedBoxes.map { ($0.path, $0.frame) })
  }

  /// Where each part stands; nil for a part that this state leaves out.
  private static func places(
    of contents: [SiteCard.Part.Content], in placed: [CardParts.Placed]
  ) -> [SiteCard.Place?] {
    var rest = placed[...]
    return contents.map { content in
      guard let found = rest.firstIndex(where: { $0.content == content }) else { return nil }
      defer { rest = rest[(found + 1)...] }
      return rest[found].place
    }
  }
}

extension [String: Int?] {
  /// What a screen reader says of the counters, by the names of their boxes.
  fileprivate func spoken(_ strings: Strings) -> [String: String] {
    var spoken: [String: String] = [:]
    for kind in FeedIngest.Post.Counter.Kind.allCases {
      guard let count = self[kind.rawValue] ?? nil else { continue }
      spoken[kind.rawValue] = strings.counted(Swift.max(0, count), strings.accessibility.forms(of: kind))
    }
    return spoken
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
