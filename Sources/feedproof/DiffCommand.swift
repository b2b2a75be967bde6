import ArgumentParser
import Comparison
import Files
import Projects

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two images, or two folders of images",
    usage: "feedproof diff <before> [<after>] [<options>]",
    discussion: """
      Two files: compares the images pixel by pixel, and with --output writes an image of the differences (gray; different \
      pixels red, anti-aliased ones yellow).

      Two folders: compares images of the same name, from any tool, and writes a review into the output folder. One \
      folder: reads the old and new images that Playwright, Flutter, Roborazzi and others write. pictures.yml, in the \
      older folder or the working folder, sets tolerances and masks. Images that exist only in the older folder cause \
      status 1, unless --allow-removed permits it. --fail-on selects the verdicts that cause status 1. Images that \
      can't be compared are reported and cause status 2. Approve with feedproof approve --before.

      Exits with status 0 if all images are the same, 1 if one differs, 2 if one can't be read.

      Examples:
        feedproof diff before.png after.png --output difference.png --mask 0,0,40,40
        feedproof diff main-shots branch-shots
        feedproof diff test-results --github
      """)

  @Argument(help: .of("before", "PNG, JPEG, WebP or GIF file, or a folder of them"))
  var before: String

  @Argument(help: .of("after", "Newer file or folder; none if one folder has both versions"))
  var after: String?

  @Option(
    name: .shortAndLong,
    help: .of("path", "Image of the differences of two files; for folders the output folder (default: output)"))
  var output: String?

  @OptionGroup(title: "Two files") var file: FileArguments

  @OptionGroup(title: "Folders") var folder: FolderArguments

  @OptionGroup(title: "Common options") var report: ReportArguments

  /// Options for two files.
  struct FileArguments: ParsableArguments {
    @Option(help: .of("limit", "Allowed difference of colors, from 0 (none) to 1 (black and white); default: 0.1"))
    var threshold: Double?

    @Flag(help: "Count pixels that differ only in anti-aliasing")
    var countAntialiased = false

    @Option(
      parsing: .unconditionalSingleValue,
      help: .of("rect", "Ignored rectangle in pixels, as x,y,width,height (repeatable, or with commas)"))
    var mask: [ValueList<Int>] = []

    var isGiven: Bool { threshold != nil || countAntialiased || !mask.isEmpty }
  }

  /// Options for folders.
  struct FolderArguments: ParsableArguments {
    @Option(help: .of("id-or-pattern", "Compare only these images (repeatable, or with commas)"))
    var only: [String] = []

    @Option(help: .former("id-or-pattern", "Old name of --only for folders"))
    var post: [String] = []

    @Flag(help: "Permit images that exist only in the older folder")
    var allowRemoved = false

    @Option(
      help: .of(
        "verdicts",
        "Verdicts that cause status 1: different, new, removed, similar; default: different,new,removed"))
    var failOn: [String] = []

    @OptionGroup var workers: JobArguments

    @Option(help: .shard)
    var shard: String?

    @OptionGroup var unmanaged: UnmanagedFileArguments

    @Flag(help: "Print annotations for GitHub Actions, and add a table to the step's summary")
    var github = false

    var isGiven: Bool {
      !only.isEmpty || !post.isEmpty || allowRemoved || !failOn.isEmpty || workers.jobs != nil || shard != nil
        || unmanaged.setAside || github
    }
  }

  /// Whether folders are compared.
  private var areFolders: Bool {
    let first = Environment.process().url(before)
    // Options for folders say what missing paths are meant to be.
    return FileSystem.isFolder(first) || after == nil || !FileSystem.exists(first) && folder.isGiven
  }

  func validate() throws {
    if areFolders, file.isGiven {
      throw ValidationError("--threshold, --count-antialiased and --mask are for files; pictures.yml is for folders")
    }
    let second = after.map { Environment.process().url($0) }
    if let second, FileSystem.exists(second), FileSystem.isFolder(second) != areFolders {
      throw ValidationError("pass two files or two folders, not one of each")
    }
    if !areFolders, folder.isGiven {
      throw ValidationError(
        "--only, --allow-removed, --fail-on, --shard, --jobs, --set-aside and --github are for folders, and these are "
          + "files")
    }
    if folder.allowRemoved, !folder.failOn.isEmpty {
      throw ValidationError("--fail-on without removed has the same effect as --allow-removed; pass only one of them")
    }
    if file.mask.contains(where: { $0.values.isEmpty || !$0.values.count.isMultiple(of: 4) }) {
      throw ValidationError("--mask takes x,y,width,height in pixels")
    }
  }

  func run() async throws {
    guard areFolders else {
      let sides = file.mask.joined() as [Int]
      let masks = stride(from: 0, to: sides.count, by: 4).map { Array(sides[$0..<$0 + 4]) }
      return try await Commands.diff(
        before, after ?? before, threshold: file.threshold ?? 0.1, countsAntialiased: file.countAntialiased,
        masks: masks, output: output, json: report.json)
    }
    try await Commands.comparePictures(
      before: before, after: after, output: output,
      selection: CaseSelection(posts: ListWords.values(folder.post), cases: ListWords.values(folder.only)),
      failing: FailingVerdicts(named: ListWords.values(folder.failOn), allowsRemoved: folder.allowRemoved),
      shard: folder.shard, setsAside: folder.unmanaged.setAside, jobs: folder.workers.jobs, github: folder.github,
      style: report.style)
  }
}
