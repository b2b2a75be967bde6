import Cards
import Diagnostics
import Drawing
import FeedReading
import Files
import Foundation
import ImageComparison
import Prefetching

/// All settings of a run: the project file's values, overridden by the command line's, with defaults for the rest. The
/// table below defines their syntax.
package struct Project: Sendable {
  /// The base of relative paths in the project file, and of places in diagnostics.
  package var folder: URL
  /// Files and folders, in the given order.
  package var feeds: [URL]
  package var order = FeedOrder.feed
  /// The types of custom data; nil if the feed is a service's.
  package var types: RecordTypes?
  /// The options for conversations: which one, its owner, its period.
  package var chat = ChatRequest()
  /// The options of cards besides their design and language.
  package var card = CardRequest()
  package var output: URL
  /// Folders for photos in addition to those of the feeds and the project.
  package var photos: [URL] = []
  /// The widths of the screens in points.
  package var widths = [375]
  package var scales = [2]
  package var themes = ["light"]
  /// The project's own layers over the tokens of a theme, by the theme's name.
  package var themeLayers: [String: [ThemeLayer]] = [:]
  /// The encoding of exported images; a comparison always uses PNG.
  package var encoding = ImageEncoding.png
  /// How the page shows cards; nil for drawings in conversations and images otherwise.
  package var page: PageStyle?
  /// The quality of images with photos, if the encoding is lossy.
  package var photoQuality = 90
  package var locale = Language.usual
  /// Texts of cards and pages that replace the tool's.
  package var strings: URL?
  /// Whether to copy the originals of displayed photos to the output.
  package var copiesOriginals = false
  /// Whether removed posts stay in the output, marked as such.
  package var keepsRemoved = false
  /// The height of the feed image in points.
  package var feedHeight = 2400
  /// The folder of card templates; nil for the tool's own.
  package var cards: URL?
  /// Folders of card templates for the posts of one service, which precede `cards`.
  package var serviceCards: [Service: URL] = [:]
  /// The skin of all posts; nil for their services' skins, or the project's own design.
  package var face: String?
  /// Icons in addition to the tool's own: a file of icons, or a folder of such files.
  package var icons: URL?
  /// Token files, each overriding the previous ones; if empty, those of the card template. Themes are next to them:
  /// `name.dark.tokens.json`.
  package var tokens: [URL] = []
  /// The folder of page templates; nil for the tool's own.
  package var siteTemplates: URL?
  /// How much the page loads ahead.
  package var prefetch = PrefetchWeights()
  /// The font lock; nil for the tool's own.
  package var fontLock: URL?
  /// The maximum bytes of decoded photos and images during rendering.
  package var memory = 512 << 20

  /// The folder of baselines.
  package var baselines: URL
  /// What approvals store there; nil for the default, which ignores the state of existing baselines.
  package var keeping: BaselineStorage?
  /// The `cases.yml` files with mockups.
  package var mockups: [URL]
  /// The films to compare: scenes by name, scripts by path.
  package var films: [String] = []
  /// Tolerances for baselines; the last one that matches a case applies.
  package var tolerances: [CaseRule<Tolerance>] = []
  /// The masks of baselines.
  package var masks: [CaseRule<CaseMask>] = []
  /// The intended deviations of cards from their baselines.
  package var deviations: [CaseRule<Deviation>] = []

  package init(folder: URL, feeds: [URL], output: URL) {
    self.folder = folder
    self.feeds = feeds
    self.output = output
    baselines = folder.appendingPathComponent("Baselines")
    mockups = [folder.appendingPathComponent("cases.yml")]
      .filter(FileSystem.exists)
  }
}

// MARK: - Settings

