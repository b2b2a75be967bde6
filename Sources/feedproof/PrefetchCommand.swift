import ArgumentParser
import PrefetchLab
import Prefetching
import Projects

struct PrefetchCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .prefetch

  static let configuration = CommandConfiguration(
    commandName: "prefetch", abstract: "Measures which way of loading ahead serves a feed best, without a network.",
    discussion: """
      Runs viewers through the feed's cards over simulated links, by each policy with the same viewers, and tells how many \
      cards were not there when they were looked at, how long that took, and what was loaded for nothing, with 95 % \
      intervals. Writes prefetch/index.html (a page with plots), prefetch/prefetch.json and prefetch/prefetch.csv into the \
      output folder. Sizes are those of the exported pictures where there is an export, else estimated. The same seed \
      gives the same bytes. See docs/prefetching.md.

      Examples:
        feedproof prefetch holiday --link 3g,lte --policy none,lazy,weighted
        feedproof prefetch --generated photos --sweep budget=1..24
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<PrefetchCommand>

  @Option(help: .of("kind", "A made-up feed instead of one: photos, or videos (a third of them videos that play)."))
  var generated: GeneratedFeed?

  @Option(
    help: ArgumentHelp(
      "Links: \(NetworkLink.profiles.map(\.name).joined(separator: ", ")), or files (JSON, mahimahi's format); default: 3g,lte,very-bad.",
      valueName: "list"))
  var link: CommaSeparatedList<String>?

  @Option(
    help: .of(
      "list", "Policies: none, next-<count>, system, texture, lazy, weighted, oracle; default: these, with next-5."))
  var policy: CommaSeparatedList<String>?

  @Option(
    help: .of(
      "key=values",
      "Tries all values of the budget or of a weight: budget=1..16, budget=2..32/2, video=1,2,4; given again, each with each."
    ))
  var sweep: [String] = []

  @Option(
    help: .of(
      "loop", "closed: a card's time begins when it is shown (the default); open: the next card comes, come what may."))
  var viewer: ViewerModel.DwellStart = .closed

  @Option(help: .of("seconds", "Seconds that a card is looked at, on average."))
  var dwell = 2.0

  @Flag(help: "Each card is looked at for the same time, and none is flung over or gone back to.")
  var steady = false

  @Option(help: .of("cards", "Cards until a viewer leaves, on average; what was loaded ahead is lost then."))
  var session = 50.0

  @Option(help: .of("count", "Cards that each viewer looks at; a shorter feed comes again."))
  var items = 1000

  @Option(name: .customLong("repeat"), help: .of("count", "Viewers."))
  var repeats = 10

  @Option(help: .of("number", "What all chance depends on."))
  var seed: UInt64 = 1

  @Flag(help: "Videos and animations play: their first 200 KB come with the card, the rest once it is active.")
  var playing = false

  @Flag(help: "One connection with many streams (HTTP/2) instead of six connections.")
  var streams = false

  @Option(
    help: .of(
      "measure", "What the best is chosen by: waits (how often and how long one waits) or loaders (how often alone)."))
  var goal: PrefetchGoal = .waits

  @Option(help: .of("number", "How many seconds waited (or loaders) a wasted megabyte counts as, then."))
  var wastePrice = 1.0

  @Option(help: .of("cost", "The present budget of the weighted policy; default: the project's."))
  var prefetchBudget: Double?

  @Option(help: .of("list", "Its weights, as feedproof export has them."))
  var prefetchWeights: CommaSeparatedList<String>?

  @Flag(
    help:
      "Writes the best setting (of --sweep; default: budget=1..24) into feedproof.yml, if it is better than the present one beyond doubt."
  )
  var apply = false

  @Flag(help: "Runs more than 10 000 settings.")
  var long = false

  @OptionGroup var workers: JobArguments

  @Flag(help: "Prints the rows of prefetch.csv instead of tables.")
  var csv = false

  @OptionGroup var report: ReportArguments

  func validate() throws {
    if csv && (report.quiet || report.json) {
      throw ValidationError("--csv, --quiet and --json exclude each other")
    }
    try check("--items", items, PrefetchRequest.itemRange)
    try check("--repeat", repeats, PrefetchRequest.repeatRange)
    try check("--dwell", dwell, PrefetchRequest.dwellRange)
    try check("--session", session, PrefetchRequest.sessionRange)
    try check("--waste-price", wastePrice, PrefetchRequest.priceRange)
    if items * repeats > 10_000_000 { throw ValidationError("--items times --repeat must be 10 000 000 at most") }
  }

  private func check<Value: Comparable>(_ option: String, _ value: Value, _ range: ClosedRange<Value>) throws {
    guard !range.contains(value) else { return }
    throw ValidationError("\(option) must be from \(range.lowerBound) to \(range.upperBound)")
  }

  func run() async throws {
    var overrides = project.overrides
    overrides["prefetchBudget"] = prefetchBudget.map { [String($0)] }
    overrides["prefetchWeights"] = prefetchWeights?.values
    var request = PrefetchRequest()
    if let link { request.links = link.values }
    if let policy { request.policies = policy.values }
    request.sweeps = sweep
    request.viewer =
      steady
      ? ViewerModel(loop: viewer, dwell: .constant(dwell), session: session)
      : ViewerModel(
        loop: viewer, dwell: .weibull(mean: dwell, shape: 0.8), back: 0.05, fling: 0.02, session: session)
    (request.items, request.repeats, request.seed) = (items, repeats, seed)
    (request.generated, request.plays, request.usesStreams) = (generated, playing, streams)
    (request.goal, request.wastePrice) = (goal, wastePrice)
    (request.isLong, request.applies) = (long, apply)
    request.asked = overrides
    try await Commands.prefetch(
      inputs: feed.feeds, overrides: overrides, request: request, output: report.json ? .json : csv ? .csv : .table,
      jobs: workers.jobs, style: csv ? .quiet : report.style)
  }
}

extension PrefetchGoal: ExpressibleByArgument {}
extension GeneratedFeed: ExpressibleByArgument {}
extension ViewerModel.DwellStart: ExpressibleByArgument {}
