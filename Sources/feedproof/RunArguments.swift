import ArgumentParser
import Projects
import Runs

/// How a command prints what it finds.
struct ResultArguments: ParsableArguments {
  @Flag(help: "Prints JSON, of a run one event a line (feedproof help json).")
  var json = false
}

/// How a run tells of itself: everything that takes a while asks alike.
struct ReportArguments: ParsableArguments {
  @Flag(help: "Tells of nothing but errors and the result.")
  var quiet = false

  @OptionGroup var result: ResultArguments

  var json: Bool { result.json }

  func validate() throws {
    if quiet && json { throw ValidationError("--quiet and --json exclude each other") }
  }

  /// Nil where it depends on whether somebody looks on.
  var style: ProgressStyle? { json ? .json : quiet ? .quiet : nil }
}

/// Where a run writes, and for which devices.
struct OutputArguments: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("Where to write; default: output.", valueName: "folder"))
  var output: String?

  @Option(help: .scales)
  var scale: List<Int>?

  func add(to overrides: inout ProjectOverrides) {
    overrides.output = output
    overrides.scales = scale?.values
  }
}

/// An output with pages in it.
struct SiteArguments: ParsableArguments {
  @OptionGroup var output: OutputArguments

  @Option(help: ArgumentHelp("Folder of page templates to use instead of the tool's own.", valueName: "folder"))
  var siteTemplates: String?

  func add(to overrides: inout ProjectOverrides) {
    output.add(to: &overrides)
    overrides.siteTemplates = siteTemplates
  }
}

/// What drawing needs beside the look.
struct DrawingArguments: ParsableArguments {
  @Option(help: .photos)
  var photos: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Cards at once, up to \(RunContext.jobRange.upperBound); default: one a core.", valueName: "count"))
  var jobs: Int?

  func validate() throws {
    let range = RunContext.jobRange
    if let jobs, !range.contains(jobs) {
      throw ValidationError("--jobs must be from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  func add(to overrides: inout ProjectOverrides) {
    overrides.photos = photos.isEmpty ? nil : photos
  }
}

/// A server for this machine's browsers.
struct ServerArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Default: 8417, or a free one where that is taken; 0 for a free one.", valueName: "number"))
  var port: UInt16?

  @Flag(help: "Opens the browser.")
  var open = false
}

/// Options that mean the same in several commands, each beside others.
extension ArgumentHelp {
  static let scales = ArgumentHelp("Device scales, e.g. 1,2,3.", valueName: "list")
  static let photos = ArgumentHelp(
    "Folder that photos may come from, beside those of the feed and of the project; given again, one more.",
    valueName: "folder")
  static let memory = ArgumentHelp(
    "How much decoded photos and pictures being drawn may take at once; default: 512MB.", valueName: "amount")
  static let photoQuality = ArgumentHelp(
    "Of WebP with photos, from 1 to 100; default: \(Project.usualPhotoQuality).", valueName: "quality")
  static let shard = ArgumentHelp(
    "Takes one part of the posts, like 2/8, for feedproof merge; auto asks the scheduler (Slurm, Kubernetes, GitLab, …).",
    valueName: "i/n")
}
