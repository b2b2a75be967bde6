import CivilTime
import Diagnostics
import FeedIngest
import Files

/// A post as `show --stage post --json` prints it. Counters that the feed does not give are null.
struct ShownPost: Encodable {
  /// Behind a reference, for a post holds a post.
  final class Inner: Encodable {
    let post: ShownPost
    init(_ post: ShownPost) { self.post = post }
    func encode(to encoder: any Encoder) throws { try post.encode(to: encoder) }
  }

  var id: String
  var service: String?
  /// The post's page.
  var url: String?
  var author: String
  var handle: String?
  var date: String?
  var kind: String
  var text: String
  var warning: String?
  var sensitive: Bool
  /// In order; link cards and posters are none.
  var media: [ShownMedia]
  var photos: [ShownPhoto]
  var attachments: [String]
  /// The first one, where the post has several.
  var poll: ShownPoll?
  var card: ShownCard?
  var likes: Int?
  var comments: Int?
  var reposts: Int?
  var quotes: Int?
  var views: Int?
  var repost: Inner?
  /// Nil also where the quoted post can't be shown.
  var quote: Inner?
  /// The service's id or address of what it answers, else whom.
  var replyTo: String?
  var edited: Bool
  var pinned: Bool
  var ad: Bool
  /// Of an event; left out for everything else.
  var event: ShownEvent?

  /// The chain of reposts nests: what is reposted holds what that reposts. Built from its end, without recursion.
  ///
  /// - Parameter service: Of a post inside of another.
  init(_ post: Post, service: Service? = nil) {
    let service = post.service ?? service
    self.init(alone: post, service: service)
    for repost in post.reposts.reversed() {
      var shown = ShownPost(alone: repost, service: service)
      shown.repost = self.repost
      self.repost = Inner(shown)
    }
  }

  private init(alone post: Post, service: Service?) {
    id = post.id
    self.service = (post.service ?? service)?.rawValue
    url = post.permalink
    author = post.author.recordedName
    handle = post.author.handle
    date = post.date.map(ISO8601Moment.utc)
    kind = post.kind.name
    text = post.text
    warning = post.contentWarning
    sensitive = post.flags.contains(.sensitive)
    event = ShownEvent(post)
    media = post.attachments.compactMap(ShownMedia.init)
    photos = (post.attachments.compactMap(\.photo) + [event?.photo].compactMap { $0 }).map(ShownPhoto.init)
    attachments = post.attachments.map(\.type)
    poll = post.attachments.lazy.compactMap(ShownPoll.init).first
    card = post.attachments.lazy.compactMap(ShownCard.init).first
    likes = post.counters.value(of: .likes)
    comments = post.counters.value(of: .comments)
    reposts = post.counters.value(of: .reposts)
    quotes = post.counters.value(of: .quotes)
    views = post.counters.value(of: .views)
    // Readers bound how deep quotes nest.
    quote = post.quote?.post.map { Inner(ShownPost($0, service: post.service ?? service)) }
    replyTo = post.reply.flatMap { $0.id ?? $0.url ?? $0.name }
    edited = post.flags.contains(.edited)
    pinned = post.flags.contains(.pinned)
    ad = post.flags.contains(.ad)
  }

  private enum Key: CodingKey {
    case id, service, url, author, handle, date, kind, text, warning, sensitive, media, photos, attachments, poll, card,
      likes, comments, reposts, quotes, views, repost, quote, replyTo, edited, pinned, ad, event
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(service, forKey: .service)
    try container.encode(url, forKey: .url)
    try container.encode(author, forKey: .author)
    try container.encode(handle, forKey: .handle)
    try container.encode(date, forKey: .date)
    try container.encode(kind, forKey: .kind)
    try container.encode(text, forKey: .text)
    try container.encode(warning, forKey: .warning)
    try container.encode(sensitive, forKey: .sensitive)
    try container.encode(media, forKey: .media)
    try container.encode(photos, forKey: .photos)
    try container.encode(attachments, forKey: .attachments)
    try container.encode(poll, forKey: .poll)
    try container.encode(card, forKey: .card)
    try container.encode(likes, forKey: .likes)
    try container.encode(comments, forKey: .comments)
    try container.encode(reposts, forKey: .reposts)
    try container.encode(quotes, forKey: .quotes)
    try container.encode(views, forKey: .views)
    try container.encode(repost, forKey: .repost)
    try container.encode(quote, forKey: .quote)
    try container.encode(replyTo, forKey: .replyTo)
    try container.encode(edited, forKey: .edited)
    try container.encode(pinned, forKey: .pinned)
    try container.encode(ad, forKey: .ad)
    try container.encodeIfPresent(event, forKey: .event)
  }
}
