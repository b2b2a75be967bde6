import Basics
import Drawing
import FeedReading
import Foundation

/// Builds the view models of a feed's entries.
package protocol FeedCardBuilding: Sendable {
  /// - Parameter neighbours: The entries before and after. Anything derived from them is part of the card and therefore
  ///   of its cache key; a builder that ignores them pays nothing.
  func feedCard(for post: Post, beside neighbours: Neighbors) -> FeedCard
}

/// Builds view models of a feed's entries: formats strings and decides how each part is shown. A pure value: the same
/// entry always gives the same card.
package struct CardBuilder: Sendable {
  var rules: PostCardRules
  /// Rules of services that have their own skin.
  private var serviceRules: [Service: PostCardRules]
  let strings: Strings
  let clock: CardClock
  /// The request's options; times and dates are formatted by the clock.
  let request: CardRequest
  let highlighter: QueryHighlighter?
  let hasPicture: @Sendable (String) -> Bool
  let hasPreview: @Sendable (String) -> Bool
  let aspectOfFile: @Sendable (String) -> Double?
  let namesServices: Bool

  /// The maximum length of a post's text, in UTF-8 bytes; a card shows no more.
  package static let textLimit = CleanText.blockLimit

  /// - Parameters:
  ///   - serviceRules: Rules of services that have their own skin.
  ///   - namesServices: Whether cards name the service that a post is from.
  ///   - hasPicture: Whether an image exists at an address, for words that images replace.
  ///   - hasPreview: Whether the preview image of a linked page exists; a missing one gets no space.
  ///   - aspectOfFile: Width ÷ height of the image at an address, for custom data that doesn't give it; nil if the
  ///     image is missing.
  package init(
    rules: PostCardRules, ofServices serviceRules: [Service: PostCardRules] = [:], strings: Strings, clock: CardClock,
    request: CardRequest = CardRequest(), namesServices: Bool = false,
    hasPicture: @escaping @Sendable (String) -> Bool = { _ in false },
    hasPreview: @escaping @Sendable (String) -> Bool = { _ in true },
    aspectOfFile: @escaping @Sendable (String) -> Double? = { _ in nil }
  ) {
    self.namesServices = namesServices
    (self.hasPicture, self.hasPreview, self.aspectOfFile) = (hasPicture, hasPreview, aspectOfFile)
    (self.rules, self.serviceRules) = (rules, serviceRules)
    self.strings = strings
    self.clock = clock
    self.request = request
    highlighter = request.highlight.map(QueryHighlighter.init(query:))
  }
}

/// Each kind of entry has its own card.
extension CardBuilder: FeedCardBuilding {
  /// A message's look depends on its neighbors; a post's only if the design separates days.
  package func feedCard(for post: Post, beside neighbours: Neighbors = .none) -> FeedCard {
    if let rules = post.service.flatMap({ serviceRules[$0] }) {
      var builder = self
      (builder.rules, builder.serviceRules) = (rules, [:])
      return builder.feedCard(for: post, beside: neighbours)
    }
    switch post.kind {
    case .event(let event): return .event(eventCard(for: event, of: post))
    case .message(let message):
      if case .notice(let kind) = message.form { return .notice(noticeCard(for: post, message, of: kind)) }
      return .message(messageCard(for: post, message, beside: neighbours))
    case .separator(let separator): return .notice(noticeCard(for: post, separator))
    case .record(let record): return .record(recordCard(for: record, of: post))
    case .post, .photos, .system: return .post(card(for: post, after: neighbours.previous))
    }
  }

  /// The footer below the last of `count` cards.
  package func footer(count: Int, areEvents: Bool = false) -> FeedFooter {
    FeedFooter(count: strings.counted(count, areEvents ? strings.events.count : strings.post.count))
  }

  /// - Parameter draft: The text typed so far; may have several lines.
  package func composer(draft: String = "") -> Composer {
    draft.isEmpty ? Composer(placeholder: strings.screen.message) : Composer(draft: draft)
  }

  /// The screen's header, with the search query if there is one.
  package var screenHeader: ScreenHeader {
    let query = CleanText.line(request.highlight ?? "")
    return ScreenHeader(
      search: RichText(query.isEmpty ? strings.screen.search : query),
      avatar: request.viewer.map { ImageReference(candidates: [.init(url: $0)]) })
  }
}

// MARK: Events

extension CardBuilder {
  private func eventCard(for event: Event, of post: Post) -> EventCard {
    let title = RichText(CleanText.line(event.title))
    return EventCard(
      id: post.id, title: highlighter?.highlighting(title) ?? title, dates: event.dates.map(dates),
      cover: event.cover.map { Self.image($0) }, description: description(of: post),
      recommended: event.isRecommended ? strings.events.recommended : nil,
      giftCertificate: event.hasGiftCertificate ? strings.events.giftCertificate : nil)
  }

  /// The content warning comes first: an event has only one state.
  private func description(of post: Post) -> RichText? {
    guard let warning = warning(of: post)?.text.string else { return text(of: post) }
    return text(of: post)?.below(warning) ?? RichText(warning)
  }

  private func dates(_ dates: EventDates) -> EventCard.Dates {
    EventCard.Dates(days: strings.days(of: dates, by: clock), time: strings.time(of: dates))
  }
}

// MARK: Parts shared by several kinds of cards

extension CardBuilder {
  func name(of author: Author) -> RichText {
    guard !author.nameEmoji.isEmpty, author.shownName == author.name else {
      return RichText(CleanText.line(strings.name(of: author)))
    }
    return line(author.name, emoji: author.nameEmoji)
  }

  /// A single line of text with its inline emoji images.
  func line(_ text: String, emoji: [Facet]) -> RichText {
    guard !emoji.isEmpty else { return RichText(CleanText.line(text)) }
    return RichText(block: text, facets: emoji, hasPicture: hasPicture).onOneLine
  }

  /// Returns nil if there is no text.
  func text(of post: Post) -> RichText? {
    var text = RichText(block: post.text, facets: post.facets, hasPicture: hasPicture)
    if rules.hidesAnsweredNames, post.reply != nil { text = text.withoutLeadingMentions }
    if rules.hidesSchemes { text = text.withoutSchemes }
    guard !text.isEmpty else { return nil }
    return highlighter?.highlighting(text) ?? text
  }

  func warning(of post: Post) -> PostCard.Warning? {
    let text = line(post.contentWarning ?? "", emoji: post.warningEmoji)
    return text.isEmpty ? nil : PostCard.Warning(text: text, show: strings.post.show)
  }

  /// "Видео · 3:05": the non-empty parts, joined by middle dots. A part in the other writing direction is isolated, so
  /// that the order is kept.
  package func joined(_ parts: [String?]) -> String {
    var said: [String] = []
    // A feed may give the same fact twice (a product's price and its caption); a row shows it once.
    for part in parts.compactMap({ $0 }) where !part.isEmpty && !said.contains(part) { said.append(part) }
    return (said.count > 1 ? said.map { $0.isolated(in: strings.direction) } : said).joined(separator: " · ")
  }

