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
    let start = (isEmpty ? "[\n" : ",\n") + String(repeating: "  ", count: depth)
    isEmpty = false
    return start + (try JSONText.element(element, depth: depth))
  }

  /// What ends the list.
  package var end: String {
    (isEmpty ? "[\n\n" : "\n") + String(repeating: "  ", count: depth - 1) + "]"
  }
}
