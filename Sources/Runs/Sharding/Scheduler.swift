/// Something that starts one process for each part of a run and says in variables which part is whose.
enum Scheduler: CaseIterable {
  /// Array jobs: `sbatch --array=1-8`.
  case slurm
  /// Indexed jobs: `completionMode: Indexed`. The manifest has to pass the number of completions on, Kubernetes does not.
  case kubernetes
  /// `parallel: 8`
  case gitLab
  /// `parallelism: 8`
  case circleCI
  /// `parallelism: 8`
  case buildkite

  var name: String {
    switch self {
    case .slurm: "a Slurm array job"
    case .kubernetes: "a Kubernetes indexed job"
    case .gitLab: "GitLab CI"
    case .circleCI: "CircleCI"
    case .buildkite: "Buildkite"
    }
  }

  /// The variable that is there when, and only when, the process is one of several.
  var indexVariable: String {
    switch self {
    case .slurm: "SLURM_ARRAY_TASK_ID"
    case .kubernetes: "JOB_COMPLETION_INDEX"
    case .gitLab: "CI_NODE_INDEX"
    case .circleCI: "CIRCLE_NODE_INDEX"
    case .buildkite: "BUILDKITE_PARALLEL_JOB"
    }
  }

  /// The variables that say how many there are; the first that is there holds.
  var countVariables: [String] {
    switch self {
    case .slurm: ["SLURM_ARRAY_TASK_COUNT"]
    case .kubernetes: ["FEEDPROOF_SHARD_COUNT", "JOB_COMPLETIONS"]
    case .gitLab: ["CI_NODE_TOTAL"]
    case .circleCI: ["CIRCLE_NODE_TOTAL"]
    case .buildkite: ["BUILDKITE_PARALLEL_JOB_COUNT"]
    }
  }

  /// The index of the first part. Slurm's is `SLURM_ARRAY_TASK_MIN`.
  private var first: Int { self == .gitLab ? 1 : 0 }

  /// The part that the one scheduler around this process means.
  ///
  /// - Throws: `ShardIssue` when there is none, when it does not say enough, or when two say different things.
  static func shard(in variables: [String: String]) throws(ShardIssue) -> Shard {
    var found: [(scheduler: Scheduler, shard: Shard)] = []
    for scheduler in allCases where variables[scheduler.indexVariable] != nil {
      found.append((scheduler, try scheduler.shard(in: variables)))
    }
    guard let only = found.first else { throw .noScheduler(lookedFor: allCases.map(\.indexVariable)) }
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
    let place = self == .slurm ? try slurmPlace(index, count, variables) : index - first
    guard (0..<count).contains(place) else {
      throw .outOfRange(scheduler: name, variable: indexVariable, value: index, count: count)
    }
    return try Shard(index: place + 1, count: count)
  }

  /// Which of an array's tasks it is, from 0. An array may start anywhere and have a step (`--array=10-40:10`), but not
  /// gaps: in `--array=1,5,6` a task can't tell which one it is, and a task that is run again by itself
  /// (`--array=5`) would take itself for the whole.
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
    // Far more than any scheduler has, and far from what sums could overflow with.
    guard let number = Shard.number(text), number <= 1 << 40 else { throw .variable(variable, value: text) }
    return number
  }
}
