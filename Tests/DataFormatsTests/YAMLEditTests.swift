import DataFormats
import Testing

@Suite("Putting values into a YAML file")
struct YAMLEditTests {
  private func pinned(_ text: String, _ part: String = "avatar", style: YAMLEdit.Style = .indented) -> String? {
    YAMLEdit(text, file: "a.yml").setting([.init("map", part, written: "\"*pic\"")], adding: style)
  }

  @Test(
    "a value in quotes is changed where it stands, and all around it stays",
    arguments: [
      ("map:\n  avatar: \"*:id/\\\"old\\\"\" # mine\n  name: x\n", "map:\n  avatar: \"*pic\" # mine\n  name: x\n"),
      ("map: {avatar: 'it''s', name: x}\nfont: SF Pro\n", "map: {avatar: \"*pic\", name: x}\nfont: SF Pro\n"),
      ("map: {avatar: old}", "map: {avatar: \"*pic\"}"),
    ])
  func changed(_ text: String, _ expected: String) {
    #expect(pinned(text) == expected)
  }

  @Test(
    "anything that is not there is added, in the way that its neighbors are written",
    arguments: [
      ("", "map:\n  avatar: \"*pic\"\n"),
      ("font: SF Pro", "font: SF Pro\nmap:\n  avatar: \"*pic\"\n"),
      ("map:\n    name: 'x' # why\nfont: y\n", "map:\n    name: 'x' # why\n    avatar: \"*pic\"\nfont: y\n"),
      ("map: {name: \"x\"} # why\n", "map: {name: \"x\", avatar: \"*pic\"} # why\n"),
    ])
  func added(_ text: String, _ expected: String) {
    #expect(pinned(text) == expected)
  }

  @Test("a list is added as it is written")
  func list() {
    let edit = YAMLEdit("a: 1\n", file: "a.yml")
    #expect(edit.setting([.init("tokens", written: "[x, y]")], adding: .onOneLine) == "a: 1\ntokens: [x, y]\n")
  }

  @Test("a key that YAML would read otherwise is in quotes")
  func quoted() throws {
    let text = try #require(pinned("", "a: b"))
    #expect(text == "map:\n  \"a: b\": \"*pic\"\n")
    #expect(pinned(text, "true", style: .onOneLine) == text + "  \"true\": \"*pic\"\n")
  }

  @Test(
    "what only a person can change is left alone",
    arguments: [
      "map: {}\n", "map: [a]\n", "map:\n  name: >\n    long\n", "x: &x {avatar: a}\nmap: *x\n", "map: {\n", "- a\n",
      "map:\n  avatar: \"a\n    b\"\n",
    ])
  func refused(_ text: String) { #expect(pinned(text) == nil) }
}
