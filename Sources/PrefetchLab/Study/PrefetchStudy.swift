import Diagnostics
import Prefetching
import RunSupport

/// Runs each policy and each setting over each link, with the same viewers for all.
struct PrefetchStudy: Sendable {
  let request: PrefetchRequest
  let feed: LabFeed
  let links: [NetworkLink]
  let policies: [PrefetchPolicy]
  let sweep: WeightSweep
  /// The current weights, which a sweep's settings override.
  let weights: PrefetchWeights
  let context: RunContext

  private struct Cell: Sendable {
    let setting: LabSetting
    let link: NetworkLink
  }

  private var progress: RunProgress { context.progress }

  /// - Parameters:
  ///   - first: The number of the first step.
  ///   - all: The number of steps.
  /// - Throws: `RunFailure.interrupted`; `PrefetchIssue` if there are too many settings.
  func run(step first: Int, of all: Int) async throws -> LabFindings {
    let laboratory = PrefetchLaboratory(
      items: feed.items(count: request.items), viewer: request.viewer, visits: request.items, seed: request.seed)
    let paths = laboratory.paths(of: 0..<request.repeats)
    let seconds = try checkSize(laboratory, paths)
    progress.begin(
      step: first, of: all, "\(policies.count) policies over \(links.count.counted("link"))",
      total: policies.count * links.count, unit: "runs")
    var findings: [[LabFinding]] = []
    let cells = policies.flatMap { policy in links.map { Cell(setting: LabSetting(policy), link: $0) } }
    try await each(cells) { cell in
      LabFinding(
        laboratory.outcomes(of: cell.setting.policy, over: cell.link, paths: paths), cell.setting, over: cell.link.name)
    } take: { number, finding in
      if number % links.count == 0 { findings.append([]) }
      findings[findings.count - 1].append(finding)
    }
    var result = LabFindings(
      feed: feed, links: links, loads: links.map(laboratory.offeredLoad(over:)), findings: findings, sweep: sweep,
      swept: links.map { _ in [] }, recommended: recommended(findings), session: SessionLog())
    if !sweep.axes.isEmpty {
      progress.begin(
        step: first + 1, of: all,
        "\(Int(sweep.count).counted("setting")), \(request.repeats.counted("viewer")) each: about \(LabNumber.duration(seconds))",
        total: Int(sweep.count) * links.count, unit: "runs")
      result.swept = try await swept(laboratory, paths)
      let chosen = chosen(result.swept)
      result.chosen = chosen
      progress.begin(step: first + 2, of: all, "comparing the best and the current setting with other viewers")
      result.change = try await confirm(sweep.weights(of: chosen, over: weights), laboratory)
    }
    result.session = session(policies[result.recommended], laboratory, paths)
    return result
  }

  // MARK: Size

  /// - Returns: The estimated seconds of the sweep: the time of one viewer with the current setting, extrapolated.
  private func checkSize(_ laboratory: PrefetchLaboratory, _ paths: [[ViewerModel.Visit]]) throws -> Double {
    guard !sweep.axes.isEmpty else { return 0 }
    let began = context.environment.uptime()
    for link in links { _ = laboratory.outcomes(of: .weighted(weights), over: link, paths: [paths[0]]) }
    let seconds =
      (context.environment.uptime() - began) * Double(request.repeats) * sweep.count / Double(context.jobs)
    guard sweep.count <= Double(PrefetchRequest.settingLimit) || request.isLong else {
      throw RunFailure(
        PrefetchIssue.tooManySettings(
          count: Int(sweep.count), limit: PrefetchRequest.settingLimit, seconds: seconds))
    }
    return seconds
  }

  // MARK: Runs

  private func each<Result: Sendable>(
    _ cells: [Cell], work: @escaping @Sendable (Cell) -> Result, take: (Int, Result) -> Void
  ) async throws {
    var rest = cells.makeIterator()
    try await each(next: { rest.next() }, work: work, take: take)
  }

  private func each<Result: Sendable>(
    next: () -> Cell?, work: @escaping @Sendable (Cell) -> Result, take: (Int, Result) -> Void
  ) async throws {
    try await WorkerLoop(jobs: context.jobs).run(taking: .asked) {
      if context.interruption.isRequested { throw RunFailure.interrupted }
      return next()
    } work: { cell in
      (cell.setting.name, work(cell))
    } take: { number, result in
      progress.advance(result.0)
      take(number, result.1)
    }
  }

