import CivilTime
import JSONTree

/// Dates in the forms that services write.
enum WrittenDate {
  /// Seconds since 1970, nil for anything else: ISO 8601 (RFC 3339), a number of seconds, or as X writes it
  /// (`Wed Oct 10 20:19:24 +0000 2018`).
  static func seconds(_ text: String) -> Int? {
    if let moment = ISO8601Moment(text) { return inRange(moment.seconds) }
    if let number = Int(text) { return inRange(number) }
    return x(text)
  }

  /// Years 1…9999.
  private static func inRange(_ seconds: Int) -> Int? {
    -62_135_596_800..<253_402_300_800 ~= seconds ? seconds : nil
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private static func x(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, let month = months.firstIndex(of: words[1].lowercased()), words[5].utf8.count == 4,
      let year = Int(words[5]), words[2].utf8.count <= 2, let day = Int(words[2])
    else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return ISO8601Moment("\(words[5])-\(padded(month + 1))-\(padded(day))T\(words[3])\(words[4])").flatMap {
      year > 0 ? inRange($0.seconds) : nil
    }
  }
}
