import Basics
import DataFormats
import Foundation

/// Parses dates in the formats of services.
enum DateParser {
  /// Seconds since 1970, or nil: ISO 8601 (RFC 3339), a number of seconds, X's format (`Wed Oct 10 20:19:24 +0000
  /// 2018`), or the mail format (RFC 5322: `Wed, 10 Oct 2018 20:19:24 +0000`).
  static func seconds(_ text: String) -> Int? {
    if let moment = ISO8601Moment(text) { return inRange(moment.seconds) }
    if let number = Int(text) { return inRange(number) }
    // `2013-01-20 18:40:11 +0000`, in X's archives before 2018.
    let words = text.split(separator: " ")
    if words.count == 3, let moment = ISO8601Moment("\(words[0])T\(words[1])\(words[2])") {
      return inRange(moment.seconds)
    }
    return x(text) ?? mail(text)
  }

  /// Years 1…9999.
  private static func inRange(_ seconds: Int) -> Int? {
    -62_135_596_800..<253_402_300_800 ~= seconds ? seconds : nil
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private static func x(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6 else { return nil }
    return seconds(day: words[2], month: words[1], year: words[5], clock: words[3], zone: words[4])
  }

  /// The day of the week and the seconds are optional; a zone may have a name.
  private static func mail(_ text: String) -> Int? {
    var words = text.split(separator: " ")[...]
    if words.first?.last == "," { words = words.dropFirst() }
    guard words.count == 5, let zone = words.last else { return nil }
    let start = words.startIndex
    return seconds(
      day: words[start], month: words[start + 1], year: words[start + 2], clock: words[start + 3],
      zone: zones[zone.uppercased()].map { $0[...] } ?? zone)
  }

  /// RFC 5322, 4.3.
  private static let zones = [
    "GMT": "Z", "UT": "Z", "UTC": "Z", "EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500", "MST": "-0700",
    "MDT": "-0600", "PST": "-0800", "PDT": "-0700",
  ]

  private static func seconds(
    day: Substring, month: Substring, year: Substring, clock: Substring, zone: Substring
  ) -> Int? {
    guard let number = months.firstIndex(of: month.lowercased()), year.utf8.count == 4, year != "0000",
      (1...2).contains(day.utf8.count)
    else { return nil }
    let (month, day) = (number < 9 ? "0\(number + 1)" : "\(number + 1)", day.utf8.count < 2 ? "0\(day)" : "\(day)")
    return ISO8601Moment("\(year)-\(month)-\(day)T\(clock)\(zone)").flatMap { inRange($0.seconds) }
  }
}

/// Facts derived from a file's address.
enum FileAddress {
  /// The address's last component; nil if there is none.
  static func fileName(_ address: String) -> String? {
    guard !address.hasPrefix("data:") else { return nil }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let start = path.range(of: "://")?.upperBound ?? path.startIndex
    let parts = path[start...].split(separator: "/")
    return start == path.startIndex || parts.count > 1 ? parts.last.map(String.init) : nil
  }

  /// In lowercase, without the dot; nil if there is none.
  static func fileExtension(_ address: String) -> String? {
    guard let name = fileName(address), let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return (1...8).contains(ending.utf8.count) && ending.utf8.allSatisfy(\.isASCIIWord) ? ending : nil
  }

  /// `image`, `video`, `audio`, `application` …: from the media type, or else from the address's extension; nil if
  /// unknown.
  static func family(mediaType: String?, address: String) -> String? {
    if let mediaType { return mediaType.split(separator: "/").first.map { $0.lowercased() } }
    return fileExtension(address).flatMap { MediaFileKind(ending: $0)?.rawValue }
  }
}
