import Drawing
import FeedIngest

/// Messages of a conversation, each beside those before and after it.
extension CardBuilder {
  func messageCard(for post: Post, _ message: Post.Message, beside neighbours: Neighbours) -> MessageCard {
    let isFirst = !continues(post, neighbours.previous)
    let isLast = neighbours.next.map { !continues($0, post) } ?? true
    let hasFaces = message.isInGroup && !message.isOutgoing
    let name = authorName(of: post)
    let tint = MessageCard.Tint(message.colour)
    return MessageCard(
      id: post.id, author: name.string, isOutgoing: message.isOutgoing, isFirst: isFirst, isLast: isLast,
      name: hasFaces && isFirst ? name : nil, tint: tint, hasFaces: hasFaces,
      face: hasFaces && isLast ? MessageCard.Face(initials: Initials.of(name.string), tint: tint) : nil,
      bubble: bubble(of: post, message), reactions: message.reactions.compactMap(reaction))
  }

  /// Whether a message goes on with what its author was saying: the same person, on the same side, without a pause or
  /// anything between. Nil stands for the beginning.
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
    let media = messageMedia(of: post)
    let text = message.form == .deleted ? nil : self.text(of: post)
    let isAlone = media.isEmpty && message.answered == nil && message.forward == nil
    let emoji = isAlone ? text.flatMap { $0.spans.isEmpty ? BigEmoji.of($0.string) : nil } : nil
    var bubble = MessageCard.Bubble(
      time: messageTime(of: post, message), forward: message.forward.map(forwardLine), reply: replyOf(message),
      body: emoji == nil ? text : nil, emoji: emoji, sticker: media.sticker, photo: media.photo, album: media.album,
      videos: media.videos, voice: media.voice, polls: polls(of: post), links: links(of: post), rows: media.rows,
      previews: media.previews)
    if bubble.body == nil { (bubble.rows, bubble.previews) = (media.rows + media.previews, []) }
    if message.form == .deleted { bubble.absence = strings.chat.deleted }
    let isEmpty =
      bubble.body == nil && emoji == nil && media.isEmpty && bubble.polls.isEmpty && bubble.links.isEmpty
      && bubble.absence == nil
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
    return MessageCard.Reply(
      name: answered.post == nil ? nil : name ?? strings.chat.nobody, text: words(of: answered),
      tint: MessageCard.Tint(answered.colour),
      target: answered.post.map { "#\($0)" })
  }

  /// What is said of a message in one line.
  func words(of answered: Post.Message.Answered) -> String {
    guard answered.post != nil else { return strings.chat.missing }
    let opening = CleanText.line(answered.opening)
    if !opening.isEmpty { return opening }
    if let action = answered.action {
      return strings.chat.action(action).map { words in
        words.filled([.name: answered.author.map { CleanText.line($0.name) } ?? strings.chat.nobody])
      } ?? Self.readable(action)
    }
    return answered.medium.map(strings.chat.word) ?? strings.chat.empty
  }

  private func messageTime(of post: Post, _ message: Post.Message) -> String {
    let time = post.date.map { date in
      let moment = message.isUTC ? clock.moment(at: date) : CardClock(now: date, timeZone: .gmt).today
      return strings.time(hour: moment.hour, minute: moment.minute)
    }
    return [post.flags.contains(.edited) ? strings.post.edited : nil, time].compactMap { $0 }.joined(separator: " ")
  }

  private func reaction(_ reaction: ChatEntry.Reaction) -> MessageCard.Reaction? {
    let symbol = CleanText.line(reaction.symbol)
    guard !symbol.isEmpty, reaction.count > 0 else { return nil }
    return MessageCard.Reaction(
      symbol: symbol, count: reaction.count > 1 ? strings.counter(reaction.count) : nil,
      spoken: "\(symbol), \(strings.counted(reaction.count, strings.accessibility.reactions))")
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
