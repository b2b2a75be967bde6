import Foundation
import Support
import Testing

/// A project compared with a design from Figma's API, pulled from a server on this machine or written by hand.
@Suite("feedproof compare with a pulled design")
struct FigmaCompareTests {
  private let project: ProofProject
  private var folder: TemporaryFolder { project.folder }

  init() throws { project = try ProofProject(posts: [ProofProject.text]) }

  private struct Report: Decodable {
    struct Case: Decodable {
      struct Deviation: Decodable {
        var reason: String
        var changes: [String]
      }
      struct Unmapped: Decodable {
        var boxes: [String]
        var map: String?
      }
      struct Tokens: Decodable {
        struct Change: Decodable {
          var token, origin, text, takeOver: String
          var theme: String?
        }
        struct Broken: Decodable { var origin: String }
        var changed: [Change]
        var broken: [Broken]
        var onlyInDesign, onlyInProject: [String]
      }
      var id: String
      var verdict: String
      var reasons: [String]
      var takeOver: String?
      var deviations: [Deviation]?
      var unmapped: Unmapped?
      var tokens: Tokens?
    }
    struct Cluster: Decodable {
      var title: String
      var cases: [String]
      var takeOver: String?
    }
    var cases: [Case]
    var clusters: [Cluster]
  }

  private func report() throws -> Report {
    try JSONDecoder().decode(Report.self, from: project.data("output/review/report.json"))
  }

  private func compare(_ options: String...) throws -> Tool.Outcome {
    try Tool.run(["compare", ".", "--only", "mockups", "--quiet"] + options, in: folder.url)
  }

  private func text(_ path: String) throws -> String { String(decoding: try project.data(path), as: UTF8.self) }

  // MARK: Designs

  /// Returns the layout of the card as a Figma file, with layers named after the boxes or otherwise.
  private func design(
    naming name: (String) -> String = { $0 }, tokens: String? = nil,
    changing change: (inout [String: Double], String) -> Void = { _, _ in }
  ) throws -> [String: Any] {
    let options = tokens.map { ["--tokens", $0] } ?? []
    let shown = try Tool.run(["show", "--stage", "layout", "--json"] + options, in: folder.url)
    let layout = try #require(try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [[String: Any]]).first
    let boxes = try #require(layout?["boxes"] as? [[String: Any]])
    var layers: [String: [String: Any]] = [:]
    var order: [String] = []
    for (number, box) in boxes.enumerated() {
      let path = try #require(box["path"] as? String)
      let frame = box["frame"] as? [Double] ?? []
      var place = ["x": frame[0] + 100, "y": frame[1] + 50, "width": frame[2], "height": frame[3]]
      change(&place, path)
      let last = path.split(separator: "/").last.map(String.init) ?? path
      layers[path] = [
        "id": "2:\(number)", "name": name(last), "type": box["lines"] == nil ? "FRAME" : "TEXT",
        "absoluteBoundingBox": place, "characters": (box["lines"] as? [String] ?? []).joined(separator: " "),
      ]
      order.append(path)
    }
    for path in order.reversed() {
      guard let end = path.lastIndex(of: "/"), let layer = layers.removeValue(forKey: path) else { continue }
      let parent = String(path[..<end])
      let others = layers[parent]?["children"] as? [[String: Any]] ?? []
      layers[parent]?["children"] = [layer] + others
    }
    var card = try #require(layers["card"])
    (card["id"], card["name"]) = ("1:2", "Post/Text")
    return card
  }

  private func write(_ frame: [String: Any], styles: [String: Any] = [:]) throws {
    let page: [String: Any] = ["id": "0:1", "name": "Feed", "type": "CANVAS", "children": [frame]]
    let document: [String: Any] = ["id": "0:0", "name": "D", "type": "DOCUMENT", "children": [page]]
    let file: [String: Any] = ["name": "Feed", "version": "1", "styles": styles, "document": document]
    let data = try JSONSerialization.data(withJSONObject: file, options: .sortedKeys)
    try folder.write(String(decoding: data, as: UTF8.self), to: "design/figma/file.json")
  }

