import Comparison
import Foundation
import Projects
import Support
import Testing

@Suite("Baselines that two branches approved")
struct BaselineMergeTests {
  private static let name = "Baselines/wall1_3/300@1x-light-expanded.json"

  /// Approves the third post with each text in turn, and returns the descriptions of its wider card.
  private func approved(_ project: ComparisonProject, _ texts: [String]) async throws -> [String] {
    var descriptions: [String] = []
    for text in texts {
      project.texts[2] = text
      try await project.settle()
      descriptions.append(try String(contentsOf: project.file(Self.name), encoding: .utf8))
    }
    return descriptions
  }

  @Test(
    "a case in conflict is one error, and one command makes it what was drawn, saying whose that is",
    arguments: [("Mine", ConflictedBaseline.Side.ours), ("Yours", .theirs), ("Both of ours", .neither)])
  func resolve(drawn: String, side: ConflictedBaseline.Side) async throws {
    let project = try ComparisonProject()
    let sides = try await approved(project, ["Yours", "Mine"])
    try project.folder.write(ConflictedText.joining(sides[1], sides[0]), to: Self.name)
    project.texts[2] = drawn
    let outcome = try await project.compare(only: ["wall1_3/300@1x-*"])
    #expect((outcome.count(.error), outcome.count) == (1, 1))
    let account = try project.approve { $0.resolve = true }
    #expect(account.approved.map(\.side) == [side])
    #expect(try await project.compare(only: ["wall1_3/300@1x-*"]).count(.identical) == 1)
  }

  @Test("anything that was compared before the merge is not approved as what was merged")
  func comparedBefore() async throws {
    let project = try ComparisonProject()
    let sides = try await approved(project, ["Yours", "Mine"])
    let conflict = ConflictedText.joining(sides[1], sides[0])
    try project.folder.write(conflict, to: Self.name)
    #expect(try project.approve { $0.resolve = true }.approved.isEmpty)
    #expect(try String(contentsOf: project.file(Self.name), encoding: .utf8) == conflict)
  }

  @Test("a baseline whose environment the merge took away is approved again")
  func environmentGone() async throws {
    let project = try ComparisonProject()
    try await project.settle()
    try FileManager.default.removeItem(at: project.file("Baselines/environments"))
    #expect(try await project.compare().count(.error) == 6)
    #expect(try project.approve { $0.resolve = true }.approved.map(\.side) == Array(repeating: .both, count: 6))
    #expect(try await project.compare().count(.identical) == 6)
  }

  @Test("sides of a conflict are read, also where the base is between them, and what is cut off is none")
  func sides() throws {
    let text = "a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> other\ne\n"
    let sides = try #require(ConflictedText(Data(text.utf8)))
    #expect(sides.ours.joined(separator: "\n") == "a\nb\ne\n" && sides.theirs.joined(separator: "\n") == "a\nd\ne\n")
    #expect(ConflictedText(Data("a\n<<<<<<< HEAD\nb\n=======\n".utf8)) == nil)
    #expect(ConflictedText(Data("a\n=======\nb\n".utf8)) == nil)
  }

  @Test("the driver takes the image that one side alone approved, and leaves two to be decided between")
  func driver() async throws {
    let project = try ComparisonProject()
    let texts = try await approved(project, ["Base", "Mine", "Yours"])
    // A change of something other than the image.
    let environment = texts[0].replacing(#""environment":""#, with: #""environment":"f"#)
    func merged(_ base: String, _ ours: String, _ theirs: String) throws -> String? {
      let files = try zip(["base", "ours", "theirs"], [base, ours, theirs]).map { name, text in
        try project.folder.write(text, to: name)
        return project.file(name)
      }
      let isMerged = try BaselineMerge.merge(base: files[0], ours: files[1], theirs: files[2])
      let text = try String(contentsOf: files[1], encoding: .utf8)
      if !isMerged { #expect(text == ConflictedText.joining(ours, theirs)) }
      return isMerged ? text : nil
    }
    #expect(try merged(texts[0], texts[1], texts[0]) == texts[1])
    #expect(try merged(texts[0], texts[0], texts[2]) == texts[2])
    #expect(try merged(texts[0], environment, texts[2]) == texts[2])
    #expect(try merged(texts[0], texts[1], environment) == texts[1])
    #expect(try merged(texts[0], texts[1], texts[1]) == texts[1])
    #expect(try merged(texts[0], texts[1], texts[2]) == nil)
    #expect(try merged("", texts[1], texts[2]) == nil)
  }

  @Test("what baselines keep becomes what the project asks for, and back")
  func convert() async throws {
    let project = try ComparisonProject()
    try await project.settle()
    let picture = project.file("Baselines/wall1_3/300@1x-light-expanded.png")
    let bytes = try Data(contentsOf: picture)
    let settings = project.settings
    project.settings = settings + "baselines: {keep: digest}\n"
    #expect(try project.approve { $0.convert = true }.converted.count == 6)
    #expect(!FileManager.default.fileExists(atPath: picture.path))
    #expect(try await project.compare().count(.identical) == 6)
    project.settings = settings + "baselines: {keep: full}\n"
    // The review lacks images of identical cases, because only digests were requested.
    let early = try project.approve { $0.convert = true }
    #expect((early.converted.count, early.left.count) == (0, 6))
    #expect(try await project.compare().count(.identical) == 6)
    #expect(try project.approve { $0.convert = true }.converted.count == 6)
    #expect(try Data(contentsOf: picture) == bytes)
    #expect(try await project.compare().count(.identical) == 6)
    #expect(try await project.compare().kept == 3)
  }
}
