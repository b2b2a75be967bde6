import Foundation

/// The maximum resident set size of entire exports, as reported by the kernel: by the number of posts, the size of the
/// photos, and the memory budget.
struct MemoryBenchmark {
  struct Result: Encodable {
    var posts: Int
    /// The size of each photo in pixels; nil for the example's photos.
    var photo: String?
    var budget: String
    var peakMegabytes: Double
  }

  let run: ToolRun
  let folder: BenchmarkFolder

  func results(posts: Int) throws -> [Result] {
    let few = max(1, posts / 10)
    return [
      try measure(posts: few, photo: nil, budget: "512MB"),
      try measure(posts: posts, photo: nil, budget: "512MB"),
      try measure(posts: posts, photo: nil, budget: "32MB"),
      try measure(posts: few, photo: (4000, 3000), budget: "512MB"),
      try measure(posts: few, photo: (8000, 6000), budget: "512MB"),
      try measure(posts: few, photo: (8000, 6000), budget: "32MB"),
    ]
  }

  private func measure(posts: Int, photo: (width: Int, height: Int)?, budget: String) throws -> Result {
    let feed = try folder.feed("memory", posts: posts, photo: photo).url
    let output = folder.url.appendingPathComponent("memory-output")
    defer { try? FileManager.default.removeItem(at: output) }
    let peak = try run.load(["export", feed.path, "-o", output.path, "--memory", budget]).peakMegabytes
    return Result(
      posts: posts, photo: photo.map { "\($0.width) × \($0.height)" }, budget: budget, peakMegabytes: peak)
  }
}
