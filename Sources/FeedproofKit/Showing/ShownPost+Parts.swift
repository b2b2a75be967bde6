import Diagnostics
import FeedIngest

extension ShownPost {
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

  struct ShownMedia: Encodable {
    var kind: String
    var url: String?
    var width: Int?
    var height: Int?
    var alt: String?

    private enum Key: CodingKey { case kind, url, width, height, alt }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(url, forKey: .url)
      try container.encode(width, forKey: .width)
      try container.encode(height, forKey: .height)
      try container.encode(alt, forKey: .alt)
    }
  }

  struct ShownCard: Encodable {
    var url: String
    var title: String
  }
}

extension ShownPost.ShownMedia {
  /// Nil of what is no file to be seen, heard or opened.
  init?(_ attachment: Attachment) {
    switch attachment {
    case .photo(let photo):
      let shown = ShownPost.ShownPhoto(photo)
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
        kind: kind, url: item.file?.url ?? item.url, width: item.file?.width, height: item.file?.height,
        alt: item.file?.description)
    }
  }
}

extension ShownPost.ShownCard {
  /// Nil of anything but a link.
  init?(_ attachment: Attachment) {
    guard case .item(let item) = attachment, let url = item.content.page else { return nil }
    self.init(url: url, title: item.title)
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
