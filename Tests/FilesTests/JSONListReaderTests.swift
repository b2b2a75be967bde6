import Files
import Foundation
import Support
import Testing

@Suite("Reading a list of a JSON document element by element")
struct JSONListReaderTests {
  private func read(_ text: String) throws -> (elements: [String], places: [String], frame: String) {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "list.json")
    let bytes = Array(text.utf8)
    let file = try #require(try FileTree(folder.url.path).open("list.json"))
    var (elements, places): ([String], [String]) = ([], [])
    let frame = try JSONListReader.read(file, list: "cases") { element, place in
      elements.append(String(decoding: element, as: UTF8.self))
      places.append(String(decoding: bytes[place], as: UTF8.self))
    }
    return (elements, places, String(decoding: frame, as: UTF8.self))
  }

  @Test(
    "elements are what stands between the list's commas, the rest is the document without them",
    arguments: [
      (#"{"a":1,"cases":[],"b":2}"#, [], #"{"a":1,"cases":[],"b":2}"#),
      (
        #"{"cases" : [ {"x":[1,{"y":"],"}]} , {"z":"\"]}"} ] }"#, [#"{"x":[1,{"y":"],"}]}"#, #"{"z":"\"]}"}"#],
        #"{"cases" : [] }"#
      ),
      (
        "{\n  \"cases\" : [\n    {\n      \"a\" : 1\n    },\n    2, \"three\"\n  ]\n}",
        ["{\n      \"a\" : 1\n    }", "2", #""three""#], "{\n  \"cases\" : []\n}"
      ),
      // Neither a value with this name nor a nested list is the member.
      (
        #"{"a":"cases","b":[1],"c":{"cases":[2]},"cases":[3]}"#, ["3"],
        #"{"a":"cases","b":[1],"c":{"cases":[2]},"cases":[]}"#
      ),
      (#"{"cases":{"a":[1]}}"#, [], #"{"cases":{"a":[1]}}"#),
    ])
  func list(text: String, elements: [String], frame: String) throws {
    let found = try read(text)
    #expect(found.elements == elements && found.places == elements && found.frame == frame)
  }

  @Test("a document longer than what is read at once is read to its end")
  func long() throws {
    let elements = (0..<40_000).map { #"{"number":\#($0),"text":"\#(String(repeating: "–", count: $0 % 17))"}"# }
    let found = try read(#"{"cases":["# + elements.joined(separator: ", ") + #"],"end":true}"#)
    #expect(found.elements == elements && found.places == elements && found.frame == #"{"cases":[],"end":true}"#)
  }

  @Test("an element beyond the limit is refused, not gathered")
  func limit() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"cases":[""# + String(repeating: "a", count: 1_000_000), to: "list.json")
    let file = try #require(try FileTree(folder.url.path).open("list.json"))
    #expect(throws: FileError.self) { try JSONListReader.read(file, list: "cases", limit: 500_000) { _, _ in } }
  }
}
