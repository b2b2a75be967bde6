import CivilTime

// The kinds of values that settings have beside numbers, texts and paths.

extension Project {
  /// Narrower than a card's fixed parts, or wider than any screen, is a mistake.
  package static let widthRange = 300...2000
  package static let scaleRange = 1...4
  package static let feedHeightRange = 100...20_000
  package static let photoQualityRange = 1...100
}

/// In which order posts are shown.
package enum FeedOrder: String, CaseIterable, Sendable {
  /// As the feed has them.
  case feed
  /// The newest first; those without a date at the end, as the feed has them.
  case date
}

/// What the page shows cards with.
package enum PageStyle: String, CaseIterable, Sendable {
  /// Pictures that the export draws.
  case pictures
  /// Drawings that the browser makes: texts as texts, in the fonts of the lock.
  case drawn
}

/// What of conversations is shown, and from whose side.
package struct ChatRequest: Hashable, Sendable {
  /// The chat's name; nil where there is one, or all are wanted.
  package var name: String?
  /// Name or id of whose messages are outgoing; nil where the export has to tell.
  package var owner: String?
  /// Seconds since 1970: what was written before is left out.
  package var since: Int?
  /// Seconds since 1970: what was written from then on is left out.
  package var until: Int?
  /// The export's id of the first message that was not read; nil marks none.
  package var unread: String?

  package init() {}

  /// Whether entries are chosen by when they were written.
  package var isBounded: Bool { since != nil || until != nil }

  /// Whether something of that moment is shown; of what has none nobody knows whether it is from then.
  package func holds(_ date: Int?) -> Bool {
    guard let date else { return !isBounded }
    return date >= since ?? .min && date < until ?? .max
  }
}

/// Times as people write them.
package enum Timestamp {
  package static let expected = "an ISO 8601 time (2018-11-18T18:40:00Z) or seconds since 1970"

  /// Seconds since 1970 of `2018-11-18`, `2018-11-18T18:40Z`, `2018-11-18T18:40:00+03:00` or a plain number; nil else.
  package static func seconds(of text: String) -> Int? { Int(text) ?? ISO8601Moment(text)?.seconds }
}

/// Amounts of memory as people write them.
package enum ByteCount {
  package static let expected = "an amount of memory, like 512MB or 2GB, of at least 16MB"
  /// Less than this doesn't hold one large card.
  package static let smallest = 16 << 20

  /// Bytes of `512MB`, `1.5 GB` or `800MiB`; a unit is 1024 times the one before, as memory is counted, whichever way
  /// it is written. Nil where it is no amount, too little, or more than an address can tell.
  package static func bytes(of text: String) -> Int? {
    let text = text.filter { $0 != " " }.uppercased()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units = ["MB": 20, "MIB": 20, "M": 20, "GB": 30, "GIB": 30, "G": 30, "TB": 40, "TIB": 40, "T": 40]
    guard let number = Double(digits), let shift = units[String(text.dropFirst(digits.count))] else { return nil }
    let bytes = number * Double(1 << shift)
    guard bytes >= Double(smallest), bytes < Double(Int.max) else { return nil }
    return Int(bytes)
  }

  /// For people: `120 bytes`, `1.5 KB`, `64 MB`, `8.5 GB`.
  ///
  /// - Parameter rounding: Of tenths: up for what is needed, down for what there is at least.
  package static func text(_ bytes: Int, rounded rounding: FloatingPointRoundingRule = .up) -> String {
    let units = ["KB", "MB", "GB", "TB"]
    guard bytes >= 1024 else { return "\(bytes) bytes" }
    var (amount, unit) = (Double(bytes) / 1024, 0)
    while amount >= 1024, unit < units.count - 1 { (amount, unit) = (amount / 1024, unit + 1) }
    let tenths = Int((amount * 10).rounded(rounding))
    // Nobody reads a hundred megabytes to the tenth.
    guard tenths < 1000, tenths % 10 != 0 else {
      return "\(Int((Double(tenths) / 10).rounded(rounding))) \(units[unit])"
    }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
