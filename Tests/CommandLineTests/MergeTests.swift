import Foundation
import Support
import Testing

@Suite("feedproof compare --shard and merge")
struct MergeTests {
  private static let texts = (1...7).map { "Post number \($0)" }

  /// Returns seven posts: two have changed, one is new and one is removed, to cover all parts of a report.
  private func project() throws -> ProofProject {
    let project = try ProofProject(posts: Self.texts)
    _ = try project.run("compare", ".", "--quiet")
    #expect(try project.run("approve", "--all").status == 0)
    let baselines = project.folder.url.appendingPathComponent("Baselines")
    try FileManager.default.removeItem(at: baselines.appendingPathComponent("wall1_5"))
    try FileManager.default.copyItem(
      at: baselines.appendingPathComponent("wall1_1"), to: baselines.appendingPathComponent("wall1_99"))
    try FileManager.default.copyItem(
      at: baselines.appendingPathComponent("wall1_2/375@2x-light-expanded.json"),
      to: baselines.appendingPathComponent("wall1_2/320@1x-dark-expanded.json"))
    var changed = Self.texts
    changed[2] = "Something else"
    changed[6] = "Something else again"
    try project.write(changed)
    return project
  }

  private func shards(of project: ProofProject, _ count: Int) throws -> [String] {
    try (1...count).map { index in
      let outcome = try project.run(
        "compare", ".", "--quiet", "--shard", "\(index)/\(count)", "--output", "part-\(index)")
      #expect(outcome.status <= 1, "\(outcome.error)")
      return "part-\(index)"
    }
  }

  private func merge(_ project: ProofProject, _ folders: [String]) throws -> Tool.Outcome {
    try Tool.run(["merge", "--quiet", "--output", "output"] + folders, in: project.folder.url)
  }

