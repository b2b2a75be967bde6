import RunSupport
import Testing

@Suite("Shards that are joined")
struct ShardRecordTests {
  private func check(_ parts: [(String, plan: String, total: Int)]) throws -> [String] {
    let parts = try parts.enumerated().map { index, part in
      ("part-\(index + 1)", ShardRecord(shard: try Shard(part.0), plan: part.plan, total: part.total))
    }
    do {
      try ShardRecord.checkCompleteness(of: parts)
      return []
    } catch let failure as RunFailure {
      #expect(failure.status == .brokenInput)
      return failure.diagnostics.map(\.description)
    }
  }

  @Test("all the shards of one run are a whole, in any order")
  func whole() throws {
    #expect(try check([("2/3", "a", 9), ("3/3", "a", 9), ("1/3", "a", 9)]).isEmpty)
    #expect(try check([("1/1", "a", 9)]).isEmpty)
  }

  @Test("anything that is missing is reported by its numbers")
  func missing() throws {
    let messages = try check([("2/8", "a", 9), ("7/8", "a", 9)])
    #expect(messages.count == 1 && messages[0].contains("error[merge.missing]: shards 1, 3 to 6, 8 of 8 are missing"))
  }

  @Test("a shard that comes twice is reported with both folders")
  func doubled() throws {
    let messages = try check([("1/2", "a", 9), ("1/2", "a", 9)])
    #expect(messages.count == 1 && messages[0].contains("shard 1/2 was passed more than once: part-1, part-2"))
  }

  @Test("shards of different runs are reported, each with its folder", arguments: [("b", 9), ("a", 8)])
  func otherRun(plan: String, total: Int) throws {
    let messages = try check([("1/2", "a", 9), ("2/2", plan, total)])
    #expect(
      messages.count == 1
        && messages[0].hasPrefix("error[merge.other-run]: part-2: this shard belongs to a different run"))
    let counts = try check([("1/2", "a", 9), ("2/3", "a", 9)])
    #expect(counts.count == 1 && counts[0].contains("this is shard 2/3, but part-1 is shard 1/2"))
  }
}