  /// - Parameter description: The alternative text if the feed gives none.
  static func image(_ photo: Photo, description: String? = nil) -> ImageReference {
    let own = CleanText.line(photo.description ?? "")
    return ImageReference(
      candidates: photo.sources.map {
        ImageReference.Candidate(url: $0.url, width: $0.width, height: $0.height)
      },
      description: own.isEmpty ? description : own,
      focus: photo.focus.map { Point(x: ($0.x + 1) / 2, y: (1 - $0.y) / 2) })
  }
}

extension RichText {
  /// The text on one line. A line break and a space are one byte each, so spans keep their offsets; paragraph styles
  /// are dropped.
  package var onOneLine: RichText {
    RichText(
      String(String.UnicodeScalarView(string.unicodeScalars.map(\.withoutLineEnd))),
      spans: spans.filter { $0.role != .quote && $0.role != .mark })
  }
}

extension RichText {
  /// Splits off the leading title; the title is nil if no text follows it.
  func divided(after title: String) -> (title: RichText?, text: RichText) {
    guard !title.isEmpty, string.hasPrefix(title + "\n") else { return (nil, self) }
    let end = title.utf8.count
    let rest = string.utf8.dropFirst(end).drop { $0 == UInt8(ascii: "\n") }
    let start = string.utf8.count - rest.count
    guard !rest.isEmpty else { return (nil, self) }
    return (
      RichText(title, spans: spans.filter { $0.range.upperBound <= end }),
      RichText(
        String(decoding: rest, as: UTF8.self),
        spans: spans.filter { $0.range.lowerBound >= start }.map { $0.moved(by: -start) })
    )
  }
}

extension RichText {
  /// Puts a paragraph above the text.
  func below(_ paragraph: String, spans above: [RichText.Span] = []) -> RichText {
    let prefix = paragraph + "\n\n"
    return RichText(prefix + string, spans: above + spans.map { $0.moved(by: prefix.utf8.count) })
  }
}

extension PostCard.Body {
  /// The title and the text below it.
  var whole: RichText { title.map { text.below($0.string, spans: $0.spans) } ?? text }
}

extension RichText.Span {
  func moved(by offset: Int) -> RichText.Span {
    moved(to: range.lowerBound + offset..<range.upperBound + offset)
  }
}

extension Unicode.Scalar {
  fileprivate var withoutLineEnd: Unicode.Scalar {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: " "
    default: self
    }
  }
}

// MARK: - Post

/// Posts and feed items that are not posts.
extension CardBuilder {
  /// - Parameter previous: The entry above the post in the feed; nil if the post is the first.
  package func card(for post: Post, after previous: Post? = nil) -> PostCard {
    var card: PostCard
    if var inner = Self.boosted(by: post) {
      inner.service = post.service
      // For a forwarded post, some feeds only know when it was forwarded.
      inner.date = inner.date ?? post.date
      card = ownCard(for: inner)
      card.id = post.id
      card.boost = boostLine(of: post, passingOn: inner)
    } else {
      card = ownCard(for: post)
    }
    card.day = day(of: post, after: previous)
    return card
  }

  /// The day, if the design separates days and the post is the first of its day.
  private func day(of post: Post, after previous: Post?) -> String? {
    guard rules.separatesDays, let date = post.date else { return nil }
    let day = clock.day(of: date)
    if let earlier = previous?.date, clock.day(of: earlier) == day { return nil }
    return strings.day(day, by: clock)
  }

  private func ownCard(for post: Post) -> PostCard {
    var (kind, content) = content(of: post)
    // Unnamed reactions (custom images) can only be counted.
    let reactions = post.reactions.contains { $0.symbol.hasPrefix(":") } ? [] : merged(post.reactions)
    var counters = counters(of: post).filter { reactions.isEmpty || $0.kind != Post.Counter.Kind.reactions.rawValue }
    var notice: RichText?
    if case .system(let systemKind, _) = post.kind {
      content.rows.insert(systemRow(of: systemKind, people: post.people), at: 0)
      notice = self.notice(of: post, systemKind)
      kind = .system
      counters = []
    }
    let header = header(of: post)
    // A notice about a channel's creation only contains the channel's name, which the header already shows.
    if kind == .system, content.body?.text.string == header.name.string { content.body = nil }
    var card = PostCard(
      id: post.id, kind: kind, header: header, content: content, quotes: quotes(of: post),
      reposts: reposts(of: post), counters: counters, reply: replyLine(of: post))
    if !reactions.isEmpty { card.reactions = reactions }
    card.notice = notice
    card.summary = summary(of: card)
    card.service = post.service
    return card
  }

  /// The post's text and attachments, and the kind of card that they lead to.
  private func content(of post: Post) -> (kind: PostCard.Kind, content: PostCard.Content) {
    var carried = carried(by: post)
    let sticker = takeSticker(of: &carried)
    let voice = takeVoice(of: &carried, in: post)
    var (photo, carousel) = pictures(carried.photos)
    if let first = post.firstPhoto, carousel.map({ first < $0.pages.count }) == true { carousel?.current = first }
    let hidesPictures = post.flags.contains(.sensitive) && carried.hasPictures
    var content = PostCard.Content(
      body: body(of: post), photo: photo, carousel: carousel, sticker: sticker, voice: voice,
      rows: rows(of: post, carrying: carried), warning: warning(of: post),
      veil: hidesPictures ? strings.post.show : nil)
    content.take(carried)
    let kind: PostCard.Kind =
      photo != nil ? .photo : carousel != nil ? .carousel : carried.video != nil ? .video : .text
    return (kind, content)
  }

  private func body(of post: Post) -> PostCard.Body? {
    let dates = post.dates.map {
      RichText(joined([strings.days(of: $0, by: clock), strings.time(of: $0)]))
    }
    guard let whole = text(of: post) ?? dates else { return nil }
    var (title, text) = whole.divided(after: post.title.map { CleanText.line($0) } ?? "")
    if let dates, text.string != dates.string {
      if title == nil, text.string == post.title { title = text }
      text = title?.string == text.string ? dates : text.below(dates.string)
    }
    return PostCard.Body(
      title: title, text: text, collapsesAbove: rules.collapsesAbove, collapsedLines: rules.collapsedLines,
      showMore: strings.post.showMore)
  }

