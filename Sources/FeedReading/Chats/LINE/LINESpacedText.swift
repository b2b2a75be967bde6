/// The lines of LINE's desktop app, which separates the time, the name and the text by blanks: `10:00 Emi good morning`.
///
/// A name may contain blanks itself, so the names follow from all lines: the words that every line of a person begins with.
struct LINESpacedText {
  private let names: [[Substring]]

  /// The maximum number of words of a name.
  private static let longestName = 4

  /// - Parameters:
  ///   - lines: What follows the time in each line.
  ///   - title: The chat's name: in a chat of two, it is one of the names.
  init(_ lines: [Substring], title: String?) {
    let split = lines.map { Self.words(of: $0) }.filter { !$0.isEmpty }
    var names: [[Substring]] = []
    if let title {
      let known = Self.words(of: title[...])
      if split.contains(where: { $0.starts(with: known) }) { names.append(known) }
    }
    let others = split.filter { line in !names.contains { line.starts(with: $0) } }
    for (_, group) in Dictionary(grouping: others, by: { $0[0] }).sorted(by: { $0.key < $1.key }) {
      var length = 1
      // One line, or a few of the same text, don't tell a name from a text.
      if Set(group).count > 2 {
        while length < Self.longestName, let word = group[0].dropFirst(length).first,
          group.allSatisfy({ $0.count > length + 1 && $0[length] == word })
        {
          length += 1
        }
      }
      names.append(Array(group[0].prefix(length)))
    }
    self.names = names.sorted { $0.count > $1.count }
  }

  private static func words(of line: Substring) -> [Substring] { line.split(separator: " ") }

  /// The author of a line, and the text; no author if the line has only a name.
  func split(_ line: Substring) -> (author: String?, text: String) {
    let words = Self.words(of: line)
    guard let name = names.first(where: { words.starts(with: $0) }), words.count > name.count else {
      return (nil, String(line))
    }
    var rest = line
    for word in name { rest = rest[(rest.firstRange(of: word)?.upperBound ?? rest.startIndex)...] }
    return (name.joined(separator: " "), String(rest.drop { $0 == " " }))
  }
}
