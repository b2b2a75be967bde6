import Drawing
import FeedReading

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
  func joined(_ parts: [String?]) -> String {
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
  var onOneLine: RichText {
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
