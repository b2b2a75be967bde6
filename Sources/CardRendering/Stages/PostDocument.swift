import Basics
import Diagnostics
import FeedReading
import Files

/// A property that is encoded as null if it has no value, instead of being omitted.
@propertyWrapper
struct NullEncoded<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A post as printed by `show --stage post --json`. Counters that the feed doesn't provide are null.
struct PostDocument: Encodable {
  /// A reference to a nested post, since a struct can't contain itself.
  final class NestedPost: Encodable {
    let post: PostDocument
    init(_ post: PostDocument) { self.post = post }
    func encode(to encoder: any Encoder) throws { try post.encode(to: encoder) }
  }

  var id: String
  @NullEncoded var service: String?
  /// The address of the post's page.
  @NullEncoded var url: String?
  var author: String
  @NullEncoded var handle: String?
  @NullEncoded var date: String?
  var kind: String
  var text: String
  @NullEncoded var warning: String?
  var sensitive: Bool
  /// Media files in order. Link cards and video posters are not included.
  var media: [MediaDocument]
  var photos: [PhotoDocument]
  var attachments: [String]
  /// The first poll if the post has several.
  @NullEncoded var poll: PollDocument?
  @NullEncoded var card: ShownCard?
  @NullEncoded var likes: Int?
  @NullEncoded var comments: Int?
  @NullEncoded var reposts: Int?
  @NullEncoded var quotes: Int?
  @NullEncoded var views: Int?
  @NullEncoded var repost: NestedPost? = nil
  /// Nil also if the quoted post can't be shown.
  @NullEncoded var quote: NestedPost?
  /// The id of the post that this one replies to, else its address, else the author's name.
  @NullEncoded var replyTo: String?
  var edited: Bool
  var pinned: Bool
  var ad: Bool
  /// Nil, and omitted, for posts without an event.
  var event: EventDocument?
  /// Nil, and omitted, for anything but the project's own data.
  var record: RecordDocument?

  /// Nests the chain of reposts: each repost contains the one it reposts. Built from the end, without recursion.
  init(_ post: Post, service: Service? = nil) {
    let service = post.service ?? service
    self.init(alone: post, service: service)
    for repost in post.reposts.reversed() {
      var shown = PostDocument(alone: repost, service: service)
      shown.repost = self.repost
      self.repost = NestedPost(shown)
    }
  }

  private init(alone post: Post, service: Service?) {
    id = post.id
    self.service = (post.service ?? service)?.rawValue
    url = post.permalink?.text
    author = post.author.recordedName
    handle = post.author.handle
    date = post.date.map(ISO8601Moment.utc)
    kind = post.kind.name
    text = post.text
    warning = post.contentWarning
    sensitive = post.flags.contains(.sensitive)
    (event, record) = (EventDocument(post), RecordDocument(post))
    media = post.attachments.compactMap(MediaDocument.init)
    photos = (post.attachments.compactMap(\.photo) + [post.kind.cover].compactMap { $0 }).map(PhotoDocument.init)
    attachments = post.attachments.map(\.type)
    poll = post.attachments.lazy.compactMap(PollDocument.init).first
    card = post.attachments.lazy.compactMap(ShownCard.init).first
    likes = post.counters.value(of: .likes)
    comments = post.counters.value(of: .comments)
    reposts = post.counters.value(of: .reposts)
    quotes = post.counters.value(of: .quotes)
    views = post.counters.value(of: .views)
    // Recursion is safe: readers limit the depth of quotes.
    quote = post.quote?.post.map { NestedPost(PostDocument($0, service: post.service ?? service)) }
    replyTo = post.reply.flatMap { $0.id ?? $0.url?.text ?? $0.name }
    edited = post.flags.contains(.edited)
    pinned = post.flags.contains(.pinned)
    ad = post.flags.contains(.ad)
  }
}

extension PostDocument {
  struct PhotoDocument: Encodable {
    @NullEncoded var url: String?
    @NullEncoded var width: Int?
    @NullEncoded var height: Int?
  }

  struct PollDocument: Encodable {
    struct Option: Encodable {
      var title: String
      @NullEncoded var votes: Int?
    }

    var question: String
    var options: [Option]
    @NullEncoded var votes: Int?
    var closed: Bool
  }

  struct MediaDocument: Encodable {
    var kind: String
    @NullEncoded var url: String?
    @NullEncoded var width: Int?
    @NullEncoded var height: Int?
    @NullEncoded var alt: String?
  }

  struct ShownCard: Encodable {
    var url: String
    var title: String
  }
}

extension PostDocument.MediaDocument {
  /// Returns nil for attachments without a media file.
  init?(_ attachment: Attachment) {
    switch attachment {
    case .photo(let photo):
      let shown = PostDocument.PhotoDocument(photo)
      self.init(kind: "photo", url: shown.url, width: shown.width, height: shown.height, alt: photo.description)
    case .item(let item):
      let kind: String
      switch item.content {
      case .video, .videoNote: kind = "video"
      case .animation: kind = "animation"
      case .audio, .voice, .podcast: kind = "audio"
      case .document: kind = "file"
      default: return nil
      }
      self.init(
        kind: kind, url: item.file?.url ?? item.url?.text, width: item.file?.width, height: item.file?.height,
        alt: item.file?.description)
    }
  }
}

extension PostDocument.ShownCard {
  /// Returns nil for attachments other than links.
  init?(_ attachment: Attachment) {
    guard case .item(let item) = attachment, let url = item.content.page else { return nil }
    self.init(url: url.text, title: item.title)
  }
}

extension PostDocument.PhotoDocument {
  /// Uses the photo's largest size.
  init(_ photo: Photo) {
    let largest = photo.sources.max { left, right in
      (left.width ?? 0) * (left.height ?? 0) < (right.width ?? 0) * (right.height ?? 0)
    }
    self.init(
      url: largest?.url, width: largest?.width ?? photo.width, height: largest?.height ?? photo.height)
  }
}

extension PostDocument.PollDocument {
  /// Returns nil for attachments other than polls.
  init?(_ attachment: Attachment) {
    guard case .item(let item) = attachment, case .poll(let poll) = item.content else { return nil }
    self.init(
      question: item.title, options: poll.answers.map { Option(title: $0.text, votes: $0.votes) }, votes: poll.votes,
      closed: poll.isClosed)
  }
}

/// The output of `show --stage post --json`.
struct PostsDocument: Encodable {
  var posts: [PostDocument]
  @NullEncoded var nextFrom: String?
  var diagnostics: [Diagnostic]
}

/// The fields that `show --stage post --json` adds to a post that announces an event.
struct EventDocument: Encodable {
  var title: String
  /// ISO 8601 without a time zone: `2018-11-24`, `2018-11-24T19:00`. Null if the feed has no date.
  @NullEncoded var start: String?
  @NullEncoded var end: String?
  var recommended: Bool
  var giftCertificate: Bool

  /// Returns nil if the post has no event.
  init?(_ post: Post) {
    guard case .event(let event) = post.kind else { return nil }
    title = event.title
    start = event.dates?.start.iso
    end = event.dates?.end?.iso
    recommended = event.isRecommended
    giftCertificate = event.hasGiftCertificate
  }
}

extension Post.Kind {
  /// The cover of an event.
  fileprivate var cover: Photo? { if case .event(let event) = self { event.cover } else { nil } }
}

extension EventDates.Moment {
  var iso: String {
    let day = [padded(year, 4), padded(month, 2), padded(self.day, 2)].joined(separator: "-")
    return time.map { "\(day)T\(padded($0.hour, 2)):\(padded($0.minute, 2))" } ?? day
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
