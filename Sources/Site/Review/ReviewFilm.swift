/// What the review plays a film with: JSON as it is in the report and in `film.json`.
package struct ReviewFilm: Sendable {
  /// The pictures that frames are put together from, and those of cards that were approved with another one.
  let pictures: String
  let approvedPictures: String
  let actual: String
  /// Nil where none was approved.
  let expected: String?

  package init(pictures: String, approvedPictures: String, actual: String, expected: String?) {
    (self.pictures, self.approvedPictures, self.actual, self.expected) = (pictures, approvedPictures, actual, expected)
  }

  var values: [ScriptValue] {
    [pictures, approvedPictures, actual].map(Self.value) + [.optional(expected.map(Self.value))]
  }

  /// JSON in which nothing ends a script. What is replaced stands in strings alone.
  private static func value(_ json: String) -> ScriptValue {
    var safe = ""
    safe.reserveCapacity(json.utf8.count)
    for scalar in json.unicodeScalars {
      switch scalar {
      case "<", ">", "&", "\u{7F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let hex = String(scalar.value, radix: 16)
        safe += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return .written(safe)
  }
}