  private func swept(_ laboratory: PrefetchLaboratory, _ paths: [[ViewerModel.Visit]]) async throws -> [[SweepFinding]]
  {
    var swept: [[SweepFinding]] = links.map { _ in [] }
    let (goal, price) = (request.goal, request.wastePrice)
    let count = Int(sweep.count) * links.count
    var asked = 0
    try await each {
      guard asked < count else { return nil }
      defer { asked += 1 }
      return Cell(
        setting: LabSetting(sweep, asked / links.count, over: weights), link: links[asked % links.count])
    } work: { cell in
      SweepFinding(
        laboratory.outcomes(of: cell.setting.policy, over: cell.link, paths: paths), goal: goal, price: price)
    } take: { number, finding in
      swept[number % links.count].append(finding)
    }
    return swept
  }

  /// Returns the first viewer's first session with several cards, over the first link.
  private func session(
    _ policy: PrefetchPolicy, _ laboratory: PrefetchLaboratory, _ paths: [[ViewerModel.Visit]]
  ) -> SessionLog {
    let sessions = paths[0].indices.filter { paths[0][$0].startsSession } + [paths[0].count]
    let pairs = zip(sessions, sessions.dropFirst())
    let chosen = pairs.first { $1 - $0 >= 12 } ?? pairs.first { $1 > $0 }
    guard let (start, end) = chosen else { return SessionLog() }
    var run = PrefetchRun(
      items: laboratory.items, visits: Array(paths[0][start..<min(end, start + 24)]), loop: request.viewer.loop,
      link: links[0], policy: policy, isLogged: true)
    _ = run.run()
    return run.log ?? SessionLog()
  }

  // MARK: Selection

  private func recommended(_ findings: [[LabFinding]]) -> Int {
    let real = findings.indices.filter { policies[$0].isReal }
    guard !real.isEmpty else { return 0 }
    let candidates = real.map { place in
      Candidate(
        costs: mean(findings[place].map { $0.runs.map { $0.cost(request.goal, request.wastePrice) } }),
        rank: policies[place].complexity)
    }
    return real[Candidate.recommended(among: candidates)]
  }

  /// Returns the setting with the lowest cost over all links. Other viewers confirm whether it is better than the
  /// current setting.
  private func chosen(_ swept: [[SweepFinding]]) -> Int {
    let costs = (0..<Int(sweep.count)).map { number in
      swept.reduce(0) { $0 + $1[number].costs.reduce(0, +) }
    }
    return costs.indices.min { costs[$0] < costs[$1] } ?? 0
  }

  /// Returns the means over all links, by viewer.
  private func mean(_ costs: [[Double]]) -> [Double] {
    guard let first = costs.first else { return [] }
    return first.indices.map { viewer in costs.reduce(0) { $0 + $1[viewer] } / Double(costs.count) }
  }

  /// Compares with viewers that weren't used for selection: the best of many settings looks too good for the viewers
  /// that selected it.
  private func confirm(_ found: PrefetchWeights, _ laboratory: PrefetchLaboratory) async throws -> SettingComparison {
    let viewers = max(2, request.repeats) * 3
    let paths = laboratory.paths(of: request.repeats..<request.repeats + viewers)
    let cells = links.flatMap { link in
      [weights, found].map { Cell(setting: LabSetting(.weighted($0)), link: link) }
    }
    var runs: [[PrefetchOutcome]] = []
    try await each(cells) {
      laboratory.outcomes(of: $0.setting.policy, over: $0.link, paths: paths)
    } take: {
      runs.append($1)
    }
    func difference(_ name: String, _ places: [Int]) -> SettingComparison.Difference {
      func estimate(_ value: (PrefetchOutcome) -> Double) -> Estimate {
        Estimate(
          of: mean(places.map { runs[2 * $0 + 1].map(value) }), minus: mean(places.map { runs[2 * $0].map(value) }))
      }
      return SettingComparison.Difference(
        over: name, loaders: estimate { $0[.loaders] }, waited: estimate { $0[.waited] },
        wasted: estimate { $0[.wasted] }, cost: estimate { $0.cost(request.goal, request.wastePrice) })
    }
    return SettingComparison(
      present: weights, found: found, viewers: viewers,
      differences: [difference("all links", Array(links.indices))]
        + links.enumerated().map { difference($1.name, [$0]) })
  }
}
