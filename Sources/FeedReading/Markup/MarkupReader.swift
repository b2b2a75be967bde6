import CMarkup

/// Parses HTML and passes its content to a sink. The parser is libxml2's, which handles broken markup as browsers do.
package enum MarkupReader {
  /// The maximum number of open elements. No real text has as many; closing an element searches through all of them.
  static let depthLimit = 500
  /// The maximum number of bytes of markup read from one text; a card shows at most `CleanText.blockLimit` of the
  /// result.
  package static let sizeLimit = 1_000_000
  /// The maximum number of attributes of one element. Each is compared with those before it.
  static let attributeLimit = 500

  package enum Outcome: Hashable, Sendable {
    case whole
    /// Elements are nested deeper than `depthLimit`: the rest was dropped.
    case tooDeep
    /// There are more than `sizeLimit` bytes: the rest was dropped.
    case tooLong
    /// An element has more than `attributeLimit` attributes: the rest of them was dropped.
    case manyAttributes
    case outOfMemory
  }

  /// - Parameters:
  ///   - html: A fragment or a whole document.
  ///   - limit: The maximum number of bytes to read.
  package static func read(_ html: String, limit: Int = sizeLimit, into sink: some MarkupSink) -> Outcome {
    var html = html
    let length = html.utf8.count
    let outcome = html.withUTF8 { bytes in
      var end = min(length, limit, Int(Int32.max))
      // Don't split a character.
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
    let box = SinkReference(sink)
    return withExtendedLifetime(box) {
      var handler = fp_markup_handler(
        context: Unmanaged.passUnretained(box).toOpaque(),
        start: { context, name, attributes in
          guard let context, let name else { return }
          SinkReference.of(context).sink.open(String(cString: name), MarkupReader.attributes(attributes))
        },
        end: { context, name in
          guard let context, let name else { return }
          SinkReference.of(context).sink.close(String(cString: name))
        },
        text: { context, bytes, count in
          guard let context, let bytes else { return }
          bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
            SinkReference.of(context).sink.add(UnsafeBufferPointer(start: $0, count: count))
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
      // The first of several equal names counts, as in browsers.
      let key = String(cString: name)
      if attributes[key] == nil { attributes[key] = next[1].map { String(cString: $0) } ?? "" }
      next += 2
    }
    return attributes
  }
}

/// Removes excess attributes from markup before a parser compares each with all others.
struct MarkupAttributes {
  private var bytes: UnsafeBufferPointer<UInt8>.SubSequence
  private let limit: Int

  /// Returns the markup with excess attributes replaced by blanks; nil if no element has any.
  static func bounded(_ markup: UnsafeBufferPointer<UInt8>, to limit: Int) -> [UInt8]? {
    // An attribute takes at least a letter and a preceding blank.
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

  /// The range of the next element's excess attributes; nil at the end.
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
    // A name may begin with the equals sign itself.
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

/// Receives the content of markup in order. Names are in lowercase.
package protocol MarkupSink: AnyObject {
  func open(_ name: String, _ attributes: [String: String])
  func close(_ name: String)
  /// Character references are decoded; white space is unchanged.
  func add(_ text: UnsafeBufferPointer<UInt8>)
}

/// Wraps a sink in a class, since C passes a single pointer.
private final class SinkReference {
  let sink: any MarkupSink

  init(_ sink: any MarkupSink) {
    self.sink = sink
  }

  static func of(_ context: UnsafeMutableRawPointer) -> SinkReference {
    Unmanaged<SinkReference>.fromOpaque(context).takeUnretainedValue()
  }
}
