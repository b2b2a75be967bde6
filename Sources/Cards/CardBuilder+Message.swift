import Basics
import FeedReading

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
