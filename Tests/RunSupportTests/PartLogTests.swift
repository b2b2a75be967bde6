import Diagnostics
import Files
import Foundation
import RunSupport
import Support
import Testing

@Suite("The logs of a run's parts")
struct PartLogTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Whole: Codable, Sendable { var feed: String }

  /// Writes a part of a run of five items, and opens it.
  private func part(_ shard: String, _ items: [(place: Int?, text: String)]) throws -> Part<Whole> {
    let name = "part-\(shard.prefix(1))"
    let url = folder.url.appendingPathComponent(name)
    let output = OutputFolder(url)
    try PartLog.write(
      ShardRecord(shard: try Shard(shard), plan: "a", total: 5), Whole(feed: "f"),
      to: { path, fill in _ = try output.write(to: path, replacing: true, fill) }
    ) { log in
      for item in items { try log.add("\"\(item.text)\"", at: item.place) }
    }
    return try Part(url, name: name)
  }

  private func joined(_ parts: [Part<Whole>]) throws -> [String] {
    var found: [String] = []
    try JoinedParts(parts).forEach(String.self) { item, place, part in
      found.append("\(place.map { "\($0)" } ?? "-") \(item) \(part.name)")
    }
    return found
  }

  private func problem(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return RunFailure(stopping: error).diagnostics.first?.description
    }
  }

  @Test("items come in the order of the whole, and what has no place comes last")
  func order() throws {
    let parts = [
      try part("2/2", [(1, "b"), (4, "e"), (nil, "x")]), try part("1/2", [(0, "a"), (2, "c"), (3, "d"), (nil, "y")]),
    ]
    #expect(
      try joined(parts) == [
        "0 a part-1", "1 b part-2", "2 c part-1", "3 d part-1", "4 e part-2", "- x part-2", "- y part-1",
      ])
    #expect(parts[0].whole.feed == "f" && parts[0].record.total == 5)
  }

  @Test("an item that no part has, and one that two have, are reported")
  func whole() throws {
    let first = try part("1/2", [(0, "a"), (2, "c")])
    let missing = problem { _ = try joined([first, try part("2/2", [(1, "b"), (4, "e")])]) }
    #expect(missing?.contains("error[merge.missing]: no shard contains 1 of the run's posts: number 4") == true)
    let doubled = problem { _ = try joined([first, try part("2/2", [(1, "b"), (2, "c"), (3, "d"), (4, "e")])]) }
    #expect(doubled?.contains("more than one shard contains post number 3 of the run: part-1, part-2") == true)
  }

  @Test(
    "a log that was changed on the way is none",
    arguments: [
      (#""place":0"#, #""place":5"#), (#""place":0"#, #""place":-1"#), (#"{"place":0"#, #"{"item":0"#),
      ("\"a\"}\n", "\"a\"}"), ("\"a\"}", "\"a\""), ("\"a\"}\n", "\"a\"}\n{}\n"),
    ])
  func changed(old: String, new: String) throws {
    let parts = [try part("1/2", [(0, "a"), (1, "b"), (2, "c")]), try part("2/2", [(3, "d"), (4, "e")])]
    let file = folder.url.appendingPathComponent("part-1/shard/items.ndjson")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(old))
    try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
    #expect(problem { _ = try joined(parts) }?.contains("error[merge.") == true)
  }
}
