import ArgumentParser
import Comparison
import Projects
import RunSupport

/// The baselines that `compare --update` writes.
enum UpdateMode: String, CaseIterable, ExpressibleByArgument {
  /// Baselines that don't exist.
  case missing
  /// Those, and baselines of cases that differ.
  case changed
  /// Every baseline.
  case all

  var record: RecordMode {
    switch self {
    case .missing: .missing
    case .changed: .changed
    case .all: .all
    }
  }
}

struct CompareCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .compare

  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare a project's cards with its baselines and mockups",
    usage: "feedproof compare [<project>] [<options>]",
    discussion: """
      Renders each card and compares it with its baseline, and the posts of cases.yml with their mockups. Unchanged \
      cards are not rendered again. Writes the review (review/index.html), report.json, junit.xml and summary.md into \
      the output folder. Exits with status 0 if all cases pass, 1 for differences or cases without a reference, 2 for \
      usage errors or broken input, 3 if fonts or libraries differ from those of the baselines.

      feedproof diff compares images from other tools; feedproof screens compares screens of an app with cards.

      Examples:
        feedproof compare holiday
        feedproof compare holiday --only '*/375@2x-dark-*' --post 17,18
        feedproof compare holiday -u
        feedproof compare holiday --watch --open
      """)

  @Argument(help: "Project folder with feedproof.yml, or a feed file or folder; default: the working folder")
  var project = "."

  @OptionGroup(title: "Selection") var selection: SelectionArguments

  @OptionGroup(title: "Baselines") var recording: RecordingArguments

  @OptionGroup var settings: SettingOptions<CompareCommand>

  @OptionGroup(title: "Run") var running: ComparisonRunArguments

  @OptionGroup(title: "Watching") var watching: WatchArguments

  @OptionGroup(title: "Common options") var report: ReportArguments

  /// Posts and cases to compare.
  struct SelectionArguments: ParsableArguments {
    @Option(
      help: .of("id-or-pattern", "Compare only these posts: ids, their ends, or patterns (repeatable, or with commas)"))
    var post: [String] = []

    @Option(
      help: .of(
        "what",
        "Compare only baselines, mockups, or cases by id or pattern, like '*/375@2x-dark-*' (repeatable, or with commas)"
      ))
    var only: [String] = []
  }

  /// Baselines to write.
  struct RecordingArguments: ParsableArguments {
    @Option(
      name: [.customShort("u"), .long],
      help: .of("which", "Write baselines at once: missing, changed (default) or all; write the value after ="))
    var update: UpdateMode?

    @Option(help: .of("which", "Baselines to write at once: missing, failed, all or never"))
    var record: RecordMode = .never

    @Option(help: .of("file", "Write a proposed map of mockup layers to boxes, if the file doesn't exist"))
    var writeMap: String?
  }

  /// How the comparison runs.
  struct ComparisonRunArguments: ParsableArguments {
    @OptionGroup var workers: JobArguments

    @Option(help: .shard)
    var shard: String?

    @Flag(help: "Render every card again, even unchanged ones")
    var force = false

    @OptionGroup var unmanaged: UnmanagedFileArguments

    @Flag(help: "Print annotations for GitHub Actions, and add a table to the step's summary")
    var github = false
  }

  /// Repeated comparisons.
  struct WatchArguments: ParsableArguments {
    @Flag(help: "Serve the review, and compare again after each change, until Ctrl-C")
    var watch = false

    @Option(help: .of("number", "Port of --watch; default: 8417, or a free one if it is taken; 0 for a free one"))
    var port: UInt16?

    @Flag(help: "With --watch: open the browser")
    var open = false
  }

  func validate() throws {
    let (watch, shard) = (watching.watch, running.shard)
    if watch && (shard != nil || running.github) {
      throw ValidationError("--watch can't be combined with --shard or --github")
    }
    if recording.writeMap != nil && (watch || shard != nil || scope == .baselines) {
      throw ValidationError("--write-map needs all mockups: remove --watch, --shard and --only baselines")
    }
    if !watch && (watching.port != nil || watching.open) { throw ValidationError("--port and --open need --watch") }
    if only.count(where: { CompareScope(rawValue: $0) != nil }) > 1 {
      throw ValidationError("--only takes baselines or mockups, not both; without it both are compared")
    }
    if recording.update != nil && recording.record != .never {
      throw ValidationError("--update and --record exclude each other")
    }
    if record != .never && scope == .mockups {
      throw ValidationError("--update and --record write baselines, and --only mockups compares none")
    }
  }

  private var only: [String] { ListWords.values(selection.only) }

  private var scope: CompareScope? { only.lazy.compactMap(CompareScope.init(rawValue:)).first }

  private var record: RecordMode { recording.update?.record ?? recording.record }

  func run() async throws {
    let selection = CaseSelection(
      posts: ListWords.values(selection.post), cases: only.filter { CompareScope(rawValue: $0) == nil })
    let options = CompareRun.Options(
      only: scope, selection: selection, record: record, setsAside: running.unmanaged.setAside,
      isForced: running.force, map: recording.writeMap)
    if watching.watch {
      return try await Commands.watchComparison(
        input: project, overrides: settings.overrides, options: options, jobs: running.workers.jobs,
        port: watching.port, open: watching.open, style: report.style)
    }
    try await Commands.compare(
      input: project, overrides: settings.overrides, options: options, shard: running.shard,
      jobs: running.workers.jobs, github: running.github, style: report.style)
  }
}

extension ArgumentHelp {
  static let before = of("folder", "Older of the two folders of images that feedproof diff compared")
}

extension RecordMode: ExpressibleByArgument {}
extension BaselineStorage: ExpressibleByArgument {}
