import Foundation

/// Formats the results as the tables of docs/performance.md.
enum Tables {
  static func table(_ cost: LayoutCost.Result) -> String {
    """
    | stage | CPU ms a layout |
    |---|---:|
    | text | \(rounded(cost.text, 3)) |
    | template | \(rounded(cost.template, 3)) |
    | layout | \(rounded(cost.layout, 3)) |

    A layout costs \(percent(cost.layoutOverText)) of the text measuring in it, its template another \
    \(percent(cost.templateOverText)). Texts shaped for the themes, one after the other: \
    \(cost.shapings.map(String.init).joined(separator: ", ")).
    """
  }

  static func table(_ result: TimelineBenchmark.Result) -> String {
    """
    | a column of \(result.items) items | CPU µs |
    |---|---:|
    | a frame while it slides | \(rounded(result.frame, 1)) |
    | and while a card opens | \(rounded(result.openingFrame, 1)) |
    | a measured height | \(rounded(result.measured, 1)) |
    | a batch of one item | \(rounded(result.batch, 1)) |

    Making the column takes \(rounded(result.column, 0)) ms.
    """
  }

  static func table(_ result: PrefetchBenchmark.Result) -> String {
    """
    | a sweep of the prefetch laboratory | |
    |---|---:|
    | settings × viewers × cards | \(result.settings) × \(result.viewers) × \(result.cards) |
    | seconds with \(result.jobs) jobs | \(rounded(result.seconds, 2)) |
    | µs a card | \(rounded(result.visit, 2)) |
    """
  }

  static func table(_ result: StageBenchmark.Result) -> String {
    let head = ["| stage | CPU ms a card | share |", "|---|---:|---:|"]
    let rows = result.stages.map { "| \($0.stage) | \(rounded($0.milliseconds, 3)) | \(percent($0.share)) |" }
    return (head + rows).joined(separator: "\n")
  }

  /// Adds each time relative to the first service's.
  static func table(_ services: [ServiceBenchmark.Result]) -> String {
    let head = [
      "| service | read, CPU ms a post | export, CPU ms a post | times | peak, MB | times |",
      "|---|---:|---:|---:|---:|---:|",
    ]
    let rows = services.map { result in
      let first = services.first ?? result
      return
        "| \(result.service.rawValue) | \(rounded(result.readMilliseconds, 3)) | \(rounded(result.cpuMilliseconds, 2)) "
        + "| \(rounded(result.cpuMilliseconds / first.cpuMilliseconds, 2)) | \(rounded(result.peakMegabytes, 0)) "
        + "| \(rounded(result.peakMegabytes / first.peakMegabytes, 2)) |"
    }
    return (head + rows).joined(separator: "\n")
  }

  static func table(_ exports: [ExportBenchmark.Result]) -> String {
    let head = ["| jobs | posts a second | CPU ms a card |", "|---:|---:|---:|"]
    let rows = exports.map {
      "| \($0.jobs) | \(rounded($0.postsPerSecond, 1)) | \(rounded($0.cpuMillisecondsPerCard, 2)) |"
    }
    return (head + rows).joined(separator: "\n")
  }

  static func table(_ comparisons: [FloorComparison]) -> String {
    let head = [
      "| cards | decode | resample: bilinear | Lanczos | compress | floor: bilinear | Lanczos | export | times the floor |",
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    let rows = comparisons.map { comparison in
      let floor = comparison.floor
      let numbers = [
        floor.decode, floor.bilinear, floor.lanczos, floor.compress, floor.floor, floor.floorWithSameFilter,
        comparison.export,
      ]
      let times = "\(rounded(comparison.times, 2)), \(rounded(comparison.timesWithSameFilter, 2))"
      return "| \(comparison.kind.rawValue) | \(numbers.map { rounded($0, 2) }.joined(separator: " | ")) | \(times) |"
    }
    return (head + rows).joined(separator: "\n")
  }

  static func table(_ starts: [StartBenchmark.Result]) -> String {
    let head = ["| cold process | fastest, ms | median, ms | CPU, ms |", "|---|---:|---:|---:|"]
    let rows = starts.map {
      "| \($0.command) | \(rounded($0.fastestMilliseconds, 1)) | \(rounded($0.medianMilliseconds, 1)) | "
        + "\(rounded($0.cpuMilliseconds, 1)) |"
    }
    return (head + rows).joined(separator: "\n")
  }

  static func table(_ results: [MemoryBenchmark.Result]) -> String {
    let head = ["| posts | photos | budget | peak, MB |", "|---:|---|---:|---:|"]
    let rows = results.map {
      "| \($0.posts) | \($0.photo ?? "the example's") | \($0.budget) | \(rounded($0.peakMegabytes, 0)) |"
    }
    return (head + rows).joined(separator: "\n")
  }

  private static func percent(_ share: Double) -> String { rounded(share * 100, 1) + " %" }

  static func rounded(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), value)
  }
}