  /// A one-line summary of the post: its text, or else what it reposts, or else its attachments. Nil if it has none of
  /// these.
  private func summary(of card: PostCard) -> RichText? {
    if let warning = card.warning { return warning.text }
    let text = [card.body?.whole, card.reposts.lazy.compactMap(\.body?.whole).first].compactMap { $0 }.first?
      .withoutBlankLines.onOneLine
    let hasPhoto = card.photo != nil || card.carousel != nil
    let video = card.videos.first.map { $0.title ?? RichText(word(for: .video)) }
    let poll = card.polls.first.map { $0.question ?? RichText($0.note) }
    let link = card.links.first?.title
    let quote = card.quotes.first.flatMap { $0.text ?? $0.warning ?? $0.absence.map { RichText($0) } }
    let said = card.sticker == nil ? card.voice?.title : word(for: .sticker)
    let row = said.map { RichText($0) } ?? card.rows.first?.title
    return text ?? video ?? poll ?? link ?? quote ?? row ?? (hasPhoto ? RichText(strings.accessibility.photo) : nil)
  }

  /// Each repost is indented from the one that contains it, up to the design's maximum.
  private func reposts(of post: Post) -> [PostCard.Repost] {
    Self.chain(of: post).enumerated().map { index, repost in
      PostCard.Repost(
        header: header(of: repost), steps: min(index, rules.repostSteps), content: content(of: repost).content,
        target: repost.permalink.map(LinkTarget.init))
    }
  }

  /// Reposts, nearest first, whether the feed lists or nests them. Iterative, because the feed controls the depth.
  private static func chain(of post: Post) -> [Post] {
    var chain: [Post] = []
    var waiting = Array(post.reposts.reversed())
    while let next = waiting.popLast() {
      chain.append(next)
      waiting += next.reposts.reversed()
    }
    return chain
  }

  // MARK: Author and date

  private func header(of post: Post) -> PostCard.Header {
    let name = name(of: post.author)
    let notes = [
      strings.date(post.date, by: clock),
      post.flags.contains(.edited) ? strings.post.edited : "",
      mark(of: post),
      post.flags.contains(.ad) ? strings.post.advertisement : "",
      post.flags.contains(.pinned) ? strings.post.pinned : "",
      namesServices ? post.service.map { strings.post.from.filled([.name: $0.name]) } ?? "" : "",
    ]
    return PostCard.Header(
      name: name, date: joined(notes), age: age(of: post),
      avatar: post.author.avatar.map {
        var face = Self.image($0, description: strings.accessibility.avatarOf.filled([.name: name.string]))
        face.isFace = true
        return face
      },
      initials: Initials.of(words(of: post.author)), isPinned: post.flags.contains(.pinned),
      handle: handle(of: post.author), stamp: stamp(of: post))
  }

  /// "Anna, edited 9:05 AM": who signed the post, and its time without the day; nil if the date is unknown.
  private func stamp(of post: Post) -> String? {
    guard let date = post.date else { return nil }
    let moment = clock.moment(at: date)
    let time = strings.time(hour: moment.hour, minute: moment.minute)
    let edited = post.flags.contains(.edited) ? "\(strings.post.edited) \(time)" : time
    let signer = post.signer.map { CleanText.line(strings.name(of: $0)) } ?? ""
    let signed = signer.isEmpty ? edited : "\(signer.isolated(in: strings.direction)), \(edited)"
    return joined([mark(of: post), post.flags.contains(.ad) ? strings.post.advertisement : "", signed])
  }

  /// The short form of the date, with a mark on edited posts and on posts that not everyone can see.
  private func age(of post: Post, marksEdit: Bool = true) -> String? {
    let isMarked = marksEdit && post.flags.contains(.edited)
    let marks = joined([isMarked ? strings.post.edited : nil, mark(of: post)])
    let age = post.date.map { strings.age($0, by: clock) }
    return marks.isEmpty ? age : joined([age, marks])
  }

  /// The mark of a post that its service does not show to everyone; empty for others.
  private func mark(of post: Post) -> String {
    if post.flags.contains(.unpublished) { return strings.post.unpublished }
    if post.flags.contains(.direct) { return strings.post.direct }
    return post.flags.contains(.followersOnly) ? strings.post.followersOnly : ""
  }

  /// The author's name without emoji images.
  private func words(of author: Author) -> String {
    let name = strings.name(of: author)
    guard !author.nameEmoji.isEmpty, name == author.name else { return name }
    var bytes = Array(name.utf8)
    for emoji in author.nameEmoji.reversed() where emoji.range.upperBound <= bytes.count {
      bytes.removeSubrange(emoji.range)
    }
    let words = String(decoding: bytes, as: UTF8.self)
    return Initials.of(words) == nil ? name : words
  }

  /// Returns nil if the name already shows the handle.
  private func handle(of author: Author) -> String? {
    let handle = CleanText.line(author.handle ?? "")
    // The name is the handle, so don't show it twice.
    guard author.isKnownByHandle, !handle.isEmpty, ![author.handle, "@\(handle)"].contains(author.shownName) else {
      return nil
    }
    return "@\(handle)"
  }

  // MARK: Lines around the post's text

  /// The post that `post` merely boosts: the outer post has no text and no counters of its own. A post with counters
  /// counts as a separate post that shows its repost inside, unless the service counts what it passes on.
  package static func boosted(by post: Post) -> Post? {
    guard case .post = post.kind, post.text.isEmpty, post.attachments.isEmpty,
      post.counters.isEmpty || post.flags.contains(.boost),
      post.contentWarning == nil, post.quote == nil, post.reposts.count == 1
    else { return nil }
    return post.reposts.first
  }

  /// Uses the service's own word for boosting.
  private func boostLine(of post: Post, passingOn inner: Post) -> PostCard.Line {
    if post.flags.contains(.forward) {
      return boostLine(icon: "repost", strings.post.forwarded, post, inner)
    }
    let kinds = inner.counters.map(\.kind)
    let isBoost = kinds.contains(.boosts)
    return boostLine(
      icon: isBoost ? "boost" : Self.icon(of: .reposts, besideReplies: kinds.contains(.replies)),
      isBoost ? strings.post.boosted : strings.post.reposted, post, inner)
  }

  private func boostLine(icon: String, _ phrase: Phrase, _ post: Post, _ inner: Post) -> PostCard.Line {
    PostCard.Line(
      icon: icon, text: line(phrase, about: post.author), by: name(of: post.author),
      origin: line(strings.chat.forwardedFrom, about: inner.author))
  }

  private func line(_ phrase: Phrase, about author: Author) -> RichText {
    let name = name(of: author)
    let (prefix, suffix) = phrase.around(.name)
    let shown = name.string.isolated(in: phrase.direction)
    // The isolation mark before the name has the same length as the one after it.
    let start = prefix.utf8.count + (shown.utf8.count - name.string.utf8.count) / 2
    // The whole name links to the author's page; its emoji images keep their positions.
    var spans = name.spans.map { $0.moved(by: start) }
    if spans.isEmpty, let page = author.page {
      spans = [RichText.Span(range: start..<start + name.string.utf8.count, role: .mention, target: LinkTarget(page))]
    }
    return RichText(prefix + shown + suffix, spans: spans)
  }