  private func cases(_ keys: String = "") throws {
    try folder.write(
      "defaults: {figma: design}\ncases:\n  - {name: text, frame: Post/Text, post: wall1_1\(keys)}\n", to: "cases.yml")
  }

  // MARK: Frames

  @Test("a frame without an image is met by its boxes alone, and missed by name if one is elsewhere")
  func structureAlone() throws {
    try write(design())
    try cases()
    let met = try compare()
    #expect(met.status == 0 && met.output.hasSuffix("1 case: 1 similar\n"), "\(met)")
    try write(design(changing: { place, path in if path == "card/avatar" { place["x", default: 0] -= 3 } }))
    let missed = try compare()
    #expect(missed.status == 1 && missed.output.contains("card/avatar: moved 3 pt right"))
    try cases(", frame: '1:2'")
    #expect(try compare().status == 2, "a key comes twice")
    try folder.write("cases: [{name: text, figma: design, frame: '1:2', post: wall1_1}]", to: "cases.yml")
    #expect(try compare().output.contains("card/avatar: moved 3 pt right"))
  }

  @Test("a frame's image is the pulled one, in any scale")
  func pulledPicture() throws {
    try write(design())
    try cases()
    _ = try project.run("export", "--quiet")
    let drawn = try project.data("output/cards/wall1_1/375@2x-light-expanded.png")
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("design/figma/images"), withIntermediateDirectories: true)
    try drawn.write(to: folder.url.appendingPathComponent("design/figma/images/1-2@2x.png"))
    #expect(try compare().output.hasSuffix("1 case: 1 identical\n"))
    // The image of another post differs.
    let other = try ProofProject(
      posts: ["Another text, which is short"], settings: "widths: 375\nscales: 3\nlocale: en\n")
    _ = try other.run("export", "--quiet")
    let images = folder.url.appendingPathComponent("design/figma/images")
    try FileManager.default.removeItem(at: images.appendingPathComponent("1-2@2x.png"))
    try other.data("output/cards/wall1_1/375@3x-light-expanded.png")
      .write(to: images.appendingPathComponent("1-2@3x.png"))
    #expect(try compare().status == 1)
  }

  @Test("a part of a larger image is the card, in the image's own scale")
  func crop() throws {
    _ = try project.run("export", "--quiet", "--scale", "2,3")
    try project.data("output/cards/wall1_1/375@3x-light-expanded.png")
      .write(to: folder.url.appendingPathComponent("large.png"))
    try folder.write(
      "cases: [{name: a, post: wall1_1, mockup: large.png, pictureScale: 3, tolerances: {pixels: 0.05, ink: 0.5}}]",
      to: "cases.yml")
    let scaled = try compare()
    #expect(scaled.output.contains("1 case:") && !scaled.output.contains("the image is"), "\(scaled)")
    try folder.write(
      "cases: [{name: a, post: wall1_1, mockup: large.png, pictureScale: 3, crop: 0 0 359 20}]", to: "cases.yml")
    #expect(try compare().output.contains(" pt taller"))
    try folder.write("cases: [{name: a, post: wall1_1, mockup: large.png, crop: 300 0 359 20}]", to: "cases.yml")
    let outside = try compare()
    #expect(outside.status == 2 && outside.error.contains("error[case.crop]"))
  }

  @Test("of a frame that is a whole screen the card is cut out, its image scaled to the card's")
  func cropOfAScreen() throws {
    // The card's position in the feed: 8 points from the side, 12 from the top.
    _ = try project.run("picture", ".", "--output", "screen.png", "--scale", "3")
    var card = try design()
    let box = try #require(card["absoluteBoundingBox"] as? [String: Double])
    let height = try #require(box["height"])
    card["name"] = "Group 1"
    try write([
      "id": "1:9", "name": "Screen", "type": "FRAME", "children": [card],
      "absoluteBoundingBox": ["x": 92, "y": 38, "width": 375, "height": height + 24],
    ])
    let images = folder.url.appendingPathComponent("design/figma/images")
    try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: folder.url.appendingPathComponent("screen.png"), to: images.appendingPathComponent("1-9@3x.png"))
    func cases(_ crop: String) throws {
      try folder.write(
        "cases: [{name: a, figma: design, frame: Screen, post: wall1_1, crop: \(crop), tolerances: {pixels: 0.05, ink: 0.5}}]",
        to: "cases.yml")
    }
    try cases("8 12 359 \(height)")
    let met = try compare()
    #expect(met.status == 0, "\(met)")
    let expected = try project.data("output/review/expected/a.png")
    // Width and height in the PNG: the card's size at 2 pixels per point.
    #expect(expected[16..<24].map { Int($0) } == [0, 0, 2, 206, 0, 0, Int(height) * 2 / 256, Int(height) * 2 % 256])
    try cases("8 16 359 \(height)")
    let moved = try compare()
    #expect(moved.status == 1 && moved.output.contains("4 pt"), "\(moved)")
  }

  @Test(
    "a real design with different content has no missing or extra boxes and no token as a cause",
    .enabled(if: ExtraVectors.url("figma") != nil, "no extra vectors beside the checkout"),
    arguments: ["payment_history_shadows_nodes_2026", "shop_checkout_inter_nodes_2026"])
  func realSample(_ name: String) throws {
    let samples = try #require(ExtraVectors.url("figma"))
    let answer = try Data(contentsOf: samples.appendingPathComponent("files/\(name).json"))
    try folder.write(String(decoding: answer, as: UTF8.self), to: "design/figma/nodes.json")
    let nodes = try #require(
      (try JSONSerialization.jsonObject(with: answer) as? [String: Any])?["nodes"] as? [String: Any])
    let id = try #require(nodes.keys.first)
    try folder.write("cases: [{name: a, figma: design, frame: '\(id)', post: wall1_1}]", to: "cases.yml")
    let alone = try compare()
    #expect(alone.status == 1 && alone.output.contains("no layer of the frame matches a box"), "\(alone)")
    let images = folder.url.appendingPathComponent("design/figma/images")
    try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
    let picture = "\(id.replacing(":", with: "-"))@2x.png"
    try FileManager.default.copyItem(
      at: samples.appendingPathComponent("renders/\(name)@2x.png"), to: images.appendingPathComponent(picture))
    let pictured = try compare()
    #expect(pictured.status == 1, "\(pictured)")
    for outcome in [alone, pictured] {
      #expect(!outcome.output.contains(": missing") && !outcome.output.contains("not in the reference"), "\(outcome)")
    }
    #expect(try report().clusters.allSatisfy { !$0.title.contains("{") })
  }

  // MARK: Mapping

  @Test("layers that are called otherwise are neither missing nor extra, no token is blamed, and a map is proposed")
  func unlikeNames() throws {
    try write(design(naming: { "Our \($0.capitalized)" }))
    try cases()
    let first = try compare("--write-map", "map.yml")
    // Without a comparison, the case must not pass.
    #expect(first.status == 1 && first.output.contains("no layer of the frame matches a box of the card"))
    #expect(!first.output.contains("missing") && !first.output.contains("not in the reference"))
    #expect(try report().clusters.allSatisfy { !$0.title.contains("{") })
    #expect(first.output.contains("wrote map.yml with the layers of "))
    #expect(try text("map.yml").contains("\navatar: \"Our Avatar\"\n"))
    #expect(try report().cases[0].unmapped?.map?.contains("avatar: \"Our Avatar\"\n") == true)
    try cases(", map: map.yml")
    let met = try compare()
    #expect(met.status == 0 && met.output.hasSuffix("1 case: 1 similar\n"), "\(met)")
    let again = try compare("--write-map", "map.yml")
    #expect(again.status == 4 && again.error.contains("error[compare.map-in-the-way]"))
    try cases(", map: {avatar: '2:99'}, unmapped: report")
    let strict = try compare()
    #expect(strict.status == 1 && strict.output.contains("card/Our Name: missing"), "\(strict)")
    #expect(try report().cases[0].reasons.contains("card/name: not in the reference"))
  }

  // MARK: Deviations

  @Test("a deviation that is meant is shown with its reason and no failure; when it is gone, that is reported")
  func deviations() throws {
    try write(design(changing: { place, path in if path == "card/avatar" { place["x", default: 0] -= 3 } }))
    try cases(", deviations: [{box: avatar, what: place, reason: the app's is old}]")
    let meant = try compare()
    #expect(meant.status == 0, "\(meant)")
    #expect(meant.output.contains("note: text: intended, card/avatar: moved 3 pt right (the app's is old)\n"))
    let found = try #require(try report().cases[0].deviations?.first)
    #expect(found.reason == "the app's is old" && found.changes == ["card/avatar: moved 3 pt right"])
    #expect(try text("output/review/summary.md").contains("the app's is old"))
    try write(design())
    let gone = try compare()
    #expect(gone.status == 0 && gone.output.contains("avatar (place) matches its mockup again"), "\(gone)")
    #expect(try report().cases[0].deviations?.first?.changes == [])
  }

  // MARK: Tokens

  /// Returns the tokens of the news feed as a designer would define them: variables, and text styles with layers that
  /// use them.
  private func newsfeed() throws -> (variables: String, styles: [String: Any], carriers: [[String: Any]]) {
    let base = try Self.tokens("newsfeed.tokens.json")
    let dark = Dictionary(
      try Self.tokens("newsfeed.dark.tokens.json").map { ($0.path, $0.value) }, uniquingKeysWith: { $1 })
    var variables: [String: Any] = [:]
    var styles: [String: Any] = [:]
    var carriers: [[String: Any]] = []
    let values = Dictionary(base.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    func number(_ value: Any?) -> Double {
      if let text = value as? String { return number(values[String(text.dropFirst().dropLast())]?.value) }
      return (value as? [String: Any])?["value"] as? Double ?? value as? Double ?? 0
    }
    func figma(_ value: Any, in theme: [String: Any] = [:]) -> Any {
      if let alias = value as? String, alias.hasPrefix("{") {
        return ["type": "VARIABLE_ALIAS", "id": "V:\(alias.dropFirst().dropLast())"]
      }
      guard let object = value as? [String: Any] else { return value }
      var components = object["components"]
      // A color with the channels of a different one.
      if let place = (components as? [String: String])?["$ref"]?.split(separator: "/").dropFirst() {
        let path = place.prefix { $0 != "$value" }.joined(separator: ".")
        components = ((theme[path] ?? values[path]?.value) as? [String: Any])?["components"]
      }
      guard let channels = components as? [Double] else { return object["value"] ?? 0 }
      return ["r": channels[0], "g": channels[1], "b": channels[2], "a": object["alpha"] as? Double ?? 1]
    }
    // A variable has a single text, so a list of families can't be one.
    for token in base where !(token.value is [Any]) {
      let kinds = [
        "color": "COLOR", "dimension": "FLOAT", "number": "FLOAT", "fontWeight": "FLOAT", "fontFamily": "STRING",
      ]
      if let kind = kinds[token.type] {
        let scopes = ["fontWeight": ["FONT_WEIGHT"], "fontFamily": ["FONT_FAMILY"]][token.type] ?? ["ALL_SCOPES"]
        variables["V:\(token.path)"] = [
          "id": "V:\(token.path)", "name": token.path.replacing(".", with: "/"), "variableCollectionId": "C",
          "resolvedType": kind, "scopes": scopes,
          "valuesByMode": ["l": figma(token.value), "d": figma(dark[token.path] ?? token.value, in: dark)],
        ]
      } else if token.type == "typography", let type = token.value as? [String: Any] {
        let size = number(type["fontSize"])
        styles["S:\(token.path)"] = ["name": token.path.replacing(".", with: "/"), "styleType": "TEXT"]
        carriers.append([
          "id": "9:\(carriers.count)", "name": "_\(token.path)", "type": "TEXT", "characters": "a",
          "styles": ["text": "S:\(token.path)"],
          "style": [
            "fontFamily": "Inter", "fontSize": size, "fontWeight": number(type["fontWeight"]),
            "letterSpacing": number(type["letterSpacing"]), "lineHeightPx": number(type["lineHeight"]) * size,
          ],
        ])
      }
    }
    let collection: [String: Any] = [
      "id": "C", "name": "Theme", "defaultModeId": "l",
      "modes": [["modeId": "l", "name": "Light"], ["modeId": "d", "name": "Dark"]],
    ]
    let answer: [String: Any] = ["meta": ["variableCollections": ["C": collection], "variables": variables]]
    let data = try JSONSerialization.data(withJSONObject: answer, options: .sortedKeys)
    return (String(decoding: data, as: UTF8.self), styles, carriers)
  }

  private typealias Token = (path: String, type: String, value: Any)

  private static func tokens(_ name: String) throws -> [Token] {
    let data = try Data(contentsOf: Checkout.url("Mockups/newsfeed/\(name)"))
    func walk(_ group: [String: Any], _ path: [String], _ type: String) -> [Token] {
      let type = group["$type"] as? String ?? type
      if let value = group["$value"] { return [(path.joined(separator: "."), type, value)] }
      return group.sorted { $0.key < $1.key }.filter { !$0.key.hasPrefix("$") }.flatMap { key, value in
        walk(value as? [String: Any] ?? [:], path + [key], type)
      }
    }
    return walk(try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:], [], "")
  }

  @Test("the news feed's own design, pulled, has no drift; of one variable that changed one cause is reported")
  func roundTrip() throws {
    let figma = try ReplayServer()
    let (variables, styles, carriers) = try newsfeed()
    var frame = try design()
    frame["children"] = (frame["children"] as? [[String: Any]] ?? []) + carriers
    try write(frame, styles: styles)
    let file = try text("design/figma/file.json")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("design"))
    try folder.write("token", to: "token")
    func serve(version: String, _ variables: String) {
      figma.on("/v1/files/KEY/meta", .init(200, #"{"file": {"name": "Feed", "version": "\#(version)"}}"#))
      figma.on("/v1/files/KEY?plugin_data=shared", .init(200, file))
      figma.on("/v1/files/KEY/variables/local", .init(200, variables))
      figma.on("/v1/files/KEY/styles", .init(403, #"{"status": 403, "error": true, "message": "no"}"#))
    }
    func pull() throws {
      let pulled = try project.run(
        "figma", "pull", "KEY", "--into", "design", "--no-pictures", "--token-file", "token", "--base-url", figma.base)
      try #require(pulled.status == 0, "\(pulled.error)")
    }
    serve(version: "1", variables)
    try pull()
    // Give the project tokens of its own, equal to those of the news feed.
    _ = try project.writeTokens(replacing: [])
    try folder.write(
      "widths: 375\nscales: 2\nlocale: en\ntokens: tokens/newsfeed.tokens.json\n", to: "feedproof.yml")
    try cases()
    let met = try compare()
    #expect(met.status == 0 && met.output.hasSuffix("2 cases: 2 similar\n"), "\(met)")
    let tokens = try #require(try report().cases.first { $0.id == "tokens/design" }?.tokens)
    #expect(tokens.changed.isEmpty && tokens.broken.isEmpty && tokens.onlyInDesign.isEmpty)
    #expect(tokens.onlyInProject == ["font.code", "screen.background", "shadow.card"])
    // The tokens generated from the design match as well.
    #expect(try project.run("figma", "tokens", "design").status == 0)
    let made = try project.run("compare", ".", "--only", "mockups", "--quiet", "--tokens", "design/figma.tokens.json")
    #expect(!made.output.contains("→"), "\(made)")

    // The color of links in the light theme.
    let old = #""l":{"a":1,"b":0.8,"g":0.545098,"r":0.321569}"#
    try #require(variables.contains(old))
    let moved = variables.replacing(old, with: #""l":{"a":1,"b":0,"g":0,"r":1}"#)
    serve(version: "2", moved)
    try pull()
    let drifted = try compare()
    #expect(drifted.status == 1, "\(drifted)")
    let clusters = try report().clusters
    #expect(clusters.map(\.title) == ["{color.link} #FF0000 → #528BCC"])
    let command = "feedproof figma tokens design --only color.link --into tokens/newsfeed.tokens.json"
    #expect(clusters.first?.takeOver == command)
    #expect(drifted.output.contains("\n  {color.link} #FF0000 → #528BCC (color/link in Figma)\n"), "\(drifted)")
    #expect(drifted.output.contains("\n  apply with: \(command)\n"))
    for path in ["summary.md", "junit.xml", "report.json"] {
      #expect(try text("output/review/\(path)").contains("--only color.link"), "\(path)")
    }
    let taken = try Tool.run(command.split(separator: " ").dropFirst().map(String.init), in: folder.url)
    #expect(taken.status == 0, "\(taken)")
    #expect(try compare().status == 0)
  }

  @Test("a variable with another value and the frames that follow it are one cause")
  func followed() throws {
    let margin = #""card": { "$value": {"value": "#
    let other = try project.writeTokens(replacing: "\(margin)12", with: "\(margin)16")
    try write(design(tokens: other))
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("tokens"))
    let answer =
      #"{"meta": {"variableCollections": {"C": {"id": "C", "name": "T", "defaultModeId": "l", "modes": [{"modeId": "l", "name": "L"}]}}, "variables": {"a": {"id": "a", "name": "space/card", "variableCollectionId": "C", "resolvedType": "FLOAT", "scopes": ["GAP"], "valuesByMode": {"l": 16}}}}}"#
    try folder.write(answer, to: "design/figma/variables.json")
    try cases()
    let outcome = try compare()
    let clusters = try report().clusters
    #expect(clusters.map(\.title) == ["{space.card} 16 → 12"], "\(outcome)")
    #expect(clusters.first?.cases == ["text", "tokens/design"])
    // The project has no tokens of its own yet.
    #expect(clusters.first?.takeOver == "feedproof figma tokens design --replace")
  }

  /// Returns a color with red, green and blue for each mode.
  private static func variables(_ name: String, _ modes: [(name: String, color: [Double])]) -> String {
    let list = modes.map { #"{"modeId": "\#($0.name)", "name": "\#($0.name)"}"# }.joined(separator: ", ")
    let values = modes.map {
      #""\#($0.name)": {"r": \#($0.color[0]), "g": \#($0.color[1]), "b": \#($0.color[2]), "a": 1}"#
    }.joined(separator: ", ")
    return
      #"{"meta": {"variableCollections": {"C": {"id": "C", "name": "T", "defaultModeId": "\#(modes[0].name)", "modes": [\#(list)]}}, "variables": {"a": {"id": "a", "name": "\#(name)", "variableCollectionId": "C", "resolvedType": "COLOR", "valuesByMode": {\#(values)}}}}}"#
  }

  @Test("a project's theme is compared with the mode of its name, and its file takes the value")
  func ownTheme() throws {
    _ = try project.writeTokens(replacing: [])
    try folder.write(
      #"{"color": {"link": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 1, 0]}}}}"#,
      to: "palette/evening.json")
    try folder.write(
      "widths: 375\nscales: 2\nlocale: en\ntokens: tokens/newsfeed.tokens.json\nthemes:\n  light:\n  night: palette/evening.json\n",
      to: "feedproof.yml")
    try write(design())
    try cases()
    let link = [0.321569, 0.545098, 0.8]
    try folder.write(
      Self.variables("color/link", [("Day", link), ("Night", [1, 0, 0]), ("Sepia", [0, 0, 1])]),
      to: "design/figma/variables.json")
    let drifted = try compare()
    let change = try #require(try report().cases.first { $0.tokens != nil }?.tokens?.changed.first, "\(drifted)")
    #expect(change.theme == "night" && change.text == "#FF0000 → #00FF00")
    let command = "feedproof figma tokens design --only color.link --mode night --into palette/evening.json"
    #expect(change.takeOver == command)
    #expect(drifted.output.contains("the project has no theme with the name of a design mode: sepia"), "\(drifted)")
    let taken = try Tool.run(command.split(separator: " ").dropFirst().map(String.init), in: folder.url)
    #expect(taken.status == 0, "\(taken)")
    #expect(try compare().status == 0)
  }

  @Test("where the design is dark by default, its light mode is what the project's tokens are")
  func darkByDefault() throws {
    _ = try project.writeTokens(replacing: [])
    try folder.write(
      "widths: 375\nscales: 2\nlocale: en\ntokens: tokens/newsfeed.tokens.json\n", to: "feedproof.yml")
    try write(design())
    try cases()
    try folder.write(
      Self.variables("color/link", [("Dark", [0.321569, 0.545098, 0.8]), ("Light", [1, 0, 0])]),
      to: "design/figma/variables.json")
    _ = try compare()
    let changes = try #require(try report().cases.first { $0.tokens != nil }?.tokens?.changed)
    #expect(changes.first?.text == "#FF0000 → #528BCC" && changes.first?.theme == nil)
    let command = "feedproof figma tokens design --only color.link --mode light --into tokens/newsfeed.tokens.json"
    #expect(changes.first?.takeOver == command)
    let taken = try Tool.run(command.split(separator: " ").dropFirst().map(String.init), in: folder.url)
    _ = try compare()
    let left = try report().cases.first { $0.tokens != nil }?.tokens?.changed
    #expect(left?.allSatisfy { $0.theme == "dark" } == true, "\(taken)")
  }

  @Test("an alias that leads nowhere is reported once, and what only one side has is no failure")
  func broken() throws {
    try write(design())
    try cases()
    let answer =
      #"{"meta": {"variableCollections": {"C": {"id": "C", "name": "T", "defaultModeId": "l", "modes": [{"modeId": "l", "name": "L"}]}}, "variables": {"a": {"id": "a", "name": "color/card", "variableCollectionId": "C", "resolvedType": "COLOR", "valuesByMode": {"l": {"r": 1, "g": 1, "b": 1, "a": 1}}}, "b": {"id": "b", "name": "color/new", "variableCollectionId": "C", "resolvedType": "COLOR", "valuesByMode": {"l": {"r": 1, "g": 1, "b": 1, "a": 1}}}EXTRA}}}"#
    try folder.write(answer.replacing("EXTRA", with: ""), to: "design/figma/variables.json")
    let fine = try compare()
    #expect(fine.status == 0 && fine.output.contains("note: tokens/design: only in the design: color.new\n"), "\(fine)")
    #expect(fine.output.contains("note: tokens/design: only in the project: "))
    let lost =
      #", "c": {"id": "c", "name": "color/lost", "variableCollectionId": "C", "resolvedType": "COLOR", "valuesByMode": {"l": {"type": "VARIABLE_ALIAS", "id": "gone"}}}"#
    try folder.write(answer.replacing("EXTRA", with: lost), to: "design/figma/variables.json")
    let broken = try compare()
    #expect(broken.status == 1 && broken.output.contains("color/lost: "), "\(broken)")
    #expect(try report().cases.first { $0.tokens != nil }?.tokens?.broken.map(\.origin) == ["color/lost"])
  }
}
