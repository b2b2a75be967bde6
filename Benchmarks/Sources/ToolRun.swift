import Foundation

/// A run of the tool in a separate process, with its cost.
struct ToolRun {
  let tool: URL
  let resources: URL

  struct Cost: Encodable {
    var wallMilliseconds: Double
    var cpuMilliseconds: Double
  }

  /// - Parameter expected: The required exit status.
  func cost(_ arguments: [String], status expected: Int32 = 0) throws -> Cost {
    let start = DispatchTime.now().uptimeNanoseconds
    var process = pid_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    let words = ([tool.path] + arguments).map { strdup($0) } + [nil]
    var variables = ProcessInfo.processInfo.environment
    variables["FEEDPROOF_HOME"] = resources.path
    let environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + environment { free(text) } }
    guard posix_spawn(&process, tool.path, &actions, nil, words, environment) == 0 else {
      throw BenchmarkFailure("\(tool.path) can't be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == expected << 8 else {
      throw BenchmarkFailure("feedproof \(arguments.joined(separator: " ")) failed")
    }
    let end = DispatchTime.now().uptimeNanoseconds
    func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }
    return Cost(
      wallMilliseconds: Double(end - start) / 1e6,
      cpuMilliseconds: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime))
  }

  struct Load: Encodable {
    var cpuMilliseconds: Double
    /// The maximum resident set size, as reported by the kernel.
    var peakMegabytes: Double
  }

  /// Runs the tool through GNU time, because a spawned process inherits its parent's maximum, which is large here.
  func load(_ arguments: [String], status: Int32 = 0) throws -> Load {
    let time = URL(fileURLWithPath: "/usr/bin/time")
    let report = FileManager.default.temporaryDirectory.appendingPathComponent("feedproof-benchmark-\(getpid()).peak")
    defer { try? FileManager.default.removeItem(at: report) }
    let cost = try ToolRun(tool: time, resources: resources).cost(
      ["-f", "%M", "-o", report.path, tool.path] + arguments, status: status)
    let text = try String(contentsOf: report, encoding: .utf8)
    guard let kilobytes = text.split(separator: "\n").last.flatMap({ Double($0) }) else {
      throw BenchmarkFailure("\(time.path) is not GNU time")
    }
    return Load(cpuMilliseconds: cost.cpuMilliseconds, peakMegabytes: kilobytes / 1000)
  }
}

/// The cost of a cold process apart from images: `--help`, and one text post as a PNG.
struct StartBenchmark {
  struct Result: Encodable {
    var command: String
    /// The fastest of all runs. With other load on the machine, the median would measure that load.
    var fastestMilliseconds: Double
    var medianMilliseconds: Double
    var cpuMilliseconds: Double
  }

  let run: ToolRun
  let feed: URL
  let output: URL

  func results(rounds: Int = 15) throws -> [Result] {
    [
      try measure("--help", ["--help"], rounds),
      try measure("export of one text post", ["export", feed.path, "-o", output.path], rounds),
    ]
  }

  private func measure(_ name: String, _ arguments: [String], _ rounds: Int) throws -> Result {
    _ = try run.cost(arguments)
    var costs: [ToolRun.Cost] = []
    for _ in 0..<rounds {
      try? FileManager.default.removeItem(at: output)
      costs.append(try run.cost(arguments))
    }
    let walls = costs.map(\.wallMilliseconds).sorted()
    return Result(
      command: name, fastestMilliseconds: walls[0], medianMilliseconds: walls[walls.count / 2],
      cpuMilliseconds: costs.map(\.cpuMilliseconds).min() ?? 0)
  }
}