extension Setting {
  /// All settings, in the order of the documentation.
  static let usual: [Setting] = {
    var table = SettingRows()
    let languages = Language.all.map(\.code).joined(separator: ", ")
    let themeName = SettingSyntax.checked(ThemeName.expected, where: ThemeName.isSound)

    table.add(
      .list("feeds", \.feeds, .path) { $1.readFeeds("feeds", $0) }, reach: .feed,
      help: ("[feed]", "files, folders, archives; default: this folder"),
      sample: """

        # The feed: files of one service, folders of them, archives; several are one feed, in this order.
        feeds: feed
        """)
    table.add(
      .other("types", \.types) { $1.readTypes("types", $0) }, reach: .feed,
      help: ("types.yml", "own data: where entries and values are"),
      sample: "# Cards of any other JSON: a file that says where entries and values are.\n# types: types.yml")
    table.add(
      .one("order", \.order, .choice), reach: .feed,
      option: "order", "order",
      "feed: posts as the feed has them (the default); date: the newest first, those without a date at the end.",
      on: .reading, help: ("feed", "feed, as it has them, or date, the newest first"),
      sample: """
        # feed: posts as the feed has them; date: the newest first.
        # order: date
        """)
    table.add(
      .list("photos", \.photos, .path), reach: .photos,
      option: "photos", "folder",
      "Folder that photos may come from, beside those of the feed and of the project; given again, one more.",
      as: .words, on: .drawing, help: ("[../photos]", "more folders that photos may come from"),
      sample: """
        # Folders that photos may come from, beside those of the feed.
        # photos: [photos]
        """)

    let design = "a design of your own in place of the tool's"
    table.add(
      .maybe("cards", \.cards, .path) { $1.readCards("cards", $0) }, reach: .page,
      option: "cards", "folder", "Folder of card templates to use instead of the tool's own.",
      on: .reading.union([.compare]), help: ("Cards", design),
      sample: """

        # The design, to be edited: how cards are built, and their colours, texts and measures. A theme lies beside its tokens
        # (name.dark.tokens.json). A file that is removed from Cards is taken from Feedproof again.
        cards: Cards
        """)
    table.add(
      .list("tokens", \.tokens, .path), reach: .page,
      option: "tokens", "file",
      "Design-token file to use instead of those the card template names; given again, laid over the one before.",
      as: .words, on: .reading.union([.compare, .template]), help: ("my.tokens.json", design), sample: "tokens: tokens")
    table.add(
      .maybe("face", \.face, .word(of: Service.faces)), reach: .page,
      option: "face", "name", "What all posts look like; default: each as its service shows it.",
      on: .reading.union([.compare]), help: (Service.faces[0], "what all posts look like"),
      // plain: a name of the tool's own
      sample: "# face: \(Service.faces[0])")
    table.add(
      .maybe("icons", \.icons, .path), reach: .page, help: ("icons", "icons of your own beside the tool's"),
      sample: "# Icons beside Feedproof's own: a folder of files like Templates/Icons/icons.yml.\n# icons: icons")
    table.add(
      .maybe("siteTemplates", \.siteTemplates, .path), reach: .page,
      option: "site-templates", "folder", "Folder of page templates to use instead of the tool's own.",
      on: [.export, .watch, .compare], help: ("Site", design),
      sample: """
        # The page's own templates, styles and scripts, as far as they are to be others.
        # siteTemplates: Site
        """)
    table.add(
      .maybe("fonts", \.fontLock, .path), reach: .page,
      option: "font-lock", "file", "Font lock to use instead of the tool's own.",
      on: .reading.union([.compare, .template, .fonts]),
      help: ("fonts.lock.json", "typefaces: a lock, or a folder with one beside them"),
      sample: """
        # Faces beside Feedproof's own: feedproof fonts --add ./fonts/Mine.ttf, or --add "Noto Sans Phoenician"
        # fonts: fonts.lock.json
        """)

    table.add(
      .list("themes", \.themes, themeName) { $1.readThemes($0) }, reach: .screens,
      option: "theme", "list", "Themes by name, e.g. light,dark; those that lie beside the tokens, and the project's.",
      on: .reading.union([.compare]), help: ("[light, dark]", ""), sample: "\nthemes: [light, dark]")
    table.add(
      .list("widths", \.widths, .whole(Project.widthRange)), reach: .screens,
      option: "width", "list", "Screen widths in points, e.g. 320,375,414.",
      on: .reading.union([.compare]), help: ("[320, 375]", "of the screens, in points"),
      sample: """
        # Screens in points; a card is narrower by the design's margins.
        widths: [375]
        """)
    table.add(
      .list("scales", \.scales, .whole(Project.scaleRange)), reach: .screens,
      option: "scale", "list", "Device scales, e.g. 1,2,3.",
      on: [.export, .film, .prefetch, .media, .watch, .compare], help: ("[2, 3]", "pixels a point"),
      sample: """
        # Pixels a point.
        scales: [2]
        """)

    table.add(
      .one("locale", \.locale, .language).alwaysRecorded(\.locale, .language), reach: .cards,
      option: "locale", "locale", "Language of dates and labels: \(languages); default: \(Language.usual).",
      on: .reading.union([.template]), help: ("en", languages),
      // plain: names of the tool's own
      sample: """

        # \(languages).
        locale: en
        """)
    table.add(
      .maybe("strings", \.strings, .path), reach: .cards, help: ("strings.yml", "words in place of the tool's"),
      sample: "# Words in place of Feedproof's: those of Templates/Strings/en.yml that differ.\n# strings: strings.yml")
    table.add(
      .one(
        "timeZone", \.card.timeZone,
        .checked("an IANA name, like Europe/Moscow") { TimeZone(identifier: $0) != nil }
      ).alwaysRecorded(\.card.timeZone, .text), reach: .cards, .feed,
      option: "time-zone", "name", "IANA time zone of the dates.",
      on: .reading, help: ("Europe/Moscow", ""), sample: "timeZone: UTC")
    table.add(
      .one("dates", \.card.dates, .choice), reach: .words,
      option: "dates", "style",
      """
      relative: dates of cards as seen from that time; absolute: day, month, year and time of each; auto (the default): \
      absolute where the feed spans more than a year.
      """,
      on: .reading, help: ("absolute", "or relative; else by how long the feed is"),
      sample: """
        # relative: seen from "now"; absolute: day, month, year and time of each; else absolute where a feed spans years.
        # dates: absolute
        """)
    table.add(
      .maybe("now", \.card.now, .moment), reach: .words,
      option: "now", "time", "What dates are relative to (ISO 8601); default: the newest post.",
      on: .reading, help: ("2018-11-18T18:40:00Z", "what dates are relative to; else the newest post"),
      sample: """
        # What "now" is: the newest post's date, unless it is said.
        # now: 2024-05-17T18:40:00Z
        """)
    table.add(
      .maybe("highlight", \.card.highlight, .text), reach: .cards,
      option: "highlight", "query", "Highlights the words of a search query.",
      on: .reading, help: ("bread", "words of a search that are marked"),
      sample: """
        # Words to be marked, as a search shows them.
        # highlight: bridge
        """)
    table.add(
      .maybe("viewer", \.card.viewer, .text), reach: .page,
      help: ("media/me.jpg", "the picture in the screen's header"),
      sample: """
        # The picture in the screen's header.
        # viewer: media/me.jpg
        """)
    table.add(
      .one("feedHeight", \.feedHeight, .whole(Project.feedHeightRange)), reach: .page,
      option: "feed-height", "points", "Height of the feed picture in points.",
      on: [.export], help: ("2400", "of the feed's picture, in points"),
      sample: """
        # Points of the feed's picture.
        # feedHeight: 2400
        """)
    table.add(
      .one("encoding", \.encoding, .choice), reach: .files,
      option: "encoding", "format",
      "png (the default), or webp: a sixth of the bytes, lossless for cards without photos.",
      on: [.export], help: ("webp", "a sixth of the bytes; else png, to be compared"),
      sample: """
        # Cards for reading: a sixth of the bytes. PNG is for comparing.
        # encoding: webp
        """)
    table.add(
      .maybe("page", \.page, .choice), reach: .files,
      option: "page", "style",
      """
      pictures (the default of feeds): the page shows cards as pictures; drawn (of chats): the browser draws them, with \
      texts as texts, and no picture of a card is made.
      """,
      on: [.export, .watch], help: ("drawn", "the browser draws the cards; or pictures"),
      sample: """
        # The browser draws the cards, sharp at every zoom and in a fraction of the bytes, as it does those of chats; else they
        # are pictures.
        # page: drawn
        """)
    table.add(
      .one("photoQuality", \.photoQuality, .whole(Project.photoQualityRange)), reach: .files,
      option: "photo-quality", "quality", "Of WebP with photos, from 1 to 100; default: 90.",
      on: [.export, .picture], help: ("90", "of webp with photos, 1 to 100"), sample: "# photoQuality: 90")
    table.add(
      .one("originals", \.copiesOriginals, .flag), reach: .files,
      option: "originals", "", "Copies the originals of the photos that cards show, for the page to open and to save.",
      on: [.export], help: ("true", "copies the photos' own files for the page"),
      sample: """
        # Copies the photos' own files, for the page to open and to save.
        # originals: true
        """)

    table.add(
      .one("keepRemoved", \.keepsRemoved, .flag),
      help: ("true", "posts that have left the feed stay, marked"),
      sample: """
        # Posts that have left the feed stay in the output, marked.
        # keepRemoved: true
        """)

    let conversation = "which conversation, whose side"
    table.add(
      .maybe("chat", \.chat.name, .text), reach: .feed,
      option: "chat", "name", "Of an export of several chats, the one of this name.",
      on: .reading, help: ("Weekend", conversation),
      sample: """

        # Of a conversation: which of several, whose side.
        # chat: "Weekend"
        """)
    table.add(
      .maybe("me", \.chat.owner, .text), reach: .feed,
      option: "me", "name", "Whose side a chat is seen from: a name or an id as in the export.",
      on: .reading, help: ("Anna", conversation), sample: "# me: \"Anna\"")
    let span = "what is shown of feeds and chats, from when to when"
    table.add(
      .maybe("since", \.chat.since, .moment), reach: .feed,
      option: "since", "time", "Leaves out what was written before (ISO 8601).",
      on: .reading, help: ("2024-01-01", span),
      sample: "# What was written before, or from then on, is left out.\n# since: 2024-01-01")
    table.add(
      .maybe("until", \.chat.until, .moment), reach: .feed,
      option: "until", "time", "Leaves out what was written from then on (ISO 8601).",
      on: .reading, help: ("2025-01-01", span), sample: "# until: 2025-01-01")
    table.add(
      .maybe("unread", \.chat.unread, .text), reach: .feed,
      option: "unread", "id", "The export's id of the first message that was not read.",
      on: .reading, help: ("\"140\"", "the first message that was not read, by its id"), sample: "# unread: \"140\"")

    let prefetching = "what the page loads ahead"
    table.add(
      .one("prefetchBudget", \.prefetch.budget, .number(PrefetchWeights.range)), reach: .page,
      option: "prefetch-budget", "cost", "What the page's cards ahead of the reader may cost together; default: 16.",
      on: [.export], help: ("16", prefetching),
      sample: """

        # What the page loads ahead, and what that counts.
        # prefetchBudget: 16
        """)
    table.add(
      .other("prefetchWeights", \.prefetch) {
        $1.readPrefetchWeights("prefetchWeights", $0)
      } take: { (words, option, _, project) throws(Diagnostic) in
        try project.prefetch.take(words, option)
      }, reach: .page,
      option: "prefetch-weights", "list",
      "What loading costs: photo, page, video, animation, webApp, advertisement, text, each 1 by default: photo=1,video=2.",
      on: [.export], help: ("{photo: 1}", prefetching), sample: "# prefetchWeights: {photo: 1, video: 1}")
    table.add(
      .one("memory", \.memory, .memory),
      option: "memory", "amount",
      "How much decoded photos and pictures being drawn may take at once; default: 512MB.",
      on: [.export, .picture, .film], help: ("512MB", "of decoded photos and of pictures being drawn"),
      sample: """
        # How much decoded photos and pictures being drawn may take at once.
        # memory: 512MB
        """)

    table.add(
      .one("baselines", \.baselines, .path) { $1.readBaselines("baselines", $0) },
      help: ("Baselines", "approved pictures; {keep: digest}: digests alone"),
      sample: """

        # What feedproof compare holds the cards against: approved pictures, and a design's own (docs/mockups.md).
        # baselines: {folder: Baselines, keep: full}
        """)
    table.add(
      .list("mockups", \.mockups, .path) { node, reader in
        // An empty list, although there are files next to the project file.
        let isNone = node.elements?.isEmpty == true
        if let lists = isNone ? [] : reader.values("mockups", node, .path) { reader.project.mockups = lists }
      }, help: ("cases.yml", "what cards have to look like"), sample: "# mockups: cases.yml")
    table.add(
      .list("films", \.films, .text) { node, reader in
        guard node.elements?.isEmpty != true, let films = reader.values("films", node, .text) else { return }
        reader.project.films = films.uniqued()
      }, help: ("[refresh]", "films that are compared"), sample: "# films: [expand, refresh]")
    table.add(
      .other("tolerances", \.tolerances) { $1.readTolerances("tolerances", $0) }, reach: .judgement,
      help: ("", "how far baselines may differ, and why"),
      sample: "# tolerances: [{cases: \"*/375@2x-*\", pixels: 0.001, reason: \"a rounded corner\"}]")
    table.add(
      .other("masks", \.masks) { $1.readMasks($0) }, reach: .judgement,
      help: ("", "what of baselines is not compared, and why"),
      sample: "# masks: [{cases: \"*\", box: header/date, reason: \"the clock runs\"}]")
    table.add(
      .other("deviations", \.deviations) { $1.readDeviations($0) }, reach: .judgement,
      help: ("", "what may differ from baselines, and why"),
      sample: "# deviations: [{cases: \"*\", box: header/date, what: size, reason: \"the clock runs\"}]")
    table.add(
      .one("output", \.output, .path),
      option: "output", short: "o", "folder", "Where to write; default: output.",
      on: [.export, .film, .prefetch, .watch, .compare],
      help: ("output", "where export, compare and film write"), sample: "\noutput: output")
    return table.rows
  }()
}
