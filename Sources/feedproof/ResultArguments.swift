import ArgumentParser
import Export
import Files
import Projects
import RunSupport

/// Options of every command.
struct ResultArguments: ParsableArguments {
  @Flag(help: "Print JSON; runs print one event per line (feedproof help json)")
  var json = false

  /// Applied before parsing (`CommandLineWords`), so that errors of the parser respect it too. Declared for help.
  @Option(help: .of("when", "Color messages; default: auto"))
  private var color: ColorChoice?

  /// Applied before parsing. Declared for help.
  @Option(name: .customShort("C"), help: .of("folder", "Run as if started in this folder"))
  private var folder: String?
}

extension ColorChoice: ExpressibleByArgument {}

/// Options of all commands that report progress.
struct ReportArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only errors and the result")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print every warning, not one line per kind")
  var verbose = false

  @OptionGroup var result: ResultArguments

  var json: Bool { result.json }

  func validate() throws {
    if quiet && json { throw ValidationError("--quiet and --json exclude each other") }
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  /// Nil lets the terminal decide.
  var style: ProgressStyle? { json ? .json : quiet ? .quiet : verbose ? .verbose : nil }
}

/// The option of commands that print warnings about what they read, without progress.
struct WarningArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print every warning, not one line per kind")
  var verbose = false
}

/// The number of parallel jobs.
struct JobArguments: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: .of("count", "Parallel jobs, up to \(RunContext.jobRange.upperBound); default: one per core"))
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
  @Option(help: .of("number", "Port; default: 8417, or a free one if it is taken; 0 for a free one"))
  var port: UInt16?

  @Flag(help: "Open the browser")
  var open = false
}

extension ArgumentHelp {
  /// Creates help with a name for the option's value.
  static func of(_ valueName: String, _ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: valueName) }

  /// Help for a former option, which only `--help-hidden` lists.
  static func former(_ valueName: String, _ text: String) -> ArgumentHelp {
    ArgumentHelp(text, valueName: valueName, visibility: .hidden)
  }

  /// The former name of the project's argument.
  static let formerProject = former("folder", "Former spelling of the project's argument")

  /// Shared by the commands that have shards.
  static let shard: ArgumentHelp = .of(
    "i/n", "Process one part, like 2/8, for feedproof merge; auto asks the scheduler (Slurm, GitLab, …)")
}

/// The treatment of unmanaged files at paths that a command writes.
struct UnmanagedFileArguments: ParsableArguments {
  @Flag(help: "Rename unmanaged files that are in the way (index.html.kept-1) instead of failing")
  var setAside = false
}

/// The treatment of removed posts, shared by export and merge.
struct RemovedPostArguments: ParsableArguments {
  @Flag(help: "Keep posts that this export of the feed lacks, marked as removed")
  var keepRemoved = false

  @Flag(help: "Replace another feed in the output, and drop kept posts")
  var replaceFeed = false

  func validate() throws {
    if keepRemoved && replaceFeed { throw ValidationError("--keep-removed and --replace-feed exclude each other") }
  }

  var policy: RemovedPostPolicy { replaceFeed ? .replace : keepRemoved ? .keep : .leave }
}

/// Comma-separated values of an option.
struct ValueList<Value: ExpressibleByArgument & Sendable>: ExpressibleByArgument, Sendable {
  var values: [Value]

  init?(argument: String) {
    let words = ListWords.values([argument])
    let values = words.compactMap(Value.init(argument:))
    guard values.count == words.count else { return nil }
    self.values = values
  }

  static var allValueStrings: [String] { Value.allValueStrings }
}

extension Sequence {
  /// All values of a list option that may be repeated.
  func joined<Value>() -> [Value] where Element == ValueList<Value> { flatMap(\.values) }
}
