import DataFormats

/// A saved answer of a service: the bytes of a file or of one of its lines, and its name in diagnostics.
package struct FeedDocument: Sendable {
  /// The file's name.
  package let name: String
  /// The line number in newline-delimited JSON, counted from 1.
  package let line: Int?
  package let bytes: [UInt8]

  package init(name: String, line: Int? = nil, bytes: [UInt8]) {
    self.name = name
    self.line = line
    self.bytes = bytes
  }

  /// The prefix of JSON paths: `feed.json`, or `feed.ndjson:12`.
  var placeName: String { line.map { "\(name):\($0)" } ?? name }

  /// Whether the bytes are complete JSON. In newline-delimited JSON, the first line is.
  package var isWholeJSON: Bool { (try? JSONDocument.parse(bytes, cutsStrings: true)) != nil }

  /// Parses the JSON, for all readers alike.
  package func parsed() throws(JSONFault) -> ParsedDocument {
    if let document = try parsedConversion() { return document }
    let script = ArchiveScript(bytes)
    let json = script?.json ?? bytes
    let result = Result { () throws(JSONFault) in try JSONDocument.parse(json, cutsStrings: true) }
    if case .success(let document) = result, document.repairedStrings == 0 {
      return ParsedDocument(document, script: script?.name)
    }
    // Pages and plain texts, which may be long, are no JSON to repair.
    if case .failure(let fault) = result, case .unexpected = fault.kind,
      fault.position == TextPosition(line: 1, column: 1)
    {
      throw fault
    }
    for format in FeedFormat.all {
      guard let (bytes, count) = format.repaired(json),
        let document = try? JSONDocument.parse(bytes, cutsStrings: true)
      else { continue }
      return ParsedDocument(document, script: script?.name, repairs: (count, format.hints.repaired))
    }
    if let script, case .failure(let fault) = result, case .truncated = fault.kind, let whole = script.wholeItems,
      let document = try? JSONDocument.parse(whole, cutsStrings: true)
    {
      return ParsedDocument(document, script: script.name, cut: fault)
    }
    return ParsedDocument(try result.get(), script: script?.name)
  }
}

extension FeedDocument {
  /// The content of a document that a service writes in a format other than JSON; nil for any other document.
  var conversion: FeedFormat.Conversion? {
    guard let first = bytes.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return nil }
    return FeedFormat.all.lazy.compactMap { $0.converted(bytes, name) }.first
  }

  private func parsedConversion() throws(JSONFault) -> ParsedDocument? {
    guard case .json(let json) = conversion else { return nil }
    return ParsedDocument(try JSONDocument.parse(json, cutsStrings: true))
  }
}

/// The JSON of a document.
package struct ParsedDocument: Sendable {
  package let root: JSONNode
  /// The name of an archive's script; nil for plain JSON.
  let script: String?
  /// The number of invalid JSON texts that were repaired, and their likely cause.
  package let repairs: (count: Int, hint: String?)?
  /// The number of strings with invalid Unicode, and the position of the first.
  package let badStrings: Int
  package let firstBadString: TextPosition?
  /// The number of strings that were cut to `JSONDocument.stringLimit`, and the position of the first.
  package let cutStrings: Int
  package let firstCutString: TextPosition?
  /// The fault at which the document ends prematurely; the items before it are in the root.
  package let cut: JSONFault?

  init(
    _ document: JSONDocument, script: String? = nil, repairs: (count: Int, hint: String?)? = nil, cut: JSONFault? = nil
  ) {
    (root, self.script, self.repairs, self.cut) = (document.root, script, repairs, cut)
    (badStrings, firstBadString) = (document.repairedStrings, document.firstRepair)
    (cutStrings, firstCutString) = (document.cutStrings, document.firstCut)
  }
}

/// A document that is not a feed of posts, for other readers.
package enum UnrecognizedDocument: Sendable {
  case json(ParsedDocument)
  /// Not JSON, and why.
  case text([UInt8], JSONFault)
}

/// A document of X's archive, a script that browsers load: `window.YTD.tweets.part0 = [ … ]`, before 2018
/// `Grailbird.data.tweets_2013_01 = [ … ]`.
struct ArchiveScript {
  /// The kind of content: `tweets`, `account`, `profile`, ….
  let name: String
  /// The assigned value, padded with spaces so that positions are those in the file.
  let json: [UInt8]

  /// For a truncated list, the complete items before the break, as a list; nil if there are none.
  var wholeItems: [UInt8]? {
    var (depth, end, isInString, isEscaped) = (0, Int?.none, false, false)
    for (index, byte) in json.enumerated() {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 1 { end = index }
      default: break
      }
    }
    return end.map { json[...$0] + [UInt8(ascii: "]")] }
  }

  /// The number of bytes in which the assignment operator is searched.
  private static let headLimit = 200

  /// Returns nil for anything else.
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
