import Basics
import Files
import Foundation
import ImageComparison
import Raster

/// Compares pairs of images for `scripts/benchmark pixels`, which does the same with other programs.
struct PixelBenchmark {
  /// `pairs.json`
  struct Pair: Decodable {
    var name: String
    /// The path of a PNG, relative to the list.
    var first: String
    var second: String
  }

  struct Result: Encodable {
    var name: String
    /// The number of differing pixels at threshold 0.1, without and with antialiasing.
    var differing: Int
    var differingWithAntialiased: Int
    /// CPU milliseconds of one thread in the fastest round.
    var compareMilliseconds: Double
    /// The time starting from the files' bytes: images with equal bytes aren't decoded.
    var filesMilliseconds: Double
  }

  let rounds: Int

  func run(_ list: URL) throws -> [Result] {
    let folder = list.deletingLastPathComponent()
    return try JSONDecoder().decode([Pair].self, from: Data(contentsOf: list)).map { pair in
      let files = try [pair.first, pair.second].map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
      let bitmaps = try files.map { try ImageDecoder.decodeExactly($0) }
      let comparison = PixelComparison(threshold: 0.1)
      var result = Result(
        name: pair.name, differing: 0, differingWithAntialiased: 0, compareMilliseconds: .infinity,
        filesMilliseconds: .infinity)
      for _ in 0..<rounds {
        var clock = StageClock()
        let found = clock.measure("compare") { comparison.compare(bitmaps[0], bitmaps[1]) }
        result.differing = found.differing.count
        result.differingWithAntialiased = found.differing.count + found.antialiased.count
        let inFiles = try clock.measure("files") { try differing(files[0], files[1], comparison) }
        guard inFiles == result.differing else { throw BenchmarkFailure("\(pair.name) has two counts") }
        for (stage, seconds) in clock.seconds {
          let way = stage == "compare" ? \Result.compareMilliseconds : \Result.filesMilliseconds
          result[keyPath: way] = min(result[keyPath: way], seconds * 1000)
        }
      }
      return result
    }
  }

  /// Compares digests first, like a comparison with baselines.
  private func differing(_ first: [UInt8], _ second: [UInt8], _ comparison: PixelComparison) throws -> Int {
    if Digest(of: first).hex == Digest(of: second).hex { return 0 }
    return try comparison.compare(ImageDecoder.decodeExactly(first), ImageDecoder.decodeExactly(second)).differing.count
  }
}
