import CMarkup

/// Goes through HTML and tells a sink what it meets. The parser is libxml2's, which reads broken markup as browsers do.
package enum MarkupReader {
  /// How many elements may be open at once. No text is written so; what closes an element looks through all of them.
  static let depthLimit = 500
  /// Bytes of markup that are read of one text; a card shows `CleanText.blockLimit` of what comes out.
  static let sizeLimit = 1_000_000

  package enum Outcome: Hashable, Sendable {
    case whole
    /// Elements nest deeper than `depthLimit`: what follows was left out.
    case tooDeep
    /// There are more than `sizeLimit` bytes: the rest was left out.
    case tooLong
    case outOfMemory
  }

  /// - Parameter html: A fragment or a whole document.
  package static func read(_ html: String, into sink: some MarkupSink) -> Outcome {
    var html = html
    let length = html.utf8.count
    let outcome = html.withUTF8 { bytes in
      var end = min(length, sizeLimit)
      // Not through the middle of a character.
      while end < length, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      return read(UnsafeBufferPointer(rebasing: bytes[..<end]), into: sink)
    }
    return outcome == .whole && length > sizeLimit ? .tooLong : outcome
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
