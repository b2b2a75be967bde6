import Diagnostics
import Testing

@testable import CardTemplates

@Suite("The way out of what is wrong in a template")
struct HintTests {
  private func problem(_ root: String) throws -> Diagnostic {
    let problems = Fixture.parse("card: thing\nroot: \(root)\n").1
    #expect(problems.count == 1, "\(problems)")
    return try #require(problems.first)
  }

  @Test("an opacity is from 0 to 1", arguments: [("3", "3"), ("-1", "-1"), ("\"{number.two}\"", "\"{number.two}\"")])
  func opacity(value: String, told: String) throws {
    let problem = try problem("{shape: , opacity: \(value)}")
    #expect(problem.code == "template.value" && problem.message == "\(told) is outside 0…1")
    #expect(Fixture.parse("card: thing\nroot: {shape: , opacity: 1}\n").1.isEmpty)
  }

  @Test("an unknown icon: the one that was meant, else all there are")
  func icons() throws {
    #expect(try problem(#"{icon: haert, tint: "{color.a}"}"#).hint == "did you mean \"heart\"?")
    #expect(try problem(#"{icon: rocket, tint: "{color.a}"}"#).hint == "known here: heart, unknown")
  }

  @Test("a colour without quotes is a comment to YAML, and a colour is a token anyway")
  func colour() throws {
    let comment = try problem("\n  shape:\n  background:\n    fill: #FF0000")
    #expect(
      comment.message == "a colour or gradient token belongs here, not nothing: #FF0000 without quotes is a comment")
    #expect(comment.hint?.contains("token file") == true)
    let quoted = try problem(##"{shape: , background: {fill: "#FF0000"}}"##)
    #expect(quoted.hint?.contains("token file") == true)
    #expect(try problem("\n  shape:\n  alignSelf: #end").hint == "write it in quotes: \"#end\"")
    // A comment that is one.
    #expect(try problem("\n  shape:\n  alignSelf: # later").message.hasSuffix("not nothing"))
  }
}
