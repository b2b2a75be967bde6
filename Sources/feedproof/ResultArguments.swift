import ArgumentParser
import Export
import RunSupport

/// The output format of a command's result.
struct ResultArguments: ParsableArguments {
  @Flag(help: "Prints JSON, of a run one event a line (feedproof help json).")
  var json = false
}

/// The output options shared by all commands that report progress.
struct ReportArguments: ParsableArguments {
  @Flag(help: "Tells of nothing but errors and the result.")
  var quiet = false

  @OptionGroup var result: ResultArguments

  var json: Bool { result.json }

  func validate() throws {
    if quiet && json { throw ValidationError("--quiet and --json exclude each other") }
  }

  /// Nil lets the terminal decide.
  var style: ProgressStyle? { json ? .json : quiet ? .quiet : nil }
}

/// The number of parallel jobs.
struct JobArguments: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: .of("count", "Cards at once, up to \(RunContext.jobRange.upperBound); default: one a core."))
  var jobs: Int?

  func validate() throws {
    let range = RunContext.jobRange
    if let jobs, !range.contains(jobs) {
      throw ValidationError("--jobs must be from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}

/// Options of a local web server.
struct ServerArguments: ParsableArguments {
  @Option(help: .of("number", "Default: 8417, or a free one where that is taken; 0 for a free one."))
  var port: UInt16?

  @Flag(help: "Opens the browser.")
  var open = false
}

extension ArgumentHelp {
  /// Creates help with a name for the option's value.
  static func of(_ valueName: String, _ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: valueName) }

  /// Shared by the commands that have shards.
  static let shard: ArgumentHelp = .of(
    "i/n",
    "Takes one part of the posts, like 2/8, for feedproof merge; auto asks the scheduler (Slurm, Kubernetes, GitLab, …)."
  )
}

/// The treatment of unmanaged files at paths that a command writes.
struct UnmanagedFileArguments: ParsableArguments {
  @Flag(
    help:
      "Keeps files of your own that stand where this writes, under other names (index.html.kept-1); else they end the run."
  )
  var setAside = false
}

/// The treatment of removed posts, shared by export and merge.
struct RemovedPostArguments: ParsableArguments {
  @Flag(
    help:
      "Posts that have left the feed stay in the output, marked; those that an earlier run kept stay in any case.")
  var keepRemoved = false

  @Flag(help: "Lets the output hold this feed alone, also where it holds another, or posts that were kept.")
  var replace = false

  func validate() throws {
    if keepRemoved && replace { throw ValidationError("--keep-removed and --replace exclude each other") }
  }

  var policy: RemovedPostPolicy { replace ? .replace : keepRemoved ? .keep : .leave }
}

/// A comma-separated list of values.
struct CommaSeparatedList<Element: LosslessStringConvertible & Sendable>: ExpressibleByArgument, Sendable {
  var values: [Element]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { Element($0.filter { $0 != " " }) }
    guard values.count == parts.count else { return nil }
    self.values = values
  }
}
