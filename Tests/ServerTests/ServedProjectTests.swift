import Diagnostics
import Files
import Foundation
import Server
import Support
import Testing

@Suite("Whose output is served")
struct ServedProjectTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for path in ["feed.json", "output/review/report.json", "elsewhere/review/report.json", "other/out/report.json"] {
      try folder.write("{}", to: "holiday/\(path)")
    }
    try folder.write("", to: "holiday/feedproof.yml")
    // The project's output is `out`, not `output`.
    try folder.write("output: out\n", to: "holiday/other/feedproof.yml")
    try folder.write("{}", to: "holiday/other/feed.json")
    try folder.write("{}", to: "holiday/other/output/report.json")
  }

  private func find(_ path: String?, asked: String? = nil, from place: String = "") throws -> [String?] {
    let environment = Environment.tests(in: folder.url.appendingPathComponent(place))
    let served = try ServedProject.find(path, asked: asked, environment: environment)
    let root = folder.url.path + "/"
    return [served.output.path, served.project?.folder.standardizedFileURL.path].map {
      $0.map { String($0.replacingOccurrences(of: root, with: "").drop { $0 == "/" }) }
    }
  }

  @Test(
    "the project is the one that says that its output is here",
    arguments: [
      ("holiday/output", "holiday/output", "holiday"), ("holiday", "holiday/output", "holiday"),
      ("holiday/other/out", "holiday/other/out", "holiday/other"),
      // Not an output: a folder in a project need not be its output.
      ("holiday/elsewhere", "holiday/elsewhere", nil), ("holiday/other/output", "holiday/other/output", nil),
    ])
  func rule(path: String, output: String, project: String?) throws {
    #expect(try find(path) == [output, project])
  }

  @Test("without a folder it is this project's output, or the one next to")
  func here() throws {
    #expect(try find(nil, from: "holiday") == ["holiday/output", "holiday"])
    #expect(try find(nil, asked: "feed.json", from: "holiday") == ["holiday/output", "holiday"])
    #expect(throws: Diagnostic.self) { try find(nil) }
  }

  @Test("the project that was asked for counts, wherever the output came from")
  func asked() throws {
    #expect(try find("holiday/elsewhere", asked: "holiday/other") == ["holiday/elsewhere", "holiday/other"])
    #expect(throws: DiagnosticList.self) { try find("holiday/elsewhere", asked: "nowhere") }
    #expect(throws: Diagnostic.self) { try find("nowhere") }
  }
}
