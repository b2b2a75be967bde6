import ArgumentParser
import Comparison
import Projects
import RunSupport

struct CompareCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .compare

  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compares a project's cards with its baselines and mockups.",
    discussion: """
      Draws every card and holds it against the approved one in Baselines, and the posts of cases.yml against their \
      mockups. A post that the last comparison found as approved is not drawn again unless something changed: its words, \
      photos, design, fonts, options, baselines or the tool. Writes review/index.html into the output folder, the page to look at and to decide on, which needs neither \
      a server nor a network; beside it report.json, junit.xml and summary.md, and the pictures of all that is not as \
      approved. Ends with status 0 when all is good, 1 with differences or cases without a reference, 2 with \
      wrong usage or broken input, 3 when fonts or libraries are not those that the baselines were approved with.

      Examples:
        feedproof compare holiday
        feedproof compare holiday --only '*/375@2x-dark-*' --post 17
        feedproof compare holiday --screens build/screens
        feedproof compare --before main-shots --after branch-shots
        feedproof compare --snapshots test-results
        feedproof compare holiday --watch --open

      With --before and --after, two folders of pictures by anybody are compared, with neither feed nor project: rows \
      that came in or went are told once, and what moved, has another colour or size as that. --snapshots takes one folder \
      as Playwright, Flutter, Roborazzi and others leave it. Images that the newer folder lacks end with 1, unless \
      --allow-removed permits it; what can't be compared (animations, symbolic links out of the folder, formats other than \
      PNG, WebP and JPEG whose bytes differ) is reported as not compared and ends with 2. pictures.yml, in the older folder or here, has tolerances: and \
      masks:.

      With --screens, view hierarchies that an app's tests saved are held against the cards, in points, and the \
      review shows both side by side. screens.yml, beside them or in the project, has map: (part: identifier), tolerance:, tolerances: \
      (part: points) and font:.

      The last one serves the review, as feedproof serve does, and compares again whenever something changes, until Ctrl-C.
      """)

  @Argument(help: "A project folder (with feedproof.yml), a feed file, or a folder of them.")
  var project = "."

  @Option(
    help: .of(
      "id-or-pattern",
      "Only these posts: ids, the ends of their numbers, or patterns (*, ?); given again, more of them."))
  var post: [String] = []

  @Option(
    help: .of(
      "what",
      "Only baselines, only mockups, or only these cases: ids or patterns, like '*/375@2x-dark-*'; given again, more."))
  var only: [String] = []

  @Option(help: .of("which", "Baselines to write at once: missing, failed, all or never."))
  var record: RecordMode = .never

  @Option(help: .of("what", "What approving keeps: full (picture and layout) or digest."))
  var baselines: BaselineStorage?

  @Option(
    help: ArgumentHelp(
      "Holds what an app shows against the cards: a folder of view hierarchies, pictures beside them.",
      valueName: "folder"))
  var screens: String?

  @Option(help: .before)
  var before: String?

  @Option(help: .of("folder", "Pictures as they are now, under the same names."))
  var after: String?

  @Flag(help: "With --before or --snapshots: images that the newer folder lacks don't fail the run.")
  var allowRemoved = false

  @Option(
    help: .of("folder", "Pictures before and after in one folder, as a tool of snapshot tests leaves them."))
  var snapshots: String?

  @Option(
    help: .of(
      "file", "Writes which layers of mockups may be meant by which boxes, where there is no such file yet."))
  var writeMap: String?

  @OptionGroup var settings: SettingOptions<CompareCommand>

  @OptionGroup var workers: JobArguments

  @Option(help: .shard)
  var shard: String?

  @Flag(help: "Draws every card again, also those that are as they were.")
  var force = false

  @OptionGroup var foreign: UnmanagedFileArguments

  @Flag(help: "Serves the review, and compares again whenever something changes.")
  var watch = false

  @Option(help: .of("number", "Of --watch; default: 8417, or a free one where that is taken; 0 for a free one."))
  var port: UInt16?

  @Flag(help: "With --watch: opens the browser.")
  var open = false

  @Flag(help: "Prints annotations for GitHub Actions and adds to the step's summary.")
  var github = false

  @OptionGroup var report: ReportArguments

  func validate() throws {
    if (before == nil) != (after == nil) || snapshots != nil && before != nil {
      throw ValidationError("--before needs --after; one folder with both is --snapshots")
    }
    let isOfCards = project != "." || screens != nil || watch || shard != nil || record != .never || force
    if (before ?? snapshots) != nil && (isOfCards || !settings.overrides.isOnly(["output"])) {
      throw ValidationError(
        "pictures in folders have no project: of the other options only --output, --only and --github")
    }
    if allowRemoved && before == nil && snapshots == nil {
      throw ValidationError("--allow-removed needs --before and --after, or --snapshots")
    }
    if watch && (shard != nil || github) {
      throw ValidationError("--watch compares the whole, for somebody who looks on")
    }
    let isForCards = force || record != .never || !only.isEmpty || !post.isEmpty
    if writeMap != nil && (watch || shard != nil || screens != nil || scope == .baselines) {
      throw ValidationError("--write-map needs mockups, all of them, and is done once")
    }
    if screens != nil && (watch || shard != nil || isForCards) {
      throw ValidationError("--screens looks at what is on the screens, whole")
    }
    if !watch && (port != nil || open) { throw ValidationError("--port and --open need --watch") }
    if only.count(where: { CompareScope(rawValue: $0) != nil }) > 1 {
      throw ValidationError("--only takes baselines or mockups, not both: without it both are compared")
    }
    if record != .never && scope == .mockups { throw ValidationError("--record needs baselines to compare with") }
  }

  private var scope: CompareScope? { only.lazy.compactMap(CompareScope.init(rawValue:)).first }

  func run() async throws {
    if let before = before ?? snapshots {
      return try await Commands.comparePictures(
        before: before, after: after, output: settings.overrides["output"]?.last,
        selection: CaseSelection(posts: post, cases: only), allowsRemoved: allowRemoved, setsAside: foreign.setAside,
        jobs: workers.jobs,
        github: github, style: report.style)
    }
    if let screens {
      return try await Commands.compareScreens(
        input: project, overrides: settings.overrides, screens: screens, setsAside: foreign.setAside, github: github,
        style: report.style)
    }
    let selection = CaseSelection(posts: post, cases: only.filter { CompareScope(rawValue: $0) == nil })
    let options = CompareRun.Options(
      only: scope, selection: selection, record: record, keeping: baselines, setsAside: foreign.setAside,
      isForced: force, map: writeMap)
    if watch {
      return try await Commands.watchComparison(
        input: project, overrides: settings.overrides, options: options, jobs: workers.jobs, port: port, open: open,
        style: report.style)
    }
    try await Commands.compare(
      input: project, overrides: settings.overrides, options: options, shard: shard, jobs: workers.jobs, github: github,
      style: report.style)
  }
}

extension ArgumentHelp {
  static let before = of(
    "folder", "Of two folders of pictures, by whatever drew them, the one with those as they were.")
}

extension RecordMode: ExpressibleByArgument {}
extension BaselineStorage: ExpressibleByArgument {}
