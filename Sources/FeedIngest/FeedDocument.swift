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

  /// Whether the bytes are whole JSON by themselves. Of newline-delimited JSON the first line is.
  package var isWholeJSON: Bool { (try? JSONDocument.parse(bytes)) != nil }

  /// Its JSON, read in this one place, whoever makes something of it then.
  package func parsed() throws(JSONFault) -> ParsedDocument {
    let script = ArchiveScript(bytes)
    let json = script?.json ?? bytes
    let result = Result { () throws(JSONFault) in try JSONDocument.parse(json) }
    if case .success(let document) = result, document.repairedStrings == 0 {
      return ParsedDocument(document, script: script?.name)
    }
    for format in FeedFormat.all {
      guard let (bytes, count) = format.repaired(json), let document = try? JSONDocument.parse(bytes) else { continue }
      return ParsedDocument(document, script: script?.name, repairs: (count, format.hints.repaired))
    }
    return ParsedDocument(try result.get(), script: script?.name)
  }
}

/// The JSON of a document.
package struct ParsedDocument: Sendable {
  package let root: JSONNode
  /// What an archive's script is called; nil of plain JSON.
  let script: String?
  /// How many texts were no valid JSON and could be put right, and how they come to be so.
  package let repairs: (count: Int, hint: String?)?
  /// Strings with something in them that is no Unicode text, and where the first begins.
  package let badStrings: Int
  package let firstBadString: TextPosition?

  init(_ document: JSONDocument, script: String? = nil, repairs: (count: Int, hint: String?)? = nil) {
    (root, self.script, self.repairs) = (document.root, script, repairs)
    (badStrings, firstBadString) = (document.repairedStrings, document.firstRepair)
  }
}

/// A document that is no feed of posts, for whoever knows it better.
package enum UnreadDocument: Sendable {
  case json(ParsedDocument)
  /// No JSON, and why.
  case text([UInt8], JSONFault)
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
