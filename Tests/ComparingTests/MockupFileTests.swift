import Diagnostics
import Files
import Foundation
import Support
import Testing

@testable import Comparing

@Suite("Files of mockups that can't be read")
struct MockupFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    #expect(mkfifo(url("pipe").path, 0o600) == 0)
    try folder.write("", to: "folder/inner")
  }

  private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

  private func told(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? Diagnostic).map { "\($0.code) \($0.place?.file ?? "")" }
    }
  }

  @Test(
    "a pipe or a folder in place of one is told with its name, at once", .timeLimit(.minutes(10)),
    arguments: ["pipe", "folder"])
  func special(name: String) throws {
    #expect(told { _ = try MockupCases.read(url(name), name: name) } == "input.unreadable \(name)")
    #expect(told { _ = try PictureFile.bytes(of: url(name), called: name) } == "input.unreadable \(name)")
    try folder.write(
      "cases: [{name: a, post: p, mockup: \(name), figma: none.json}, {name: b, post: p, mockup: a.png, figma: \(name)}]",
      to: "cases.yml")
    try folder.write("no picture", to: "a.png")
    let cases = try MockupCases.read(url("cases.yml"), name: "cases.yml")
    let designs = MockupDesigns(cases: cases)
    for mockup in cases {
      #expect(told { _ = try designs.reference(for: mockup) } == "input.unreadable \(name)")
    }
  }

  @Test(
    "what is no design file is one error with its place",
    arguments: [
      ("{}", "d.json"), ("[", "d.json"), ("", "d.json"),
      (
        #"{"document": {"id": "0", "name": "D", "type": "X", "children": [{"id": "1", "type": "Y"}]}}"#,
        "d.json: document.children[0]: not a design file"
      ),
    ])
  func design(text: String, place: String) throws {
    try folder.write("cases: [{name: a, post: p, mockup: a.png, figma: d.json}]", to: "cases.yml")
    try folder.write("no picture", to: "a.png")
    try folder.write(text, to: "d.json")
    let cases = try MockupCases.read(url("cases.yml"), name: "cases.yml")
    let error = #expect(throws: Diagnostic.self) { try MockupDesigns(cases: cases).reference(for: cases[0]) }
    #expect(
      error?.code == "figma.unreadable" && error?.description.contains(place) == true, "\(error?.description ?? "")")
  }
}
