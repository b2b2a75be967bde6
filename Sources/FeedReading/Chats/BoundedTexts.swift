import DataFormats

/// A page or a plain text whose texts are cut to `JSONDocument.stringLimit`: readers make several copies of a text.
struct BoundedTexts {
  /// The document without the ends of such texts.
  private(set) var bytes: [UInt8] = []
  private(set) var cutTexts = 0
  /// The line of the first cut text, counted from 1.
  private(set) var firstLine = 1

  /// Returns nil if no text is too long. A text is a line; in a page, everything between two tags.
  init?(_ document: [UInt8], limit: Int = JSONDocument.stringLimit) {
    guard document.count > limit else { return nil }
    let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF]
    let isPage = document.first { !blanks.contains($0) } == UInt8(ascii: "<")
    let isWide = document.starts(with: [0xFF, 0xFE]) || document.starts(with: [0xFE, 0xFF])
    var (start, kept) = (0, 0)
    while start < document.count {
      let end = Self.end(of: start, in: document, isPage: isPage)
      if end - start > limit {
        if cutTexts == 0 { firstLine = 1 + document[..<start].count { $0 == UInt8(ascii: "\n") } }
        cutTexts += 1
        var cut = start + limit
        // Neither a character nor a code unit is split.
        while !isWide, cut > start, document[cut] & 0xC0 == 0x80 { cut -= 1 }
        if isWide, cut % 2 != end % 2 { cut -= 1 }
        bytes += document[kept..<cut]
        kept = end
      }
      start = end + 1
    }
    guard cutTexts > 0 else { return nil }
    bytes += document[min(kept, document.count)...]
  }

  /// The end of the text that begins at `start`: the next line end; in a page, the next tag.
  private static func end(of start: Int, in document: [UInt8], isPage: Bool) -> Int {
    let mark = UInt8(ascii: isPage ? "<" : "\n")
    return document[start...].firstIndex(of: mark) ?? document.count
  }
}
