import Basics
import Drawing
import FeedReading
import Foundation

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
    let quote = card.quotes.first.flatMap { $0.warning ?? $0.text ?? $0.absence.map { RichText($0) } }
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

  /// Hidden content stays covered in a quote, since a quote can't be expanded: a cover over the text opens by a click.
  private func quote(_ post: Post) -> PostCard.Quote {
    var quote = PostCard.Quote(header: header(of: post), target: post.permalink.map(LinkTarget.init))
    // Services mark edits on the post itself only.
    quote.header?.age = age(of: post, marksEdit: false)
    // A narrow frame has room for the date next to the name.
    quote.header?.date = strings.date(post.date, by: clock)
    let carried = carried(by: post)
    let photo = carried.photos.first.map { Self.image($0) } ?? carried.video?.poster
    if let warning = warning(of: post) {
      quote.warning = warning.text
      quote.text = text(of: post)?.covered
      quote.photo = photo?.blurred
      return quote
    }
    quote.text = text(of: post)
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
