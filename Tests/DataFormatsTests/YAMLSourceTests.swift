import DataFormats
import Diagnostics
import Testing

@Suite("YAML with places")
struct YAMLSourceTests {
  private func read(_ text: String) throws -> SourceNode { try YAMLSource.read(text, file: "a.yml") }

  private func fault(_ text: String) -> SourceFault? { #expect(throws: SourceFault.self) { try read(text) } }

  // The core schema of YAML 1.2.2, section 10.3.2.
  @Test(
    "scalars without quotes are numbers, flags and null by YAML 1.2's rules, and texts else",
    arguments: [
      ("12", .number(12)), ("-1.5e2", .number(-150)), (".5", .number(0.5)), ("+3", .number(3)), ("true", .flag(true)),
      ("false", .flag(false)), ("~", .null), ("null", .null), ("", .null), ("no", .string("no")),
      ("on", .string("on")), ("1_0", .string("1_0")), ("6:15", .string("6:15")), ("0x1F", .string("0x1F")),
      ("2018-11-18", .string("2018-11-18")), ("1.2.3", .string("1.2.3")), ("-", .string("-")), ("'12'", .string("12")),
      ("e5", .string("e5")), ("1e999", .string("1e999")),
    ] as [(String, SourceNode.Content)])
  func scalars(text: String, content: SourceNode.Content) throws {
    if text == "-" {
      #expect(try read("a: \"-\"")["a"]?.content == content)
    } else {
      #expect(try read("a: \(text)")["a"]?.content == content)
    }
  }

  @Test("a number or flag that is meant as a name is there as it is written")
  func written() throws {
    let root = try read("a: 0012\nb: true\nc: '7'\nd: ~\ne: [1]")
    #expect(["a", "b", "c", "d", "e"].map { root[$0]?.text } == ["0012", "true", "7", nil, nil])
    #expect(root["a"]?.integer == 12 && root["b"]?.flag == true && root["c"]?.integer == nil)
  }

  @Test("places are those of the file")
  func places() throws {
    let root = try read("a: 1\nb:\n  - é: 2")
    #expect(root.member("b")?.keyPlace == .line(2, column: 1, in: "a.yml"))
    #expect(root["b"]?.elements?.first?["é"]?.place == .line(3, column: 8, in: "a.yml"))
  }

  @Test("the merge key adds what the mapping lacks")
  func merge() throws {
    let root = try read("base: &b {x: 1, y: 2}\nc: {<<: *b, y: 3}")
    #expect(root["c"]?.members?.map(\.key) == ["y", "x"])
    #expect(root["c"]?["y"]?.number == 3)
    #expect(fault("a: {<<: 5}")?.fact == .mergeOf("5"))
  }

  @Test(
    "anything that can't be read is one fault with its place",
    arguments: [
      ("a: [1", 2, 1), ("a: 1\na: 2", 1, 1), ("a: *b", 1, 4), ("[1]: 2", 1, 1), ("a: 1\n\tb: 2", 2, 1),
    ])
  func faults(text: String, line: Int, column: Int) {
    #expect(fault(text)?.place == .line(line, column: column, in: "a.yml"))
  }

  @Test("an empty file is empty")
  func empty() {
    #expect(fault("")?.fact == .empty)
  }

  @Test("anchors that multiply come to an end")
  func bomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...8 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(fault(text)?.fact == .tooManyNodes(limit: YAMLSource.nodeLimit))
  }
}
