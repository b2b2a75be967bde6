import CivilTime

/// Moments as HTTP writes them (RFC 9110, 5.6.7).
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, and of the two older forms; nil for anything else.
  package static func seconds(_ text: some StringProtocol) -> Int? {
    let fields = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    guard let month = fields.firstIndex(where: { months.contains($0) }),
      let number = months.firstIndex(of: fields[month]),
      let clock = fields.first(where: { $0.contains(":") }).map({ $0.split(separator: ":").map { Int($0) } }),
      clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
    else { return nil }
    let numbers = fields.filter { !$0.contains(":") }.compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    let (day, given) = (numbers[0], numbers[1])
    let year = given >= 100 ? given : given + (given < 70 ? 2000 : 1900)
    return CivilDate(year: year, month: number + 1, day: day)
      .map { $0.dayNumber * 86_400 + hour * 3600 + minute * 60 + second }
  }
}
