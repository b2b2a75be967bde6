import Foundation

/// The cost of ten seconds of continuous motion at 375 points, two pixels per point and 60 frames per second: the most
/// expensive film. Runs as a separate process.
struct FilmBenchmark {
  struct Result: Encodable {
    var frames: Int
    var wallMilliseconds: Double
    var cpuMilliseconds: Double
    /// The maximum resident set size.
    var peakMegabytes: Double
    var megabytes: Double
  }

  let run: ToolRun
  let folder: URL
  let project: URL

  func result() throws -> Result {
    let (script, output) = (folder.appendingPathComponent("sliding.yml"), folder.appendingPathComponent("sliding"))
    defer { for url in [script, output] { try? FileManager.default.removeItem(at: url) } }
    // Each fling begins while the previous one is still fast.
    let flings = (0..<10).map { "  - {at: \($0), fling: \($0 % 4 == 3 ? -4000 : 3000)}\n" }.joined()
    try Data("feed: {length: 300}\nduration: 10\nevents:\n\(flings)".utf8).write(to: script)
    let words = [
      "film", project.path, "--script", script.path, "--width", "375", "--scale", "2", "--theme", "light", "--quiet",
      "--output", output.path,
    ]
    let cost = try run.cost(words)
    let load = try run.load(words)
    let webP = output.appendingPathComponent("films/sliding/375@2x-light/film.webp")
    let size = (try FileManager.default.attributesOfItem(atPath: webP.path)[.size] as? Int) ?? 0
    return Result(
      frames: 601, wallMilliseconds: cost.wallMilliseconds, cpuMilliseconds: cost.cpuMilliseconds,
      peakMegabytes: load.peakMegabytes, megabytes: Double(size) / 1e6)
  }
}

extension Tables {
  static func table(_ result: FilmBenchmark.Result) -> String {
    """
    | ten seconds of film | |
    |---|---:|
    | frames | \(result.frames) |
    | wall seconds | \(rounded(result.wallMilliseconds / 1000, 2)) |
    | CPU seconds | \(rounded(result.cpuMilliseconds / 1000, 2)) |
    | peak MB | \(rounded(result.peakMegabytes, 0)) |
    | MB of film.webp | \(rounded(result.megabytes, 1)) |
    """
  }
}
