import Drawing
import FeedIngest

/// Makes the view models of a feed's entries: formats strings, decides what is shown how. A pure value: the same entry
/// gives the same card wherever and whenever.
package struct CardBuilder: Sendable {
  let rules: PostCardRules
  let strings: Strings
  let clock: CardClock
  let highlighter: QueryHighlighter?
  let hasPicture: @Sendable (String) -> Bool
  let namesServices: Bool

  /// Bytes of UTF-8 that a post's text may have; a card shows no more.
  package static let textLimit = CleanText.blockLimit

  /// - Parameters:
  ///   - highlight: A search query whose words are marked in texts; nil marks nothing.
  ///   - namesServices: Whether cards say which service a post is from.
  ///   - hasPicture: Whether there is a picture at an address, for words that pictures stand in for.
  package init(
    rules: PostCardRules, strings: Strings, clock: CardClock, highlight: String? = nil, namesServices: Bool = false,
    hasPicture: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.namesServices = namesServices
    self.hasPicture = hasPicture
    self.rules = rules
    self.strings = strings
    self.clock = clock
    highlighter = highlight.map(QueryHighlighter.init(query:))
  }

  package func card(for post: Post) -> PostCard {
    if var inner = Self.boosted(by: post) {
      inner.service = post.service
      var card = ownCard(for: inner)
      card.id = post.id
      card.boost = boostLine(of: post, passingOn: inner)
      return card
    }
    return ownCard(for: post)
  }

  private func ownCard(for post: Post) -> PostCard {
    var (kind, content) = content(of: post)
    var counters = counters(of: post)
    if case .system(let systemKind, let type) = post.kind {
      content.rows.insert(systemRow(of: systemKind, type: type, people: post.people), at: 0)
      kind = .system
      counters = []
    }
    let header = header(of: post)
    // That a channel was created is told with its name, which stands above.
    if kind == .system, content.body?.text.string == header.name.string { content.body = nil }
    var card = PostCard(
      id: post.id, kind: kind, header: header, content: content, quotes: quotes(of: post),
      reposts: reposts(of: post), counters: counters, reply: replyLine(of: post))
    card.summary = summary(of: card)
    card.service = post.service
    return card
  }

  /// What a post says and carries, and how a card of it looks by that.
  private func content(of post: Post) -> (kind: PostCard.Kind, content: PostCard.Content) {
    let media = media(of: post)
    let content = PostCard.Content(
      body: body(of: post), photo: media.photo, carousel: media.carousel, videos: media.videos, polls: polls(of: post),
      links: links(of: post), rows: rows(of: post, beside: media), warning: warning(of: post),
      veil: veil(of: post, media: media))
    return (media.kind, content)
  }

  /// What stands under the last of `count` cards.
  package func footer(count: Int, areEvents: Bool = false) -> FeedFooter {
    FeedFooter(count: strings.counted(count, areEvents ? strings.events.count : strings.post.count))
  }

  /// The screen's header; `query` is what the feed was searched for, if it was.
  package func screenHeader(query: String? = nil, viewerAvatar: Photo? = nil) -> ScreenHeader {
    let query = CleanText.line(query ?? "")
    return ScreenHeader(
      search: RichText(query.isEmpty ? strings.screen.search : query), avatar: viewerAvatar.map { Self.image($0) })
  }

  // MARK: - Parts

  func header(of post: Post) -> PostCard.Header {
    let name = name(of: post.author)
    let notes = [
      strings.date(post.date, by: clock),
      post.flags.contains(.edited) ? strings.post.edited : "",
      post.flags.contains(.ad) ? strings.post.advertisement : "",
      post.flags.contains(.pinned) ? strings.post.pinned : "",
      namesServices ? post.service.map { strings.post.from.filled([.name: $0.name]) } ?? "" : "",
    ]
    return PostCard.Header(
      name: name, date: Self.joined(notes),
      avatar: post.author.avatar.map {
        Self.image($0, description: strings.accessibility.avatarOf.filled([.name: name.string]))
      },
      initials: Initials.of(Self.words(of: post.author)), isPinned: post.flags.contains(.pinned),
      handle: handle(of: post.author))
  }

  func name(of author: Author) -> RichText {
    guard !author.nameEmoji.isEmpty, author.shownName == author.name else {
      return RichText(CleanText.line(author.shownName))
    }
    return line(author.name, emoji: author.nameEmoji)
  }

  /// Words in one line, with the pictures that stand for some of them.
  func line(_ text: String, emoji: [Facet]) -> RichText {
    guard !emoji.isEmpty else { return RichText(CleanText.line(text)) }
    let line = RichText(block: text, facets: emoji, hasPicture: hasPicture)
    // A line end is a byte, and so is a space.
    return RichText(String(line.string.map { $0.isNewline ? " " : $0 }), spans: line.spans)
  }

  /// What of a name is no picture's.
  private static func words(of author: Author) -> String {
    guard !author.nameEmoji.isEmpty, author.shownName == author.name else { return author.shownName }
    var bytes = Array(author.name.utf8)
    for emoji in author.nameEmoji.reversed() where emoji.range.upperBound <= bytes.count {
      bytes.removeSubrange(emoji.range)
    }
    let words = String(decoding: bytes, as: UTF8.self)
    return Initials.of(words) == nil ? author.shownName : words
  }

  /// Nil where the name says as much.
  private func handle(of author: Author) -> String? {
    let handle = CleanText.line(author.handle ?? "")
    // A name that is only the handle says it already.
    guard author.isKnownByHandle, !handle.isEmpty, ![author.handle, "@\(handle)"].contains(author.shownName) else {
      return nil
    }
    return "@\(handle)"
  }

  private func body(of post: Post) -> PostCard.Body? {
    guard let text = text(of: post) else { return nil }
    return PostCard.Body(
      text: text, collapsesAbove: rules.collapsesAbove, collapsedLines: rules.collapsedLines,
      showMore: strings.post.showMore)
  }

  /// The post in one line: its text, else what it reposts, else what it carries. Nil where there is nothing at all.
  private func summary(of card: PostCard) -> RichText? {
    if let warning = card.warning { return warning.text }
    // Line ends are a byte each, and so are spaces: what is coloured stays where it is.
    let text = [card.body?.text, card.reposts.lazy.compactMap(\.body?.text).first].compactMap { $0 }.first.map {
      RichText(String($0.string.map { $0.isNewline ? " " : $0 }), spans: $0.spans)
    }
    let hasPhoto = card.photo != nil || card.carousel != nil
    let video = card.videos.first.map { $0.title ?? RichText(strings.attachments.video) }
    let poll = card.polls.first.map { $0.question ?? RichText($0.note) }
    let link = card.links.first?.title
    let quote = card.quotes.first.flatMap { $0.text ?? $0.absence.map { RichText($0) } }
    return text ?? video ?? poll ?? link ?? quote ?? card.rows.first?.title
      ?? (hasPhoto ? RichText(strings.accessibility.photo) : nil)
  }

  /// Nil where there is nothing to read.
  func text(of post: Post) -> RichText? {
    let text = RichText(block: post.text, facets: post.facets, hasPicture: hasPicture)
    guard !text.isEmpty else { return nil }
    return highlighter?.highlighting(text) ?? text
  }

  /// Each one steps in from the one that reposts it, as far as the design has steps.
  private func reposts(of post: Post) -> [PostCard.Repost] {
    Self.chain(of: post).enumerated().map { index, repost in
      PostCard.Repost(
        header: header(of: repost), steps: min(index, rules.repostSteps), content: content(of: repost).content,
        target: repost.permalink.flatMap(LinkTarget.url))
    }
  }

  /// Reposts nearest first, whether the feed lists or nests them. Without recursion: a feed decides how deep.
  private static func chain(of post: Post) -> [Post] {
    var chain: [Post] = []
    var waiting = Array(post.reposts.reversed())
    while let next = waiting.popLast() {
      chain.append(next)
      waiting += next.reposts.reversed()
    }
    return chain
  }

  /// "Видео · 3:05": what there is, between middle dots.
  static func joined(_ parts: [String?]) -> String {
    var said: [String] = []
    // A feed may say the same twice (a product's price and its caption); a row says it once.
    for part in parts.compactMap({ $0 }) where !part.isEmpty && !said.contains(part) { said.append(part) }
    return said.joined(separator: " · ")
  }
}