  /// Returns nil if the post is not a reply.
  private func replyLine(of post: Post) -> PostCard.Line? {
    guard let reply = post.reply else { return nil }
    let name = CleanText.line(reply.name ?? "")
    let words = strings.post
    let text =
      if name.isEmpty {
        words.reply
      } else if name == CleanText.line(strings.name(of: post.author)) {
        words.thread
      } else {
        words.replyTo.filled([.name: name])
      }
    var spans: [RichText.Span] = []
    if let target = reply.url {
      spans = [RichText.Span(range: 0..<text.utf8.count, role: .mention, target: LinkTarget(target))]
    }
    return PostCard.Line(icon: "reply", text: RichText(text, spans: spans))
  }

  private func quotes(of post: Post) -> [PostCard.Quote] {
    switch post.quote {
    case nil: []
    case .post(let quoted): [quote(quoted)]
    case .unavailable(let absence, let url):
      [PostCard.Quote(absence: strings.quotes[absence], target: url.map(LinkTarget.init))]
    }
  }

  /// Hidden content stays hidden in a quote: a quote can't be expanded.
  private func quote(_ post: Post) -> PostCard.Quote {
    var quote = PostCard.Quote(header: header(of: post), target: post.permalink.map(LinkTarget.init))
    // Services mark edits on the post itself only.
    quote.header?.age = age(of: post, marksEdit: false)
    // A narrow frame has room for the date next to the name.
    quote.header?.date = strings.date(post.date, by: clock)
    if let warning = warning(of: post) {
      quote.warning = warning.text
      return quote
    }
    quote.text = text(of: post)
    let carried = carried(by: post)
    let photo = carried.photos.first.map { Self.image($0) } ?? carried.video?.poster
    quote.photo = post.flags.contains(.sensitive) ? photo?.blurred : photo
    if photo == nil { quote.note = note(on: post, carrying: carried) }
    // A quote has no room for the post that it quotes itself, but for a line of it.
    if let inner = post.quote?.post { quote.note = joined([quote.note, line(about: inner)]) }
    return quote
  }

  /// "Anna: “text”": a post inside a quoted post; only its author where it has a warning or no text.
  private func line(about post: Post) -> String {
    let name = name(of: post.author).string
    let text = warning(of: post)?.text.string ?? text(of: post)?.onOneLine.string ?? ""
    return text.isEmpty ? name : "\(name): \(strings.chat.quoted.filled([.text: text]))"
  }

  /// A word for attachments that a quote has no room for.
  private func note(on post: Post, carrying carried: AttachmentSections) -> String? {
    if let poll = carried.polls.first { return poll.question?.string ?? poll.note }
    return carried.links.first?.title.string ?? rows(of: post, carrying: carried).first?.title.string
  }

  // MARK: Counters

  /// The icon, words and position of each counter. A new counter needs a line here, an icon and words
  /// (docs/architecture.md).
  private func counters(of post: Post) -> [PostCard.Counter] {
    let hasReplies = post.counters.contains { $0.kind == .replies }
    return post.counters.compactMap { counter in
      let isOfViews = counter.kind == .views
      // Viewing is not an action, so an unknown number of views is not shown at all.
      if isOfViews, counter.value == nil { return nil }
      return PostCard.Counter(
        kind: counter.kind.rawValue, icon: Self.icon(of: counter.kind, besideReplies: hasReplies),
        label: counter.value.map(strings.counter),
        spoken: counter.value.map { strings.counted(max(0, $0), strings.accessibility.counter(counter.kind)) },
        group: isOfViews || counter.kind == .bookmarks ? .trailing : .leading)
    }
  }

  /// Next to the reply arrow, an arrow that points the other way would be read as its opposite.
  private static func icon(of kind: Post.Counter.Kind, besideReplies: Bool) -> String {
    kind == .reposts && besideReplies ? Post.Counter.Kind.boosts.icon : kind.icon
  }

  // MARK: Items that are not posts

  /// The event and the people involved.
  private func systemRow(of kind: SystemKind, people: [Author]) -> PostCard.Row {
    let names = people.map { CleanText.line(strings.name(of: $0)) }
    var row = Self.row(
      "system", RowIcon(kind), title: CleanText.line(strings.system.words(kind).title, keepsIsolates: true),
      subtitle: strings.listed(names))
    if let subtitle = row.subtitle {
      row.subtitle = Self.linking(zip(people, names).prefix(Strings.namesShown(of: names.count)), in: subtitle.string)
    }
    return row
  }

  /// The event in a line, as between messages: "Anna pinned a message".
  private func notice(of post: Post, _ kind: SystemKind) -> RichText {
    let (title, line) = strings.system.words(kind)
    let name = CleanText.line(strings.name(of: post.author))
    let own = CleanText.line(post.text)
    // A line about another message needs its words, which a feed's item lacks.
    let known = line.flatMap { $0.mentions(.type) && own.isEmpty ? nil : $0 }
    let text = known?.filled([.name: name, .type: strings.chat.quoted.filled([.text: own])]) ?? title
    let people = strings.listed(post.people.map { CleanText.line(strings.name(of: $0)) })
    let detail = known?.mentions(.type) == true || own == name ? people : own.isEmpty ? people : own
    let shown = detail.isEmpty || text.contains(detail) ? text : "\(text): \(detail.isolated(in: strings.direction))"
    return RichText(CleanText.line(shown, keepsIsolates: true))
  }

  /// Links each listed name to its page. Names are searched in order, so that two identical names lead to two pages.
  private static func linking(_ people: some Sequence<(Author, String)>, in list: String) -> RichText {
    var spans: [RichText.Span] = []
    var rest = list[...]
    for (author, name) in people {
      guard let target = author.page, let found = rest.range(of: name, options: .literal) else {
        continue
      }
      let start = list.utf8.distance(from: list.startIndex, to: found.lowerBound)
      spans.append(RichText.Span(range: start..<start + name.utf8.count, role: .mention, target: LinkTarget(target)))
      rest = rest[found.upperBound...]
    }
    return GraphemeSnapping.snapped(list, spans)
  }
}

extension Post.Counter.Kind {
  /// The counter's name in the icon set.
  package var icon: String {
    switch self {
    case .likes: "like"
    case .reactions: "reaction"
    case .favourites: "favourite"
    case .comments: "comment"
    case .replies: "reply"
    case .reposts: "repost"
    case .boosts: "boost"
    case .quotes: "quote"
    case .bookmarks: "bookmark"
    case .views: "views"
    }
  }
}

// MARK: - Message

