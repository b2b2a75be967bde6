import ArgumentParser
import Exporting
import Projects

/// What export and show ask alike: which feed, and how it is to look.
struct ProjectArguments: ParsableArguments {
  @Argument(
    help:
      """
      A project folder (with feedproof.yml; default: this one), feed files, services' archives (.zip, .tar.gz), or folders \
      of them; several are one feed.
      """)
  var feeds: [String] = []

  @Option(
    help: ArgumentHelp(
      "feed: posts as the feed has them (the default); date: the newest first, those without a date at the end.",
      valueName: "order"))
  var order: FeedOrder?

  @OptionGroup var chats: ChatArguments

  @OptionGroup var design: DesignArguments

  @Option(help: "Language of dates and labels: ru or en.")
  var locale: String?

  @Option(help: ArgumentHelp("IANA time zone of the dates.", valueName: "name"))
  var timeZone: String?

  @Option(help: ArgumentHelp("What dates are relative to (ISO 8601); default: the newest post.", valueName: "time"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "relative: dates of cards as seen from that time (the default); absolute: day, month, year and time of each.",
      valueName: "style"))
  var dates: DateStyle?

  @Option(help: ArgumentHelp("Highlights the words of a search query.", valueName: "query"))
  var highlight: String?

  var overrides: ProjectOverrides {
    var overrides = design.overrides
    overrides.order = order
    overrides.locale = locale
    overrides.timeZone = timeZone
    overrides.now = now
    overrides.dates = dates
    overrides.highlight = highlight
    chats.add(to: &overrides)
    return overrides
  }
}

/// What of an export of conversations is shown, and from whose side.
struct ChatArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Of an export of several chats, the one of this name.", valueName: "name"))
  var chat: String?

  @Option(help: ArgumentHelp("Whose side a chat is seen from: a name or an id as in the export.", valueName: "name"))
  var me: String?

  @Option(help: ArgumentHelp("Leaves out messages written before (ISO 8601).", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Leaves out messages written from then on (ISO 8601).", valueName: "time"))
  var until: String?

  @Option(help: ArgumentHelp("The export's id of the first message that was not read.", valueName: "id"))
  var unread: String?

  func add(to overrides: inout ProjectOverrides) {
    overrides.chat = chat
    overrides.me = me
    overrides.since = since
    overrides.until = until
    overrides.unread = unread
  }
}

extension FeedOrder: ExpressibleByArgument {}

extension DateStyle: ExpressibleByArgument {}

/// How cards are to look, whatever is done with them: export, show and compare ask alike.
struct DesignArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Screen widths in points, e.g. 320,375,414.", valueName: "list"))
  var width: List<Int>?

  @Option(
    help: ArgumentHelp(
      "Themes by name, e.g. light,dark; those that lie beside the tokens, and the project's.", valueName: "list"))
  var theme: List<String>?

  @Option(help: ArgumentHelp("Folder of card templates to use instead of the tool's own.", valueName: "folder"))
  var cards: String?

  @OptionGroup var design: TokenArguments

  @OptionGroup var fonts: FontLockArguments

  var overrides: ProjectOverrides {
    var overrides = ProjectOverrides()
    overrides.widths = width?.values
    overrides.themes = theme?.values
    overrides.cards = cards
    overrides.tokens = design.tokens.isEmpty ? nil : design.tokens
    overrides.fontLock = fonts.fontLock
    return overrides
  }
}

/// Which design tokens a feed or a template is drawn with.
struct TokenArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Design-token file to use instead of those the card template names; given again, laid over the one before.",
      valueName: "file"))
  var tokens: [String] = []
}

/// Which faces there are.
struct FontLockArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Font lock to use instead of the tool's own.", valueName: "file"))
  var fontLock: String?
}

/// What becomes of somebody's own files where a command writes.
struct ForeignFileArguments: ParsableArguments {
  @Flag(
    help:
      "Keeps files of your own that stand where this writes, under other names (index.html.kept-1); else they end the run."
  )
  var setAside = false
}

/// What becomes of posts that an output holds and its feed has no more: export and merge ask alike.
struct DepartureArguments: ParsableArguments {
  @Flag(
    help:
      "Posts that have left the feed stay in the output, marked; those that an earlier run kept stay in any case.")
  var keepRemoved = false

  @Flag(help: "Lets the output hold this feed alone, also where it holds another, or posts that were kept.")
  var replace = false

  func validate() throws {
    if keepRemoved && replace { throw ValidationError("--keep-removed and --replace exclude each other") }
  }

  var policy: DeparturePolicy { replace ? .replace : keepRemoved ? .keep : .leave }
}

/// Comma-separated values of one option.
struct List<Element: LosslessStringConvertible & Sendable>: ExpressibleByArgument, Sendable {
  var values: [Element]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { Element($0.filter { $0 != " " }) }
    guard values.count == parts.count else { return nil }
    self.values = values
  }
}
