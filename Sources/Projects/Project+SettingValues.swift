import Basics
import FeedReading

// The kinds of values besides numbers, texts and paths.

extension Project {
  /// Smaller than a card's fixed parts, or larger than any screen, must be a mistake.
  package static let widthRange = 120...2000
  package static let scaleRange = 1...4
  package static let feedHeightRange = 100...20_000
  package static let photoQualityRange = 1...100
}

/// The order of posts.
package enum FeedOrder: String, CaseIterable, Sendable {
  /// The order of the feed.
  case feed
  /// Newest first; posts without a date are at the end, in feed order.
  case date
}

/// The posts of a feed that are shown, by the people who may see them on their service.
package enum FeedVisibility: String, CaseIterable, Sendable {
  case all
  /// Those for everyone, and those for followers or friends.
  case followers
  /// Those for everyone.
  case `public`

  /// Whether the post, what it reposts and what it quotes may be seen.
  package func shows(_ post: Post) -> Bool {
    switch self {
    case .all: true
    case .followers: post.audience >= .followers
    case .public: post.audience == .everyone
    }
  }
}

/// How the page shows cards.
package enum PageStyle: String, CaseIterable, Sendable {
  /// Images drawn by the export.
  case pictures
  /// Drawings made by the browser, with real text in the fonts of the lock.
  case drawn
}

/// The options for conversations: which one, its owner, its period.
package struct ChatRequest: Hashable, Sendable {
  /// The chat's name; nil if there is only one, or if all are wanted.
  package var name: String?
  /// The name or id of the person whose messages are outgoing; nil if the export determines it.
  package var owner: String?
  /// Seconds since 1970: earlier messages are left out.
  package var since: Int?
  /// Seconds since 1970: messages from then on are left out.
  package var until: Int?
  /// The export's id of the first unread message; nil for no mark.
  package var unread: String?
  /// The order of day and month in texts that leave it open; nil if the evidence decides.
  package var dateOrder: ChatDateOrder?
  /// The posts that are shown, by the people who may see them on their service.
  package var visibility = FeedVisibility.all

  package init() {}

  /// Whether posts or messages are filtered.
  package var isBounded: Bool { since != nil || until != nil || visibility != .all }

  /// Whether messages of that time are shown. Messages without a time are only shown if there is no period.
  package func holds(_ date: Int?) -> Bool {
    guard let date else { return since == nil && until == nil }
    return date >= since ?? .min && date < until ?? .max
  }
}

/// Parses times.
package enum Timestamp {
  package static let expected = "an ISO 8601 time (2018-11-18T18:40:00Z) or seconds since 1970"

  /// Returns seconds since 1970 for `2018-11-18`, `2018-11-18T18:40Z`, `2018-11-18T18:40:00+03:00` or a plain number;
  /// otherwise nil.
  package static func seconds(of text: String) -> Int? { Int(text) ?? ISO8601Moment(text)?.seconds }
}

/// Parses and formats amounts of memory.
package enum ByteCount {
  package static let expected = "an amount of memory, like 512MB or 2GB, of at least 16MB"
  /// The minimum: less can't hold one large card.
  package static let smallest = 16 << 20

  /// Returns the bytes of `512MB`, `1.5 GB` or `800MiB`; units are powers of 1024 in either notation. Nil if it isn't
  /// an amount, is too small, or exceeds the address space.
  package static func bytes(of text: String) -> Int? {
    let text = text.filter { $0 != " " }.uppercased()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units = ["MB": 20, "MIB": 20, "M": 20, "GB": 30, "GIB": 30, "G": 30, "TB": 40, "TIB": 40, "T": 40]
    guard let number = Double(digits), let shift = units[String(text.dropFirst(digits.count))] else { return nil }
    let bytes = number * Double(1 << shift)
    guard bytes >= Double(smallest), bytes < Double(Int.max) else { return nil }
    return Int(bytes)
  }

  /// Formats `120 bytes`, `1.5 KB`, `64 MB`, `8.5 GB`.
  ///
  /// - Parameter rounding: The rounding of tenths: up for a required amount, down for an available one.
  package static func text(_ bytes: Int, rounded rounding: FloatingPointRoundingRule = .up) -> String {
    let units = ["KB", "MB", "GB", "TB"]
    guard bytes >= 1024 else { return "\(bytes) bytes" }
    var (amount, unit) = (Double(bytes) / 1024, 0)
    while amount >= 1024, unit < units.count - 1 { (amount, unit) = (amount / 1024, unit + 1) }
    let tenths = Int((amount * 10).rounded(rounding))
    // Large amounts don't need tenths.
    guard tenths < 1000, tenths % 10 != 0 else {
      return "\(Int((Double(tenths) / 10).rounded(rounding))) \(units[unit])"
    }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
