import ArgumentParser
import PrefetchLab
import Prefetching
import Projects

struct PrefetchCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .prefetch

  static let configuration = CommandConfiguration(
    commandName: "prefetch", abstract: "Compare prefetching policies for a feed",
    discussion: """
      Simulates viewers who scroll through the feed's cards over slow links, the same viewers for each policy. Reports \
      how many cards were not loaded when seen, how long they took, and how much was wasted, with 95 % intervals. \
      Writes prefetch/index.html (a page with plots), prefetch/prefetch.json and prefetch/prefetch.csv into the output \
      folder. Sizes are those of exported images, or estimates without an export. The same seed produces the same \
      bytes.

      Examples:
        feedproof prefetch holiday --link 3g,lte --policy none,lazy,weighted
        feedproof prefetch --generated photos --sweep budget=1..24
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<PrefetchCommand>

  @Option(help: .of("kind", "Generated feed instead of a project: photos, or videos (every third post plays one)"))
  var generated: GeneratedFeed?

  @Option(
    help: .of(
      "list",
      "Links: \(NetworkLink.profiles.map(\.name).joined(separator: ", ")), or files (JSON, mahimahi's format); "
        + "default: 3g,lte,very-bad"))
  var link: [String] = []

  @Option(
    help: .of(
      "list", "Policies: none, next-<count>, system, texture, lazy, weighted, oracle; default: all, with next-5"))
  var policy: [String] = []

  @Option(
    help: .of(
      "key=values",
      "Try all values of the budget or of a weight: budget=1..16, budget=2..32/2, video=1,2,4; several are combined (repeatable, or with commas)"
    ))
  var sweep: [String] = []

  @Option(
    help: .of(
      "loop", "closed (default): the time of a card starts when it is shown; open: when it is reached"))
  var viewer: ViewerModel.DwellStart = .closed

  @Option(help: .of("seconds", "Average seconds per card"))
  var dwell = 2.0

  @Flag(help: "Look at each card for the same time, in order")
  var steady = false

  @Option(help: .of("cards", "Average number of cards until a viewer leaves, which wastes loaded cards"))
  var session = 50.0

  @Option(help: .of("count", "Cards per viewer; a shorter feed repeats"))
  var items = 1000

  @Option(name: .customLong("repeat"), help: .of("count", "Number of viewers"))
  var repeats = 10

  @Option(help: .of("number", "Seed of all random numbers"))
  var seed: UInt64 = 1

  @Flag(help: "Play videos and animations: the first 200 KB load with the card, the rest when it is active")
  var playing = false

  @Flag(help: "Use one connection with many streams (HTTP/2) instead of six connections")
  var streams = false

  @Option(
    help: .of(
      "measure", "Measure of the best policy: waits (number and length of waits) or loaders (number only)"))
  var goal: PrefetchGoal = .waits

  @Option(help: .of("number", "Seconds of waiting (or loaders) that equal a wasted megabyte"))
  var wastePrice = 1.0

  @Option(help: .of("cost", "Budget of the weighted policy; default: the project's"))
  var prefetchBudget: Double?

  @Option(help: .of("list", "Weights of the weighted policy, like photo=1,video=2; default: the project's"))
  var prefetchWeights: [String] = []

  @Flag(
    help:
      "Write the best setting of --sweep (default: budget=1..24) into feedproof.yml, if it is significantly better"
  )
  var apply = false

  @Flag(help: "Allow more than 10,000 settings")
  var long = false

  @OptionGroup var workers: JobArguments

  @Flag(help: "Print the rows of prefetch.csv instead of tables")
  var csv = false

  @OptionGroup(title: "Common options") var report: ReportArguments

  func validate() throws {
    if csv && (report.quiet || report.json) {
      throw ValidationError("--csv, --quiet and --json exclude each other")
    }
    try check("--items", items, PrefetchRequest.itemRange)
    try check("--repeat", repeats, PrefetchRequest.repeatRange)
    try check("--dwell", dwell, PrefetchRequest.dwellRange)
    try check("--session", session, PrefetchRequest.sessionRange)
    try check("--waste-price", wastePrice, PrefetchRequest.priceRange)
    if items * repeats > 10_000_000 { throw ValidationError("--items times --repeat must be at most 10 000 000") }
  }

  private func check<Value: Comparable>(_ option: String, _ value: Value, _ range: ClosedRange<Value>) throws {
    guard !range.contains(value) else { return }
    throw ValidationError("\(option) must be from \(range.lowerBound) to \(range.upperBound)")
  }

  func run() async throws {
    var overrides = project.overrides
    overrides["prefetchBudget"] = prefetchBudget.map { [String($0)] }
    overrides["prefetchWeights"] = prefetchWeights.isEmpty ? nil : ListWords.values(prefetchWeights)
    var request = PrefetchRequest()
    if !link.isEmpty { request.links = ListWords.values(link) }
    if !policy.isEmpty { request.policies = ListWords.values(policy) }
    request.sweeps = ListWords.pairs(sweep)
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
