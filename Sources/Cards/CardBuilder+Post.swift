import Drawing
import FeedIngest
import Foundation
import Names

/// Posts, and items of a feed that are none.
extension CardBuilder {
  package func card(for post: Post) -> PostCard {
    if var inner = Self.boosted(by: post) {
      inner.service = post.service
      // Of what is passed on a feed may only know when that was.
      inner.date = inner.date ?? post.date
      var card = ownCard(for: inner)
      card.id = post.id
      card.boost = boostLine(of: post, passingOn: inner)
      return card
    }
    return ownCard(for: post)
  }

  private func ownCard(for post: Post) -> PostCard {
    var (kind, content) = content(of: post)
    // A reaction without a name, a picture of somebody's own, can only be counted.
    let reactions = post.reactions.contains { $0.symbol.hasPrefix(":") } ? [] : merged(post.reactions)
    var counters = counters(of: post).filter { reactions.isEmpty || $0.kind != Post.Counter.Kind.reactions.rawValue }
    if case .system(let systemKind, _) = post.kind {
      content.rows.insert(systemRow(of: systemKind, people: post.people), at: 0)
      kind = .system
      counters = []
    }
    let header = header(of: post)
    // That a channel was created is told with its name, which stands above.
    if kind == .system, content.body?.text.string == header.name.string { content.body = nil }
    var card = PostCard(
      id: post.id, kind: kind, header: header, content: content, quotes: quotes(of: post),
      reposts: reposts(of: post), counters: counters, reply: replyLine(of: post))
    if !reactions.isEmpty { card.reactions = reactions }
    card.summary = summary(of: card)
    card.service = post.service
    return card
  }

