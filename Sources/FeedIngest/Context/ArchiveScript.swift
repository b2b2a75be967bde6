/// A document of X's archive, which is a script that browsers load: `window.YTD.tweets.part0 = [ … ]`, before 2018
/// `Grailbird.data.tweets_2013_01 = [ … ]`.
struct ArchiveScript {
  /// What it holds: `tweets`, `account`, `profile`, ….
  let name: String
  /// What is assigned, with spaces for what stands before it: places in it are places in the file.
  let json: [UInt8]

  /// How far the assignment's sign is looked for.
  private static let headLimit = 200

  /// Nil for anything else.
  init?(_ bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = bytes.dropFirst(start).prefix(Self.headLimit)
    guard let sign = head.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let words = String(decoding: head[..<sign], as: UTF8.self).trimmed.split(separator: ".", maxSplits: 4)
    if words.count == 3, words[0] == "Grailbird", words[1] == "data" {
      name = String(words[2].prefix { $0 != "_" })
    } else if words.count == 4, words[0] == "window", words[1] == "YTD", words[3].hasPrefix("part") {
      name = String(words[2])
    } else {
      return nil
    }
    var json = bytes
    for index in 0...sign where json[index] != UInt8(ascii: "\n") { json[index] = UInt8(ascii: " ") }
    while let last = json.last, [UInt8(ascii: ";"), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(last) {
      json.removeLast()
    }
    self.json = json
  }
}
