import Foundation
import RunSupport
import Support
import Testing

@Suite("Shards")
struct ShardTests {
  private func issue(_ option: String, _ variables: [String: String] = [:]) -> ShardIssue? {
    do throws(ShardIssue) {
      _ = try Shard(option: option, variables: variables)
      return nil
    } catch {
      return error
    }
  }

  @Test("a shard is read from its two numbers, and written the same", arguments: ["1/1", "1/4", "4/4", "17/100000"])
  func notation(text: String) throws {
    let shard = try Shard(text)
    #expect(shard.description == text)
    let json = try JSONEncoder().encode([shard])
    #expect(try JSONDecoder().decode([Shard].self, from: json) == [shard])
  }

  @Test(
    "anything else is an error that says what is wrong",
    arguments: [
      ("", ShardIssue.notation("")), ("2", .notation("2")), ("2/", .notation("2/")), ("/4", .notation("/4")),
      ("1/2/3", .notation("1/2/3")), ("+1/4", .notation("+1/4")), ("1 /4", .notation("1 /4")),
      ("-1/4", .notation("-1/4")), ("1/٤", .notation("1/٤")), ("a/b", .notation("a/b")),
      ("1/99999999999999999999", .notation("1/99999999999999999999")),
      ("0/4", .index(0, count: 4)), ("5/4", .index(5, count: 4)), ("1/0", .count("0")), ("1/100001", .count("100001")),
    ])
  func broken(text: String, expected: ShardIssue) {
    #expect(issue(text) == expected)
  }

  @Test(
    "the shards share the whole: every item is in one of them, in the whole's order",
    arguments: [1, 2, 3, 7, 40], [0, 1, 6, 39])
  func partition(count: Int, items: Int) throws {
    var random = SplitMix64(seed: 4)
    let costs = (0..<items).map { _ in Int.random(in: 0...90, using: &random) }
    let shares = try (1...count).map { try Shard(index: $0, count: count).share(of: costs) }
    #expect(shares.flatMap { $0 }.sorted() == Array(costs.indices))
    #expect(shares.allSatisfy { $0 == $0.sorted() })
    let sums = shares.map { $0.reduce(0) { $0 + costs[$1] } }
    let dearest = costs.max() ?? 0
    #expect((sums.max() ?? 0) - (sums.min() ?? 0) <= dearest)
    let sizes = shares.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test("the dearest items go to different shards")
  func dearest() throws {
    let costs = [1, 9, 1, 8, 1, 7]
    #expect(try Shard("1/3").share(of: costs) == [1, 4])
    #expect(try Shard("2/3").share(of: costs) == [2, 3])
    #expect(try Shard("3/3").share(of: costs) == [0, 5])
  }

  // MARK: Schedulers

  private static func slurm(_ id: Int, _ range: ClosedRange<Int>, count: Int, step: Int? = nil) -> [String: String] {
    var variables = [
      "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(range.lowerBound)",
      "SLURM_ARRAY_TASK_MAX": "\(range.upperBound)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
    ]
    variables["SLURM_ARRAY_TASK_STEP"] = step.map(String.init)
    return variables
  }

  @Test(
    "auto takes what the scheduler says",
    arguments: [
      (slurm(0, 0...7, count: 8), "1/8"), (slurm(3, 1...4, count: 4, step: 1), "3/4"),
      // --array=10-40:10, --array=0-15:4 (0, 4, 8, 12)
      (slurm(30, 10...40, count: 4, step: 10), "3/4"), (slurm(12, 0...12, count: 4, step: 4), "4/4"),
      (["JOB_COMPLETION_INDEX": "0", "FEEDPROOF_SHARD_COUNT": "5"], "1/5"),
      (["JOB_COMPLETION_INDEX": "4", "JOB_COMPLETIONS": "5"], "5/5"),
      (["JOB_COMPLETION_INDEX": "1", "FEEDPROOF_SHARD_COUNT": "2", "JOB_COMPLETIONS": "9"], "2/2"),
      (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], "1/3"), (["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "3"], "3/3"),
      (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "2"], "1/2"),
      (["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "2"], "2/2"),
      // Two that agree, and a GitLab job that is not parallel but has a total.
      (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2", "JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "2"], "2/2"),
      (["CI_NODE_TOTAL": "1", "CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "2"], "2/2"),
    ])
  func schedulers(variables: [String: String], expected: String) throws {
    #expect(try Shard(option: "auto", variables: variables).description == expected)
  }

  @Test("variables count for auto alone")
  func explicit() throws {
    #expect(try Shard(option: "1/2", variables: ["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "3"]).description == "1/2")
  }

  @Test("if there is no scheduler, the error names every variable that was looked for")
  func none() throws {
    let found = try #require(issue("auto", ["CI_NODE_TOTAL": "1"]))
    for name in [
      "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "CI_NODE_INDEX", "CIRCLE_NODE_INDEX", "BUILDKITE_PARALLEL_JOB",
    ] {
      #expect(found.message.contains(name))
    }
    #expect(found.hint?.contains("--shard 2/8") == true)
  }

  @Test(
    "a scheduler that does not say which part it is, is an error",
    arguments: [
      (["JOB_COMPLETION_INDEX": "0"], "FEEDPROOF_SHARD_COUNT or JOB_COMPLETIONS is not set"),
      (["CI_NODE_INDEX": "1"], "CI_NODE_TOTAL is not set"),
      (["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "2"], "CI_NODE_INDEX must be a whole number, not \"one\""),
      (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "2"], "CI_NODE_INDEX=0, but there are only 2 shards"),
      (["CIRCLE_NODE_INDEX": "2", "CIRCLE_NODE_TOTAL": "2"], "CIRCLE_NODE_INDEX=2, but there are only 2 shards"),
      (["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "2"], "SLURM_ARRAY_TASK_MIN is not set"),
      // --array=1,5,6
      (slurm(5, 1...6, count: 3), "the Slurm array has gaps: it has 3 tasks between 1 and 6; this is task 5"),
      (
        ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2", "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "2"],
        "found two schedulers: GitLab CI says 2/2, CircleCI says 1/2"
      ),
    ])
  func incomplete(variables: [String: String], message: String) throws {
    let found = try #require(issue("auto", variables))
    #expect(found.message.contains(message), "\(found.message)")
  }
}