/// Messages of a conversation, each built with its neighbors.
extension CardBuilder {
  func messageCard(for post: Post, _ message: Post.Message, beside neighbours: Neighbors) -> MessageCard {
    let isFirst = !continues(post, neighbours.previous)
    let isLast = neighbours.next.map { !continues($0, post) } ?? true
    let hasFaces = message.isInGroup && !message.isOutgoing
    let name = authorName(of: post)
    let tint = MessageCard.Tint(message.colour)
    return MessageCard(
      id: post.id, author: name.string, isOutgoing: message.isOutgoing, isFirst: isFirst, isLast: isLast,
      name: hasFaces && isFirst ? name : nil, tint: tint, hasFaces: hasFaces,
      face: hasFaces && isLast ? MessageCard.Face(initials: Initials.of(name.string), tint: tint) : nil,
      bubble: bubble(of: post, message), reactions: merged(message.reactions))
  }

  /// Whether a message continues a run: same author, same side, no pause and nothing in between. A nil `previous` means
  /// the beginning.
  private func continues(_ post: Post, _ previous: Post?) -> Bool {
    guard let previous, case .message(let own) = post.kind, case .message(let before) = previous.kind,
      !own.isNotice, !before.isNotice, own.isOutgoing == before.isOutgoing, post.author.id == previous.author.id,
      !post.author.id.isEmpty
    else { return false }
    guard let date = post.date, let earlier = previous.date else { return post.date == previous.date }
    return abs(date.subtractingReportingOverflow(earlier).partialValue) <= rules.runPause
  }

  private func authorName(of post: Post) -> RichText {
    post.author.id.isEmpty ? RichText(strings.chat.nobody) : name(of: post.author)
  }

  private func bubble(of post: Post, _ message: Post.Message) -> MessageCard.Bubble {
    let carried = carried(by: post)
    var bubble = MessageCard.Bubble(
      time: messageTime(of: post, message), forward: message.forward.map(forwardLine), reply: replyOf(message))
    bubble.take(carried)
    // A message has a single state, so that covered photos stay blurred.
    let isCovered = post.flags.contains(.sensitive)
    if carried.photos.count > 1 {
      bubble.album = album(of: carried.photos, isCovered: isCovered)
    } else {
      bubble.photo = carried.photos.first.map { model(of: $0) }
      if isCovered, let image = bubble.photo?.image { bubble.photo?.image = image.blurred }
    }
    if isCovered {
      for index in bubble.videos.indices { bubble.videos[index].poster = bubble.videos[index].poster.blurred }
    }
    for item in carried.others { add(item, of: post, to: &bubble) }
    if message.form == .deleted {
      bubble.absence = strings.chat.deleted
    } else if message.form == .undecryptable {
      bubble.absence = strings.chat.undecryptable
    } else if let text = text(of: post) {
      let isAlone = !bubble.hasMedia && message.answered == nil && message.forward == nil
      bubble.emoji = isAlone && text.spans.isEmpty ? LargeEmoji.of(text.string) : nil
      if bubble.emoji == nil { bubble.body = text }
    }
    if bubble.body == nil { (bubble.rows, bubble.previews) = (bubble.rows + bubble.previews, []) }
    let isEmpty =
      bubble.body == nil && bubble.emoji == nil && !bubble.hasMedia && bubble.carriesNothing && bubble.absence == nil
    if isEmpty { bubble.absence = strings.chat.empty }
    return bubble
  }

  private func forwardLine(_ forward: ChatEntry.Forward) -> String {
    switch forward {
    case .unknown: strings.chat.forwarded
    case .from(let name): strings.chat.forwardedFrom.filled([.name: CleanText.line(name)])
    }
  }

  private func replyOf(_ message: Post.Message) -> MessageCard.Reply? {
    guard let answered = message.answered else { return nil }
    let name = answered.author.map { CleanText.line($0.name) }
    // A message of a topic refers to the topic, and not to the words of the person who opened it.
    let hasName = answered.post != nil && answered.event != .topicCreated
    return MessageCard.Reply(
      name: hasName ? name ?? strings.chat.nobody : nil, text: words(of: answered),
      tint: MessageCard.Tint(answered.colour),
      target: answered.post.flatMap(LinkTarget.init(card:)))
  }

  /// A one-line summary of a message.
  func words(of answered: Post.Message.RepliedMessage) -> String {
    guard answered.post != nil else { return strings.chat.missing }
    let opening = CleanText.line(answered.opening)
    if !opening.isEmpty { return opening }
    if let event = answered.event {
      if case .other(let words) = event { return CleanText.line(words) }
      return strings.system.words(event).line?.filled([
        .name: answered.author.map { CleanText.line($0.name) } ?? strings.chat.nobody
      ]) ?? strings.system.words(event).title
    }
    return answered.medium.map(messageWord) ?? strings.chat.empty
  }

  private func messageTime(of post: Post, _ message: Post.Message) -> String {
    let time = post.date.map { date in
      let moment = message.isUTC ? clock.moment(at: date) : CardClock(now: date, timeZone: .gmt).today
      return strings.time(hour: moment.hour, minute: moment.minute)
    }
    return [post.flags.contains(.edited) ? strings.post.edited : nil, time].compactMap { $0 }.joined(separator: " ")
  }

  /// Merges reactions so that each kind appears once, in order of appearance: some exports have an entry for every
  /// person who reacted.
  func merged(_ reactions: [ChatEntry.Reaction]) -> [MessageCard.Reaction] {
    var kinds: [ChatEntry.Reaction] = []
    var places: [String: Int] = [:]
    for reaction in reactions where reaction.count > 0 {
      if let place = places[reaction.symbol] {
        let (sum, overflows) = kinds[place].count.addingReportingOverflow(reaction.count)
        kinds[place].count = overflows ? .max : sum
      } else {
        places[reaction.symbol] = kinds.count
        kinds.append(reaction)
      }
    }
    return kinds.compactMap(reaction)
  }

  private func reaction(_ reaction: ChatEntry.Reaction) -> MessageCard.Reaction? {
    let symbol = CleanText.line(reaction.symbol).inColour
    guard !symbol.isEmpty, reaction.count > 0 else { return nil }
    return MessageCard.Reaction(
      symbol: symbol, count: reaction.count > 1 ? strings.counter(reaction.count) : nil,
      spoken: "\(symbol), \(strings.counted(reaction.count, strings.accessibility.counter(.reactions)))")
  }

  // MARK: Notices between messages

  func noticeCard(for post: Post, _ separator: Post.Separator) -> NoticeCard {
    switch separator {
    case .day(let number): NoticeCard(id: post.id, kind: .day, text: RichText(strings.day(number, by: clock)))
    case .unread: NoticeCard(id: post.id, kind: .unread, text: RichText(strings.chat.unread))
    }
  }

