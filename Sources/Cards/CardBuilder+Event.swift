import Drawing
import FeedIngest

/// Makes the view models that a feed's entries are drawn with.
package protocol FeedCardBuilding: Sendable {
  /// - Parameter neighbours: The entries before and after. What is made from them is part of the card, and so of its key;
  ///   a builder that does not look at them pays nothing.
  func feedCard(for post: Post, beside neighbours: Neighbours) -> FeedCard
}

/// Each kind of entry has a card of its own.
extension CardBuilder: FeedCardBuilding {
  /// A message looks as those around it let it; a post looks the same wherever it stands.
  package func feedCard(for post: Post, beside neighbours: Neighbours = .none) -> FeedCard {
    switch post.kind {
    case .event(let event): return .event(eventCard(for: event, of: post))
    case .message(let message):
      if case .notice(let action) = message.form { return .notice(noticeCard(for: post, message, action: action)) }
      return .message(messageCard(for: post, message, beside: neighbours))
    case .separator(let separator): return .notice(noticeCard(for: post, separator))
    case .post, .photos, .system: return .post(card(for: post))
    }
  }

  private func eventCard(for event: Event, of post: Post) -> EventCard {
    let title = RichText(CleanText.line(event.title))
    return EventCard(
      id: post.id, title: highlighter?.highlighting(title) ?? title, dates: event.dates.map(dates),
      cover: event.cover.map { Self.image($0) }, description: description(of: post),
      recommended: event.isRecommended ? strings.events.recommended : nil,
      giftCertificate: event.hasGiftCertificate ? strings.events.giftCertificate : nil)
  }

  /// What a post would be hidden behind comes first: an event has one state.
  private func description(of post: Post) -> RichText? {
    guard let warning = warning(of: post)?.text.string else { return text(of: post) }
    guard let text = text(of: post) else { return RichText(warning) }
    let prefix = warning + "\n\n"
    return RichText(prefix + text.string, spans: text.spans.map { $0.moved(by: prefix.utf8.count) })
  }

  private func dates(_ dates: EventDates) -> EventCard.Dates {
    EventCard.Dates(days: strings.days(of: dates, by: clock), time: strings.time(of: dates))
  }
}
