import Figma
import Testing

@Suite("What a design has become")
struct ChangeTests {
  private func card(x: Int, title: String = "", more: String = "") -> String {
    #"{"id": "1:2", "name": "Card", "type": "FRAME", "absoluteBoundingBox": {"x": \#(x), "y": 0, "width": 100, "height": 50}, "children": [{"id": "1:3", "name": "title", "type": "TEXT", "absoluteBoundingBox": {"x": \#(x + 10), "y": 5, "width": 80, "height": 20}\#(title)}\#(more)]}"#
  }

  private func changes(_ old: String, _ new: String) throws -> FigmaChanges {
    FigmaChanges(from: try Fixture.file([old]), to: try Fixture.file([new], version: "2"))
  }

  @Test("a frame that was dragged over the canvas has not changed, and neither has what is in it")
  func dragged() throws {
    #expect(try changes(card(x: 0), card(x: 500)).changes.isEmpty)
  }

  @Test("of what was added the outermost layer is told")
  func added() throws {
    let group =
      #", {"id": "1:4", "name": "badge", "type": "GROUP", "children": [{"id": "1:5", "name": "dot", "type": "ELLIPSE"}]}"#
    let found = try changes(card(x: 0), card(x: 0, more: group)).changes
    #expect(found.map(\.what) == ["added"] && found[0].path == "Card/badge")
    let back = try changes(card(x: 0, more: group), card(x: 0)).changes
    #expect(back.map(\.what) == ["removed"] && back[0].id == "1:4")
  }

  @Test("numbers that differ by rounding alone are the same")
  func rounding() throws {
    let half = card(x: 0, title: #", "opacity": 0.5"#)
    #expect(try changes(half, card(x: 0, title: #", "opacity": 0.50000001"#)).changes.isEmpty)
    #expect(try changes(half, card(x: 0, title: #", "opacity": 0.4"#)).changes.map(\.what) == ["opacity"])
  }

  @Test("the face's name counts only where both files have it")
  func faceName() throws {
    let new = card(x: 0, title: #", "characters": "a", "style": {"fontSize": 12, "fontStyle": "Bold"}"#)
    let old = card(x: 0, title: #", "characters": "a", "style": {"fontSize": 12}"#)
    let other = card(x: 0, title: #", "characters": "a", "style": {"fontSize": 12, "fontStyle": "Regular"}"#)
    #expect(try changes(old, new).changes.isEmpty)
    #expect(try changes(other, new).changes.map(\.what) == ["style.fontStyle"])
  }

  @Test("what a style's layers show alike is one line under the style")
  func style() throws {
    func texts(_ size: Int) -> String {
      let nodes = (1...3).map {
        #"{"id": "2:\#($0)", "name": "t\#($0)", "type": "TEXT", "styles": {"text": "9:1"}, "style": {"fontSize": \#(size)}}"#
      }
      return
        #"{"nodes": {"2:0": {"styles": {"9:1": {"name": "Body", "styleType": "TEXT"}}, "document": {"id": "2:0", "name": "F", "type": "FRAME", "children": [\#(nodes.joined(separator: ", "))]}}}}"#
    }
    guard case (.file(let old), _) = try Fixture.read(texts(14)), case (.file(let new), _) = try Fixture.read(texts(16))
    else { throw Fixture.Wrong() }
    let changes = FigmaChanges(from: old, to: new)
    #expect(changes.groups().map(\.cause) == [.style("Body")])
    #expect(changes.text().hasSuffix("\nstyle \"Body\"\n  t1, t2, t3: style.fontSize 14 → 16\n"))
    #expect(changes.markdown().hasSuffix("\n## style \"Body\"\n\n- t1, t2, t3: style.fontSize 14 → 16\n"))
  }
}
