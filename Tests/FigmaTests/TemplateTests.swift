import Drawing
import Figma
import Foundation
import Testing

/// Drafts of small frames: their text and the frames of their boxes.
@Suite("A template from a frame")
struct TemplateTests {
  /// Returns a layer with a box in the API's format: `{"id": "1", "name": "1", …}`.
  private static func layer(
    _ id: String, _ type: String, _ box: (Double, Double, Double, Double), _ more: String = "",
    _ children: [String] = []
  ) -> String {
    let place = "{\"x\": \(box.0), \"y\": \(box.1), \"width\": \(box.2), \"height\": \(box.3)}"
    let inner = children.isEmpty ? "" : ", \"children\": [\(children.joined(separator: ", "))]"
    let keys = more.isEmpty ? "" : ", \(more)"
    return
      "{\"id\": \"\(id)\", \"name\": \"layer \(id)\", \"type\": \"\(type)\", \"absoluteBoundingBox\": \(place)\(keys)\(inner)}"
  }

  private static func box(
    _ id: String, _ box: (Double, Double, Double, Double), _ sizing: String = "FIXED FIXED", _ more: String = ""
  ) -> String { layer(id, "RECTANGLE", box, "\(Self.sizing(sizing))\(more.isEmpty ? "" : ", \(more)")") }

  /// Returns the sizing along and across the axis, from `FILL HUG`.
  private static func sizing(_ words: String) -> String {
    let words = words.split(separator: " ")
    return "\"layoutSizingHorizontal\": \"\(words[0])\", \"layoutSizingVertical\": \"\(words[1])\""
  }

  private static func file(_ root: String, components: String = "") throws -> FigmaFile {
    let text = "{\"name\": \"F\", \"nodes\": {\"0\": {\"document\": \(root)\(components)}}}"
    guard case .file(let file) = try FigmaResponse.read(Array(text.utf8), name: "f.json").0 else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return file
  }

  private func expectPlaces(_ root: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let drafted = try DraftedFrame(try Self.file(root), scale: 2)
    #expect(drafted.distances.count == drafted.layers.count, "\(drafted.draft.text)", sourceLocation: sourceLocation)
    #expect(drafted.far.isEmpty, "\(drafted.far)\n\(drafted.draft.text)", sourceLocation: sourceLocation)
  }

  private static let row = "\"layoutMode\": \"HORIZONTAL\""
  private static let column = "\"layoutMode\": \"VERTICAL\""

  @Test("padding, a gap, and one that takes the rest")
  func row() throws {
    try expectPlaces(
      Self.layer(
        "1", "FRAME", (100, 50, 300, 60),
        "\(Self.row), \"paddingLeft\": 12, \"paddingRight\": 8, \"paddingTop\": 10, \"itemSpacing\": 6, \(Self.sizing("FIXED FIXED"))",
        [
          Self.box("2", (112, 60, 40, 40)), Self.box("3", (158, 60, 174, 50), "FILL FILL"),
          Self.box("4", (338, 60, 54, 20)),
        ]))
  }

