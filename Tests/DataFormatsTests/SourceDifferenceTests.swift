import DataFormats
import Testing

@Suite("Edits between two versions of a file")
struct SourceDifferenceTests {
  private func difference(_ old: String, _ new: String) throws -> (SourceDifference, SourceNode) {
    let before = try YAMLSource.read(old, file: "a.yml")
    return (SourceDifference(from: before, to: try YAMLSource.read(new, file: "a.yml")), before)
  }

  private static let card = """
    root:
      children:
        - {text: name, name: name, color: red}
        - {text: date, name: date}
        - {image: photo, name: photo}
    """

  @Test("comments and the order of keys are no edit")
  func same() throws {
    let other =
      "# Why.\nroot:\n  children:\n    - {name: name, color: red, text: name}\n    - {text: date, name: date}\n    - {image: photo, name: photo}\n"
    #expect(try difference(Self.card, other).0.edits.isEmpty)
  }

  @Test(
    "one thing that was done is one edit",
    arguments: [
      ("color: red", "color: blue", "root/children/name/color"),
      (", color: red", "", "root/children/name"),
      ("name: date}", "name: date, if: date}", "root/children/date"),
      ("    - {text: date, name: date}\n", "", "root/children"),
      ("    - {image: photo, name: photo}", "    - {image: photo, name: photo}\n    - {icon: pin}", "root/children"),
    ])
  func one(old: String, new: String, path: String) throws {
    let (found, before) = try difference(Self.card, Self.card.replacing(old, with: new))
    #expect(found.edits.map(\.path) == [path])
    #expect(found.reverting([0]).canonicalJSON == before.canonicalJSON)
  }

  @Test("an element that stands elsewhere was moved")
  func moved() throws {
    let lines = Self.card.split(separator: "\n").map(String.init)
    let (found, before) = try difference(
      Self.card, [lines[0], lines[1], lines[3], lines[2], lines[4]].joined(separator: "\n"))
    #expect(found.edits.count == 1)
    if case .moved = found.edits.first?.kind {} else { Issue.record("\(found.edits)") }
    #expect(found.reverting([0]).canonicalJSON == before.canonicalJSON)
  }

  @Test("each edit can be taken back alone")
  func apart() throws {
    let both = Self.card.replacing("color: red", with: "color: blue").replacing("image: photo", with: "image: cover")
    let (found, _) = try difference(Self.card, both)
    #expect(found.edits.count == 2)
    let first = found.reverting([0]).json
    #expect(first.contains("red") && first.contains("cover"))
  }

  @Test("a value that YAML repeats by an alias was edited once")
  func alias() throws {
    let text = "a: &x {color: red}\nb: *x\n"
    #expect(try difference(text, text.replacing("red", with: "blue")).0.edits.count == 1)
  }

  @Test(
    "anything that is written as JSON reads back as the same",
    arguments: [
      "{a: \"x\\\"y\\\\z\", b: [1, 2.5, true, null, 'no'], c: {d: \"é😀\\u0007\\u2028\"}}", "[]", "{}",
    ])
  func json(text: String) throws {
    let node = try YAMLSource.read(text, file: "a")
    #expect(try YAMLSource.read(node.json, file: "a").json == node.json)
    #expect(try JSONSource.read(node.json, file: "a").json == node.json)
  }
}
