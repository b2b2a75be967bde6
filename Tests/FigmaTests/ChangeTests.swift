import Figma
import Testing

@Suite("Changes of a design")
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

  @Test("only the outermost added layer is reported")
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

  @Test(
    "a single changed property is reported, whatever it is",
    arguments: [
      ("fills", #""fills": [{"type": "SOLID", "color": {"r": 1, "g": 0, "b": 0}}]"#),
      ("opacity", #""opacity": 0.5"#), ("rotation", #""rotation": 1"#), ("blendMode", #""blendMode": "MULTIPLY""#),
      ("isMask", #""isMask": true"#), ("clipsContent", #""clipsContent": true"#), ("visible", #""visible": false"#),
      ("strokes", #""strokes": [{"type": "SOLID", "color": {"r": 1, "g": 0, "b": 0}}]"#),
      ("strokeDashes", #""strokeDashes": [2, 3]"#), ("cornerSmoothing", #""cornerSmoothing": 0.6"#),
      ("individualStrokeWeights", #""individualStrokeWeights": {"top": 1}"#), ("componentId", #""componentId": "4:4""#),
      ("effects", #""effects": [{"type": "LAYER_BLUR", "radius": 4}]"#), ("layout", #""layoutMode": "VERTICAL""#),
      ("layoutGrow", #""layoutGrow": 1"#), ("minWidth", #""minWidth": 10"#), ("characters", #""characters": "b""#),
      ("style.fontSize", #""style": {"fontSize": 12}"#),
      ("boundVariables", #""boundVariables": {"opacity": {"type": "VARIABLE_ALIAS", "id": "V:1"}}"#),
    ])
  func fields(what: String, json: String) throws {
    #expect(try changes(card(x: 0), card(x: 0, title: ", \(json)")).changes.contains { $0.what == what })
  }

  @Test("the face's name counts only where both files have it")
  func faceName() throws {
    let new = card(x: 0, title: #", "characters": "a", "style": {"fontSize": 12, "fontStyle": "Bold"}"#)
    let old = card(x: 0, title: #", "characters": "a", "style": {"fontSize": 12}"#)
    let other = card(x: 0, title: #", "characters": "a", "style": {"fontSize": 12, "fontStyle": "Regular"}"#)
    #expect(try changes(old, new).changes.isEmpty)
    #expect(try changes(other, new).changes.map(\.what) == ["style.fontStyle"])
  }

  @Test("a change shared by a style's layers is one line under the style")
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

  /// Returns instances of a button, each with an icon that may be hidden, a label, and a badge that may be another
  /// component.
  private func buttons(shown: Bool, label: String, badge: String) -> [String] {
    func says(_ field: String, _ name: String) -> String {
      "\"componentPropertyReferences\": {\"\(field)\": \"\(name)#1:9\"}"
    }
    return (1...2).map { number in
      let icon =
        "{\"id\": \"I\(number);9:1\", \"name\": \"icon\", \"type\": \"VECTOR\", \"visible\": \(shown), \(says("visible", "Has icon"))}"
      let text =
        "{\"id\": \"I\(number);9:2\", \"name\": \"text\", \"type\": \"TEXT\", \"characters\": \"\(label) \(number)\", \(says("characters", "Label"))}"
      let dot = "{\"id\": \"I\(number);9:3;\(badge)\", \"name\": \"dot\", \"type\": \"ELLIPSE\"}"
      let instance =
        "{\"id\": \"I\(number);9:3\", \"name\": \"\(badge)\", \"type\": \"INSTANCE\", \"componentId\": \"\(badge)\", \(says("mainComponent", "Badge")), \"children\": [\(dot)]}"
      return
        "{\"id\": \"\(number)\", \"name\": \"Button\", \"type\": \"INSTANCE\", \"children\": [\(icon), \(text), \(instance)]}"
    }
  }

  @Test("a changed component property is one change for all instances with the same value")
  func properties() throws {
    func groups(_ new: [String]) throws -> [FigmaChanges.Group] {
      let old = try Fixture.file(buttons(shown: true, label: "Buy", badge: "7:1"))
      return FigmaChanges(from: old, to: try Fixture.file(new, version: "2")).groups()
    }
    let hidden = try groups(buttons(shown: false, label: "Buy", badge: "7:1"))
    #expect(hidden.map(\.cause) == [.property("Has icon", of: "Button")] && hidden[0].changes.map(\.count) == [2])
    #expect(hidden[0].cause.inWords == "property \"Has icon\" of \"Button\"")
    let labels = try groups(buttons(shown: true, label: "Sell", badge: "7:1"))
    #expect(labels.map(\.cause) == [.property("Label", of: "Button")] && labels[0].changes.count == 2)
    // Another component has other layers, and gives the instance its name.
    let swapped = try groups(buttons(shown: true, label: "Buy", badge: "8:1"))
    #expect(swapped.map(\.cause) == [.property("Badge", of: "Button")])
    #expect(Set(swapped[0].changes.joined().map(\.what)) == ["added", "removed", "name", "componentId"])
  }
}

@Suite("Changes of variables")
struct VariableChangeTests {
  private static func variables(_ collections: String, _ variables: String) throws -> FigmaVariables {
    let text = "{\"meta\": {\"variableCollections\": {\(collections)}, \"variables\": {\(variables)}}}"
    guard case .variables(let read) = try FigmaResponse.read(Array(text.utf8), name: "v.json").0 else {
      throw FixtureError.noVariables
    }
    return read
  }

  private enum FixtureError: Error { case noVariables }

  private static func collection(_ modes: String) -> String {
    "\"C\": {\"id\": \"C\", \"name\": \"Theme\", \"defaultModeId\": \"l\", \"modes\": [\(modes)]}"
  }

  private static func variable(_ id: String, _ name: String, _ values: String, type: String = "FLOAT") -> String {
    "\"\(id)\": {\"id\": \"\(id)\", \"name\": \"\(name)\", \"variableCollectionId\": \"C\", \"resolvedType\": \"\(type)\", \"valuesByMode\": {\(values)}}"
  }

  private static let light = "{\"modeId\": \"l\", \"name\": \"Light\"}"
  private static let dark = "{\"modeId\": \"d\", \"name\": \"Dark\"}"

  private func words(_ old: FigmaVariables, _ new: FigmaVariables) -> [String] {
    FigmaVariableChanges((old, new)).changes.map { "\($0.name): \($0.inWords)" }
  }

  @Test("values by mode, aliases by name, anything that was renamed, added and removed")
  func changes() throws {
    let both = Self.collection("\(Self.light), \(Self.dark)")
    let alias = "{\"type\": \"VARIABLE_ALIAS\", \"id\": \"V1\"}"
    let old = try Self.variables(
      both,
      [
        Self.variable("V1", "base/gap", "\"l\": 8, \"d\": 8"), Self.variable("V2", "gap", "\"l\": 8, \"d\": 4"),
        Self.variable("V3", "old", "\"l\": 1, \"d\": 1"), Self.variable("V4", "same", "\"l\": \(alias), \"d\": 2"),
      ].joined(separator: ", "))
    let new = try Self.variables(
      both,
      [
        Self.variable("V1", "base/space", "\"l\": 8.00001, \"d\": 8"),
        Self.variable("V2", "gap", "\"l\": \(alias), \"d\": 6"),
        Self.variable("V4", "same", "\"l\": \(alias), \"d\": 2"),
        Self.variable("V5", "new", "\"l\": 1, \"d\": 2"),
      ].joined(separator: ", "))
    #expect(
      words(old, new) == [
        "base/space: renamed base/gap → base/space", "gap: Light: 8 → {base/space}", "gap: Dark: 4 → 6",
        "new: added: Light: 1; Dark: 2", "old: removed: Light: 1; Dark: 1",
      ])
    #expect(words(old, old).isEmpty)
  }

  @Test("a new mode is a change of its collection, and none of its variables")
  func modes() throws {
    let old = try Self.variables(Self.collection(Self.light), Self.variable("V1", "gap", "\"l\": 8"))
    let new = try Self.variables(
      Self.collection("\(Self.light), \(Self.dark)"), Self.variable("V1", "gap", "\"l\": 8, \"d\": 4"))
    #expect(words(old, new) == ["Theme: mode \"Dark\" added"])
    #expect(words(new, old) == ["Theme: mode \"Dark\" removed"])
  }

  @Test("a variable's own change and the layers that follow it are one cause")
  func cause() throws {
    func file(_ gap: Int) throws -> FigmaFile {
      let text =
        "{\"nodes\": {\"1\": {\"document\": {\"id\": \"1\", \"name\": \"card\", \"type\": \"FRAME\", \"layoutMode\": \"VERTICAL\", \"itemSpacing\": \(gap), \"boundVariables\": {\"itemSpacing\": {\"type\": \"VARIABLE_ALIAS\", \"id\": \"V1\"}}}}}}"
      guard case .file(let file) = try FigmaResponse.read(Array(text.utf8), name: "f.json").0 else {
        throw FixtureError.noVariables
      }
      return file
    }
    func variables(_ gap: Int) throws -> FigmaVariables {
      try Self.variables(Self.collection(Self.light), Self.variable("V1", "gap", "\"l\": \(gap)"))
    }
    let versions = (old: try variables(8), new: try variables(12))
    let changes = FigmaChanges(from: try file(8), to: try file(12), variables: versions)
    #expect(
      changes.text(versions.new).hasSuffix(
        ": 1 change in 1 layer, 1 change of variables\n\nvariable gap\n  8 → 12\n  card: layout.gap 8 → 12\n"),
      "\(changes.text(versions.new))")
    let alone = FigmaChanges(from: try file(8), to: try file(8), variables: versions)
    #expect(!alone.isEmpty && alone.groups(versions.new).count == 1)
  }
}
