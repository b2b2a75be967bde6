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

  struct ShownPoll: Encodable {
    struct Option: Encodable {
      var title: String
      var votes: Int?

      private enum Key: CodingKey { case title, votes }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
        try container.encode(votes, forKey: .votes)
      }
    }

    var question: String
    var options: [Option]
    var votes: Int?
    var closed: Bool

    private enum Key: CodingKey { case question, options, votes, closed }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(question, forKey: .question)
      try container.encode(options, forKey: .options)
      try container.encode(votes, forKey: .votes)
      try container.encode(closed, forKey: .closed)
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
  /// The first one, where the post has several.
  var poll: ShownPoll?
  var likes: Int?
  var comments: Int?
  var reposts: Int?
  var views: Int?
  var repost: Repost?
  var pinned: Bool
  var ad: Bool
  /// Of an event; left out for everything else.
  var event: ShownEvent?

  /// The chain of reposts nests: what is reposted holds what that reposts. Built from its end, without recursion.
  init(_ post: Post) {
    self.init(alone: post)
    for repost in post.reposts.reversed() {
      var shown = ShownPost(alone: repost)
      shown.repost = self.repost
      self.repost = Repost(shown)
    }
  }

  private init(alone post: Post) {
    id = post.id
    author = post.author.shownName
    date = post.date.map(ISO8601Moment.utc)
    kind = post.kind.name
    text = post.text
    event = ShownEvent(post)
    photos = (post.attachments.compactMap(\.photo) + [event?.photo].compactMap { $0 }).map(ShownPhoto.init)
    attachments = post.attachments.map(\.type)
    poll = post.attachments.lazy.compactMap(ShownPoll.init).first
    likes = post.counters.value(of: .likes)
    comments = post.counters.value(of: .comments)
    reposts = post.counters.value(of: .reposts)
    views = post.counters.value(of: .views)
    pinned = post.flags.contains(.pinned)
    ad = post.flags.contains(.ad)
  }

  private enum Key: CodingKey {
    case id, author, date, kind, text, photos, attachments, poll, likes, comments, reposts, views, repost, pinned, ad,
      event
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
    try container.encode(poll, forKey: .poll)
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

extension ShownPost.ShownPoll {
  /// Nil of anything else.
  init?(_ attachment: Attachment) {
    guard case .item(let item) = attachment, case .poll(let poll) = item.content else { return nil }
    self.init(
      question: item.title, options: poll.answers.map { Option(title: $0.text, votes: $0.votes) }, votes: poll.votes,
      closed: poll.isClosed)
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
