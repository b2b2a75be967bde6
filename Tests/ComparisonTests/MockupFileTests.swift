import Comparison
import Diagnostics
import Files
import Foundation
import ImageFolders
import Projects
import RunSupport
import Support
import Testing

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
    "a pipe or a folder in place of one is reported with its name, at once", .timeLimit(.minutes(10)),
    arguments: ["pipe", "folder"])
  func special(name: String) throws {
    #expect(told { _ = try MockupList.read(url(name), name: name) } == "input.unreadable \(name)")
    #expect(told { _ = try ComparedImageFile.bytes(of: url(name), called: name) } == "input.unreadable \(name)")
    try folder.write(
      "cases: [{name: a, post: p, mockup: \(name)}, {name: b, post: p, mockup: a.png, figma: \(name)}]",
      to: "cases.yml")
    try folder.write("no picture", to: "a.png")
    let cases = try MockupList.read(url("cases.yml"), name: "cases.yml")
    let designs = MockupDesigns(cases: cases)
    #expect(told { _ = try designs.target(of: cases[0]) } == "input.unreadable \(name)")
    let code = name == "folder" ? "figma.answer" : "input.unreadable"
    #expect(told { _ = try designs.target(of: cases[1]) } == "\(code) \(name)")
  }

  @Test(
    "anything that is not a design, or has no such frame, is one error with its file",
    arguments: [
      ("{}", "figma.answer"), ("[", "figma.json"), ("", "figma.json"),
      (
        #"{"document": {"id": "0", "name": "D", "type": "X", "children": [{"id": "1", "type": "Y"}]}}"#,
        "figma.no-frame"
      ),
    ])
  func design(text: String, code: String) throws {
    try folder.write("cases: [{name: a, post: p, mockup: a.png, figma: d.json}]", to: "cases.yml")
    try folder.write("no picture", to: "a.png")
    try folder.write(text, to: "d.json")
    let cases = try MockupList.read(url("cases.yml"), name: "cases.yml")
    #expect(told { _ = try MockupDesigns(cases: cases).target(of: cases[0]) } == "\(code) d.json")
  }

  @Test(
    "keys of a design's cases that say nothing sound are reported",
    arguments: [
      ("crop: 1 2 3", "crop"), ("crop: 0 0 0 5", "crop"), ("pictureScale: big", "pictureScale"),
      ("unmapped: maybe", "unmapped"), ("map: {avatar: {}}", "avatar"),
      ("deviations: [{box: avatar, what: shape, reason: so}]", "deviations"),
      ("deviations: [{box: avatar, what: size}]", "deviations"),
    ])
  func wrongKeys(text: String, key: String) throws {
    try folder.write("cases: [{name: a, post: p, figma: d.json, \(text)}]", to: "cases.yml")
    let failure = #expect(throws: RunFailure.self) { try MockupList.read(url("cases.yml"), name: "cases.yml") }
    #expect(
      "\(String(describing: failure))".contains("\\\"\(key)\\\"") || "\(String(describing: failure))".contains(key))
  }

  @Test("a case of a design needs no image of its own; one without a design does")
  func withoutPicture() throws {
    try folder.write("cases: [{name: a, post: p, figma: d.json}, {name: b, post: p}]", to: "cases.yml")
    #expect(throws: RunFailure.self) { try MockupList.read(url("cases.yml"), name: "cases.yml") }
    try folder.write("cases: [{name: a, post: p, figma: d.json}]", to: "cases.yml")
    #expect(try MockupList.read(url("cases.yml"), name: "cases.yml")[0].mockup == nil)
  }
}