  /// What a post says and carries, and how a card of it looks by that.
  private func content(of post: Post) -> (kind: PostCard.Kind, content: PostCard.Content) {
    var carried = carried(by: post)
    let sticker = takeSticker(of: &carried)
    let voice = takeVoice(of: &carried, in: post)
    let (photo, carousel) = pictures(carried.photos)
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

  /// The post in one line: its text, else what it reposts, else what it carries. Nil where there is nothing at all.
  private func summary(of card: PostCard) -> RichText? {
    if let warning = card.warning { return warning.text }
    let text = [card.body?.whole, card.reposts.lazy.compactMap(\.body?.whole).first].compactMap { $0 }.first?.onOneLine
    let hasPhoto = card.photo != nil || card.carousel != nil
    let video = card.videos.first.map { $0.title ?? RichText(word(for: .video)) }
    let poll = card.polls.first.map { $0.question ?? RichText($0.note) }
    let link = card.links.first?.title
    let quote = card.quotes.first.flatMap { $0.text ?? $0.warning ?? $0.absence.map { RichText($0) } }
    let said = card.sticker == nil ? card.voice?.title : word(for: .sticker)
    let row = said.map { RichText($0) } ?? card.rows.first?.title
    return text ?? video ?? poll ?? link ?? quote ?? row ?? (hasPhoto ? RichText(strings.accessibility.photo) : nil)
  }

  /// Each one steps in from the one that reposts it, as far as the design has steps.
  private func reposts(of post: Post) -> [PostCard.Repost] {
    Self.chain(of: post).enumerated().map { index, repost in
      PostCard.Repost(
        header: header(of: repost), steps: min(index, rules.repostSteps), content: content(of: repost).content,
        target: repost.permalink.map(LinkTarget.init))
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

  // MARK: Who and when

  private func header(of post: Post) -> PostCard.Header {
    let name = name(of: post.author)
    let notes = [
      strings.date(post.date, by: clock),
      post.flags.contains(.edited) ? strings.post.edited : "",
      post.flags.contains(.ad) ? strings.post.advertisement : "",
      post.flags.contains(.pinned) ? strings.post.pinned : "",
      namesServices ? post.service.map { strings.post.from.filled([.name: $0.name]) } ?? "" : "",
    ]
    return PostCard.Header(
      name: name, date: joined(notes), age: post.date.map { strings.age($0, by: clock) },
      avatar: post.author.avatar.map {
        var face = Self.image($0, description: strings.accessibility.avatarOf.filled([.name: name.string]))
        face.isFace = true
        return face
      },
      initials: Initials.of(words(of: post.author)), isPinned: post.flags.contains(.pinned),
      handle: handle(of: post.author))
  }

  /// What of a name is no picture's.
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

  /// Nil where the name says as much.
  private func handle(of author: Author) -> String? {
    let handle = CleanText.line(author.handle ?? "")
    // A name that is only the handle says it already.
    guard author.isKnownByHandle, !handle.isEmpty, ![author.handle, "@\(handle)"].contains(author.shownName) else {
      return nil
    }
    return "@\(handle)"
  }

  // MARK: Around the post's own words

  /// The post that another one only passes on: it says nothing itself, and nothing of it is counted. A post that is counted
  /// is one of its own, and shows what it reposts inside, unless its service counts what it passes on.
  package static func boosted(by post: Post) -> Post? {
    guard case .post = post.kind, post.text.isEmpty, post.attachments.isEmpty,
      post.counters.isEmpty || post.flags.contains(.boost),
      post.contentWarning == nil, post.quote == nil, post.reposts.count == 1
    else { return nil }
    return post.reposts.first
  }

  /// In the service's own word for it.
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
    // The mark that sets it apart is as long as the one that ends it.
    let start = prefix.utf8.count + (shown.utf8.count - name.string.utf8.count) / 2
    // The whole name leads to its page; its pictures stay where they are in it.
    var spans = name.spans.map { $0.moved(by: start) }
    if spans.isEmpty, let page = author.page {
      spans = [RichText.Span(range: start..<start + name.string.utf8.count, role: .mention, target: LinkTarget(page))]
    }
    return RichText(prefix + shown + suffix, spans: spans)
  }

  /// Nil where the post answers nothing.
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

  /// What is hidden in a quote stays hidden: it has no room to be opened in.
  private func quote(_ post: Post) -> PostCard.Quote {
    var quote = PostCard.Quote(header: header(of: post), target: post.permalink.map(LinkTarget.init))
    // Beside a name in a narrow frame there is room for when it was.
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
    return quote
  }

  /// What a post carries that a quote has no room for, in a word.
  private func note(on post: Post, carrying carried: Carried) -> String? {
    if let poll = carried.polls.first { return poll.question?.string ?? poll.note }
    return carried.links.first?.title.string ?? rows(of: post, carrying: carried).first?.title.string
  }

  // MARK: Counters

  /// How each counter looks, what is said of it and where it stands. Another counter needs a line here, an icon and
  /// words (docs/architecture.md).
  private func counters(of post: Post) -> [PostCard.Counter] {
    let hasReplies = post.counters.contains { $0.kind == .replies }
    return post.counters.compactMap { counter in
      let isOfViews = counter.kind == .views
      // Nobody asks to view a post: where the number is not known, there is nothing to show.
      if isOfViews, counter.value == nil { return nil }
      return PostCard.Counter(
        kind: counter.kind.rawValue, icon: Self.icon(of: counter.kind, besideReplies: hasReplies),
        label: counter.value.map(strings.counter),
        spoken: counter.value.map { strings.counted(max(0, $0), strings.accessibility.counter(counter.kind)) },
        group: isOfViews || counter.kind == .bookmarks ? .trailing : .leading)
    }
  }

  /// Beside the arrow of replies, another one that points the other way would be read as its opposite.
  private static func icon(of kind: Post.Counter.Kind, besideReplies: Bool) -> String {
    kind == .reposts && besideReplies ? Post.Counter.Kind.boosts.icon : kind.icon
  }

  // MARK: Items that are no posts

  /// What happened, and with whom.
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

  /// Each name that is listed leads to its page. Names are looked for one after the other, so that two of the same name
  /// lead to two pages.
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
  /// Its name in the icon set.
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