  /// A notice's text: our wording if we know the event (except where the service's own name for it is already a
  /// sentence), else the export's text, else the facts about it, else "something happened". Facts follow our wording.
  func noticeCard(for post: Post, _ message: Post.Message, of kind: SystemKind) -> NoticeCard {
    let name = post.author.id.isEmpty ? "" : CleanText.line(strings.name(of: post.author))
    let own = CleanText.line(post.text)
    let about = message.answered.flatMap { $0.post == nil ? nil : Self.short(CleanText.line(words(of: $0))) }
    let known = strings.system.words(kind)
    let detail = message.detail.map { CleanText.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
    var text =
      if let line = known.line {
        line.filled([
          .name: name.isEmpty ? strings.chat.nobody : name,
          .type: about.map { strings.chat.quoted.filled([.text: $0]) } ?? "",
        ])
      } else if own.isEmpty, case .other = kind {
        joined([name, detail ?? strings.system.unknownEvent])
      } else {
        own.isEmpty ? joined([name, known.title]) : own
      }
    if let detail, known.line != nil || own.isEmpty, !text.contains(detail) {
      text += ": \(detail.isolated(in: strings.direction))"
    }
    return NoticeCard(
      id: post.id, kind: .service, text: RichText(CleanText.line(text, keepsIsolates: true)),
      target: message.answered?.post.flatMap(LinkTarget.init(card:)))
  }

  /// The maximum number of characters of a message in a notice about it.
  private static let aboutLimit = 48

  private static func short(_ words: String) -> String {
    words.count > aboutLimit ? words.prefix(aboutLimit).trimmed + "…" : words
  }

  // MARK: Attachments of messages

  /// Adds an attachment as a row, as for posts, except for stickers and voice messages.
  private func add(_ item: AttachmentItem, of post: Post, to bubble: inout MessageCard.Bubble) {
    switch item.content {
    case .sticker where bubble.sticker == nil && post.attachments.count == 1 && post.text.isEmpty:
      if let sticker = sticker(item) {
        bubble.sticker = sticker
        return
      }
    case .voice(let duration) where bubble.voice == nil:
      bubble.voice = voice(of: post, seconds: duration)
      return
    default: break
    }
    if item.content.isLink {
      bubble.previews.append(messageRow(of: item, in: post))
    } else {
      bubble.rows.append(messageRow(of: item, in: post))
    }
  }

  /// Removes and returns the first sticker that can be shown at its own size, or nil.
  func takeSticker(of carried: inout AttachmentSections) -> PostCard.PhotoModel? {
    let place = carried.others.firstIndex { $0.content == .sticker && $0.preview?.sources.isEmpty == false }
    guard let place, let preview = carried.others[place].preview else { return nil }
    let item = carried.others.remove(at: place)
    return model(ofSticker: preview, named: CleanText.line(item.title))
  }

  func takeVoice(of carried: inout AttachmentSections, in post: Post) -> MessageCard.Voice? {
    guard let place = carried.others.firstIndex(where: { $0.content.kind == .voice }),
      case .voice(let duration) = carried.others.remove(at: place).content
    else { return nil }
    return voice(of: post, seconds: duration)
  }

  private func voice(of post: Post, seconds: Int?) -> MessageCard.Voice {
    MessageCard.Voice(
      duration: seconds.flatMap(durationText), levels: Self.levels(of: post.id, seconds: seconds ?? 0),
      title: word(for: .voice))
  }

  private func model(ofSticker photo: Photo, named name: String = "") -> PostCard.PhotoModel {
    PostCard.PhotoModel(
      image: Self.image(photo, description: name.isEmpty ? word(for: .sticker) : name),
      ratio: 1 / (photo.aspect ?? 1).clampedAspect)
  }

  /// Returns nil if there is no still image: some stickers are animated or were not exported.
  private func sticker(_ item: AttachmentItem) -> PostCard.PhotoModel? {
    guard let preview = item.preview,
      let source = preview.sources.first(where: { $0.mayBeSticker && hasPicture($0.url) })
    else { return nil }
    var photo = preview
    photo.sources = [source]
    return model(ofSticker: photo)
  }

  /// Conversations use their own words for a few kinds.
  private func messageWord(for kind: MediaKind) -> String {
    kind == .animation ? strings.attachments.gif : word(for: kind)
  }

  private func messageRow(of item: AttachmentItem, in post: Post) -> PostCard.Row {
    let kind = item.content.kind
    let word = messageWord(for: kind)
    // Don't repeat a title that is already the text (a place's address).
    let title = item.title == post.text ? "" : CleanText.line(item.title)
    let detail: String? =
      switch item.content {
      case .document(let size, _): size.flatMap(strings.fileSize)
      case .audio(_, let duration), .voice(let duration), .video(let duration, _), .videoNote(let duration),
        .animation(let duration):
        duration.flatMap(durationText)
      default: item.content.page?.host
      }
    let saysWord = !title.isEmpty && !item.content.isLink
    return Self.row(
      kind.rawValue, RowIcon(kind), title: title.isEmpty ? word : title,
      subtitle: joined([saysWord ? word : nil, item.caption.map { CleanText.line($0) }, detail]),
      preview: item.content == .sticker ? nil : item.preview.map { Self.image($0) },
      target: item.content.page ?? item.url)
  }

  // MARK: Albums

  private func album(of photos: [Photo], isCovered: Bool) -> MessageCard.Album {
    MessageCard.Album(
      photos.map { isCovered ? Self.image($0).blurred : Self.image($0) },
      aspects: photos.map { $0.aspect ?? rules.fallbackAspect })
  }

  // MARK: Voices

  private static let levelCounts = 14...34

  /// Placeholder bars for a voice message, since an export has no waveform: more bars for a longer message, the same in
  /// every run. They show that it is a voice message and how long it is, not the actual sound.
  static func levels(of id: String, seconds: Int) -> [Double] {
    let count = min(
      max(Self.levelCounts.lowerBound + max(0, min(seconds, 1000)) / 2, Self.levelCounts.lowerBound),
      Self.levelCounts.upperBound)
    var digest = FNV1a64()
    digest.append(id)
    return (0..<count).map { index in
      digest.append(UInt8(truncatingIfNeeded: index))
      let noise = Double(digest.value >> 40 & 0xFF) / 255
      // Syllables: loud in the middle, soft at the edges.
      let swell = Double([5, 8, 10, 7, 4, 6, 9, 6, 3][index % 9]) / 10
      return min(1, max(0.15, swell * (0.55 + 0.6 * noise)))
    }
  }
}

extension Post.Message {
  fileprivate var isNotice: Bool { if case .notice = form { true } else { false } }
}

extension MessageCard.Tint {
  init(_ colour: Int) {
    self = Self.allCases[Int(colour.magnitude % UInt(Self.allCases.count))]
  }
}

extension Substring {
  /// The string without a trailing blank.
  fileprivate var trimmed: String { String(last?.isWhitespace == true ? dropLast() : self) }
}

extension String {
  /// The symbol in its emoji presentation. Texts have some symbols in black as well as in color (❤, U+2764); reactions
  /// always use color (Unicode emoji presentation, UTS #51).
  fileprivate var inColour: String {
    guard let symbol = unicodeScalars.first, unicodeScalars.count == 1, !symbol.isASCII, symbol.properties.isEmoji,
      !symbol.properties.isEmojiPresentation
    else { return self }
    return self + "\u{FE0F}"
  }
}

// MARK: - Attachments

extension CardBuilder {
  // MARK: Photos and videos

