import FeedReading

/// A post's attachments, sorted by the section that shows them. Each attachment is in exactly one.
struct AttachmentSections {
  /// Several photos become the pages of a carousel, or an album.
  var photos: [Photo] = []
  /// The first video or animation with a preview large enough for a poster, if there is no photo.
  var video: PostCard.Video?
  var polls: [PostCard.Poll] = []
  var links: [PostCard.Link] = []
  /// Everything else: one compact row each.
  var others: [AttachmentItem] = []

  var hasPictures: Bool { !photos.isEmpty || video != nil }
}

/// A record that shows attachments of a post or message in lists. A new list needs a property here and a line in the
/// extension below.
package protocol AttachmentRecord: CardRecord {
  var videos: [PostCard.Video] { get set }
  var polls: [PostCard.Poll] { get set }
  var links: [PostCard.Link] { get set }
  var rows: [PostCard.Row] { get set }
}

extension AttachmentRecord {
  /// The lists as templates see them.
  static var lists: CardField<Self> {
    let fields: FieldList<Self> = [
      .list("videos", \.videos), .list("polls", \.polls), .list("links", \.links), .list("rows", \.rows),
    ]
    return CardField(fieldsOf: fields) { ($0, $1) }
  }

  /// Whether all lists are empty.
  var carriesNothing: Bool { videos.isEmpty && polls.isEmpty && links.isEmpty && rows.isEmpty }

  /// Takes over everything except rows, whose wording differs between posts and messages.
  mutating func take(_ carried: AttachmentSections) {
    videos = carried.video.map { [$0] } ?? []
    (polls, links) = (carried.polls, carried.links)
  }
}

extension CardBuilder {
  func carried(by post: Post) -> AttachmentSections {
    // Previews of other attachments are not photos.
    var carried = AttachmentSections(photos: post.attachments.compactMap(\.photo))
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
