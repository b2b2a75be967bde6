/// Lines and columns of a document's values. Each lookup goes on from the one before: asking in the order of the text
/// goes through the text once.
package struct PositionFinder {
  private var offset = 0
  private var line = 1
  private var column = 1

  package init() {}

  package mutating func position(of value: JSONValue) -> TextPosition { position(at: value.offset, in: value.tape) }

  package mutating func position(ofKey member: JSONObject.Member) -> TextPosition {
    position(at: member.offset, in: member.tape)
  }

  private mutating func position(at target: Int, in tape: JSONTape) -> TextPosition {
    if target < offset { self = PositionFinder() }
    for byte in tape.bytes[offset..<target] {
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    offset = target
    return TextPosition(line: line, column: column)
  }
}