  /// A single photo spans the card; several photos become carousel pages.
  func pictures(_ photos: [Photo]) -> (photo: PostCard.PhotoModel?, carousel: PostCard.Carousel?) {
    guard photos.count > 1 else { return (photos.first.map { model(of: $0) }, nil) }
    let small = photos.enumerated().compactMap { index, photo in
      rules.widthLimit(ofPixels: photo.pixelWidth).map { _ in (index, model(of: photo)) }
    }
    let carousel = PostCard.Carousel(
      pages: photos.map { Self.image($0) }, ratio: rules.ratio(ofAspects: photos.map(\.aspect)),
      small: small.isEmpty ? nil : Dictionary(uniqueKeysWithValues: small))
    return (nil, carousel)
  }

  func model(of photo: Photo) -> PostCard.PhotoModel {
    PostCard.PhotoModel(
      image: Self.image(photo), ratio: rules.ratio(ofAspect: photo.aspect),
      maxWidth: rules.widthLimit(ofPixels: photo.pixelWidth))
  }

  /// Returns nil if the attachment is not a video or has no preview image for a poster.
  func video(_ item: AttachmentItem) -> PostCard.Video? {
    guard let badge = badge(of: item.content), let preview = item.preview, !preview.sources.isEmpty,
      rules.widthLimit(ofPixels: preview.pixelWidth) == nil
    else { return nil }
    let (title, subtitle) = (CleanText.line(item.title), CleanText.line(item.caption ?? ""))
    let description = CleanText.line(item.file?.description ?? "")
    return PostCard.Video(
      poster: Self.image(preview, description: description.isEmpty ? word(for: .video) : description),
      ratio: rules.ratio(ofAspect: preview.aspect ?? PostCardRules.videoAspect),
      badge: badge.isEmpty ? nil : badge, title: title.isEmpty ? nil : RichText(title),
      subtitle: subtitle.isEmpty ? nil : RichText(subtitle), target: item.url.map(LinkTarget.init))
  }

  /// Returns the label in a poster's corner, empty if the duration is unknown; nil for content without a poster.
  private func badge(of content: AttachmentItem.Content) -> String? {
    switch content {
    case .video(_, isLive: true): strings.attachments.live
    case .video(let duration, isLive: false), .videoNote(let duration): duration.flatMap(durationText) ?? ""
    case .animation: strings.attachments.gif
    default: nil
    }
  }

  // MARK: Links

  /// Returns a link card, or nil if the attachment is shown as a row.
  func link(_ item: AttachmentItem) -> PostCard.Link? {
    guard case .link(let url) = item.content, !item.isCompact else { return nil }
    let host = url?.host
    let caption = CleanText.line(item.caption ?? "")
    let text = caption.lowercased() == host ? "" : caption
    let preview = item.preview.flatMap { $0.sources.isEmpty ? nil : $0 }
    guard preview != nil || !text.isEmpty else { return nil }
    let title = CleanText.line(item.title)
    let isThere = preview?.sources.contains { hasPreview($0.url) } ?? false
    return PostCard.Link(
      title: RichText(title.isEmpty ? host ?? word(for: .link) : title),
      text: text.isEmpty ? nil : RichText(text),
      host: host, image: preview.map { Self.image($0) },
      ratio: isThere ? preview.flatMap(rules.ratio(ofLinkPicture:)) : nil,
      target: url.map(LinkTarget.init))
  }

  // MARK: Polls

  /// Returns nil if the attachment is not a poll. A poll without answers becomes a row.
  func poll(_ item: AttachmentItem) -> PostCard.Poll? {
    guard case .poll(let content) = item.content, !content.answers.isEmpty else { return nil }
    return poll(content, question: item.title)
  }

  private func poll(_ poll: AttachmentItem.Poll, question: String) -> PostCard.Poll {
    let words = strings.attachments
    let question = CleanText.line(question)
    let isClosed = poll.isClosed || poll.closesAt.map { $0 <= clock.now } ?? false
    let voters = poll.allowsSeveral ? poll.voters : nil
    // If a voter has several votes, the number of votes says little.
    let total =
      voters.map { strings.counted(max(0, $0), words.voters) }
      ?? poll.votes.map { strings.counted(max(0, $0), words.votes) }
    let note = joined([
      poll.isAnonymous ? words.anonymousPoll : word(for: .poll), poll.allowsSeveral ? words.severalAnswers : nil,
      total, isClosed ? words.closedPoll : nil,
    ])
    // A line that is too long breaks before this part, not within it.
    let closing = (isClosed ? nil : poll.closesAt).map {
      words.openPoll.filled([.time: strings.date($0, by: clock)]).replacing(" ", with: "\u{A0}")
    }
    func standing(_ closed: String) -> String? {
      let standing = joined([total, isClosed ? closed : closing])
      return standing.isEmpty ? nil : standing
    }
    let most = poll.answers.compactMap(\.votes).max() ?? 0
    let shares = poll.answers.map { Self.share(of: $0, in: poll) }
    let percents = Self.percents(shares, mayOverlap: poll.allowsSeveral)
    return PostCard.Poll(
      question: question.isEmpty ? nil : RichText(question), note: note,
      closing: closing, standing: standing(words.closedPoll), result: standing(words.finalResults),
      options: poll.answers.indices.map { index in
        option(poll.answers[index], share: shares[index], percent: percents[index], most: most, isClosed: isClosed)
      })
  }

  private func option(
    _ answer: AttachmentItem.Poll.Answer, share: Double?, percent: Int?, most: Int, isClosed: Bool
  ) -> PostCard.Poll.Option {
    let title = line(answer.text, emoji: answer.emoji)
    let percent = percent.map(strings.percent)
    let said = [
      percent, answer.votes.map { strings.counted(max(0, $0), strings.attachments.votes) },
      answer.isChosen ? strings.accessibility.chosenAnswer : nil,
    ].compactMap { $0 }.joined(separator: ", ")
    let isLeader = most > 0 && answer.votes == most
    return PostCard.Poll.Option(
      title: title, share: share, percent: percent, votes: answer.votes.map(strings.counter),
      isLeader: isLeader, isChosen: answer.isChosen, isWinner: isLeader && isClosed,
      spoken: [title.string, said].filter { !$0.isEmpty }.joined(separator: ": "))
  }

