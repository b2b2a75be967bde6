import CivilTime
import Diagnostics
import FeedIngest
import Files

/// A post as `show --stage post --json` prints it. Counters that the feed does not give are null.
struct ShownPost: Encodable {
  struct ShownPhoto: Encodable {
    var url: String?
    var width: Int?
    var height: Int?

    private enum Key: CodingKey { case url, width, height }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(url, forKey: .url)
      try container.encode(width, forKey: .width)
      try container.encode(height, forKey: .height)
    }
  }

  /// Behind a reference, for a post holds a post.
  final class Repost: Encodable {
    let post: ShownPost
    init(_ post: ShownPost) { self.post = post }
    func encode(to encoder: any Encoder) throws { try post.encode(to: encoder) }
  }

  var id: String
  var author: String
  var date: String?
  var kind: String
  var text: String
  var photos: [ShownPhoto]
  var attachments: [String]
  var likes: Int?
  var comments: Int?
  var reposts: Int?
  var views: Int?
  var repost: Repost?
  var pinned: Bool
  var ad: Bool
  /// Of an event; left out for everything else.
  var event: ShownEvent?

  /// The chain of reposts nests: what is reposted holds what that reposts.
  init(_ post: Post) {
    self.init(post, chain: post.reposts[...])
  }

  private init(_ post: Post, chain: ArraySlice<Post>) {
    id = post.id
    author = post.author.shownName
    date = post.date.map(ISO8601Moment.utc)
    kind = post.kind.name
    text = post.text
    event = ShownEvent(post)
    photos = (post.attachments.compactMap(\.photo) + [event?.photo].compactMap { $0 }).map(ShownPhoto.init)
    attachments = post.attachments.map(\.type)
    likes = post.counters.value(of: .likes)
    comments = post.counters.value(of: .comments)
    reposts = post.counters.value(of: .reposts)
    views = post.counters.value(of: .views)
    repost = chain.first.map { Repost(ShownPost($0, chain: chain.dropFirst())) }
    pinned = post.flags.contains(.pinned)
    ad = post.flags.contains(.ad)
  }

  private enum Key: CodingKey {
    case id, author, date, kind, text, photos, attachments, likes, comments, reposts, views, repost, pinned, ad, event
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(author, forKey: .author)
    try container.encode(date, forKey: .date)
    try container.encode(kind, forKey: .kind)
    try container.encode(text, forKey: .text)
    try container.encode(photos, forKey: .photos)
    try container.encode(attachments, forKey: .attachments)
    try container.encode(likes, forKey: .likes)
    try container.encode(comments, forKey: .comments)
    try container.encode(reposts, forKey: .reposts)
    try container.encode(views, forKey: .views)
    try container.encode(repost, forKey: .repost)
    try container.encode(pinned, forKey: .pinned)
    try container.encode(ad, forKey: .ad)
    try container.encodeIfPresent(event, forKey: .event)
  }
}

extension ShownPost.ShownPhoto {
  /// The largest size, which stands for the photo.
  init(_ photo: Photo) {
    let largest = photo.sources.max { left, right in
      (left.width ?? 0) * (left.height ?? 0) < (right.width ?? 0) * (right.height ?? 0)
    }
    self.init(
      url: largest?.url, width: largest?.width ?? photo.width, height: largest?.height ?? photo.height)
  }
}

/// `show --stage post --json`
struct ShownFeed: Encodable {
  var posts: [ShownPost]
  var nextFrom: String?
  var diagnostics: [Diagnostic]

  private enum Key: CodingKey { case posts, nextFrom, diagnostics }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(posts, forKey: .posts)
    try container.encode(nextFrom, forKey: .nextFrom)
    try container.encode(diagnostics, forKey: .diagnostics)
  }
}
