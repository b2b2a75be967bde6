import Foundation
import Support
import Testing

@Suite("Exports that are killed, and exports that meet")
struct CrashSafetyTests {
  /// Returns the outputs of undisturbed exports of both feeds.
  private func whole(_ project: CrashProject) throws -> (a: CrashProject.Tree, b: CrashProject.Tree) {
    let trees = try ["a", "b"].map { feed in
      try #require(try project.export(feed, to: "cold-\(feed)").status == 0)
      return try project.tree("cold-\(feed)")
    }
    try #require(trees[0] != trees[1])
    return (trees[0], trees[1])
  }

  @Test("killed before it publishes, the output is the earlier one, and the next run makes the new one")
  func killedEarly() throws {
    let project = try CrashProject()
    let (a, b) = try whole(project)
    try #require(try project.export("a").status == 0)
    let running = try project.startHeld("b", after: "a")
    kill(running.process.processIdentifier, SIGKILL)
    _ = running.outcome()
    #expect(try project.tree() == a)
    #expect(try project.export("b").status == 0)
    #expect(try project.tree() == b)
    #expect(project.strangers.isEmpty)
  }

  @Test("killed as soon as anything of the new output is there, all of it is")
  func killedLate() throws {
    let project = try CrashProject()
    let (_, b) = try whole(project)
    try #require(try project.export("a").status == 0)
    let manifest = project.folder.url.appendingPathComponent("out/manifest.json")
    let earlier = try Data(contentsOf: manifest)
    let running = try project.start("b")
    while running.process.isRunning, (try? Data(contentsOf: manifest)) == earlier {
      Thread.sleep(forTimeInterval: 0.001)
    }
    kill(running.process.processIdentifier, SIGKILL)
    _ = running.outcome()
    #expect(try project.tree() == b)
    #expect(try project.export("b").status == 0)
    #expect(try project.tree() == b)
    #expect(project.strangers.isEmpty)
  }

  @Test(
    "killed at any moment, the output is the earlier or the new one, and the next run makes the new one",
    .timeLimit(.minutes(30)))
  func kills() throws {
    let project = try CrashProject()
    let (a, b) = try whole(project)
    // The duration of a whole run. The kills are spread over it.
    try #require(try project.export("a").status == 0)
    let started = Date()
    for feed in ["b", "a"] { try #require(try project.export(feed).status == 0) }
    let duration = Date().timeIntervalSince(started) / 2

    var generator = SplitMix64(seed: 6)
    for round in 0..<50 {
      let (feed, old, new) = round.isMultiple(of: 2) ? ("b", a, b) : ("a", b, a)
      let running = try project.start(feed)
      Thread.sleep(forTimeInterval: duration * Double.random(in: 0...1.1, using: &generator))
      kill(running.process.processIdentifier, SIGKILL)
      _ = running.outcome()
      let left = try project.tree()
      #expect(
        left == old || left == new, "round \(round): \(Self.difference(left, old)); \(Self.difference(left, new))")

      let next = try project.export(feed)
      #expect(next.status == 0, "round \(round): \(next.error)")
      #expect(try project.tree() == new, "round \(round)")
      #expect(project.strangers.isEmpty, "round \(round)")
    }
  }

  private static func difference(_ left: CrashProject.Tree, _ right: CrashProject.Tree) -> [String] {
    Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
  }

  @Test("of two processes on one folder one works, the other says so and ends with status 5")
  func meeting() throws {
    let project = try CrashProject()
    try #require(try project.export("a").status == 0)
    let before = try project.tree()
    // The stopped export keeps the folder locked.
    let first = try project.startHeld("b", after: "a")
    let pid = first.process.processIdentifier
    defer { kill(pid, SIGCONT) }
    for command in [
      project.arguments("b"), project.arguments("b") + ["--dry-run"], ["compare", "b/feed.json", "-o", "out"],
    ] {
      let outcome = try Tool.run(command, in: project.folder.url)
      #expect(outcome.status == 5)
      #expect(outcome.error.contains("another run is writing to this folder: process \(pid), since 20"))
    }
    #expect(try project.tree() == before)
    kill(pid, SIGCONT)
    #expect(first.outcome().status == 0)
  }

  @Test("of two exports started at once at least one works, and the output is whole")
  func race() throws {
    let project = try CrashProject()
    let running = try ["a", "b"].map { try project.start($0) }
    let statuses = running.map { $0.outcome().status }
    #expect(statuses.contains(0))
    #expect(statuses.allSatisfy { $0 == 0 || $0 == 5 })
    #expect(try project.export("b").status == 0)
    #expect(try project.export("b", to: "cold").status == 0)
    #expect(try project.tree() == project.tree("cold"))
  }

  @Test("--dry-run tells what would be done and why, for people and for machines, and writes nothing")
  func dryRun() throws {
    let project = try CrashProject()
    try #require(try project.export("a").status == 0)
    let before = try project.tree()
    let forecast = try Tool.run(project.arguments("b") + ["--dry-run"], in: project.folder.url)
    #expect(forecast.status == 0)
    #expect(
      forecast.output == """
        draw    wall1_5: it is new
        draw    wall1_3: the post has changed
        remove  wall1_2: it was removed from the feed
        2 to draw, 2 to keep, 1 to remove; the feed images are drawn again; nothing was written

        """)
    let json = try Tool.run(project.arguments("b") + ["--dry-run", "--json"], in: project.folder.url)
    let lines = json.output.split(separator: "\n").filter { !$0.contains(#""event":"step""#) }
    #expect(lines.contains(#"{"event":"draw","id":"wall1_3","reasons":["the post has changed"]}"#))
    #expect(lines.contains(#"{"event":"keep","id":"wall1_4","reasons":[]}"#))
    #expect(
      lines.last
        == #"{"asksToReplace":false,"draw":2,"event":"plan","feedPicturesAreDrawn":true,"keep":2,"remove":1,"stay":0,"writes":true}"#
    )
    #expect(try project.tree() == before)
  }
}
