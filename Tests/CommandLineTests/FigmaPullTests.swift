import Foundation
import Support
import Testing

@Suite("feedproof figma pull")
struct FigmaPullTests {
  private static let token = "figd-5ecret-tok3n"

  private let folder: TemporaryFolder
  private let figma: ReplayServer

  init() throws {
    (folder, figma) = (try TemporaryFolder(), try ReplayServer())
    try folder.write("\(Self.token)\n", to: "token")
  }

  private func pull(_ words: String...) throws -> Tool.Outcome {
    let options = ["--into", "design", "--token-file", "token", "--base-url", figma.base]
    return try Tool.run(["figma", "pull"] + words + options, environment: ["HOME": folder.url.path], in: folder.url)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent("design/figma/\(path)"), encoding: .utf8)
  }

  private var targets: [String] { figma.requests.map(\.target) }

  private static let frames = (1...3).map { #"{"id": "1:\#($0)", "name": "f\#($0)", "type": "FRAME"}"# }
  private static let file =
    #"{"name": "Feed", "version": "7", "document": {"id": "0:0", "type": "DOCUMENT", "children": [{"id": "0:1", "name": "P", "type": "CANVAS", "children": [\#(frames.joined(separator: ", "))]}]}}"#

  private func answer(version: String) {
    figma.on("/v1/files/KEY/meta", .init(200, #"{"file": {"name": "Feed", "version": "\#(version)"}}"#))
    figma.on("/v1/files/KEY?plugin_data=shared", .init(200, Self.file))
    figma.on(
      "/v1/files/KEY/variables/local",
      .init(
        403,
        #"{"status":403,"error":true,"message":"Invalid scope(s): files:read. This endpoint requires the file_variables:read scope"}"#
      ))
    figma.on("/v1/files/KEY/styles", .init(200, #"{"status":200,"error":false,"meta":{"styles":[]}}"#))
  }

  private static func images(_ ids: String) -> String {
    "/v1/images/KEY?ids=\(ids)&scale=2&format=png&use_absolute_bounds=true"
  }

  @Test("answers are kept as they came, images next to them, and what is refused is reported")
  func pulls() throws {
    answer(version: "7")
    figma.on(
      Self.images("1:1,1:2,1:3"),
      .init(
        200, #"{"err": null, "images": {"1:1": "\#(figma.base)/1.png", "1:2": null, "1:3": "\#(figma.base)/3.png"}}"#))
    for name in ["1", "3"] { figma.on("/\(name).png", .init(200, "picture \(name)")) }
    let outcome = try pull("https://www.figma.com/design/KEY/Feed?m=auto")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try text("file.json") == Self.file && text("images/1-3@2x.png") == "picture 3")
    #expect(
      outcome.output.hasPrefix("Feed, version 7\n  figma/file.json\n  figma/styles.json\n  figma/images/1-1@2x.png\n"))
    #expect(outcome.output.contains("note: Figma returned no image of 1:2\n"))
    #expect(outcome.output.contains("note: variables: ") && outcome.output.contains("Enterprise"))
    // The token is sent in Figma's header, but neither to image hosts nor to the output.
    for request in figma.requests {
      let isOwn = request.target.hasPrefix("/v1/")
      #expect(request.headers["x-figma-token"] == (isOwn ? Self.token : nil) && request.headers["authorization"] == nil)
    }
    #expect(!outcome.output.contains(Self.token) && !outcome.error.contains(Self.token))
    #expect(try Tool.run(["figma", "frames", "design"], in: folder.url).output == "1:1  f1\n1:2  f2\n1:3  f3\n")
  }

  @Test("an image that is gone is reported, and the others come")
  func gone() throws {
    answer(version: "7")
    let addresses = (1...3).map { #""1:\#($0)": "\#(figma.base)/\#($0).png""# }.joined(separator: ", ")
    figma.on(Self.images("1:1,1:2,1:3"), .init(200, "{\"err\": null, \"images\": {\(addresses)}}"))
    for name in ["2", "3"] { figma.on("/\(name).png", .init(200, "picture \(name)")) }
    figma.on("/1.png", .init(404, "gone"))
    let outcome = try pull("KEY")
    #expect(outcome.status == 0 && outcome.output.contains("note: Figma returned no image of 1:1\n"), "\(outcome)")
    #expect(try text("images/1-2@2x.png") == "picture 2" && text("images/1-3@2x.png") == "picture 3")
  }

  @Test("a pull again asks for the version alone, until it has moved")
  func again() throws {
    answer(version: "7")
    #expect(try pull("KEY", "--no-pictures").status == 0)
    let before = targets.count
    let second = try pull("KEY", "--no-pictures", "--json")
    #expect(second.status == 0 && targets.count == before + 1)
    #expect(try JSONSchema("figma-pull").faults(in: second.output) == [] && second.output.contains(#""isNew" : false"#))
    answer(version: "8")
    #expect(try pull("KEY", "--no-pictures").status == 0 && targets.count > before + 3)
  }

  @Test("a link to a frame pulls that frame alone, with its image in the scale that is asked for")
  func node() throws {
    answer(version: "7")
    let nodes = #"{"name": "Feed", "version": "7", "nodes": {"1:2": {"document": \#(Self.frames[1])}}}"#
    figma.on("/v1/files/KEY/nodes?ids=1:2&plugin_data=shared", .init(200, nodes))
    figma.on(
      "/v1/images/KEY?ids=1:2&scale=1.5&format=png&use_absolute_bounds=true",
      .init(200, #"{"err": null, "images": {"1:2": "\#(figma.base)/2.png"}}"#))
    figma.on("/2.png", .init(200, "picture"))
    let outcome = try pull("https://www.figma.com/design/KEY/Feed?node-id=1-2&t=x", "--scale", "1.5")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try text("nodes.json") == nodes && text("images/1-2@1.5x.png") == "picture")
    #expect(!targets.contains("/v1/files/KEY?plugin_data=shared"))
  }

  @Test("images that are too many for Figma at once are asked for in halves")
  func halves() throws {
    answer(version: "7")
    let timeout = ReplayServer.Answer(
      400, #"{"status": 400, "err": "Render timeout, try requesting fewer or smaller images"}"#)
    for ids in ["1:1,1:2,1:3", "1:2,1:3", "1:3"] { figma.on(Self.images(ids), timeout) }
    for id in ["1:1", "1:2"] {
      figma.on(Self.images(id), .init(200, #"{"err": null, "images": {"\#(id)": "\#(figma.base)/a.png"}}"#))
    }
    figma.on("/a.png", .init(200, "a"))
    let outcome = try pull("KEY")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("note: Figma returned no image of 1:3\n"))
  }

  @Test("a rate limit longer than --max-wait ends the pull, and so does an invalid token")
  func refused() throws {
    figma.on(
      "/v1/files/KEY/meta",
      .init(429, #"{"status":429,"err":"Rate limit exceeded"}"#, headers: ["Retry-After": "396749"]))
    let limited = try pull("KEY")
    #expect(limited.status == 7 && limited.error.contains("rate limit ends in 110:12"), "\(limited.error)")
    figma.on("/v1/files/OTHER/meta", .init(403, #"{"status":403,"err":"Invalid token"}"#))
    let refused = try pull("OTHER")
    #expect(refused.status == 6 && refused.error.contains("Invalid token") && refused.error.contains("hint: create a"))
    #expect(try pull("https://example.com/x").status == 2)
  }
}
