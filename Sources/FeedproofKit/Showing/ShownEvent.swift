import FeedIngest

/// What `show --stage post --json` adds to an entry that announces an event.
struct ShownEvent: Encodable {
  var title: String
  /// ISO 8601 without a zone: `2018-11-24`, `2018-11-24T19:00`; null where the feed gives none.
  var start: String?
  var end: String?
  var recommended: Bool
  var giftCertificate: Bool
  /// The cover, which stands among the entry's photos.
  let photo: Photo?

  /// Nil for what is no event.
  init?(_ post: Post) {
    guard case .event(let event) = post.kind else { return nil }
    title = event.title
    start = event.dates?.start.iso
    end = event.dates?.end?.iso
    recommended = event.isRecommended
    giftCertificate = event.hasGiftCertificate
    photo = event.cover
  }

  private enum Key: CodingKey { case title, start, end, recommended, giftCertificate }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(title, forKey: .title)
    try container.encode(start, forKey: .start)
    try container.encode(end, forKey: .end)
    try container.encode(recommended, forKey: .recommended)
    try container.encode(giftCertificate, forKey: .giftCertificate)
  }

  /// For reading: title, dates and badges on one line.
  var readable: String {
    let dates = [start, end].compactMap { $0 }.joined(separator: " – ")
    let badges = [recommended ? "recommended" : "", giftCertificate ? "gift certificate" : ""]
    return ([title, dates] + badges).filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension EventDates.Moment {
  fileprivate var iso: String {
    let day = [padded(year, 4), padded(month, 2), padded(self.day, 2)].joined(separator: "-")
    return time.map { "\(day)T\(padded($0.hour, 2)):\(padded($0.minute, 2))" } ?? day
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
