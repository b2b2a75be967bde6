import Foundation
import Support
import Testing

/// `Tests/Vectors/earlier/<version>` contains the files that this version wrote for one post: baselines, a report, a
/// ledger.
@Suite("Folders that an earlier version wrote")
struct EarlierVersionTests {
  private func copied(_ version: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Checkout.url("Tests/Vectors/earlier/\(version)"), to: folder.url.appendingPathComponent("p"))
    return folder
  }

  @Test("its baselines are compared, and approved again", arguments: ["0.1"])
  func baselines(version: String) throws {
    let folder = try copied(version)
    let compared = try Tool.run(["compare", "p", "--quiet"], in: folder.url)
    #expect(![2, 4].contains(compared.status), "\(compared.error)")
    let data = try Data(contentsOf: folder.url.appendingPathComponent("p/output/review/report.json"))
    let cases = try JSONDecoder().decode(ProofProject.Report.self, from: data).cases
    #expect(cases.map(\.id) == ["wall1_1/300@1x-light-expanded"])
    #expect(cases.allSatisfy { !["error", "new", "obsolete"].contains($0.verdict) })
    #expect(try Tool.run(["approve", "--project", "p", "--all", "--upgrade"], in: folder.url).status == 0)
    #expect(try Tool.run(["compare", "p", "--quiet"], in: folder.url).status == 0)
  }

  @Test("its report is read", arguments: ["0.1"])
  func report(version: String) throws {
    let folder = try copied(version)
    let comment = try Tool.run(["comment", "p"], in: folder.url)
    #expect(comment.status == 0 && comment.output.contains("1 of 1 case to review"))
  }

  @Test("published files are managed and rewritten", arguments: ["0.1"])
  func ledger(version: String) throws {
    let folder = try copied(version)
    let output = folder.url.appendingPathComponent("out")
    let files = FileManager.default
    try files.createDirectory(at: output.appendingPathComponent(".feedproof"), withIntermediateDirectories: true)
    let ledger = folder.url.appendingPathComponent("p/ledger/ledger")
    try files.copyItem(at: ledger, to: output.appendingPathComponent(".feedproof/ledger"))
    let listed = try String(contentsOf: ledger, encoding: .utf8).split(separator: "\n").dropFirst().map(String.init)
    for path in listed {
      let file = output.appendingPathComponent(path)
      try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("old".utf8).write(to: file)
    }
    let outcome = try Tool.run(["export", "p", "--output", "out", "--quiet"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.error)")
    for path in listed {
      let file = output.appendingPathComponent(path)
      #expect((try? Data(contentsOf: file)) != Data("old".utf8), "\(path)")
    }
  }
}
