import FeedIngest

/// What a post carries, sorted once into what a card shows of it. Each attachment stands in one of these.
struct Carried {
  /// Several are the pages of a carousel, or an album.
  var photos: [Photo] = []
  /// The first video or animation that has a picture large enough for a poster, where there is no photo.
  var video: PostCard.Video?
  var polls: [PostCard.Poll] = []
  var links: [PostCard.Link] = []
  /// All else: a compact row each.
  var others: [AttachmentItem] = []

  var hasPictures: Bool { !photos.isEmpty || video != nil }
}

/// What shows in lists what a post or a message carries. A list more is a property here, and what stands below.
protocol CarryingRecord: CardRecord {
  var videos: [PostCard.Video] { get set }
  var polls: [PostCard.Poll] { get set }
  var links: [PostCard.Link] { get set }
  var rows: [PostCard.Row] { get set }
}

extension CarryingRecord {
  /// The lists as templates see them.
  static var lists: CardField<Self> {
    let fields: FieldList<Self> = [
      .list("videos", \.videos), .list("polls", \.polls), .list("links", \.links), .list("rows", \.rows),
    ]
    return CardField(fieldsOf: fields) { ($0, $1) }
  }

  /// Whether no list has anything.
  var carriesNothing: Bool { videos.isEmpty && polls.isEmpty && links.isEmpty && rows.isEmpty }

  /// All but rows, which posts and messages word each in their own way.
  mutating func take(_ carried: Carried) {
    videos = carried.video.map { [$0] } ?? []
    (polls, links) = (carried.polls, carried.links)
  }
}

extension CardBuilder {
  func carried(by post: Post) -> Carried {
    // Previews of other attachments are no photos.
    var carried = Carried(photos: post.attachments.compactMap(\.photo))
    for case .item(let item) in post.attachments {
      if !carried.hasPictures, let video = video(item) {
        carried.video = video
      } else if let poll = poll(item) {
        carried.polls.append(poll)
      } else if let link = link(item) {
        carried.links.append(link)
      } else {
        carried.others.append(item)
      }
    }
    return carried
  }
}