  /// Returns whole percents. If every voter has one vote, they add up to at most 100: the values that were rounded up
  /// with the least reason are rounded down instead, and equal shares stay equal.
  private static func percents(_ shares: [Double?], mayOverlap: Bool) -> [Int?] {
    var percents = shares.map { $0.map { Int(($0 * 100).rounded()) } }
    let whole = shares.reduce(0) { $0 + ($1 ?? 0) }
    guard !mayOverlap, whole < 1.005 else { return percents }
    // Among shares with the same rounding (within floating-point error), reduce the largest.
    func rounding(_ share: Double) -> Double { (((share * 100).rounded() - share * 100) * 1e6).rounded() }
    let raised = Set(shares.compactMap { $0 }.filter { rounding($0) > 0 }).sorted {
      (rounding($0), $0) > (rounding($1), $1)
    }
    for share in raised where percents.reduce(0, { $0 + ($1 ?? 0) }) > 100 {
      for index in shares.indices where shares[index] == share { percents[index] = percents[index].map { $0 - 1 } }
    }
    return percents
  }

  /// The share given by the feed, or else the share of all votes; if several answers are allowed, the share of voters.
  /// Nil if the votes are unknown.
  private static func share(of answer: AttachmentItem.Poll.Answer, in poll: AttachmentItem.Poll) -> Double? {
    if let rate = answer.rate { return rate / 100 }
    guard let votes = answer.votes else { return nil }
    let all =
      (poll.allowsSeveral ? poll.voters : nil) ?? poll.votes
      ?? poll.answers.reduce(0) { $0.saturatingAdd(max(0, $1.votes ?? 0)) }
    return all > 0 ? min(1, Double(max(0, votes)) / Double(all)) : 0
  }

  // MARK: Rows

  /// Rows for everything that is not text, not an image, and not shown in full.
  func rows(of post: Post, carrying carried: AttachmentSections) -> [PostCard.Row] {
    var rows = carried.others.map { row(of: $0) }
    if let place = post.place { rows.append(row(of: place)) }
    if let signer = post.signer { rows.append(row(ofSigner: signer)) }
    if let paywall = post.paywall {
      let title = CleanText.line(paywall)
      rows.append(
        Self.row("paywall", .lock, title: title.isEmpty ? strings.post.paywall : title, target: post.permalink))
    }
    return rows
  }

  /// The word for a kind of attachment.
  func word(for kind: MediaKind) -> String { strings.attachments.word(for: kind) }

  /// An attachment's word is its title if the feed gives none; otherwise the word starts the second line.
  private func row(of item: AttachmentItem) -> PostCard.Row {
    let (word, details, saysWord) = wording(of: item)
    let description = CleanText.line(item.file?.description ?? "")
    var title = CleanText.line(item.title)
    // A file without a poster has its description, which is for people who can't see it, in its row.
    let further = title.isEmpty || title == description ? nil : description
    if title.isEmpty { title = description }
    return Self.row(
      item.content.kind.rawValue, RowIcon(item.content.kind), title: title.isEmpty ? word : title,
      subtitle: joined((title.isEmpty || !saysWord ? details : [word] + details) + [further]),
      preview: item.preview.map { Self.image($0) }, target: item.content.page ?? item.url)
  }

  /// - Returns: The title, the details below it, and whether the details include the word.
  private func wording(of item: AttachmentItem) -> (word: String, details: [String?], saysWord: Bool) {
    let words = strings.attachments
    let caption = CleanText.line(item.caption ?? "")
    var word = word(for: item.content.kind)
    var detail: String?
    switch item.content {
    case .video(_, isLive: true): detail = words.live
    case .video(let duration, isLive: false), .videoNote(let duration), .animation(let duration),
      .podcast(let duration), .voice(let duration):
      detail = duration.flatMap(durationText)
    case .link(let url), .embed(let url):
      let detail = linkDetail(url: url, caption: caption, isNamed: !CleanText.line(item.title).isEmpty)
      return (word, [detail], detail.isEmpty)
    case .document(let size, let fileExtension):
      let name = CleanText.line(fileExtension ?? "").uppercased()
      word = name.isEmpty ? words.document : name
      detail = size.flatMap(strings.fileSize)
    case .poll(let poll):
      if poll.isAnonymous { word = words.anonymousPoll }
      detail = poll.votes.map { strings.counted(max(0, $0), words.votes) }
    case .audio(let artist, let duration):
      let name = CleanText.line(artist ?? "")
      return (word, [name.isEmpty ? caption : name, duration.flatMap(durationText)], false)
    case .album(let count): detail = count.map { strings.counted(max(0, $0), words.photos) }
    case .market(let price): detail = price.map(CleanText.line)
    case .article, .sticker, .graffiti, .note, .page, .plain, .unknown: break
    }
    return (word, [detail, caption], true)
  }

  /// A link's second line: the feed's caption, or else the host, with the path if the link has no title. The
  /// attachment's word is used only if all of these are empty.
  private func linkDetail(url: WebAddress?, caption: String, isNamed: Bool) -> String {
    guard caption.isEmpty else { return caption }
    guard let url, let host = url.host else { return "" }
    return CleanText.line(isNamed ? host : host + Self.path(of: url.text))
  }

  /// "/notes/12"; empty for a host's root page.
  private static func path(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    let path = url[scheme.upperBound...].drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "?" && $0 != "#" }
    return path == "/" ? "" : String(path)
  }

  /// The type of the row that names where a post was written.
  static let placeRow = "geo"

  private func row(of place: GeoPlace) -> PostCard.Row {
    let title = CleanText.line(place.title ?? "")
    let coordinates = Self.coordinates(of: place)
    guard title.isEmpty else {
      return Self.row(Self.placeRow, .geo, title: title, subtitle: coordinates ?? "")
    }
    return Self.row(
      Self.placeRow, .geo, title: coordinates ?? strings.post.place,
      subtitle: coordinates == nil ? "" : strings.post.place)
  }

  /// "55.75583, 37.6173": five decimals are about a meter.
  private static func coordinates(of place: GeoPlace) -> String? {
    guard let latitude = place.latitude, let longitude = place.longitude, abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    return "\(decimal(latitude)), \(decimal(longitude))"
  }

  private static func decimal(_ degrees: Double) -> String {
    let scaled = Int((degrees * 100_000).rounded())
    var fraction = String(100_000 + scaled.magnitude % 100_000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let whole = "\(scaled < 0 ? "−" : "")\(scaled.magnitude / 100_000)"
    return fraction.isEmpty ? whole : "\(whole).\(fraction)"
  }

  /// The type of the row that names who signed a post.
  static let signerRow = "signer"

  private func row(ofSigner signer: Author) -> PostCard.Row {
    Self.row(
      Self.signerRow, .signer, title: CleanText.line(strings.name(of: signer)), subtitle: strings.post.signer,
      target: signer.page)
  }

  static func row(
    _ type: String, _ icon: RowIcon, title: String, subtitle: String = "", preview: ImageReference? = nil,
    target: WebAddress? = nil
  ) -> PostCard.Row {
    PostCard.Row(
      type: type, icon: icon.rawValue, title: RichText(title), subtitle: subtitle.isEmpty ? nil : RichText(subtitle),
      preview: preview, target: target.map(LinkTarget.init))
  }
}
