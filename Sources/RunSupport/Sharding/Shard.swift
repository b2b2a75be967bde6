import Diagnostics
import Files
import Foundation

/// One part of a run that is split among several processes or machines: `2/8` is the second of eight.
///
/// Each shard computes its own share from the whole run, and needs no information about the others.
package struct Shard: Hashable, Sendable {
  /// From 1 to `count`.
  package let index: Int
  package let count: Int

  /// The allowed number of parts.
  package static let countRange = 1...100_000

  /// - Throws: `ShardIssue` if the count is out of range or the shard doesn't exist.
  package init(index: Int, count: Int) throws(ShardIssue) {
    guard Self.countRange.contains(count) else { throw .count("\(count)") }
    guard (1...count).contains(index) else { throw .index(index, count: count) }
    (self.index, self.count) = (index, count)
  }

  /// Parses `2/8`.
  ///
  /// - Throws: `ShardIssue` that names the invalid number.
  package init(_ text: String) throws(ShardIssue) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .notation(text) }
    guard let index = Self.number(parts[0]), let count = Self.number(parts[1]) else { throw .notation(text) }
    try self.init(index: index, count: count)
  }

  /// Parses the value of `--shard`: `2/8`, or `auto` to ask the scheduler that started the process.
  ///
  /// - Parameter variables: The process's environment; read only for `auto`.
  /// - Throws: `ShardIssue` if the value is invalid or no scheduler is found.
  package init(option: String, variables: [String: String]) throws(ShardIssue) {
    self = option == "auto" ? try Scheduler.shard(in: variables) : try Shard(option)
  }

  /// Parses the value of a command's `--shard`; nil without the option.
  ///
  /// - Throws: The errors of `init(option:variables:)`.
  package static func asked(_ option: String?, _ environment: Environment) throws(ShardIssue) -> Shard? {
    guard let option else { return nil }
    return try Shard(option: option, variables: environment.variables)
  }

  /// Parses a whole number in ASCII digits; nil for anything else (a sign, a space, too many digits).
  package static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  /// Returns this shard's share of the items, in the order of the whole run.
  ///
  /// Deals the items to the shards by falling cost, alternately forward and backward. So the costs of two shards differ
  /// at most by the cost of the most expensive item, and their numbers of items by one. The result depends only on the
  /// costs.
  /// - Parameter costs: The cost of every item, in any unit.
  /// - Returns: Indices into `costs`, ascending.
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

/// Encoded as `2/8`.
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

/// Identifies the run that a shard's result belongs to, so that only parts of the same run are joined.
package struct ShardRecord: Codable, Hashable, Sendable {
  package var shard: Shard
  /// The SHA-256 of all inputs of the whole run, the same in every shard.
  package var plan: String
  /// The number of items in the whole run.
  package var total: Int

  package init(shard: Shard, plan: String, total: Int) {
    self.shard = shard
    self.plan = plan
    self.total = total
  }

  /// Checks that the parts are all parts of one run, each once.
  ///
  /// - Parameter parts: Each folder's record, with the folder's name on the command line.
  /// - Throws: `RunFailure` with all problems.
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

/// A scheduler that starts one process per part of a run and passes each part's index in variables.
struct Scheduler: Sendable {
  let name: String
  /// A variable that is set if and only if the process is one of several.
  let indexVariable: String
  /// The variables for the number of parts. The first one that is set counts.
  let countVariables: [String]
  /// The index of the first part. Slurm's is `SLURM_ARRAY_TASK_MIN`.
  var first = 0
  var isSlurm = false

  static let all = [
    // Array jobs: `sbatch --array=1-8`.
    Scheduler(
      name: "the Slurm array job", indexVariable: "SLURM_ARRAY_TASK_ID", countVariables: ["SLURM_ARRAY_TASK_COUNT"],
      isSlurm: true),
    // `completionMode: Indexed`. Kubernetes doesn't pass the number of completions, so the manifest must.
    Scheduler(
      name: "the Kubernetes indexed job", indexVariable: "JOB_COMPLETION_INDEX",
      countVariables: ["FEEDPROOF_SHARD_COUNT", "JOB_COMPLETIONS"]),
    // `parallel: 8`
    Scheduler(name: "GitLab CI", indexVariable: "CI_NODE_INDEX", countVariables: ["CI_NODE_TOTAL"], first: 1),
    // `parallelism: 8`
    Scheduler(name: "CircleCI", indexVariable: "CIRCLE_NODE_INDEX", countVariables: ["CIRCLE_NODE_TOTAL"]),
    Scheduler(
      name: "Buildkite", indexVariable: "BUILDKITE_PARALLEL_JOB", countVariables: ["BUILDKITE_PARALLEL_JOB_COUNT"]),
  ]

  /// Returns the part that the scheduler of this process assigns.
  ///
  /// - Throws: `ShardIssue` if no scheduler is found, a variable is missing or invalid, or two schedulers contradict
  ///   each other.
  static func shard(in variables: [String: String]) throws(ShardIssue) -> Shard {
    var found: [(scheduler: Scheduler, shard: Shard)] = []
    for scheduler in all where variables[scheduler.indexVariable] != nil {
      found.append((scheduler, try scheduler.shard(in: variables)))
    }
    guard let only = found.first else { throw .noScheduler(lookedFor: all.map(\.indexVariable)) }
    if let other = found.first(where: { $0.shard != only.shard }) {
      throw .ambiguous("\(only.scheduler.name) says \(only.shard)", "\(other.scheduler.name) says \(other.shard)")
    }
    return only.shard
  }

  private func shard(in variables: [String: String]) throws(ShardIssue) -> Shard {
    let index = try number(indexVariable, variables)
    let countVariable = countVariables.first { variables[$0] != nil }
    guard let countVariable else { throw .countMissing(scheduler: name, lookedFor: countVariables) }
    let count = try number(countVariable, variables)
    let place = isSlurm ? try slurmPlace(index, count, variables) : index - first
    guard (0..<count).contains(place) else {
      throw .outOfRange(scheduler: name, variable: indexVariable, value: index, count: count)
    }
    return try Shard(index: place + 1, count: count)
  }

  /// Returns the place of this task in a Slurm array, from 0. An array may start at any number and have a step
  /// (`--array=10-40:10`), but no gaps. In `--array=1,5,6` a task can't compute its place, and a task that is rerun
  /// alone (`--array=5`) would believe to be the whole run.
  private func slurmPlace(
    _ index: Int, _ count: Int, _ variables: [String: String]
  ) throws(ShardIssue) -> Int {
    let (lowest, highest) = try (number("SLURM_ARRAY_TASK_MIN", variables), number("SLURM_ARRAY_TASK_MAX", variables))
    let step = variables["SLURM_ARRAY_TASK_STEP"] == nil ? 1 : try number("SLURM_ARRAY_TASK_STEP", variables)
    guard step > 0, lowest <= index, index <= highest, (index - lowest).isMultiple(of: step),
      (highest - lowest) / step + 1 == count
    else { throw .gaps(index: index, lowest: lowest, highest: highest, count: count) }
    return (index - lowest) / step
  }

  private func number(_ variable: String, _ variables: [String: String]) throws(ShardIssue) -> Int {
    guard let text = variables[variable] else { throw .countMissing(scheduler: name, lookedFor: [variable]) }
    // Larger than any scheduler's numbers, and small enough that sums can't overflow.
    guard let number = Shard.number(text), number <= 1 << 40 else { throw .variable(variable, value: text) }
    return number
  }
}
