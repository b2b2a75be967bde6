import ArgumentParser
import Comparison
import Projects

struct ApproveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Accept the last comparison as the baseline",
    usage: "feedproof approve [<project>] [<id-or-pattern> ...] [<options>]",
    discussion: """
      Approves cases by their ids, by their post or change, or by patterns (* matches anything, ? one character). \
      Nothing is rendered again: the images that you reviewed become the baselines. Mockups are never changed. Each case \
      is listed with what happened to it.

      --all, --only and patterns skip cases with replaced photos: look at each photo, then name its case, its post or \
      the photo's change, or add --replaced-photos.

      After a merge of two branches that approved the same case, compare again, then approve with --resolve. With \
      --before, new images are copied over those of a folder that feedproof diff compared.

      Examples:
        feedproof approve holiday --all
        feedproof approve holiday wall1_17 cluster-2
      """)

  @Argument(help: .of("project-or-id", "Project, if a file or folder of that name exists, then ids and patterns"))
  var words: [String] = []

  @Option(help: .of("id-or-pattern", "Approve only matching cases or posts (repeatable, or with commas)"))
  var only: [String] = []

  @Option(name: .shortAndLong, help: .of("folder", "Output folder of the comparison; default: the project's"))
  var output: String?

  @Option(help: .before)
  var before: String?

  @Flag(help: "Approve all cases that differ or are new")
  var all = false

  @Flag(help: "Remove obsolete baselines")
  var prune = false

  @Flag(help: "Record other fonts and libraries if nothing else differs")
  var environment = false

  @Flag(help: "Approve the cases that a merge left in conflict")
  var resolve = false

  @Flag(help: "Approve cases that differ only because another version of Feedproof renders them")
  var upgrade = false

  @Flag(help: "Convert all baselines to the storage of --baseline-storage or the project file")
  var convert = false

  @Flag(help: "With --all, --only and patterns: also approve cases with replaced photos")
  var replacedPhotos = false

  @Option(help: .of("file", "Decisions saved by the review page"))
  var decisions: String?

  @Option(help: .of("what", "What to store: full (image and layout) or digest"))
  var baselineStorage: BaselineStorage?

  @Option(help: .formerProject)
  var project: String?

  @OptionGroup(title: "Common options") var result: ResultArguments

  /// The project, and the ids and patterns.
  private var named: (project: String, patterns: [String]) {
    before == nil ? ProjectWord.split(words, project: project) : (".", words)
  }

  func validate() throws {
    if before != nil && (project != nil || baselineStorage != nil) {
      throw ValidationError("--before approves images without a project; leave out --project and --baseline-storage")
    }
    if named.patterns.isEmpty && only.isEmpty && decisions == nil
      && ![all, prune, environment, resolve, convert, upgrade].contains(true)
    {
      throw ValidationError(
        "name the cases to approve, or add --all, --only, --environment, --upgrade, --prune, --resolve, --convert or "
          + "--decisions")
    }
  }

  func run() async throws {
    let (project, patterns) = named
    let request = ApproveRequest(
      patterns: ListWords.values(patterns), only: ListWords.values(only), all: all, prune: prune,
      environment: environment, decisions: decisions, keeping: baselineStorage, resolve: resolve, convert: convert,
      upgrade: upgrade, replacedPhotos: replacedPhotos)
    try Commands.approve(project: project, before: before, output: output, request: request, json: result.json)
  }
}