  private func review(of project: ProofProject) throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: project.files(in: "output").map { path in
        let data = try project.data("output/\(path)")
        return (
          path,
          ["junit.xml", "index.js"].contains(where: path.hasSuffix)
            ? Data(String(decoding: data, as: UTF8.self).withoutTimes.utf8) : data
        )
      })
  }

  @Test("the shards' reviews joined are the review of the whole run, file by file", arguments: [2, 8])
  func equal(count: Int) throws {
    let project = try project()
    let whole = try project.run("compare", ".", "--quiet")
    let expected = try review(of: project)
    #expect(whole.status == 1 && whole.output.contains("9 cases: 4 identical, 2 different, 1 new, 2 obsolete"))
    try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("output"))
    let joined = try merge(project, try shards(of: project, count).reversed())
    #expect(joined.status == 1 && joined.output == whole.output, "\(joined.error)")
    let found = try review(of: project)
    #expect(found.keys.sorted() == expected.keys.sorted())
    for (path, data) in expected where found[path] != data {
      Issue.record("\(path): \(String(decoding: found[path] ?? Data(), as: UTF8.self).prefix(3000))")
    }
  }

  @Test("each film falls to one shard, and joined they are the whole run's", arguments: [2, 3])
  func films(count: Int) throws {
    let settings = "widths: 375\nscales: 1\nlocale: en\nfilms: "
    let project = try ProofProject(posts: Self.texts, settings: settings + "[refresh, load-more, scroll-to-top]\n")
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    #expect(try project.run("approve", "--all").status == 0)
    try project.folder.write(settings + "[refresh, load-more, bad-network]\n", to: "feedproof.yml")
    try project.write(
      Self.texts.map { $0 + ($0.hasSuffix("2") ? " that is so long that it takes another line of text" : "") })
    let whole = try project.run("compare", ".", "--quiet")
    let expected = try review(of: project)
    #expect(whole.output.contains("1 new, 1 obsolete"), "\(whole.output)")
    try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("output"))
    let parts = try shards(of: project, count)
    let played = try parts.map { part -> [String] in
      let report = try JSONDecoder().decode(ProofProject.Report.self, from: project.data("\(part)/review/report.json"))
      return report.cases.map(\.id).filter { $0.hasPrefix("films/") && !$0.contains("scroll") }
    }
    #expect(
      played.flatMap { $0 }.sorted() == ["bad-network", "load-more", "refresh"].map { "films/\($0)/375@1x-light" })
    let joined = try merge(project, parts.reversed())
    #expect(joined.status == 1 && joined.output == whole.output, "\(joined.error)")
    let found = try review(of: project)
    #expect(found.keys.sorted() == expected.keys.sorted())
    for (path, data) in expected where found[path] != data { Issue.record("\(path) is another") }
  }

  @Test("anything that was joined can be approved")
  func approve() throws {
    let project = try project()
    #expect(try merge(project, shards(of: project, 2)).status == 1)
    #expect(
      try project.run("approve", "--all", "--prune").output.hasSuffix(
        "approved 3 baselines, removed 2 obsolete baselines\n"))
    #expect(try project.run("compare", ".", "--quiet").output == "7 cases: 7 identical\n")
  }

  @Test("merged elsewhere, a project that is not to be found from there is reported, since its commands would not work")
  func elsewhere() throws {
    let project = try project()
    let parts = try shards(of: project, 2).map { project.folder.url.appendingPathComponent($0).path }
    let folder = try TemporaryFolder()
    let unnamed = try Tool.run(["merge", "--quiet", "--output", "joined"] + parts, in: folder.url)
    #expect(unnamed.status == 1 && unnamed.error.contains("warning[merge.project]"), "\(unnamed.error)")
    let place = project.folder.url.path
    let named = try Tool.run(["merge", "--quiet", "--output", "joined", "--project", place] + parts, in: folder.url)
    #expect(named.status == 1 && !named.error.contains("merge.project"))
    #expect(named.output.contains("feedproof approve \(place) --output joined "))
    let words = ["approve", "--project", place, "--output", "joined", "--all"]
    #expect(try Tool.run(words, in: folder.url).status == 0)
  }

  @Test("a shard says which part it is, and never calls a baseline of another's posts obsolete")
  func part() throws {
    let project = try project()
    let folders = try shards(of: project, 3)
    var obsolete: [String] = []
    var plans: Set<String> = []
    for folder in folders {
      let report = try JSONDecoder().decode(PartReport.self, from: project.data("\(folder)/review/report.json"))
      #expect(report.shard.shard == "\(folder.suffix(1))/3" && report.shard.total == 7)
      plans.insert(report.shard.plan)
      obsolete += report.cases.filter { $0.verdict == "obsolete" }.map(\.id)
    }
    #expect(plans.count == 1)
    #expect(obsolete.sorted() == ["wall1_2/320@1x-dark-expanded", "wall1_99/375@2x-light-expanded"])
  }

  private struct PartReport: Decodable {
    var shard: WrittenShard
    var cases: [ProofProject.Report.Case]
  }

  @Test("missing and doubled shards, and folders that are none, are refused; nothing is written")
  func incomplete() throws {
    let project = try ProofProject(posts: ["One", "Two"])
    _ = try shards(of: project, 3)
    _ = try project.run("compare", ".", "--quiet", "--output", "whole")
    for (folders, code) in [
      (["part-1", "part-3"], "merge.missing"), (["part-1", "part-2", "part-2", "part-3"], "merge.doubled"),
      (["part-1", "whole"], "merge.no-shard"), (["part-1", "nowhere"], "merge.nothing"), (["."], "merge.no-shards"),
    ] {
      let outcome = try merge(project, folders)
      #expect(outcome.status == 2 && outcome.error.contains("error[\(code)]"), "\(outcome.error)")
    }
    #expect(project.files(in: "output").isEmpty)
    #expect(try Tool.run(["merge", "--output", "output"], in: project.folder.url).status == 2)
  }

  @Test("shards of another feed or of other options are refused")
  func otherRun() throws {
    let project = try ProofProject(posts: ["One", "Two"])
    _ = try shards(of: project, 2)
    _ = try project.run("compare", ".", "--quiet", "--shard", "2/2", "--width", "320", "--output", "narrow")
    try project.write(["One", "Too"])
    _ = try project.run("compare", ".", "--quiet", "--shard", "2/2", "--output", "later")
    for other in ["narrow", "later"] {
      let outcome = try merge(project, ["part-1", other])
      #expect(outcome.status == 2 && outcome.error.contains("error[merge.other-run]: \(other)"), "\(outcome.error)")
    }
  }

  @Test("a log that was changed on the way is refused", arguments: ["length", "place", "path", "case", "file"])
  func changed(what: String) throws {
    let project = try ProofProject(posts: ["One", "Two"])
    let folders = try shards(of: project, 2)
    let path = "part-2/review/shard/items.ndjson"
    var text = String(decoding: try project.data(path), as: UTF8.self)
    switch what {
    case "length": text.removeLast()
    case "place": text = text.replacingOccurrences(of: #""place":1"#, with: #""place":0"#)
    case "case": text = text.replacingOccurrences(of: #""verdict":"new""#, with: #""verdict":"old""#)
    case "path": text = text.replacingOccurrences(of: "actual/", with: "../../actual/")
    default:
      try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("part-2/review/actual"))
    }
    try project.folder.write(text, to: path)
    let outcome = try merge(project, folders)
    #expect(outcome.status == 2 && outcome.error.contains("error[merge."), "\(outcome.error)")
  }

  @Test("the output is not one of the shards, which would be cleared before it is read")
  func overwriting() throws {
    let project = try ProofProject(posts: ["One", "Two"])
    let folders = try shards(of: project, 2)
    let outcome = try Tool.run(["merge", "--output", "part-1"] + folders, in: project.folder.url)
    #expect(outcome.status == 2 && outcome.error.contains("error[merge.output]"))
    #expect(project.files(in: "part-1/review").contains("report.json"))
  }

  @Test("a shard takes its number from the scheduler, or says what it looked for")
  func auto() throws {
    let project = try ProofProject(posts: ["One", "Two"])
    let outcome = try project.run(
      "compare", ".", "--quiet", "--shard", "auto", environment: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"])
    #expect(outcome.output.hasSuffix("shard 2/2: 1 case: 1 new\n"))
    let none = try project.run("compare", ".", "--shard", "auto", environment: ["CI_NODE_INDEX": nil])
    #expect(none.status == 2 && none.error.contains("error[shard.no-scheduler]"))
    #expect(try project.run("compare", ".", "--shard", "3/2").status == 2)
  }

  @Test("--json ends with a summary")
  func json() throws {
    let project = try ProofProject(posts: ["One", "Two"])
    let lines = try project.run("compare", ".", "--json").output.split(separator: "\n")
    let last = try #require(try lines.last.map { try JSONDecoder().decode(Summary.self, from: Data($0.utf8)) })
    #expect(last.event == "summary" && last.summary.exitStatus == 1)
    #expect(last.summary.counts["new"] == 2 && last.summary.counts["error"] == 0 && last.summary.clusters == 1)
  }

  private struct Summary: Decodable {
    struct Facts: Decodable {
      var counts: [String: Int]
      var clusters: Int
      var exitStatus: Int
    }
    var event: String
    var summary: Facts
  }
}
