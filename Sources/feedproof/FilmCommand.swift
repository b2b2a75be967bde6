import ArgumentParser
import Filming
import Projects

struct FilmCommand: AsyncParsableCommand, SettingCommand {
  static let settings: Setting.Command = .film

  static let configuration = CommandConfiguration(
    commandName: "film", abstract: "Plays what goes wrong in feeds, frame by frame, and judges it.",
    discussion: """
      Plays scenes and scripts on the feed's own cards and writes films/<name>/<width>@<scale>x-<theme>/ into the output \
      folder: film.webp, an animated picture; storyboard.png, its key frames on a sheet; film.json, every frame in \
      numbers. Tells of every movement of what is read that nothing explains, of every blank, and of a chat's last message \
      that is pushed out of sight. Ends with status 0 when there is none of them, 1 when there is one, 2 with wrong usage \
      or broken input. Without --scene and \
      --script all scenes are played: of a feed six, of a chat seven. Of several scales of the project \
      the largest is taken.

      Examples:
        feedproof film holiday --scene expand --post wall1_17
        feedproof film holiday --script films/ad.yml --rate 30
      """)

  @OptionGroup var feed: FeedArguments

  @OptionGroup var project: SettingOptions<FilmCommand>

  @Option(
    help: ArgumentHelp(
      """
      expand, refresh, load-more, fling, scroll-to-top or bad-network; of a chat arrival, arrival-above, older, keyboard, \
      edit, delete or burst; given again, one more.
      """, valueName: "scene"))
  var scene: [StandardFilm] = []

  @Option(help: .of("id", "The post that the scene expand opens; default: the first long one."))
  var post: String?

  @Option(help: .of("file", "A film of your own (YAML), see docs/films.md; given again, one more."))
  var script: [String] = []

  @Option(help: .of("points", "Height of the screen in points; default: 667 for 375."))
  var height: Int?

  @Option(help: .of("count", "Frames a second, from 1 to 120."))
  var rate = 60

  @OptionGroup var workers: JobArguments

  @OptionGroup var report: ReportArguments

  func validate() throws {
    let (heights, rates) = (FilmScreen.heights, PlayedFilm.rates)
    if let height, !heights.contains(height) {
      throw ValidationError("--height must be from \(heights.lowerBound) to \(heights.upperBound) points")
    }
    if !rates.contains(rate) { throw ValidationError("--rate must be from \(rates.lowerBound) to \(rates.upperBound)") }
  }

  func run() async throws {
    var request = FilmRequest()
    (request.scenes, request.post, request.rate, request.height) = (scene, post, rate, height)
    request.asked = project.overrides
    try await Commands.film(
      inputs: feed.feeds, overrides: project.overrides, request: request, scripts: script, jobs: workers.jobs,
      style: report.style)
  }
}

extension StandardFilm: ExpressibleByArgument {}
