import Foundation
import Support
import Testing

@Suite("Grouped warnings, and errors as JSON")
struct GroupedWarningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A design whose frame has layers of types that Figma doesn't document.
  private static func design(unknownTypes count: Int) -> String {
    let box = #""absoluteBoundingBox": {"x": 0, "y": 0, "width": 10, "height": 10}"#
    let layers = (1...count).map { #"{"id": "2:\#($0)", "name": "n", "type": "NEW_\#($0)", \#(box)}"# }
    let frame =
      #"{"id": "1:1", "name": "f", "type": "FRAME", \#(box), "children": [\#(layers.joined(separator: ", "))]}"#
    let page = #"{"id": "0:1", "name": "P", "type": "CANVAS", "children": [\#(frame)]}"#
    return #"{"name": "Feed", "document": {"id": "0:0", "type": "DOCUMENT", "children": [\#(page)]}}"#
  }

  private static let one = "note[figma.node-type]"

  private func notes(_ words: String...) throws -> [Substring] {
    let outcome = try Tool.run(["figma"] + words, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.error.split(separator: "\n").filter { $0.hasPrefix(Self.one) }
  }

  @Test("more than three warnings of a design are one line with a count, and --verbose prints each")
  func design() throws {
    try folder.write(Self.design(unknownTypes: 5), to: "design/figma/file.json")
    let grouped = try notes("frames", "design")
    #expect(grouped.count == 1 && grouped.first?.hasSuffix("; 4 more like this") == true, "\(grouped)")
    #expect(try notes("frames", "design", "--verbose").count == 5)
  }

  @Test("three warnings of a design are printed one by one")
  func few() throws {
    try folder.write(Self.design(unknownTypes: 3), to: "design/figma/file.json")
    #expect(try notes("show", "design").count == 3)
  }

  @Test("an error during an approval is an event of --json")
  func approval() throws {
    #expect(try Tool.run(["init", "holiday"], in: folder.url).status == 0)
    _ = try Tool.run(["compare", "holiday", "--quiet"], in: folder.url)
    try folder.write("", to: "holiday/Baselines/item-56780838694b7ded")
    let outcome = try Tool.run(["approve", "holiday", "--all", "--json"], in: folder.url)
    let event = try #require(outcome.output.split(separator: "\n").first, "\(outcome)")
    #expect(event.hasPrefix(#"{"diagnostic":{"#) && event.contains(#""code":"baseline.in-the-way""#), "\(event)")
    #expect(outcome.status == 4, "\(outcome)")
  }
}
