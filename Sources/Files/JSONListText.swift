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
    String(repeating: "  ", count: depth) + (try JSONText.element(element, depth: depth))
  }

  /// What ends the list.
  package var end: String {
    (isEmpty ? "[\n\n" : "\n") + String(repeating: "  ", count: depth - 1) + "]"
  }
}
