import Comparison
import Diagnostics
import Files
import Foundation
import OutputTransactions
import Projects
import Support
import Testing

@Suite("Reviews are there whole, the earlier one until the next one is")
struct ReviewDraftTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var place: ReviewFolder { ReviewFolder(in: folder.url) }

  private func draft(_ foreign: UnmanagedFilePolicy = .refuse, from workingFolder: String = "") throws -> ReviewDraft {
    let environment = Environment.tests(in: folder.url.appendingPathComponent(workingFolder))
    return try ReviewDraft(of: place, in: environment, foreign: foreign) { _ in }
  }

  /// The files of the review, including hidden ones, except for the lock.
  private var files: [String: String] {
    var files: [String: String] = [:]
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: place.url.path)) ?? []
    for path in paths where path != StateFolder.lock.text {
      files[path] = try? String(contentsOf: place.url.appendingPathComponent(path), encoding: .utf8)
    }
    return files
  }

  private var shown: [String: String] { files.filter { !$0.key.hasPrefix(".feedproof") } }

  private func publish(_ texts: [String: String], from workingFolder: String = "") throws {
    let draft = try draft(from: workingFolder)
    for (path, text) in texts { try draft.folder.write(Data(text.utf8), to: path) }
    try draft.publish { _ in }
  }

  @Test("a draft that is given up changes nothing", arguments: [[:], ["report.json": "1", "actual/p/1.png": "1"]])
  func givenUp(earlier: [String: String]) throws {
    if !earlier.isEmpty { try publish(earlier) }
    let before = files
    do {
      let draft = try draft()
      try draft.folder.write(Data("2".utf8), to: "report.json")
      #expect(shown == earlier)
    }
    #expect(files == before)
    #expect(FileSystem.exists(place.url) == !earlier.isEmpty)
  }

  @Test(
    "anything that is published takes the earlier review's place, the user's files stay",
    arguments: ["", "review/notes"])
  func published(workingFolder: String) throws {
    try folder.write("mine", to: "review/notes/a.txt")
    try publish(["report.json": "1", "actual/p/1.png": "1", "summary.md": "1"], from: workingFolder)
    try publish(["report.json": "2", "actual/p/2.png": "2"], from: workingFolder)
    #expect(shown == ["report.json": "2", "actual/p/2.png": "2", "notes/a.txt": "mine"])
    #expect(try FileSystem.names(in: folder.url) == ["review"])
  }

  @Test("drafts and half-written files of a killed run are removed")
  func leftovers() throws {
    try publish(["report.json": "1"])
    for path in [".feedproof/staged/report.json", ".report.json.partial-2147480000", "site/.a.js.partial-2147480000"] {
      try folder.write("x", to: "review/\(path)")
    }
    try folder.write("mine", to: "review/.mine.txt.partial-1")
    try publish(["report.json": "2"])
    #expect(shown == ["report.json": "2", ".mine.txt.partial-1": "mine"])
    #expect(files.keys.filter { $0.contains("staged/") }.isEmpty)
  }

  @Test("while something is compared nothing is approved, and it is reported")
  func busy() throws {
    try publish(["report.json": "{}"])
    let lock = try OutputLock.take(folder.url)
    let project = Project(folder: folder.url, feeds: [], output: folder.url)
    let request = ApproveRequest(
      patterns: [], all: true, prune: false, environment: false, decisions: nil, keeping: nil)
    let run = ApproveRun(project: project, request: request, environment: .tests(in: folder.url)) { _ in }
    #expect(throws: Diagnostic.self) { try run.run() }
    let error = #expect(throws: Diagnostic.self) { try run.run() }
    #expect(error?.kind == .busy)
    withExtendedLifetime(lock) {}
  }
}
