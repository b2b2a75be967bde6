import CivilTime

/// Times as people write them and as machines read them.
package enum Timestamp {
  static let expected = "an ISO 8601 time (2018-11-18T18:40:00Z) or seconds since 1970"

  /// Seconds since 1970 of `2018-11-18`, `2018-11-18T18:40Z`, `2018-11-18T18:40:00+03:00` or a plain number; nil else.
  static func seconds(of text: String) -> Int? { Int(text) ?? ISO8601Moment(text)?.seconds }

  /// `2018-11-18T18:40:00Z`
  package static func iso(_ seconds: Int) -> String { ISO8601Moment.utc(seconds) }
}
