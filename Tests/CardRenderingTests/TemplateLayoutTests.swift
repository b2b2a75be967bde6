import CardRendering
import Cards
import Foundation
import RunSupport
import Support
import Testing

@Suite("template layout")
struct TemplateLayoutTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func layOut(
    _ root: String, min: String = "0x0", max: String = "infxinf", scale: Int = 2, json: Bool = false,
    head: String = "card: none"
  ) throws -> (text: String, problems: [String]) {
    try folder.write("\(head)\nroot: \(root)\n", to: "a.yml")
    var options = TemplateLayout.Options()
    (options.minimum, options.maximum, options.scale) = (min, max, scale)
    let shown = try TemplateLayout(environment: .tests(in: folder.url), options: options).text(of: "a.yml", json: json)
    return (shown.text, shown.diagnostics.map { "\($0.code): \($0.message)" })
  }

  private func failure(
    _ root: String, min: String = "0x0", max: String = "infxinf", scale: Int = 2, head: String = "card: none"
  )
    -> String?
  {
    do {
      _ = try layOut(root, min: min, max: max, scale: scale, head: head)
      return nil
    } catch {
      return RunFailure(stopping: error).diagnostics.first?.code
    }
  }

  private static let row = """
    {stack: horizontal, name: row, spacing: 10, children: [{shape: , name: a, width: 50, height: 50},
      {shape: , name: b, grow: 1}, {shape: , name: c, width: "25%", height: 20, alignSelf: end}]}
    """

  @Test("boxes are printed for reading")
  func text() throws {
    let shown = try layOut(Self.row, min: "300x0", max: "300xinf")
    #expect(
      shown.text == """
        a.yml: 300 × 50
          row  [0 0 300 50]
          row/a  [0 0 50 50]
          row/b  [60 0 155 50]
          row/c  [225 30 75 20]

        """)
    #expect(shown.problems.isEmpty)
  }

  @Test("boxes are printed as JSON, as show --stage layout prints them")
  func json() throws {
    struct Shown: Decodable {
      struct Box: Decodable, Equatable {
        var path: String
        var frame: [Double]
      }
      var size: [Double]
      var boxes: [Box]
    }
    let text = try layOut(Self.row, min: "300x0", max: "300xinf", json: true).text
    let shown = try JSONDecoder().decode(Shown.self, from: Data(text.utf8))
    #expect(shown.size == [300, 50])
    #expect(shown.boxes.map(\.path) == ["row", "row/a", "row/b", "row/c"])
    #expect(shown.boxes[3].frame == [225, 30, 75, 20])
  }

  @Test("rows begin where the project's language has it, or the one that is asked for")
  func language() throws {
    try folder.write("feeds: feed.json\nlocale: he\n", to: "feedproof.yml")
    let turned = try layOut(Self.row, min: "300x0", max: "300xinf").text
    #expect(turned.contains("row/a  [250 0 50 50]") && turned.contains("row/c  [0 30 75 20]"), "\(turned)")
    var options = TemplateLayout.Options()
    (options.minimum, options.maximum, options.language) = ("300x0", "300xinf", .en)
    let shown = try TemplateLayout(environment: .tests(in: folder.url), options: options).text(of: "a.yml", json: false)
    #expect(shown.text.contains("row/a  [0 0 50 50]"))
  }

  @Test("boxes are on whole pixels of the scale", arguments: [(1, "34"), (2, "33.5"), (3, "33.333"), (4, "33.5")])
  func scale(scale: Int, width: String) throws {
    let shown = try layOut("{shape: , name: a, width: 33.3, height: 1}", scale: scale)
    #expect(shown.text.contains("a  [0 0 \(width) 1]"))
  }

  @Test("texts are measured with the fonts of the lock")
  func fonts() throws {
    let shown = try layOut(
      #"{text: {literal: "two words"}, name: t, style: "{type.body}", color: "{color.text}"}"#, max: "50xinf",
      head: "card: none\ntokens: ../../Mockups/newsfeed/newsfeed.tokens.json")
    #expect(shown.text.contains("2 lines"))
    #expect(shown.problems.isEmpty)
  }

  @Test(
    "anything that can't be had as asked is a diagnostic, and a layout",
    arguments: [
      ("{ratio: 0, name: r, child: {shape: , name: s, width: 30, height: 10}}", "[0 0 30 10]", "the ratio 0"),
      ("{ratio: 2, name: r, child: {shape: , name: s}}", "[0 0 0 0]", "no maximum size"),
      ("{absolute: , name: r}", "[0 0 0 0]", "no maximum size"),
      ("{inset: {left: inf}, name: r, child: {shape: , width: 10, height: 10}}", "[0 0 10 10]", "no maximum size"),
      (
        #"{text: {literal: "word"}, name: r, width: 0, style: "{type.body}", color: "{color.text}"}"#, "[0 0 0 0]",
        "a text has no width"
      ),
    ])
  func unsatisfiable(root: String, frame: String, problem: String) throws {
    let shown = try layOut(root, head: "card: none\ntokens: ../../Mockups/newsfeed/newsfeed.tokens.json")
    #expect(shown.text.contains("  r  \(frame)"), "\(shown.text)")
    #expect(shown.problems.contains { $0.hasPrefix("layout.unsatisfiable: the box r: ") && $0.contains(problem) })
  }

  @Test(
    "a size that is none is reported",
    arguments: ["300", "300x", "axb", "-1x0", "infx0", "nanx0", "1x2x3", ""])
  func badSize(size: String) {
    #expect(failure("{shape: }", min: size) == "option.value")
  }

  @Test("a maximum may be infinite, a scale is from 1 to 4")
  func ranges() {
    #expect(failure("{shape: }", max: "infx20") == nil)
    #expect(failure("{shape: }", max: "INFxinf") == nil)
    #expect(failure("{shape: }", scale: 0) == "option.value")
    #expect(failure("{shape: }", scale: 5) == "option.value")
  }

  @Test("a template that needs data is reported to be shown with a feed")
  func needsData() {
    #expect(failure("{shape: }", head: "card: footer") == "template.card")
    let tokens = "tokens: ../../Mockups/newsfeed/newsfeed.tokens.json"
    #expect(failure("{shape: }", head: "card: feed-footer\n\(tokens)") == "template.needs-data")
  }
}
