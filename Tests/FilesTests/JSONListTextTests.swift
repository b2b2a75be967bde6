import Files
import Testing

@Suite("A JSON list written element by element")
struct JSONListTextTests {
  private struct Element: Encodable {
    var name: String
    var numbers: [Int]
  }

  private struct Frame: Encodable {
    var list: [Element]
  }

  private static let elements = [
    Element(name: "a\n[b]", numbers: [1, 2]), Element(name: "", numbers: []), Element(name: "\u{1}", numbers: [3]),
  ]

  private func list(_ elements: some Sequence<Element>, depth: Int) throws -> String {
    var list = JSONListText(depth: depth)
    var text = ""
    for element in elements { text += try list.next(element) }
    return text + list.end
  }

  @Test("its bytes are those of the whole list written at once", arguments: 0...3)
  func wholeList(count: Int) throws {
    let elements = Array(Self.elements.prefix(count))
    #expect(try list(elements, depth: 1) + "\n" == String(decoding: try JSONText.pretty(elements), as: UTF8.self))
  }

  @Test("inside an object too", arguments: 0...3)
  func member(count: Int) throws {
    let elements = Array(Self.elements.prefix(count))
    let whole = String(decoding: try JSONText.pretty(Frame(list: elements)), as: UTF8.self)
    #expect(try "{\n  \"list\" : " + list(elements, depth: 2) + "\n}\n" == whole)
  }

  @Test("without its white space it is a line, and words keep theirs")
  func compacted() throws {
    let frame = Frame(list: Self.elements + [Element(name: #"a \" : , \\"#, numbers: [])])
    let pretty = String(decoding: try JSONText.pretty(frame), as: UTF8.self)
    #expect(JSONText.compacted(pretty) == (try JSONText.line(frame)))
  }
}
