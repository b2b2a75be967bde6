import Diagnostics
import Foundation
import Testing

@Suite struct DiagnosticTests {
  private let photoSize = Diagnostic(
    severity: .error, code: "feed.photo-size", message: "no size has both width and height",
    place: .json("items[3].attachments[0]", in: "feed.json"), hint: "give one of them both")

  @Test("the text form is place first, way out last")
  func text() {
    #expect(
      photoSize.description == """
        error[feed.photo-size]: feed.json: items[3].attachments[0]: no size has both width and height
          hint: give one of them both
        """)
  }

  @Test("without place and hint the headline is all")
  func bare() {
    #expect(Diagnostic(severity: .note, code: "a.b", message: "seen").description == "note[a.b]: seen")
  }

  @Test(
    "places are written as compilers and editors write them",
    arguments: [
      (Place.json("items[3]", in: "a.json"), "a.json: items[3]"), (.json("items[3]"), "items[3]"),
      (.json("", in: "a.json"), "a.json"), (.line(12, column: 5, in: "post.yml"), "post.yml:12:5"),
      (.line(12, in: "post.yml"), "post.yml:12"), (.line(12, column: 5), "12:5"), (Place(file: "a"), "a"),
      (Place(), ""),
    ])
  func places(place: Place, text: String) {
    #expect(place.description == text)
  }

  @Test("the JSON form has the place's parts as members")
  func json() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func json(_ diagnostic: Diagnostic) throws -> String {
      String(decoding: try encoder.encode(diagnostic), as: UTF8.self)
    }
    #expect(
      try json(photoSize)
        == #"{"code":"feed.photo-size","file":"feed.json","hint":"give one of them both","#
        + #""message":"no size has both width and height","path":"items[3].attachments[0]","severity":"error"}"#)
    let lined = Diagnostic(severity: .warning, code: "t.k", message: "m", place: .line(2, column: 3, in: "p.yml"))
    #expect(
      try json(lined) == #"{"code":"t.k","column":3,"file":"p.yml","line":2,"message":"m","severity":"warning"}"#)
  }

  @Test("a file is filled in only if there is none")
  func located() {
    let bare = Diagnostic(severity: .error, code: "a.b", message: "m", place: .json("items"))
    #expect(bare.located(in: "a.json").place == .json("items", in: "a.json"))
    #expect(photoSize.located(in: "b.json") == photoSize)
  }

  @Test("severities are ordered")
  func severities() {
    #expect([Diagnostic.Severity.error, .note, .warning].sorted() == [.note, .warning, .error])
  }
}

@Suite struct SuggestionTests {
  @Test(
    "the nearest name is suggested while most of the word is right",
    arguments: [
      ("colour", ["color", "corner"], "color"), ("Kitten", ["sitting", "kitten"], "kitten"),
      ("spacign", ["spacing", "stack"], "spacing"), ("stakc", ["stack"], "stack"),
      ("widht", ["width", "widths"], "width"), ("x", ["y", "abc"], "y"), ("avatar", ["name", "date"], nil),
      ("", ["a"], "a"), ("abc", [], nil), ("bat", ["cat", "bar"], "bar"),
    ] as [(String, [String], String?)])
  func nearestName(word: String, candidates: [String], expected: String?) {
    #expect(nearest(to: word, among: candidates) == expected)
  }

  @Test("the order of candidates does not matter")
  func order() {
    #expect(nearest(to: "bat", among: ["bar", "cat"]) == nearest(to: "bat", among: ["cat", "bar"]))
  }
}
