import JSONTree

/// One saved answer of a service: the bytes of a file or of one of its lines, and the name diagnostics call it by.
package struct FeedDocument: Sendable {
  /// The file's name.
  package let name: String
  /// Of newline-delimited JSON: the line in the file, counted from 1.
  package let line: Int?
  package let bytes: [UInt8]

  package init(name: String, line: Int? = nil, bytes: [UInt8]) {
    self.name = name
    self.line = line
    self.bytes = bytes
  }

  /// What JSON paths start from: `feed.json`, or `feed.ndjson:12`.
  var placeName: String { line.map { "\(name):\($0)" } ?? name }

  /// A line of the file, where `line` is counted from 1 in the document.
  func fileLine(_ line: Int) -> Int { (self.line ?? 1) - 1 + line }

  /// Whether the bytes are whole JSON by themselves. Of newline-delimited JSON the first line is.
  package var isWholeJSON: Bool { (try? JSONDocument.parse(bytes)) != nil }
}

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
