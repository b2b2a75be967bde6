import Basics

/// Misskey's markup (MFM): functions lose their names and keep their words, links get their titles.
///
/// `$[tada.speed=2s good] morning` is "good morning".
struct MisskeyMarkup: TextDialect {
  let handlesHaveHyphens = true
  /// The matching closing brackets, found once so that nesting is cheap.
  private var closers: [Int: Int] = [:]

  static func text(_ source: String) -> FacetedText {
    FacetedText(scanning: plain(source)) { MisskeyMarkup(in: $0) }
  }

  private init(in bytes: [UInt8]) {
    var open: [Int] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "["): open.append(index)
      case UInt8(ascii: "]"): if let opener = open.popLast() { closers[opener] = index }
      case UInt8(ascii: "\n"): open.removeAll(keepingCapacity: true)
      default: break
      }
    }
  }

  /// `[title](address)`
  func bracketed(at start: Int, in bytes: [UInt8]) -> TitledMarkup? {
    guard let close = closers[start], close > start + 1, close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: "(")
    else { return nil }
    let rest = bytes[(close + 2)...].prefix(2048)
    guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: ")") || $0 <= 0x20 }), bytes[end] == UInt8(ascii: ")"),
      let url = WebAddress(written: String(decoding: bytes[(close + 2)..<end], as: UTF8.self))
    else { return nil }
    return TitledMarkup(kind: .link, url: url, title: start + 1..<close, end: end + 1)
  }

  func titledMention(at index: Int, in bytes: [UInt8], limit: Int) -> TitledMarkup? { nil }

  func hashtag(_ tag: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference { (tag.upperBound, nil) }

  func mention(_ name: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference {
    PlainTextDialect().mention(name, in: bytes, limit: limit)
  }

  private static let tags: Set = ["small", "center", "i", "b", "plain", "/small", "/center", "/i", "/b", "/plain"]

  /// The text without functions and tags, except in code.
  private static func plain(_ source: String) -> String {
    guard source.contains("$[") || source.contains("<") else { return source }
    var (result, index, open, isCode) = ("", source.startIndex, [Bool](), false)
    while index < source.endIndex {
      let rest = source[index...]
      let character = source[index]
      index = source.index(after: index)
      switch character {
      case "`": isCode.toggle()
      case "$" where !isCode && rest.hasPrefix("$["):
        // A name, and its values after a dot.
        let name = rest.dropFirst(2).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "._=,-+#".contains($0)) }
        guard !name.isEmpty, rest[name.endIndex...].first == " " else { break }
        open.append(true)
        index = source.index(after: name.endIndex)
        continue
      case "[" where !open.isEmpty: open.append(false)
      case "]" where open.popLast() == true: continue
      case "<" where !isCode:
        guard let close = rest.prefix(10).firstIndex(of: ">"),
          tags.contains(String(source[index..<close]).lowercased())
        else { break }
        index = source.index(after: close)
        continue
      default: break
      }
      result.append(character)
    }
    return result
  }
}