  @Test("in a language that runs from right to left all of it is mirrored")
  func turned() throws {
    let root = Self.layer(
      "1", "FRAME", (0, 0, 300, 60),
      "\(Self.row), \"paddingLeft\": 12, \"itemSpacing\": 6, \(Self.sizing("FIXED FIXED"))",
      [
        Self.box("2", (12, 0, 40, 60)),
        Self.layer("3", "FRAME", (58, 0, 100, 60), Self.sizing("FIXED FIXED"), [Self.box("4", (148, 10, 30, 20))]),
      ])
    let (drafted, turned) = (
      try DraftedFrame(try Self.file(root)), try DraftedFrame(try Self.file(root), direction: .rightToLeft)
    )
    #expect(drafted.boxes.count == 4 && drafted.boxes.count == turned.boxes.count)
    for (path, box) in drafted.boxes { #expect(turned.boxes[path]?.minX == 300 - box.maxX, "\(path)") }
    #expect(!drafted.draft.text.contains("left") && !drafted.draft.text.contains("right"))
  }

  @Test("three that share 250 points are as wide as Figma makes them")
  func shares() throws {
    try expectPlaces(
      Self.layer(
        "1", "FRAME", (0, 0, 250, 20), "\(Self.row), \(Self.sizing("FIXED FIXED"))",
        [
          Self.box("2", (0, 0, 83.3333, 20), "FILL FIXED"), Self.box("3", (83.3333, 0, 83.3333, 20), "FILL FIXED"),
          Self.box("4", (166.6667, 0, 83.3333, 20), "FILL FIXED"),
        ]))
  }

  @Test("layers are over each other, at the end, and in the middle if there is one with space between")
  func alignment() throws {
    try expectPlaces(
      Self.layer(
        "1", "FRAME", (0, 0, 100, 200),
        "\(Self.column), \"primaryAxisAlignItems\": \"MAX\", \"counterAxisAlignItems\": \"CENTER\", \"itemSpacing\": -10, \(Self.sizing("FIXED FIXED"))",
        [
          Self.box("2", (30, 130, 40, 40)),
          Self.layer(
            "3", "FRAME", (20, 160, 60, 40),
            "\(Self.row), \"primaryAxisAlignItems\": \"SPACE_BETWEEN\", \"counterAxisAlignItems\": \"MAX\", \(Self.sizing("FIXED FIXED"))",
            [Self.box("4", (45, 190, 10, 10))]),
        ]))
  }

  @Test("anything that is larger than its frame is where the frame aligns it")
  func overflow() throws {
    try expectPlaces(
      Self.layer(
        "1", "FRAME", (0, 0, 200, 46),
        "\(Self.row), \"counterAxisAlignItems\": \"CENTER\", \"paddingTop\": 27, \"paddingBottom\": 27, \(Self.sizing("FIXED FIXED"))",
        [
          Self.box("2", (0, 12.5, 50, 21)), Self.box("3", (50, -10, 20, 66)),
        ]))
    try expectPlaces(
      Self.layer(
        "1", "FRAME", (0, 0, 50, 50), Self.sizing("FIXED FIXED"),
        [
          Self.box("2", (-10, 20, 80, 90)),
          Self.layer("3", "GROUP", (40, 40, 30, 30), "", [Self.box("4", (50, 50, 20, 20))]),
        ]))
  }

  @Test("absolute layers are at their places, over and under those of the stack")
  func absolute() throws {
    let root = Self.layer(
      "1", "FRAME", (0, 0, 100, 60), "\(Self.column), \"paddingTop\": 10, \(Self.sizing("FIXED HUG"))",
      [
        Self.box("2", (5, 5, 90, 50), "FIXED FIXED", "\"layoutPositioning\": \"ABSOLUTE\""),
        Self.box("3", (0, 10, 100, 50), "FILL FIXED"),
        Self.box("4", (90, -5, 20, 20), "FIXED FIXED", "\"layoutPositioning\": \"ABSOLUTE\""),
      ])
    try expectPlaces(root)
    let text = try DraftedFrame(try Self.file(root)).draft.text
    let (under, over) = (try #require(text.range(of: "name: \"2\"")), try #require(text.range(of: "name: \"4\"")))
    #expect(text.range(of: "background:\n")?.upperBound ?? text.endIndex < under.lowerBound)
    #expect(text.range(of: "overlay:\n")?.upperBound ?? text.endIndex < over.lowerBound)
  }

  @Test("lines wrap, with their own gap; a stroke that takes room is padding; sizes have limits")
  func wrapping() throws {
    try expectPlaces(
      Self.layer(
        "1", "FRAME", (0, 0, 104, 84),
        "\(Self.row), \"layoutWrap\": \"WRAP\", \"itemSpacing\": 10, \"counterAxisSpacing\": 4, \"strokesIncludedInLayout\": true, \"strokeWeight\": 2, \"strokes\": [{\"type\": \"SOLID\", \"color\": {\"r\": 0, \"g\": 0, \"b\": 0, \"a\": 1}}], \(Self.sizing("FIXED HUG"))",
        [
          Self.box("2", (2, 2, 60, 20)), Self.box("3", (72, 2, 30, 30)), Self.box("4", (2, 36, 50, 46)),
        ]))
    let limited = Self.layer(
      "1", "FRAME", (0, 0, 100, 30), "\(Self.row), \(Self.sizing("FIXED HUG"))",
      [
        Self.layer(
          "2", "FRAME", (0, 0, 40, 30), "\(Self.row), \"minWidth\": 40, \"minHeight\": 30, \(Self.sizing("HUG HUG"))",
          [Self.box("3", (0, 0, 10, 10))])
      ])
    try expectPlaces(limited)
  }

  @Test("sizes of files before 2022 follow from the older words")
  func older() throws {
    try expectPlaces(
      Self.layer(
        "1", "FRAME", (0, 0, 200, 50), "\(Self.row), \"primaryAxisSizingMode\": \"FIXED\"",
        [
          Self.layer("2", "RECTANGLE", (0, 0, 150, 20), "\"layoutGrow\": 1"),
          Self.layer("3", "RECTANGLE", (150, 0, 50, 50), "\"layoutAlign\": \"STRETCH\""),
          Self.layer("4", "RECTANGLE", (200, 0, 0, 50), ""),
        ]))
  }

  @Test("a text keeps its style, color, lines and letters; unsupported properties are reported")
  func text() throws {
    let text = Self.layer(
      "2", "TEXT", (0, 0, 100, 20),
      "\"characters\": \"Say \\\"hi\\\"\", \"fills\": [{\"type\": \"SOLID\", \"color\": {\"r\": 1, \"g\": 0, \"b\": 0, \"a\": 1}}], \"style\": {\"fontFamily\": \"Inter\", \"fontSize\": 14, \"fontWeight\": 600, \"lineHeightPx\": 20, \"textCase\": \"UPPER\", \"textTruncation\": \"ENDING\", \"textAlignHorizontal\": \"CENTER\", \"textDecoration\": \"UNDERLINE\"}"
    )
    let drafted = try DraftedFrame(try Self.file(Self.layer("1", "FRAME", (0, 0, 100, 20), "", [text])))
    let lines = drafted.draft.text
    #expect(lines.contains("text: {literal: \"SAY \\\"HI\\\"\"}\n"))
    #expect(
      lines.contains("style: \"{draft.type.inter-14-600}\"\n") && lines.contains("color: \"{draft.color.FF0000}\"\n"))
    #expect(lines.contains("align: center\n") && lines.contains("maxLines: 1\n"))
    #expect(lines.contains("# In the design: underline.\n"))
    #expect(drafted.draft.tokens.contains("\"lineHeight\": 1.4285714285714286"))
  }

  @Test("corners, gradients, shadows, strokes and blurs are drawn; anything that can't be is reported")
  func look() throws {
    let stops =
      "\"gradientStops\": [{\"position\": 0, \"color\": {\"r\": 1, \"g\": 1, \"b\": 1, \"a\": 1}}, {\"position\": 1, \"color\": {\"r\": 0, \"g\": 0, \"b\": 0, \"a\": 1}}]"
    func gradient(_ kind: String) -> String {
      "{\"type\": \"GRADIENT_\(kind)\", \"gradientHandlePositions\": [{\"x\": 0.5, \"y\": 0.5}, {\"x\": 1, \"y\": 0.5}, {\"x\": 0.5, \"y\": 1}], \(stops)}"
    }
    let black = "\"color\": {\"r\": 0, \"g\": 0, \"b\": 0, \"a\": 1}"
    let root = Self.layer(
      "1", "FRAME", (0, 0, 100, 100), "",
      [
        Self.layer(
          "2", "RECTANGLE", (0, 0, 10, 10), "\"fills\": [\(gradient("LINEAR"))], \"rectangleCornerRadii\": [4, 0, 2, 0]"
        ),
        Self.layer(
          "3", "RECTANGLE", (0, 0, 10, 10),
          "\"fills\": [\(gradient("RADIAL"))], \"effects\": [{\"type\": \"LAYER_BLUR\", \"radius\": 6}]"),
        Self.layer(
          "4", "RECTANGLE", (0, 0, 10, 10),
          "\"fills\": [\(gradient("ANGULAR"))], \"blendMode\": \"MULTIPLY\", \"isMask\": false"),
        Self.layer(
          "5", "RECTANGLE", (0, 0, 10, 10),
          "\"strokes\": [{\"type\": \"SOLID\", \(black)}], \"strokeWeight\": 2, \"strokeAlign\": \"OUTSIDE\", \"strokeDashes\": [4, 2], \"individualStrokeWeights\": {\"top\": 0, \"bottom\": 2, \"left\": 0, \"right\": 0}"
        ),
        Self.layer(
          "6", "ELLIPSE", (0, 0, 10, 10),
          "\"fills\": [{\"type\": \"SOLID\", \(black)}, {\"type\": \"SOLID\", \(black), \"opacity\": 0.5}], \"effects\": [{\"type\": \"INNER_SHADOW\", \"radius\": 2, \(black), \"offset\": {\"x\": 0, \"y\": 1}}, {\"type\": \"BACKGROUND_BLUR\", \"radius\": 2}]"
        ),
      ])
    let draft = try DraftedFrame(try Self.file(root)).draft
    for line in [
      "from: {x: 0.5, y: 0.5}, to: {x: 1, y: 0.5}}, radius: {topStart: 4, topEnd: 0, bottomEnd: 2, bottomStart: 0}}",
      "kind: radial, from: {x: 0.5, y: 0.5}, to: {x: 1, y: 0.5}, side: {x: 0.5, y: 1}}", "blur: 6\n",
      "# A gradient of GRADIENT_ANGULAR is not supported; its first color is used.\n",
      "# Its blend mode MULTIPLY is not supported.\n",
      "border: {width: {bottom: 2}, color: \"{draft.color.000000}\", dash: [4, 2]}",
      "# Its stroke is outside the edge in the design; here it is inside.\n",
      "shape: {fill: \"{draft.color.00000080}\", outline: circle}",
      "outline: circle, shadow: \"{draft.shadow.shadow}\"}",
      "# The effect BACKGROUND_BLUR is not supported.\n",
    ] {
      #expect(draft.text.contains(line), "\(line)\n\(draft.text)")
    }
    #expect(draft.tokens.contains("\"inset\": true"))
  }

  @Test("instances that are alike are one part; one with different text is written out")
  func parts() throws {
    func button(_ id: String, _ y: Double, _ words: String) -> String {
      let label =
        "{\"id\": \"I\(id);9\", \"name\": \"label\", \"type\": \"TEXT\", \"characters\": \"\(words)\", \"absoluteBoundingBox\": {\"x\": 8, \"y\": \(y), \"width\": 30, \"height\": 20}, \"style\": {\"fontFamily\": \"Inter\", \"fontSize\": 14, \"fontWeight\": 400, \"lineHeightPx\": 20}}"
      return Self.layer(id, "INSTANCE", (0, y, 50, 20), "\"componentId\": \"7:7\"", [label])
    }
    let root = Self.layer(
      "1", "FRAME", (0, 0, 100, 90), "", [button("2", 0, "Yes"), button("3", 30, "Yes"), button("4", 60, "No")])
    try expectPlaces(root)
    var options = FigmaTemplate.Options()
    options.name = { $0.name }
    let draft = FigmaTemplate(try Self.file(root), frame: 0, variables: nil, options: options)
    #expect(draft.text.components(separatedBy: "- use: layer-2\n").count == 3, "\(draft.text)")
    #expect(draft.text.contains("\nparts:\n  layer-2:\n    absolute:\n"))
    #expect(draft.text.contains("literal: \"No\""))
    _ = try DraftedFrame.compiled(draft)
  }

  @Test("nothing is skipped without a word: hidden layers, drawings, turned ones")
  func told() throws {
    let root = Self.layer(
      "1", "FRAME", (0, 0, 300, 300), Self.column,
      [
        Self.layer("2", "RECTANGLE", (0, 0, 10, 10), "\"visible\": false"), Self.layer("3", "VECTOR", (0, 0, 24, 24)),
        Self.layer("4", "VECTOR", (0, 0, 200, 100)),
        Self.layer("5", "RECTANGLE", (0, 0, 10, 10), "\"rotation\": 0.7853981"),
        "{\"id\": \"6\", \"name\": \"nowhere\", \"type\": \"RECTANGLE\"}",
      ])
    let draft = try DraftedFrame(try Self.file(root)).draft
    for words in [
      "Hidden in the design and skipped: layer 2.", "The drawing layer 3", "The drawing layer 4 (VECTOR)",
      "Rotated by 45°", "nowhere (RECTANGLE) has no frame in the design",
    ] {
      #expect(draft.remarks.contains { $0.text.hasPrefix(words) } && draft.text.contains("# \(words)"), "\(words)")
    }
  }

  @Test("component properties are reported where a template needs an if, a path or a part")
  func properties() throws {
    func says(_ field: String, _ name: String) -> String {
      "\"componentPropertyReferences\": {\"\(field)\": \"\(name)#1:9\"}"
    }
    let root = Self.layer(
      "1", "FRAME", (0, 0, 300, 300), Self.column,
      [
        Self.layer("2", "RECTANGLE", (0, 0, 9, 9), "\"visible\": false, \(says("visible", "Has badge"))"),
        Self.layer("3", "RECTANGLE", (0, 0, 9, 9), says("visible", "Has line")),
        Self.layer(
          "4", "TEXT", (0, 9, 90, 20),
          "\"characters\": \"Buy\", \"style\": {\"fontSize\": 14, \"lineHeightPx\": 20}, \(says("characters", "Label"))"
        ),
      ])
    let draft = try DraftedFrame(try Self.file(root)).draft
    for words in [
      "Hidden in the design and skipped: layer 2 (property \"Has badge\").",
      "The component's property \"Has line\" controls whether it is visible (here an if).",
      "The component's property \"Label\" controls its text (here a path).",
    ] { #expect(draft.text.contains("# \(words)\n"), "\(draft.text)") }
  }

  @Test("a frame deeper than templates go ends in a box, and is reported")
  func deep() throws {
    var layer = Self.box("end", (0, 0, 5, 5))
    for level in 0..<200 {
      layer = Self.layer("\(level)", "FRAME", (0, 0, 50, 50), "\(Self.column), \"paddingLeft\": 1", [layer])
    }
    let draft = try DraftedFrame(try Self.file(layer)).draft
    #expect(draft.remarks.contains { $0.text.contains("inner layers are skipped") })
  }

  @Test("of a frame with more layers than a template may have the rest is skipped, and reported")
  func many() throws {
    let layers = (0..<5_000).map { Self.box("\($0)", (0, 0, 5, 5)) }
    var options = FigmaTemplate.Options()
    options.name = { _ in nil }
    let draft = FigmaTemplate(
      try Self.file(Self.layer("f", "FRAME", (0, 0, 9, 9), "", layers)), frame: 0, variables: nil, options: options)
    _ = try DraftedFrame.compiled(draft)
    #expect(draft.remarks.contains { $0.text.hasPrefix("It has too many layers;") })
  }

  @Test("a frame is found by its id, as links write it too, by its name, or by the names that lead to it")
  func names() throws {
    let root = Self.layer("1:2", "FRAME", (0, 0, 9, 9), "", [Self.layer("1:3", "FRAME", (0, 0, 5, 5))])
    let file = try Self.file(root)
    #expect(["1:2", "1-2", "layer 1:2"].map { file.frame(called: $0) } == [0, 0, 0])
    #expect(file.frame(called: "layer 1:2/layer 1:3") == 1)
    #expect(file.frame(called: "layer 9") == nil)
  }
}
