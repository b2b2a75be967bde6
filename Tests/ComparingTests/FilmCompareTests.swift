import Foundation
import Runs
import Support
import Testing

@testable import Comparing

@Suite("Films as cases")
struct FilmCompareTests {
  private let project: ComparisonProject

  init() throws {
    project = try ComparisonProject()
    project.settings = "locale: en\nwidths: 300\nscales: 1\nfilms: [refresh, reading.yml]\n"
    try script(faults: "[]")
  }

  private func script(faults: String) throws {
    try project.folder.write(
      "feed: {arriving: 2, length: 9}\nfaults: \(faults)\nevents: [{at: 0.2, arrive: 2}]\nduration: 0.5\n",
      to: "reading.yml")
  }

  private func film(_ name: String, in report: CompareReport) throws -> CompareReport.Case {
    try #require(report.cases.first { $0.id == "films/\(name)/300@1x-light" })
  }

  private func report() throws -> CompareReport { try ReviewFolder(in: project.file("output")).report() }

  @Test("a film is new, then approved, and from then on the same until something moves otherwise")
  func life() async throws {
    var outcome = try await project.compare()
    #expect(outcome.count(.new) == 5)
    #expect(try film("refresh", in: report()).verdict == .new)
    try project.approveAll()
    #expect(FileManager.default.fileExists(atPath: project.file("Baselines/films/refresh/300@1x-light.json").path))
    outcome = try await project.compare()
    #expect(outcome.count(.identical) == 5 && outcome.failure == nil)

    try script(faults: "[batches-not-compensated]")
    outcome = try await project.compare()
    let entry = try film("reading", in: report())
    #expect(entry.verdict == .different && outcome.count(.identical) == 4)
    #expect(entry.reasons.first?.hasPrefix("at 0.20 s wall1_3 moves ") == true)
    #expect(entry.reasons.first?.hasSuffix(" pt down on its own (batch)") == true)
    #expect(entry.actual?.path != nil && entry.expected?.path != nil)

    try project.approveAll()
    #expect(try await project.compare().count(.identical) == 5)
  }

  @Test("a film that the project names no more is obsolete")
  func obsolete() async throws {
    try await project.settle()
    project.settings = project.settings.replacing("refresh, ", with: "")
    let outcome = try await project.compare()
    #expect(outcome.count(.obsolete) == 1 && outcome.count(.identical) == 4)
  }

  @Test("a script that can't be played is a case with an error, the others are compared")
  func broken() async throws {
    try project.folder.write("events: [{at: 0.2, tap: wall9_9}]", to: "reading.yml")
    let outcome = try await project.compare()
    let entry = try film("reading", in: report())
    #expect(entry.verdict == .error && entry.reasons == ["the feed has no post \"wall9_9\""])
    #expect(outcome.count(.new) == 4)
  }
}
