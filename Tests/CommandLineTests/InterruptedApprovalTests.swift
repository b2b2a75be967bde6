import Files
import Foundation
import OutputTransactions
import Support
import Testing

/// An approval that was killed, and the command that runs next.
@Suite("Commands after a killed approval")
struct InterruptedApprovalTests: ServedReview {
  private struct Killed: Error {}

  private static let id = "wall1_1/375@2x-light-expanded"

  private let project: ProofProject
  private let old: [String: Data]
  private let new: [String: Data]

  /// A project with approved baselines, a comparison that found changes, and the baselines that approving them makes.
  init() throws {
    project = try ProofProject(posts: ["One", "Two"]).approved()
    old = Self.tree(project)
    try project.write(["One!", "Two!"])
    _ = try project.run("compare", ".", "--quiet")
    let folder = project.folder.url
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent("Baselines"), to: folder.appendingPathComponent("saved"))
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent("output"), to: folder.appendingPathComponent("compared"))
    try #require(try project.run("approve", "--all").status == 0)
    new = Self.tree(project)
    for (name, copy) in [("Baselines", "saved"), ("output", "compared")] {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      try FileManager.default.moveItem(
        at: folder.appendingPathComponent(copy), to: folder.appendingPathComponent(name))
    }
    try #require(Self.tree(project) == old && new != old)
  }

  private static func tree(_ project: ProofProject) -> [String: Data] {
    let root = project.folder.url.appendingPathComponent("Baselines")
    var tree: [String: Data] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    where !path.hasPrefix(".feedproof") {
      tree[path] = try? Data(contentsOf: root.appendingPathComponent(path))
    }
    return tree
  }

  private static func write(_ data: Data, to path: String, in project: ProofProject) throws {
    let file = project.folder.url.appendingPathComponent("Baselines/\(path)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  private var hasJournal: Bool {
    FileManager.default.fileExists(
      atPath: project.folder.url.appendingPathComponent("Baselines/.feedproof/journal").path)
  }

  /// Makes the approval's changes up to a number of operations, as a killed process leaves them.
  ///
  /// - Parameter isAllowed: Whether the operation of this number, from 1, still happens.
  private func approve(while isAllowed: @escaping (Int) -> Bool) throws {
    var count = 0
    let transaction = try FolderTransaction(project.folder.url.appendingPathComponent("Baselines").path) {
      count += 1
      if !isAllowed(count) { throw Killed() }
    }
    for (path, data) in new where old[path] != data { try transaction.put(data, at: RelativePath.checked(path)) }
    for path in old.keys where new[path] == nil { try transaction.drop(RelativePath.checked(path)) }
    try transaction.commit()
  }

  /// The number of operations until the journal is complete, and of all of them.
  private func operations() throws -> (journal: Int, all: Int) {
    var (journal, all) = (0, 0)
    try? approve { count in
      all = count
      if journal == 0, hasJournal { journal = count }
      return true
    }
    let baselines = project.folder.url.appendingPathComponent("Baselines")
    try FileManager.default.removeItem(at: baselines)
    for (path, data) in old { try Self.write(data, to: path, in: project) }
    return (journal, all)
  }

  private static let commands: [[String]] = [
    ["compare", "."], ["comment", "output"], ["history", id], ["export", ".", "--quiet"],
    ["approve", "--all"], ["merge", "--quiet", "--output", "joined", "part-1", "part-2"], ["verify", "."],
    ["merge-baseline", "a", "a", "a"], ["show", "."],
  ]

  private func shards() throws {
    for number in 1...2 {
      _ = try project.run("compare", ".", "--quiet", "--shard", "\(number)/2", "--output", "part-\(number)")
    }
    try project.folder.write("{}", to: "a")
  }

  @Test("each command leaves the earlier or the new baselines, or the journal unchanged", arguments: commands)
  func next(_ command: [String]) throws {
    try shards()
    let (journal, all) = try operations()
    try #require(journal > 0 && all > journal + 2)
    for last in [journal - 1, journal, journal + 1, all - 2] {
      try? approve { $0 <= last }
      let interrupted = Self.tree(project)
      let outcome = try Tool.run(command, in: project.folder.url)
      let found = Self.tree(project)
      #expect(
        found == old || found == new || hasJournal && found == interrupted,
        "\(command) after \(last) of \(all): \(outcome.error)")
      #expect((0...5).contains(outcome.status) || outcome.status == 64, "\(outcome)")
      // Settled by the next approval, whatever the command did.
      _ = try project.run("history", Self.id)
      #expect(!hasJournal && [old, new].contains(Self.tree(project)), "\(command) after \(last) of \(all)")
      try restore()
    }
  }

  @Test("no command replaces a baseline that was edited after the kill", arguments: commands)
  func edited(_ command: [String]) throws {
    try shards()
    let (journal, all) = try operations()
    let path = try #require(old.keys.sorted().first { new[$0] != nil && new[$0] != old[$0] && $0.hasSuffix(".json") })
    for last in [journal, all - 2] {
      try? approve { $0 <= last }
      let isPending = hasJournal
      let edited = Data("edited by hand".utf8)
      try Self.write(edited, to: path, in: project)
      let outcome = try Tool.run(command, in: project.folder.url)
      let isApproval = command[0] == "approve"
      #expect(
        Self.tree(project)[path] == edited || isApproval && Self.tree(project)[path] == new[path],
        "\(command) after \(last) of \(all): \(outcome.error)")
      if command[0] == "compare", isPending { #expect(outcome.error.contains("journal.changed"), "\(outcome.error)") }
      _ = try project.run("history", Self.id)
      try restore()
    }
  }

  private func restore() throws {
    let folder = project.folder.url.appendingPathComponent("Baselines")
    try FileManager.default.removeItem(at: folder)
    for (path, data) in old { try Self.write(data, to: path, in: project) }
  }

  @Test("a server settles the approval before it shows or takes decisions")
  func served() async throws {
    let (journal, all) = try operations()
    for last in [journal, journal + 1, all - 2] {
      try? approve { $0 <= last }
      let outcome = try await serving(project) { client, _ in
        _ = try await client.send("GET", "/api/state")
        let found = Self.tree(project)
        #expect(!hasJournal && (found == old || found == new), "after \(last) of \(all)")
      }
      #expect(outcome.status == 0)
      try restore()
    }
  }
}
