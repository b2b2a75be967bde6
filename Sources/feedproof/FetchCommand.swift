import ArgumentParser
import Basics
import Fetching

struct FetchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fills a folder with a feed from its service; again, with what is new.",
    discussion: """
      Pages are kept as they came, photos beside them; feedproof export FOLDER draws them without a network. What an \
      interrupted run has left is fetched by the next one. The source is an address or one of these:

        https://mastodon.example/@name   an account; or mastodon:@name@host
        mastodon:host/public             or /local, /tag/word; with a token /home,
                                         /favourites, /bookmarks; an instance's
                                         own address is its local timeline
        https://bsky.app/profile/name    or bluesky:name; feeds and lists, too
        bluesky:timeline                 one's own, with --login, an app password
        vk:wall/-1                       by number or name; vk:newsfeed
        x:@name                          or x:home, x:mentions/ID, x:list/ID
        https://blog.example/feed.json   a JSON Feed, or a page that names one
        acct:name@host                   ActivityPub; or an actor's address, an
                                         outbox's
        FOLDER                           what was fetched into it before

      Examples:
        feedproof fetch https://mastodon.example/@name --into name
        feedproof fetch vk:wall/-1 --token-file ~/.vk --max-pages 20
        feedproof fetch name
        feedproof export name
      """)

  @Argument(help: "A source, or a folder that was fetched before.")
  var source: String

  @Option(help: .of("folder", "Where to put it; default: a folder named after the source."))
  var into: String?

  @OptionGroup var token: TokenArguments

  @Option(help: .of("name", "The account's name, where a service takes a name and a password."))
  var login: String?

  @Option(help: .of("count", "How many pages a walk through the feed has at most."))
  var maxPages: Int?

  @Option(help: .of("date", "Ends where posts are older, like 2024-01-31."))
  var since: String?

  @Flag(help: "Asks for known pages again too, for edits in them.")
  var refreshHistory = false

  @Flag(inversion: .prefixedNo, help: "Fetches photos, avatars and previews.")
  var media = true

  @Flag(help: "Fetches videos and sounds too.")
  var video = false

  @Option(help: .of("pixels", "Pixels that photos need across; default: 2160."))
  var photoWidth: Int?

  @Option(help: .of("MB", "Megabytes of one file at most; default: 64."))
  var mediaLimit: Int?

  @Option(help: .of("MB", "Megabytes of all files together; default: 4096."))
  var mediaTotal: Int?

  @Option(help: .of("count", "Files that are fetched at once, 1 to 16; default: 6."))
  var connections: Int?

  @Option(help: .of("seconds", "Seconds between two requests of a host."))
  var sleep: Double?

  @Option(help: .of("seconds", "Seconds until a silent connection is given up; default: 30."))
  var timeout: Int?

  @OptionGroup var connection: ConnectionArguments

  @Flag(help: "Writes nothing; tells what would be done.")
  var dryRun = false

  @OptionGroup var report: ReportArguments

  func validate() throws {
    if let since, ISO8601Moment(since) == nil { throw ValidationError("--since is a date like 2024-01-31") }
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
    throw ValidationError("--\(name) is from \(bounds[0]) to \(bounds[1])\(unit)")
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
