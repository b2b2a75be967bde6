import CMarkup

/// Goes through HTML and tells a sink what it meets. The parser is libxml2's, which reads broken markup as browsers do.
package enum MarkupReader {
  /// How many elements may be open at once. No text is written so; what closes an element looks through all of them.
  static let depthLimit = 500
  /// Bytes of markup that are read of one text; a card shows `CleanText.blockLimit` of what comes out.
  package static let sizeLimit = 1_000_000
  /// Attributes of one element. Each is looked for among those before it.
  static let attributeLimit = 500

  package enum Outcome: Hashable, Sendable {
    case whole
    /// Elements nest deeper than `depthLimit`: what follows was left out.
    case tooDeep
    /// There are more than `sizeLimit` bytes: the rest was left out.
    case tooLong
    /// An element has more than `attributeLimit` attributes: the rest of them was left out.
    case manyAttributes
    case outOfMemory
  }

  /// - Parameters:
  ///   - html: A fragment or a whole document.
  ///   - limit: Bytes of it that are read.
  package static func read(_ html: String, limit: Int = sizeLimit, into sink: some MarkupSink) -> Outcome {
    var html = html
    let length = html.utf8.count
    let outcome = html.withUTF8 { bytes in
      var end = min(length, limit, Int(Int32.max))
      // Not through the middle of a character.
      while end < length, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      let read = UnsafeBufferPointer(rebasing: bytes[..<end])
      guard let fewer = MarkupAttributes.bounded(read, to: attributeLimit) else { return Self.read(read, into: sink) }
      let outcome = fewer.withUnsafeBufferPointer { Self.read($0, into: sink) }
      return outcome == .whole ? .manyAttributes : outcome
    }
    return outcome == .whole && length > limit ? .tooLong : outcome
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>, into sink: some MarkupSink) -> Outcome {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return .whole }
    let box = SinkBox(sink)
    return withExtendedLifetime(box) {
      var handler = fp_markup_handler(
        context: Unmanaged.passUnretained(box).toOpaque(),
        start: { context, name, attributes in
          guard let context, let name else { return }
          SinkBox.of(context).sink.open(String(cString: name), MarkupReader.attributes(attributes))
        },
        end: { context, name in
          guard let context, let name else { return }
          SinkBox.of(context).sink.close(String(cString: name))
        },
        text: { context, bytes, count in
          guard let context, let bytes else { return }
          bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
            SinkBox.of(context).sink.add(UnsafeBufferPointer(start: $0, count: count))
          }
        })
      let result = start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        fp_markup_read($0, Int32(bytes.count), Int32(depthLimit), &handler)
      }
      switch result {
      case FP_MARKUP_TOO_DEEP: return .tooDeep
      case FP_MARKUP_NO_MEMORY: return .outOfMemory
      default: return .whole
      }
    }
  }

  private static func attributes(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String: String] {
    guard var next = list else { return [:] }
    var attributes: [String: String] = [:]
    while let name = next[0] {
      // Of repeated ones the first counts, as in browsers.
      let key = String(cString: name)
      if attributes[key] == nil { attributes[key] = next[1].map { String(cString: $0) } ?? "" }
      next += 2
    }
    return attributes
  }
}

/// Takes attributes out of markup that an element has beyond a limit, before a parser compares each with all others.
struct MarkupAttributes {
  private var bytes: UnsafeBufferPointer<UInt8>.SubSequence
  private let limit: Int

  /// The same markup with blanks in their places; nil where no element has more.
  static func bounded(_ markup: UnsafeBufferPointer<UInt8>, to limit: Int) -> [UInt8]? {
    // An attribute has a letter and a blank before it.
    guard markup.count > limit * 2 else { return nil }
    var reader = MarkupAttributes(bytes: markup[...], limit: limit)
    var result: [UInt8]?
    while let rest = reader.nextElement() {
      guard !rest.isEmpty else { continue }
      result = result ?? Array(markup)
      result?.replaceSubrange(rest, with: repeatElement(UInt8(ascii: " "), count: rest.count))
    }
    return result
  }

  /// Where the attributes of the next element stand that are too many; nil at the end.
  private mutating func nextElement() -> Range<Int>? {
    while let start = bytes.firstIndex(of: UInt8(ascii: "<")) {
      bytes = bytes[(start + 1)...]
      if bytes.starts(with: "!--".utf8) {
        skipComment()
      } else if let first = bytes.first, first.isASCIIWord {
        return attributes()
      }
    }
    return nil
  }

  private mutating func skipComment() {
    while let dash = bytes.firstIndex(of: UInt8(ascii: "-")) {
      bytes = bytes[(dash + 1)...]
      if bytes.starts(with: "->".utf8) { return }
    }
    bytes = bytes.suffix(0)
  }

  private mutating func attributes() -> Range<Int> {
    skip { !Self.isBlank($0) && $0 != UInt8(ascii: ">") }
    var count = 0
    var end = bytes.startIndex
    while true {
      skip { Self.isBlank($0) || $0 == UInt8(ascii: "/") }
      guard let next = bytes.first, next != UInt8(ascii: ">") else { break }
      count += 1
      skipAttribute()
      if count <= limit { end = bytes.startIndex }
    }
    return end..<max(end, count > limit ? bytes.startIndex : end)
  }

  /// `name`, `name=value`, `name = "value"`.
  private mutating func skipAttribute() {
    // A name may begin with the sign itself.
    bytes = bytes.dropFirst()
    skip { !Self.isBlank($0) && !"=>/".utf8.contains($0) }
    let afterName = bytes
    skip(Self.isBlank)
    guard bytes.first == UInt8(ascii: "=") else {
      bytes = afterName
      return
    }
    bytes = bytes.dropFirst()
    skip(Self.isBlank)
    if let quote = bytes.first, "\"'".utf8.contains(quote) {
      bytes = bytes.dropFirst()
      skip { $0 != quote }
      bytes = bytes.dropFirst()
    } else {
      skip { !Self.isBlank($0) && $0 != UInt8(ascii: ">") }
    }
  }

  private mutating func skip(_ isPassed: (UInt8) -> Bool) { bytes = bytes.drop(while: isPassed) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// Gets what stands in markup, in its order. Names are in small letters.
package protocol MarkupSink: AnyObject {
  func open(_ name: String, _ attributes: [String: String])
  func close(_ name: String)
  /// Character references are decoded; white space is as it was written.
  func add(_ text: UnsafeBufferPointer<UInt8>)
}

/// C carries one pointer: a class around whatever gets the text.
private final class SinkBox {
  let sink: any MarkupSink

  init(_ sink: any MarkupSink) {
    self.sink = sink
  }

  static func of(_ context: UnsafeMutableRawPointer) -> SinkBox {
    Unmanaged<SinkBox>.fromOpaque(context).takeUnretainedValue()
  }
}
