import Foundation

/// Comparisons of projects with few and many posts: with unchanged cards, with and without rendering them, and with
/// changes in every card. Each runs as a separate process.
struct CompareBenchmark {
  struct Result: Encodable {
    var posts: Int
    /// Writes baselines of all cards.
    var record: ToolRun.Load
    /// The first comparison after that, which renders every card.
    var drawn: ToolRun.Load
    /// The next one, which renders none.
    var unchanged: ToolRun.Load
    /// A comparison with changes in every post.
    var changed: ToolRun.Load
  }

  let run: ToolRun
  let folder: BenchmarkFolder

  /// Cards have two widths and two themes, so a post has 4 to 8 cases.
  func results(_ counts: [Int] = [250, 2500]) throws -> [Result] {
    try counts.map { count in
      let name = "compare-\(count)"
      let project = folder.url.appendingPathComponent(name)
      defer { try? FileManager.default.removeItem(at: project) }
      try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
      try Data("feeds: [pages]\nphotos: [../media]\nwidths: [320, 375]\nthemes: [light, dark]\nscales: 1\n".utf8)
        .write(to: project.appendingPathComponent("feedproof.yml"))
      func compare(_ options: String..., status: Int32) throws -> ToolRun.Load {
        try run.load(["compare", project.path, "--quiet"] + options, status: status)
      }
      _ = try folder.pages("\(name)/pages", posts: count, kinds: [.text, .photo])
      let record = try compare("--baselines", "digest", "--record", "missing", status: 1)
      let (drawn, unchanged) = (try compare(status: 0), try compare(status: 0))
      try FileManager.default.removeItem(at: project.appendingPathComponent("pages"))
      _ = try folder.pages("\(name)/pages", posts: count, kinds: [.text, .photo], changed: count)
      return Result(
        posts: count, record: record, drawn: drawn, unchanged: unchanged, changed: try compare(status: 1))
    }
  }
}

extension Tables {
  static func table(_ results: [CompareBenchmark.Result]) -> String {
    let head = [
      "| posts compared | recorded: CPU ms a post | peak MB | drawn: CPU ms a post | peak MB | unchanged: CPU ms a post "
        + "| peak MB | all changed: CPU ms a post | peak MB |",
      "|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    let rows = results.map { result in
      let loads = [result.record, result.drawn, result.unchanged, result.changed]
      let numbers = loads.flatMap {
        [rounded($0.cpuMilliseconds / Double(result.posts), 2), rounded($0.peakMegabytes, 0)]
      }
      return "| \(result.posts) | \(numbers.joined(separator: " | ")) |"
    }
    return (head + rows).joined(separator: "\n")
  }
}
