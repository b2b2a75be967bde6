import ArgumentParser
import Filming
import Projects

struct FilmCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .film

  static let configuration = CommandConfiguration(
    commandName: "film", abstract: "Simulate scrolling and loading; report jumps and blanks",
    usage: "feedproof film [<project> ...] [<options>]",
    discussion: """
      Plays scenes and scripts with the feed's own cards, and writes films/<name>/<width>@<scale>x-<theme>/ into the \
      output folder: film.webp (animated), storyboard.png (key frames) and film.json (every frame in numbers). Reports \
      each unexplained movement of visible content, each blank area, and a chat's last message that is pushed out of \
      sight. Exits with status 0 if there are none, 1 otherwise, 2 for usage errors or broken input. Without --scene \
      and --script, plays all scenes: six for a feed, seven for a chat. Films use the largest of the project's scales.

      Examples:
        feedproof film holiday --scene expand,refresh --post wall1_17
        feedproof film holiday --script films/ad.yml --rate 30
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup(title: "Films") var film: FilmArguments

  @OptionGroup var project: SettingOptions<FilmCommand>

  @OptionGroup(title: "Run") var workers: JobArguments

  @OptionGroup(title: "Common options") var report: ReportArguments

  /// The films to render.
  struct FilmArguments: ParsableArguments {
    @Option(
      help: .of(
        "scene",
        "For feeds expand, refresh, load-more, fling, scroll-to-top, bad-network; for chats arrival, arrival-above, "
          + "older, keyboard, edit, delete, burst (repeatable, or with commas)"))
    var scene: [ValueList<StandardFilm>] = []

    @Option(help: .of("id", "Post that the scene expand opens; default: the first long one"))
    var post: String?

    @Option(help: .of("file", "Your own film script, YAML (repeatable, or with commas)"))
    var script: [String] = []

    @Option(help: .of("points", "Height of the screen in points; default: 667 for a width of 375"))
    var height: Int?

    @Option(help: .of("count", "Frames per second, from 1 to 120"))
    var rate = 60
  }

  func validate() throws {
    let (heights, rates) = (FilmScreen.heights, PlayedFilm.rates)
    if let height = film.height, !heights.contains(height) {
      throw ValidationError("--height must be from \(heights.lowerBound) to \(heights.upperBound) points")
    }
    if !rates.contains(film.rate) {
      throw ValidationError("--rate must be from \(rates.lowerBound) to \(rates.upperBound)")
    }
  }

  func run() async throws {
    var request = FilmRequest()
    request.scenes = film.scene.joined()
    (request.post, request.rate, request.height) = (film.post, film.rate, film.height)
    request.asked = project.overrides
    try await Commands.film(
      inputs: feed.feeds, overrides: project.overrides, request: request, scripts: ListWords.paths(film.script),
      jobs: workers.jobs, style: report.style)
  }
}

extension StandardFilm: ExpressibleByArgument {}
