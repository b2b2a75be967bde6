import ArgumentParser
import Comparison
import Projects

struct ApproveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Accept the last comparison as the baseline",
    usage: "feedproof approve [<project>] [<id-or-pattern> ...] [<options>]",
    discussion: """
      Approves cases by their ids, by their post or change, or by patterns (* matches anything, ? one character). \
      Nothing is rendered again: the images that you reviewed become the baselines. Mockups are never changed. Lists \
      the result for each case.

      --all, --only and patterns skip cases with replaced photos: review each photo, then name its case, its post or \
      the photo's change, or add --replaced-photos.

      After a merge of two branches that approved the same case, compare again, then approve with --resolve. With \
      --before, new images are copied over those of a folder that feedproof diff compared.

      Examples:
        feedproof approve holiday --all
        feedproof approve holiday wall1_17 cluster-2
      """)

  @Argument(help: .of("project-or-id", "Project, if a file or folder of that name exists, then ids and patterns"))
  var words: [String] = []

  @OptionGroup(title: "Cases") var cases: CaseArguments

  @OptionGroup(title: "Baselines") var baselines: BaselineArguments

  @OptionGroup(title: "Comparison") var comparison: ComparisonArguments

  @Option(help: .formerProject)
  var project: String?

  @OptionGroup(title: "Common options") var result: ResultArguments

  /// The project, and the ids and patterns.
  private var named: (project: String, patterns: [String]) {
    comparison.before == nil ? ProjectWord.split(words, project: project) : (".", words)
  }

  func validate() throws {
    if comparison.before != nil && (project != nil || baselines.baselineStorage != nil) {
      throw ValidationError("--before approves images without a project; remove --project and --baseline-storage")
    }
    if named.patterns.isEmpty && !cases.isGiven && !baselines.prune && !baselines.convert {
      throw ValidationError(
        "name the cases to approve, or add --all, --only, --environment, --upgrade, --prune, --resolve, --convert or "
          + "--decisions")
    }
  }

  func run() async throws {
    let (project, patterns) = named
    let request = ApproveRequest(
      patterns: ListWords.values(patterns), only: ListWords.values(cases.only), all: cases.all,
      prune: baselines.prune, environment: cases.environment, decisions: cases.decisions,
      keeping: baselines.baselineStorage, resolve: cases.resolve, convert: baselines.convert, upgrade: cases.upgrade,
      replacedPhotos: cases.replacedPhotos)
    try Commands.approve(
      project: project, before: comparison.before, output: comparison.output, request: request, json: result.json)
  }
}

extension ApproveCommand {
  /// The cases to approve.
  struct CaseArguments: ParsableArguments {
    @Option(help: .of("id-or-pattern", "Approve only matching cases or posts (repeatable, or with commas)"))
    var only: [String] = []

    @Flag(help: "Approve all cases that differ or are new")
    var all = false

    @Flag(help: "With --all, --only and patterns: also approve cases with replaced photos")
    var replacedPhotos = false

    @Option(help: .of("file", "Decisions saved by the review page"))
    var decisions: String?

    @Flag(help: "Approve cases that differ only because of different fonts or libraries")
    var environment = false

    @Flag(help: "Approve cases that differ only because another version of Feedproof renders them")
    var upgrade = false

    @Flag(help: "Approve the cases that a merge left in conflict")
    var resolve = false

    /// Whether any option chooses cases.
    var isGiven: Bool { !only.isEmpty || decisions != nil || all || environment || upgrade || resolve }
  }

  /// The treatment of existing baselines.
  struct BaselineArguments: ParsableArguments {
    @Flag(help: "Remove obsolete baselines")
    var prune = false

    @Flag(help: "Convert all baselines to the storage of --baseline-storage or the project file")
    var convert = false

    @Option(help: .of("what", "What to store: full (image and layout) or digest"))
    var baselineStorage: BaselineStorage?
  }

  /// The comparison whose images are approved.
  struct ComparisonArguments: ParsableArguments {
    @Option(name: .shortAndLong, help: .of("folder", "Output folder of the comparison; default: the project's"))
    var output: String?

    @Option(help: .before)
    var before: String?
  }
}
