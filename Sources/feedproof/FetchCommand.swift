import ArgumentParser
import Basics
import Fetching

struct FetchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Download a feed from its service, or update a downloaded one",
    discussion: """
      Stores the service's responses and photos in a folder, which feedproof export reads without a network. After an \
      interruption, the next run continues. The source is a URL or one of these:

        https://mastodon.example/@name   an account; or mastodon:@name@host
        mastodon:host/public             or /local, /tag/word; with a token /home,
                                         /favourites, /bookmarks; an instance's
                                         own address is its local timeline
        https://bsky.app/profile/name    or bluesky:name; feeds and lists, too
        bluesky:timeline                 your own, with --login and an app password
        vk:wall/-1                       by number or name; vk:newsfeed
        x:@name                          or x:home, x:mentions/ID, x:list/ID
        https://blog.example/feed.json   a JSON Feed, or a page that names one
        acct:name@host                   ActivityPub; or the address of an actor
                                         or outbox
        FOLDER                           a downloaded feed to update

      Examples:
        feedproof fetch https://mastodon.example/@name --into name
        feedproof fetch vk:wall/-1 --token-file ~/.vk --max-pages 20
        feedproof fetch name
        feedproof export name
      """)

  @Argument(help: "Source, or the folder of a downloaded feed")
  var source: String

  @Option(help: .of("folder", "Folder for the feed; default: named after the source"))
  var into: String?

  @OptionGroup(title: "Account") var token: TokenArguments

  @Option(help: .of("name", "Account name, if the service takes a name and a password"))
  var login: String?

  @Option(help: .of("count", "Maximum number of pages to download"))
  var maxPages: Int?

  @Option(help: .of("date", "Stop at posts older than this date, like 2024-01-31"))
  var since: String?

  @Flag(help: "Download known pages again, to get edits")
  var refreshHistory = false

  @Flag(inversion: .prefixedNo, help: "Download photos, avatars and previews")
  var media = true

  @Flag(help: "Also download video and audio")
  var video = false

  @Option(help: .of("pixels", "Preferred width of photos in pixels; default: 2160"))
  var photoWidth: Int?

  @Option(help: .of("MB", "Maximum size of a file in megabytes; default: 64"))
  var mediaLimit: Int?

  @Option(help: .of("MB", "Maximum size of all files in megabytes; default: 4096"))
  var mediaTotal: Int?

  @Option(help: .of("count", "Files downloaded at once, 1 to 16; default: 6"))
  var connections: Int?

  @Option(help: .of("seconds", "Seconds between two requests to a host"))
  var sleep: Double?

  @Option(help: .of("seconds", "Seconds until a silent connection fails; default: 30"))
  var timeout: Int?

  @OptionGroup(title: "Connection") var connection: ConnectionArguments

  @Flag(help: "Print what would be done, and write nothing")
  var dryRun = false

  @OptionGroup(title: "Common options") var report: ReportArguments

  func validate() throws {
    if let since, ISO8601Moment(since) == nil { throw ValidationError("--since must be a date like 2024-01-31") }
    try check("max-pages", maxPages, 1...1_000_000)
    try check("photo-width", photoWidth, 1...20_000)
    try check("media-limit", mediaLimit, 1...100_000)
    try check("media-total", mediaTotal, 1...100_000_000)
    try check("connections", connections, 1...16)
    try check("timeout", timeout, 1...3600)
    try check("sleep", sleep, 0...86_400, " seconds")
  }

  private func check<Value: Comparable>(
    _ name: String, _ value: Value?, _ range: ClosedRange<Value>, _ unit: String = ""
  ) throws {
    guard let value, !range.contains(value) else { return }
    let bounds = [range.lowerBound, range.upperBound].map { "\($0)".replacing(".0", with: "") }
    throw ValidationError("--\(name) must be from \(bounds[0]) to \(bounds[1])\(unit)")
  }

  func run() async throws {
    var plan = FetchPlan(source: source)
    plan.into = into
    (plan.base, plan.proxy, plan.certificates) = (connection.baseURL, connection.proxy, connection.caFile)
    plan.credentials = Credentials(file: token.tokenFile, variable: token.tokenEnv, login: login)
    plan.maxWait = connection.maxWait ?? plan.maxWait
    plan.sleep = sleep ?? 0
    set(&plan.options)
    try await Commands.fetch(plan, isDry: dryRun, style: report.style)
  }

  private func set(_ options: inout FetchOptions) {
    (options.maxPages, options.refreshesHistory, options.hasMedia) = (maxPages, refreshHistory, media)
    options.since = since.flatMap { ISO8601Moment($0) }?.seconds
    options.wants.hasVideos = video
    options.wants.pictureWidth = photoWidth ?? options.wants.pictureWidth
    options.media.each = mediaLimit.map { $0 << 20 } ?? options.media.each
    options.media.total = mediaTotal.map { $0 << 20 } ?? options.media.total
    options.media.tasks = connections ?? options.media.tasks
    if let timeout { options.transfer.patience = timeout }
    options.media.transfer.patience = options.transfer.patience
    // Large files may take long; the low-speed limit ends stalled downloads.
    options.media.transfer.total = 3600
  }
}
