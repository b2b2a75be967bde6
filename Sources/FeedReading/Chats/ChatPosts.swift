import Basics
import Foundation

/// A chat as entries of a feed: its messages with what they reply to, and the separators between them. A pure value.
package struct ChatPosts: Sendable {
  package struct Options: Hashable, Sendable {
    /// The name or id of the conversation's owner; nil if it must be derived from the chat.
    package var owner: String?
    /// Seconds since 1970; earlier entries are skipped.
    package var since: Int?
    /// Seconds since 1970; entries at or after this are skipped.
    package var until: Int?
    /// The id of the first unread message; nil marks none.
    package var unread: String?
    /// The time zone of day boundaries.
    package var timeZone: TimeZone

    package init(
      owner: String? = nil, since: Int? = nil, until: Int? = nil, unread: String? = nil, timeZone: TimeZone = .gmt
    ) {
      self.owner = owner
      self.since = since
      self.until = until
      self.unread = unread
      self.timeZone = timeZone
    }
  }

  package private(set) var posts: [Post] = []
  /// The author of outgoing messages; nil if unknown.
  package let owner: ChatEntry.Author?
  /// The number of entries skipped because of their date.
  package let leftOut: Int
  private let options: Options
  private let service: ChatService
  private let isGroup: Bool
  /// By the authors' keys.
  private let colours: [String: Int]
  /// By the source's ids: the first entry with each.
  private var answered: [String: Post.Message.RepliedMessage] = [:]
  /// The source's ids of the events that open a topic: every message of the topic replies at least to its event.
  private var topics: Set<String> = []
  /// The topic of the last message.
  private var topic: String?
  private var day: Int?
  private var days: [Int: Int] = [:]
  private var ids: [String: Int] = [:]

  package init(_ chat: Chat, options: Options = Options()) {
    self.options = options
    service = chat.service
    let authors = Self.authors(of: chat)
    owner = Self.owner(of: chat, among: authors, named: options.owner)
    colours = Self.colours(of: authors)
    isGroup = owner == nil || authors.count > 2
    let shown = Self.shown(chat.entries, options)
    leftOut = chat.entries.count - shown.count
    let entries = ChatAlbums.joined(shown, of: chat.service)
    // A message may be replied to before it occurs, if an export is out of order; a reply to a photo of an album refers
    // to the album.
    let wanted = Set(entries.compactMap { Self.answeredID(of: $0.entry) })
    var own: [String] = []
    for entry in entries {
      let id = postID(of: entry.entry)
      own.append(id)
      for name in [entry.entry.id] + entry.joined where wanted.contains(name) && answered[name] == nil {
        answered[name] = answered(entry.entry, as: id)
      }
    }
    topics = Set(shown.filter { $0.kind.isTopic }.map(\.id))
    for (entry, id) in zip(entries, own) { add(entry.entry, as: id) }
  }

  /// All authors of messages, in order of their first message.
  package static func authors(of chat: Chat) -> [ChatEntry.Author] {
    var seen: Set<String> = []
    return chat.entries.compactMap { entry in
      guard entry.kind == .message, let author = entry.author, seen.insert(author.key).inserted else { return nil }
      return author
    }
  }

  /// The requested owner; or else the person who exported the chat, if known; or else, in a chat of two named after one
  /// of them, the other.
  private static func owner(
    of chat: Chat, among authors: [ChatEntry.Author], named name: String?
  ) -> ChatEntry.Author? {
    if let name {
      return authors.first { $0.id == name || $0.name == name }
        ?? authors.first { $0.name.compare(name, options: [.caseInsensitive]) == .orderedSame }
    }
    if let known = chat.owner {
      return authors.first { $0.id == known || $0.name == known }
    }
    let name = chat.name ?? chat.title
    guard authors.count == 2, let other = authors.firstIndex(where: { $0.name == name }) else { return nil }
    return authors[1 - other]
  }

  /// Derives colors from names, so that a person has the same color in every export; if a color is taken, the later
  /// person gets the next free one.
  private static func colours(of authors: [ChatEntry.Author]) -> [String: Int] {
    let count = Post.Message.colourCount
    var colours: [String: Int] = [:]
    var taken: Set<Int> = []
    for author in authors {
      var colour = Int(FNV1a64(of: author.key).value % UInt64(count))
      if taken.count < count { while taken.contains(colour) { colour = (colour + 1) % count } }
      taken.insert(colour)
      colours[author.key] = colour
    }
    return colours
  }

  private func colour(of author: ChatEntry.Author?) -> Int { author.flatMap { colours[$0.key] } ?? 0 }

  private static func shown(_ entries: [ChatEntry], _ options: Options) -> [ChatEntry] {
    guard options.since != nil || options.until != nil else { return entries }
    // Entries without a date belong to the entry before them.
    var isWithin = options.since == nil
    return entries.filter { entry in
      if let seconds = entry.date?.seconds {
        isWithin = seconds >= options.since ?? .min && seconds < options.until ?? .max
      }
      return isWithin
    }
  }

  private mutating func add(_ entry: ChatEntry, as id: String) {
    if let date = entry.date {
      let day = date.dayNumber(in: options.timeZone)
      if day != self.day { add(day: day) }
    }
    if let unread = options.unread, entry.id == unread {
      posts.append(
        Post(id: "unread", kind: .separator(.unread), author: Author(id: "", name: ""), date: entry.date?.seconds))
    }
    posts.append(post(withoutRepeatedTopic(entry), as: id))
  }

  /// The entry without its reply to a topic, unless the message before is of another topic.
  private mutating func withoutRepeatedTopic(_ entry: ChatEntry) -> ChatEntry {
    guard entry.kind == .message, let target = entry.replyTo, topics.contains(target) else { return entry }
    defer { topic = target }
    guard topic == target else { return entry }
    var entry = entry
    entry.replyTo = nil
    return entry
  }

  /// A day may occur again if an export is out of order.
  private mutating func add(day number: Int) {
    day = number
    days[number, default: 0] += 1
    let date = CivilDate(dayNumber: number)
    let name = "day-\(date.year)-\(Self.twoDigits(date.month))-\(Self.twoDigits(date.day))"
    let count = days[number] ?? 1
    posts.append(
      Post(
        id: count == 1 ? name : "\(name)-\(count)", kind: .separator(.day(number)),
        author: Author(id: "", name: "")))
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func post(_ entry: ChatEntry, as id: String) -> Post {
    let form: Post.Message.Form =
      switch entry.kind {
      case .service(let kind, _): .notice(kind)
      case .message: entry.isUndecryptable ? .undecryptable : entry.isDeleted ? .deleted : .words
      }
    var message = Post.Message(
      form, isOutgoing: owner.map { entry.author?.key == $0.key } ?? false, isInGroup: isGroup,
      colour: colour(of: entry.author), answered: answer(of: entry), forward: entry.forward, reactions: entry.reactions,
      isUTC: entry.date?.isUTC ?? true)
    message.detail = entry.detail
    let words = words(of: entry)
    var post = Post(
      id: id, kind: .message(message),
      author: Author(
        id: entry.author?.key ?? "", name: entry.author?.name ?? "", state: entry.author == nil ? .deleted : .active),
      date: entry.date?.seconds, text: words.string, facets: words.facets,
      attachments: entry.shownMedia.map(Attachment.init), flags: entry.isEdited ? .edited : [])
    post.earlier = entry.earlier
    if entry.isCovered { post.flags.insert(.sensitive) }
    if entry.isRemoved { post.flags.insert(.removed) }
    return post
  }

  /// The text with its links, and the message's other texts as quotations below it.
  private func words(of entry: ChatEntry) -> FacetedText {
    let quoted = hasTarget(entry) ? nil : entry.quoted
    return ([quoted].compactMap { $0 } + entry.passages).reduce(ownWords(of: entry)) { $0.quoting($1) }
  }

  /// The text, with detected links if the export doesn't mark them.
  private func ownWords(of entry: ChatEntry) -> FacetedText {
    if let drawn = entry.drawn { return drawn }
    if service.repeatsPolls, entry.media.contains(where: { !$0.answers.isEmpty }) { return FacetedText("") }
    if !entry.media.isEmpty, service.tellsOfFile(entry.text, entry.author?.name ?? "") { return FacetedText("") }
    guard entry.facets.isEmpty, !service.marksLinks else { return FacetedText(entry.text, facets: entry.facets) }
    var words = FacetedText(scanning: entry.text)
    words.facets.removeAll { $0.kind != .link }
    return words
  }

  /// Nil if the entry replies to nothing, or to itself.
  private func answer(of entry: ChatEntry) -> Post.Message.RepliedMessage? {
    guard let id = Self.answeredID(of: entry), id != entry.id, entry.quoted == nil || hasTarget(entry) else {
      return nil
    }
    return answered[id] ?? Post.Message.RepliedMessage()
  }

  /// Whether the chat has the message that the entry replies to.
  private func hasTarget(_ entry: ChatEntry) -> Bool { Self.answeredID(of: entry).map { answered[$0] != nil } ?? false }

  /// The source's id of the message that is replied to, or that a service entry is about.
  private static func answeredID(of entry: ChatEntry) -> String? {
    switch entry.kind {
    case .message: entry.replyTo
    case .service: entry.target
    }
  }

  private func answered(_ entry: ChatEntry, as id: String) -> Post.Message.RepliedMessage {
    var answered = Post.Message.RepliedMessage(
      post: id, author: entry.author, colour: colour(of: entry.author), opening: Self.opening(of: entry.opening),
      medium: entry.media.first?.kind)
    if case .service(let kind, _) = entry.kind { answered.event = kind }
    return answered
  }

  /// The maximum number of characters of a quoted message; a line has room for fewer.
  private static let openingLimit = 120

  private static func opening(of text: String) -> String {
    // Only the beginning of a long text is processed.
    String(text.prefix(openingLimit * 4)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .prefix(openingLimit).description
  }

  /// Ids name folders: an id with special characters is replaced by its digest, and a repeated one gets a number.
  private mutating func postID(of entry: ChatEntry) -> String {
    let isPlain =
      !entry.id.isEmpty && entry.id.utf8.count <= 64
      && entry.id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    var digest = FNV1a64()
    digest.append(entry.id)
    let id = "message-\(isPlain ? entry.id : digest.hex)"
    // Some file systems treat `A` and `a` as the same name.
    let count = ids[id.lowercased(), default: 0] + 1
    ids[id.lowercased()] = count
    return count == 1 ? id : "\(id)-\(count)"
  }
}

extension ChatEntry {
  /// The media that are drawn: a preview whose texts are among the passages needs no row if it leads nowhere.
  fileprivate var shownMedia: [ChatMedium] {
    media.filter { medium in
      passages.isEmpty || medium.kind != .embed || medium.title != nil || medium.address != nil
        || medium.thumbnail != nil
    }
  }

  /// The text by which a reply refers to it.
  fileprivate var opening: String {
    if kind.isTopic, let detail { return detail }
    let own = drawn?.string ?? text
    return own.isEmpty ? passages.first?.string ?? "" : own
  }
}

extension ChatEntry.Kind {
  fileprivate var isTopic: Bool { if case .service(.topicCreated, _) = self { true } else { false } }
}

extension FacetedText {
  /// The text with a passage below it as a quotation.
  fileprivate func quoting(_ passage: FacetedText) -> FacetedText {
    guard !passage.string.isEmpty else { return self }
    var whole = self
    if !whole.string.isEmpty { whole.string += "\n\n" }
    let start = whole.string.utf8.count
    whole.string += passage.string
    whole.facets.append(Facet(range: start..<whole.string.utf8.count, kind: .quote))
    whole.facets += passage.facets.map {
      $0.moved(to: $0.range.lowerBound + start..<$0.range.upperBound + start)
    }
    return whole
  }
}

extension ChatEntry.Author {
  /// Identifies a person.
  package var key: String { id ?? name }
}

extension ChatDate {
  /// Seconds since 1970, rounded down; a local time without a zone counts as UTC.
  package var seconds: Int { Int((Double(milliseconds) / 1000).rounded(.down)) }

  /// Days since 1970 by the calendar in `zone`; for a local time without a zone, by its own date.
  func dayNumber(in zone: TimeZone) -> Int {
    let offset = isUTC ? zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) : 0
    return CivilMoment(localSeconds: seconds + offset).dayNumber
  }
}
