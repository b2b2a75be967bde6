import CivilTime

/// Times as people write them.
package enum Timestamp {
  package static let expected = "an ISO 8601 time (2018-11-18T18:40:00Z) or seconds since 1970"

  /// Seconds since 1970 of `2018-11-18`, `2018-11-18T18:40Z`, `2018-11-18T18:40:00+03:00` or a plain number; nil else.
  package static func seconds(of text: String) -> Int? { Int(text) ?? ISO8601Moment(text)?.seconds }
}
