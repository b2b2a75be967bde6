/// A list in indented JSON that is written element by element: the bytes are those of the whole list written at once.
package struct JSONListText {
  private let depth: Int
  private var isEmpty = true

  /// - Parameter depth: How many brackets are open around an element, the list's own included; 1 or more.
  package init(depth: Int) {
    self.depth = depth
  }

  /// What follows what was written before.
  ///
  /// - Throws: `EncodingError` where the element can't be written.
  package mutating func next(_ element: some Encodable) throws -> String {
    next(written: try text(of: element))
  }

  /// As `next(_:)`, of an element that `text(of:)` has written.
  package mutating func next(written element: String) -> String {
    defer { isEmpty = false }
    return (isEmpty ? "[\n" : ",\n") + element
  }

  /// An element as it stands in any list of this depth.
  ///
  /// - Throws: `EncodingError` where it can't be written.
  package func text(of element: some Encodable) throws -> String {
    let text = [UInt8](try JSONText.pretty(element).dropLast())
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    var written = indent
    written.reserveCapacity(text.count * 5 / 4)
    // Line breaks in strings are escaped: those of the text are all the encoder's. It leaves empty lines empty.
    for (index, byte) in text.enumerated() {
      written.append(byte)
      if byte == UInt8(ascii: "\n"), index + 1 < text.count, text[index + 1] != byte { written += indent }
    }
    return String(decoding: written, as: UTF8.self)
  }

  /// What ends the list.
  package var end: String {
    (isEmpty ? "[\n\n" : "\n") + String(repeating: "  ", count: depth - 1) + "]"
  }
}
