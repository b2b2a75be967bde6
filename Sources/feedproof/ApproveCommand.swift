import ArgumentParser
import Comparison
import Projects

struct ApproveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Makes what the last compare drew the baseline.",
    discussion: """
      Takes ids of cases, of posts or of clusters, and patterns: * stands for anything, ? for one character. Nothing is \
      drawn again: what is approved is what was looked at. Mockups are never changed. Says of each case what was done, \
      and of those that were named and left why; decisions and what was said to them are kept in the report.

      After a merge of two branches that both approved a case, compare again, then --resolve: it approves what is drawn \
      from what was merged, and says of each case whose approved picture that is.

      --all, --only and patterns don't approve cases with replaced photos: look at each photo, then name its case, \
      its post or the photo's cause, or add --replaced-photos.

      With --before, new pictures are copied over those of that folder, and nothing else is written.

      Examples:
        feedproof approve --project holiday --all
        feedproof approve wall1_17 'cluster-2' --project holiday
      """)

  @Argument(help: .of("id-or-pattern", "What to approve."))
  var cases: [String] = []

  @Option(
    help: .of(
      "id-or-pattern",
      "Of all that is named only these cases, or posts; alone it names them; given again, more of them."))
  var only: [String] = []

  @Option(help: .of("folder", "The project that was compared."))
  var project = "."

  @Option(name: .shortAndLong, help: .of("folder", "The output folder of the comparison."))
  var output: String?

  @Option(help: .before)
  var before: String?

  @Flag(help: "Approves everything that is not as approved.")
  var all = false

  @Flag(help: "Removes baselines that nothing is compared with any more.")
  var prune = false

  @Flag(help: "Takes over other fonts and libraries, where nothing else differs.")
  var environment = false

  @Flag(help: "Approves the cases whose baselines a merge left in conflict.")
  var resolve = false

  @Flag(help: "Takes over what differs in nothing but that another version of Feedproof draws it.")
  var upgrade = false

  @Flag(
    help:
      "Makes all baselines keep what --baselines or the project file asks for: pictures go, or come from the review.")
  var convert = false

  @Flag(help: "With --all, --only and patterns: also approve cases with replaced photos.")
  var replacedPhotos = false

  @Option(help: .of("file", "Decisions that the review page saved."))
  var decisions: String?

  @Option(help: .of("what", "What approving keeps: full (picture and layout) or digest."))
  var baselines: BaselineStorage?

  @OptionGroup var result: ResultArguments

  func validate() throws {
    if before != nil && (project != "." || baselines != nil) {
      throw ValidationError("--before is of pictures without a project")
    }
    if cases.isEmpty && only.isEmpty && decisions == nil
      && ![all, prune, environment, resolve, convert, upgrade].contains(true)
    {
      throw ValidationError(
        "name what to approve, or give --all, --only, --environment, --upgrade, --prune, --resolve, --convert or --decisions"
      )
    }
  }

  func run() async throws {
    let request = ApproveRequest(
      patterns: cases, only: only, all: all, prune: prune, environment: environment, decisions: decisions,
      keeping: baselines, resolve: resolve, convert: convert, upgrade: upgrade, replacedPhotos: replacedPhotos)
    try Commands.approve(project: project, before: before, output: output, request: request, json: result.json)
  }
}
