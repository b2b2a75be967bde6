import Diagnostics
import Files
import Foundation

/// One part of a run that several processes or machines do together: `2/8` is the second of eight.
///
/// Every shard of a run works its own share out from the whole, and needs to know nothing of the others.
package struct Shard: Hashable, Sendable {
  /// From 1 to `count`.
  package let index: Int
  package let count: Int

  /// How many parts a run may have.
  package static let countRange = 1...100_000

  /// - Throws: `ShardIssue` when there is no such part.
  package init(index: Int, count: Int) throws(ShardIssue) {
    guard Self.countRange.contains(count) else { throw .count("\(count)") }
    guard (1...count).contains(index) else { throw .index(index, count: count) }
    (self.index, self.count) = (index, count)
  }

  /// `2/8`
  ///
  /// - Throws: `ShardIssue` saying which of the numbers is none.
  package init(_ text: String) throws(ShardIssue) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .notation(text) }
    guard let index = Self.number(parts[0]), let count = Self.number(parts[1]) else { throw .notation(text) }
    try self.init(index: index, count: count)
  }

  /// What `--shard` was given: `2/8`, or `auto` for what the scheduler that started the process says.
  ///
  /// - Parameter variables: The process's environment; looked at for `auto` alone.
  /// - Throws: `ShardIssue`.
  package init(option: String, variables: [String: String]) throws(ShardIssue) {
    self = option == "auto" ? try Scheduler.shard(in: variables) : try Shard(option)
  }

  /// As the initialiser does, for a command; nil where the option is not given.
  package static func asked(_ option: String?, _ environment: Environment) throws(ShardIssue) -> Shard? {
    guard let option else { return nil }
    return try Shard(option: option, variables: environment.variables)
  }

  /// A whole number in ASCII digits, nil for anything else (a sign, a space, too many digits).
  package static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  /// Which of the whole's items are this shard's, in the whole's order.
  ///
  /// The items are dealt from the dearest to the cheapest, to and fro, so no two shards are further apart than the
  /// dearest item costs, and their numbers of items differ by one at most. The same costs are dealt the same way
  /// everywhere.
  /// - Parameter costs: Of every item, in any unit.
  /// - Returns: Indices into `costs`, rising.
  package func share(of costs: [Int]) -> [Int] {
    let dearest = costs.indices.sorted { (costs[$1], $0) < (costs[$0], $1) }
    let mine = dearest.indices.filter { place in
      let (round, seat) = place.quotientAndRemainder(dividingBy: count)
      return (round.isMultiple(of: 2) ? seat : count - 1 - seat) == index - 1
    }
    return mine.map { dearest[$0] }.sorted()
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(index)/\(count)" }
}

/// As `2/8`.
extension Shard: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(text)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// What a shard's result says of the run that it is a part of, so that only the parts of one run are joined.
package struct ShardRecord: Codable, Hashable, Sendable {
  package var shard: Shard
  /// SHA-256 of all that the whole run is about, the same in every shard of it.
  package var plan: String
  /// How many items the whole run has.
  package var total: Int

  package init(shard: Shard, plan: String, total: Int) {
    self.shard = shard
    self.plan = plan
    self.total = total
  }

  /// The parts are all parts of one run, each once.
  ///
  /// - Parameter parts: What each folder says, by what the folder is called on the command line.
  /// - Throws: `RunFailure` with everything that is wrong.
  package static func checkCompleteness(of parts: [(folder: String, record: ShardRecord)]) throws {
    var issues: [(issue: MergeIssue, folder: String?)] = []
    guard let first = parts.first else { return }
    for part in parts.dropFirst() {
      if part.record.shard.count != first.record.shard.count {
        issues.append((.otherCount(part.record.shard, first.record.shard, in: first.folder), part.folder))
      } else if part.record.plan != first.record.plan || part.record.total != first.record.total {
        issues.append((.otherRun(first: first.folder), part.folder))
      }
    }
    for shard in parts.map(\.record.shard).uniqued() {
      let folders = parts.filter { $0.record.shard == shard }.map(\.folder)
      if folders.count > 1 { issues.append((.doubled(shard, folders: folders), nil)) }
    }
    if issues.isEmpty {
      let there = Set(parts.map(\.record.shard.index))
      let missing = (1...first.record.shard.count).filter { !there.contains($0) }
      if !missing.isEmpty { issues.append((.missing(missing, count: first.record.shard.count), nil)) }
    }
    guard issues.isEmpty else {
      throw RunFailure(issues.map { Diagnostic($0.issue, at: $0.folder.map { Place(file: $0) }) })
    }
  }
}
