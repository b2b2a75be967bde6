import Foundation
import Support
import Testing

@Suite("feedproof approve")
struct ApproveTests {
  private static let first = "wall1_1/375@2x-light-expanded"
  private static let second = "wall1_2/375@2x-light-expanded"

  /// Returns a compared project with two new cards.
  private func compared() throws -> ProofProject {
    let project = try ProofProject()
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    return project
  }

  private func approved(_ project: ProofProject) -> [String] {
    project.files(in: "Baselines").filter { $0.hasSuffix("expanded.json") }.map { String($0.dropLast(5)) }
  }

  @Test(
    "ids of cases and posts, ends of ids and patterns are taken",
    arguments: [
      (first, [first]), ("wall1_2", [second]), ("2", [second]), ("wall1_*", [first, second]), ("*_1/*", [first]),
      ("wall1_?/*expanded", [first, second]),
    ])
  func patterns(pattern: String, ids: [String]) throws {
    let project = try compared()
    #expect(try project.run("approve", pattern).status == 0)
    #expect(approved(project) == ids)
  }

  @Test("where the output folder can't be locked, nothing is approved")
  func unlockable() throws {
    let project = try ProofProject(posts: ["One"])
    _ = try project.run("compare", ".", "--quiet")
    try? FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("output/.feedproof/lock"))
    try project.folder.write("", to: "output/.feedproof/lock/in-the-way")
    let outcome = try project.run("approve", "--all")
    #expect(outcome.status == 4 && outcome.error.contains("error[output."), "\(outcome)")
    #expect(project.files(in: "Baselines").isEmpty)
  }

  @Test("a cluster is approved by its name")
  func cluster() throws {
    let project = try compared()
    let cluster = try #require(try project.report.clusters.first)
    #expect(try project.run("approve", cluster.id).output.hasSuffix("approved 2 baselines\n"))
  }

  @Test("what matches nothing is an error with the nearest id, and nothing is approved")
  func unknown() throws {
    let project = try compared()
    let outcome = try project.run("approve", Self.first, "wall1_3/375@2x-light-expanded")
    #expect(outcome.status == 2 && outcome.error.contains("error[approve.no-case]"))
    #expect(outcome.error.contains("did you mean \"wall1_"))
    #expect(approved(project).isEmpty)
  }

  @Test("an image that is not the one that was compared is not approved, and neither is any other")
  func changed() throws {
    let project = try compared()
    try project.folder.write("something else", to: "output/review/actual/\(Self.second).png")
    let outcome = try project.run("approve", "--all")
    #expect(outcome.status == 2 && outcome.error.contains("error[approve.other-picture]"))
    #expect(approved(project).isEmpty)
  }

  @Test("a damaged baseline of another case is no obstacle, and no environment is lost to it")
  func damagedNeighbour() throws {
    let project = try compared()
    #expect(try project.run("approve", "--all").status == 0)
    let environments = project.files(in: "Baselines/environments")
    try project.write([ProofProject.text, "Hello there"])
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    try project.folder.write("{", to: "Baselines/\(Self.first).json")
    let outcome = try project.run("approve", Self.second)
    #expect(outcome.status == 0 && outcome.output.hasSuffix("approved 1 baseline\n"))
    #expect(project.files(in: "Baselines/environments") == environments)
  }

  @Test(
    "if there is a substitute a baseline's place that is one clear case, and the others are approved",
    arguments: [
      ("\(first).json/in-the-way", "\(first).json: a folder is where"),
      ("\(first).png/in-the-way", "\(first).png: a folder is where"),
      ("wall1_1", "wall1_1: a file occupies the path"),
    ])
  func inTheWay(path: String, message: String) throws {
    let project = try compared()
    try project.folder.write("mine", to: "Baselines/\(path)")
    _ = try project.run("compare", ".", "--quiet")
    let outcome = try project.run("approve", "--all")
    #expect(outcome.status == 4 && outcome.error.contains(message), "\(outcome.error)")
    #expect(outcome.error.contains("error[baseline.in-the-way]"))
    #expect(outcome.output.hasSuffix("approved 1 baseline, left 1 case\n"), "\(outcome.output)")
    #expect(approved(project).contains(Self.second))
    #expect(try String(decoding: project.data("Baselines/\(path)"), as: UTF8.self) == "mine")
    let stands = project.folder.url.appendingPathComponent("Baselines/\(path)")
    try FileManager.default.removeItem(at: path == "wall1_1" ? stands : stands.deletingLastPathComponent())
    #expect(try project.run("approve", "--all").status == 0)
    #expect(try project.run("compare", ".", "--quiet").status == 0)
  }

  @Test("decisions of a review are applied; anything that was rejected is left")
  func decisions() throws {
    let project = try compared()
    let digest = try #require(try project.report.cases.first?.actual?.sha256)
    try project.folder.write(
      """
      {"schema": 1, "decisions": [{"case": "\(Self.first)", "decision": "approve", "sha256": "\(digest)"},
                                  {"case": "\(Self.second)", "decision": "reject"}]}
      """, to: "decisions.json")
    #expect(try project.run("approve", "--decisions", "decisions.json").status == 0)
    #expect(approved(project) == [Self.first])
  }

  @Test(
    "a rejection wins over an approval of the same case, in any order and however it is named, and is reported",
    arguments: [
      [("", "reject"), ("cause", "approve")], [("cause", "approve"), ("", "reject")],
      [("", "reject"), ("", "approve")],
      [("", "approve"), ("cause", "reject")],
    ])
  func contradiction(decisions: [(name: String, decision: String)]) throws {
    let project = try compared()
    let cause = try #require(try project.report.clusters.first?.id)
    let listed = decisions.map { name, decision in
      #"{"case": "\#(name.isEmpty ? Self.first : cause)", "decision": "\#(decision)"}"#
    }
    try project.folder.write(
      #"{"schema": 1, "decisions": [\#(listed.joined(separator: ", "))]}"#, to: "decisions.json")
    let outcome = try project.run("approve", "--decisions", "decisions.json")
    #expect(outcome.status == 0 && outcome.error.contains("warning[decisions.contradictory]"), "\(outcome.error)")
    #expect(outcome.error.contains(Self.first) && !approved(project).contains(Self.first))
  }

  @Test(
    "decisions that are none, or about another image, are an error",
    arguments: [
      ("[]", "decisions.unreadable"), (#"{"schema": 2, "decisions": []}"#, "decisions.unreadable"),
      (#"{"schema": 1, "decisions": [{"case": "x", "decision": "approve"}]}"#, "approve.no-case"),
      (
        #"{"schema": 1, "decisions": [{"case": "\#(first)", "decision": "approve", "sha256": "00"}]}"#,
        "approve.other-picture"
      ),
    ])
  func brokenDecisions(text: String, code: String) throws {
    let project = try compared()
    try project.folder.write(text, to: "decisions.json")
    let outcome = try project.run("approve", "--decisions", "decisions.json")
    #expect(outcome.status == 2 && outcome.error.contains("error[\(code)]") && approved(project).isEmpty)
  }

  @Test("a report can't make it write outside the folder of baselines")
  func traversal() throws {
    let project = try compared()
    let report = String(decoding: try project.data("output/review/report.json"), as: UTF8.self)
    try project.folder.write(
      report.replacingOccurrences(of: #""id" : "\#(Self.second)""#, with: #""id" : "../../escaped""#),
      to: "output/review/report.json")
    let outcome = try project.run("approve", "--all")
    #expect(outcome.status == 2 && outcome.error.contains("error[case.unsafe]"))
    #expect(!FileManager.default.fileExists(atPath: project.folder.url.appendingPathComponent("../escaped.png").path))
  }

  @Test("without a comparison there is nothing to approve, and without a name neither")
  func nothing() throws {
    let project = try ProofProject()
    let outcome = try project.run("approve", "--all")
    #expect(outcome.status == 2 && outcome.error.contains("error[report.missing]"))
    #expect(try project.run("approve").status == 2)
  }

  // MARK: Output

  @Test("it says of each case what was done, by author and first words, and why nothing was")
  func account() throws {
    let project = try compared()
    let outcome = try project.run("approve", Self.first)
    #expect(
      outcome.output == """
        approved
          \(Self.first) (A B: “The quick brown fox jumps over the lazy dog and …”)
        approved 1 baseline

        """)
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    #expect(
      try project.run("approve", "wall1_*").output == """
        approved
          \(Self.second) (A B: “Hello”)
        left, already approved:
          \(Self.first) (A B: “The quick brown fox jumps over the lazy dog and …”)
        approved 1 baseline, left 1 case

        """)
  }

  @Test("--only bounds what is approved, and alone names it")
  func only() throws {
    let project = try compared()
    #expect(try project.run("approve", "--all", "--only", "1").status == 0)
    #expect(approved(project) == [Self.first])
    #expect(try project.run("approve", "--only", "*_2/*light*").status == 0)
    #expect(approved(project) == [Self.first, Self.second])
    let outcome = try project.run("approve", "--all", "--only", "*dark*")
    #expect(outcome.status == 2 && outcome.error.contains("error[approve.no-case]"))
  }

  @Test("rejections and comments are reported, and kept in the report and on its page")
  func comments() throws {
    let project = try compared()
    try project.folder.write(
      """
      {"schema": 1, "decisions": [{"case": "\(Self.first)", "decision": "approve", "comment": "as drawn"},
                                  {"case": "\(Self.second)", "decision": "reject", "comment": "the text </script>"}]}
      """, to: "decisions.json")
    let outcome = try project.run("approve", "--decisions", "decisions.json")
    #expect(outcome.status == 0 && outcome.output.contains("…”): as drawn\n"))
    #expect(
      outcome.output.hasSuffix(
        """
        rejected, unchanged:
          \(Self.second) (A B: “Hello”): the text </script>
        approved 1 baseline, left 1 rejected

        """))
    #expect(
      try project.report.cases.map { "\($0.decision?.decision ?? "") \($0.decision?.comment ?? "")" } == [
        "approve as drawn", "reject the text </script>",
      ])
    let script = String(decoding: try project.data("output/review/site/decisions.js"), as: UTF8.self)
    #expect(script.contains(#"["\#(Self.first)","approve","as drawn"]"#) && !script.contains("</script>"))
    // Decisions don't apply to the images of another comparison.
    _ = try project.run("compare", ".", "--quiet")
    #expect(try project.report.cases.allSatisfy { $0.decision == nil })
  }

  @Test("with --json every case is there")
  func json() throws {
    struct Account: Decodable {
      struct Entry: Decodable {
        var `case`: String
        var why: String?
      }
      var approved: [Entry]
      var left: [Entry]
      var rejected: [Entry]
    }
    let project = try compared()
    #expect(try project.run("approve", "1").status == 0)
    _ = try project.run("compare", ".", "--quiet")
    let text = try project.run("approve", "--json", Self.first, Self.second).output
    let account = try JSONDecoder().decode(Account.self, from: Data(text.utf8))
    #expect(account.approved.map(\.case) == [Self.second] && account.rejected.isEmpty)
    #expect(account.left.map(\.case) == [Self.first] && account.left.first?.why == "already approved")
  }

  @Test("the hint for a missing comparison is a command with the project in it")
  func hint() throws {
    let project = try ProofProject()
    let outcome = try Tool.run(
      ["approve", "--project", project.folder.url.path, "--all"], in: FileManager.default.temporaryDirectory)
    #expect(outcome.error.contains("run feedproof compare \(project.folder.url.path) first"), "\(outcome.error)")
  }
}
