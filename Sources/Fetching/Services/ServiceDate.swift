import CivilTime

/// Dates as services write them.
enum ServiceDate {
  /// Seconds since 1970 of ISO 8601; nil for anything else.
  static func seconds(_ text: String?) -> Int? { text.flatMap { ISO8601Moment($0) }?.seconds }
}
