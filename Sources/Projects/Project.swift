import Basics
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
  /// Named screens in addition to every combination of width, scale and theme.
  package var screens: [NamedScreen] = []
  /// The combinations of widths, scales and themes besides the named screens; nil if only named screens are drawn.
  package var combinations: ScreenCombinations?
  /// The versions of Feedproof that the project accepts; nil accepts all.
  package var requiredVersion: VersionRequirement?
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

  /// Notes about the project file, such as former names of keys.
  package var notes: [Diagnostic] = []

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
  package static let usual: [Setting] = {
    var table = SettingRows()
    let languages = Language.all.map(\.code).joined(separator: ", ")
    let themeName = SettingSyntax.checked(ThemeName.expected, where: ThemeName.isSound)

    table.add(
      .other("requires", \.requiredVersion) { $1.readRequiredVersion("requires", $0) },
      help: ("\">=0.2\"", "versions of Feedproof that can read this project"))
    table.add(
      .list("feeds", \.feeds, .path) { $1.readFeeds("feeds", $0) }, reach: .feed,
      help: ("[feed]", "files, folders or archives; default: this folder"))
    table.add(
      .other("types", \.types) { $1.readTypes("types", $0) }, reach: .feed,
      help: ("types.yml", "describes the fields of your own JSON"))
    table.add(
      .one("order", \.order, .choice), reach: .feed, option: .feed, "order",
      "Order of posts: feed, as in the feed (default), or date, newest first and undated posts last",
      on: .reading, help: ("feed", "feed, as in the feed, or date, newest first"))
    table.add(
      .list("photos", \.photos, .path), reach: .photos, option: .feed, "folder",
      "Folder with photos, besides the folders of the feed and the project (repeatable)",
      as: .paths, on: .drawing, help: ("[../photos]", "more folders with photos"))

    let design = "your own design instead of the built-in one"
    table.add(
      .maybe("cards", \.cards, .path) { $1.readCards("cards", $0) }, reach: .page, option: .design, "folder",
      "Folder of card templates that replace built-in ones", on: .reading.union([.compare]), help: ("Cards", design))
    table.add(
      .list("tokens", \.tokens, .path), reach: .page, option: .design, "file",
      "Design-token file that replaces those of the card template; later files override earlier ones (repeatable)",
      as: .paths, on: .reading.union([.compare, .template]), help: ("my.tokens.json", design))
    table.add(
      .maybe("face", \.face, .word(of: Service.faces)).named("skin"), reach: .page, option: .design,
      former: "face", "name", "Look of all posts; default: the look of each post's service",
      on: .reading.union([.compare]), help: (Service.faces[0], "the look of all posts"))
    table.add(
      .maybe("icons", \.icons, .path), reach: .page, help: ("icons", "icons in addition to the built-in ones"))
    table.add(
      .maybe("siteTemplates", \.siteTemplates, .path), reach: .page, option: .design, "folder",
      "Folder of page templates that replace built-in ones", on: [.export, .watch, .compare, .config],
      help: ("Site", design))
    table.add(
      .maybe("fonts", \.fontLock, .path), reach: .page, option: .design, former: "font-lock", "file",
      "Font lock that replaces the built-in one",
      on: .reading.union([.compare, .template, .fonts]), help: ("fonts.lock.json", "a font lock, or its folder"))

    let screens = "of the screens"
    table.add(
      .list("themes", \.themes, themeName) { $1.readThemes($0) }, reach: .screens, option: .screens, former: "theme",
      "list", "Themes by name, for example light,dark", on: .reading.union([.compare]),
      help: ("[light, dark]", screens))
    table.add(
      .list("widths", \.widths, .whole(Project.widthRange)), reach: .screens, option: .screens, former: "width",
      "list", "Screen widths in points, for example 320,375,414", on: .reading.union([.compare]),
      help: ("[320, 375]", "of the screens, in points"))
    table.add(
      .list("scales", \.scales, .whole(Project.scaleRange)), reach: .screens, option: .screens, former: "scale",
      "list", "Device scales, for example 1,2,3", on: [.export, .film, .prefetch, .media, .watch, .compare, .config],
      help: ("[2, 3]", "pixels per point"))
    table.add(
      .other("screens", \.screens) { $1.readScreens("screens", $0) }, reach: .screens,
      help: ("", "named screens with width, scale and themes"))

    table.add(
      .one("locale", \.locale, .language).alwaysRecorded(\.locale, .language), reach: .cards, option: .text, "locale",
      "Language of dates and labels: \(languages); default: \(Language.usual)", on: .reading.union([.template]),
      help: ("en", languages))
    table.add(
      .maybe("strings", \.strings, .path), reach: .cards, help: ("strings.yml", "texts that replace built-in ones"))
    table.add(
      .one(
        "timeZone", \.card.timeZone,
        .checked("an IANA name, like Europe/Moscow") { TimeZone(identifier: $0) != nil }
      ).alwaysRecorded(\.card.timeZone, .text), reach: .cards, .feed, option: .text, "name",
      "IANA time zone of dates", on: .reading, help: ("Europe/Moscow", "of dates; default: UTC"))
    table.add(
      .one("dates", \.card.dates, .choice), reach: .words, option: .text, "style",
      "relative to --now, absolute, or auto (default): absolute if the feed spans more than a year",
      on: .reading, help: ("absolute", "or relative; default: by the feed's time span"))
    table.add(
      .maybe("now", \.card.now, .moment), reach: .words, option: .text, "time",
      "Base of relative dates (ISO 8601); default: the newest post", on: .reading,
      help: ("2018-11-18T18:40:00Z", "base of relative dates; default: the newest post"))
    table.add(
      .maybe("highlight", \.card.highlight, .text), reach: .cards, option: .text, "query",
      "Highlight the words of a search query", on: .reading, help: ("bread", "words of a search query to highlight"))
    table.add(
      .maybe("viewer", \.card.viewer, .text), reach: .page,
      help: ("media/me.jpg", "the avatar in the screen's header"))
    table.add(
      .one("feedHeight", \.feedHeight, .whole(Project.feedHeightRange)), reach: .page, option: .output, "points",
      "Height of the feed image in points", on: [.export, .config], help: ("2400", "of the feed image, in points"))
    table.add(
      .one("encoding", \.encoding, .choice), reach: .files, option: .output, "format",
      "png (default), or webp: a sixth of the bytes, lossless for cards without photos", on: [.export, .config],
      help: ("webp", "smaller images than png, the default"))
    table.add(
      .maybe("page", \.page, .choice), reach: .files, option: .page, "style",
      "pictures (default for feeds): the page shows images of cards; drawn (for chats): the browser draws cards with "
        + "real text, and no images are written", on: [.export, .watch, .config],
      help: ("drawn", "the browser draws cards; or pictures"))
    table.add(
      .one("photoQuality", \.photoQuality, .whole(Project.photoQualityRange))
        .written { $0.encoding == .png ? nil : "\($0.photoQuality)" }, reach: .files, option: .output, "quality",
      "Quality of WebP with photos, from 1 to 100; default: 90", on: [.export, .picture, .config],
      help: ("90", "of WebP with photos, 1 to 100"))
    table.add(
      .one("originals", \.copiesOriginals, .flag), reach: .files, option: .page, "",
      "Copy the originals of shown photos, so that the page can open and save them", on: [.export, .config],
      help: ("true", "copies the original photos for the page"))

    table.add(
      .one("keepRemoved", \.keepsRemoved, .flag), help: ("true", "keeps posts that later exports lack, marked"))

    let conversation = "which chat, and whose side"
    table.add(
      .maybe("chat", \.chat.name, .text), reach: .feed, option: .feed, "name",
      "Chat to show from an export of several", on: .reading, help: ("Weekend", conversation))
    table.add(
      .maybe("me", \.chat.owner, .text), reach: .feed, option: .feed, "name",
      "Person whose messages are outgoing: a name or id from the export", on: .reading, help: ("Anna", conversation))
    table.add(
      .maybe("dateOrder", \.chat.dateOrder, .choice), reach: .feed, option: .feed, "order",
      "Order of day, month and year in the text of a chat: dmy, mdy or ymd; default: detected", on: .reading,
      help: ("dmy", "order in texts of chats; default: detected"))
    let span = "the period of posts and messages"
    table.add(
      .maybe("since", \.chat.since, .moment), reach: .feed, option: .feed, "time",
      "Skip posts and messages before this time (ISO 8601)", on: .reading, help: ("2024-01-01", span))
    table.add(
      .maybe("until", \.chat.until, .moment), reach: .feed, option: .feed, "time",
      "Skip posts and messages from this time on (ISO 8601)", on: .reading, help: ("2025-01-01", span))
    table.add(
      .one("visibility", \.chat.visibility, .choice), reach: .feed, option: .feed, "audience",
      "Posts to show by their audience: all (default), followers (no direct posts), or public", on: .reading,
      help: ("public", "audience of posts: all, followers or public"))
    table.add(
      .maybe("unread", \.chat.unread, .text), reach: .feed, option: .feed, "id",
      "Id of the first unread message in the export", on: .reading, help: ("\"140\"", "id of the first unread message"))

    let prefetching = "cards that the page loads ahead"
    table.add(
      .one("prefetchBudget", \.prefetch.budget, .number(PrefetchWeights.range)), reach: .page, option: .page, "cost",
      "Total cost of the cards that the page loads ahead; default: 16", on: [.export, .config],
      help: ("16", prefetching))
    table.add(
      .other("prefetchWeights", \.prefetch) {
        $1.readPrefetchWeights("prefetchWeights", $0)
      } take: { (words, option, _, project) throws(Diagnostic) in
        try project.prefetch.take(words, option)
      }.written { project in
        let weights = PrefetchWeights.names.filter { $0.name != "budget" }
        return "{" + weights.map { "\($0.name): \(project.prefetch[keyPath: $0.path])" }.joined(separator: ", ") + "}"
      }, reach: .page, option: .page, "list",
      "Cost of loading photo, page, video, animation, webApp, advertisement and text, for example photo=1,video=2; "
        + "default: 1 each", on: [.export, .config], help: ("{photo: 1}", prefetching))
    table.add(
      .one("memory", \.memory, .memory).written { "\($0.memory >> 20)MB" }, option: .output, "amount",
      "Memory limit for decoded photos and images during rendering; default: 512MB",
      on: [.export, .picture, .film, .config],
      help: ("512MB", "limit for decoded photos and images"))

    table.add(
      .one("baselines", \.baselines, .path) { $1.readBaselines("baselines", $0) },
      help: ("Baselines", "the folder of baselines"))
    table.add(
      .maybe("baselineStorage", \.keeping, .choice), option: .output, former: "baselines", "what",
      "What approving stores: full (image and layout) or digest", on: [.compare, .config],
      help: ("digest", "stores digests of baselines; default: full"))
    table.add(
      .list("mockups", \.mockups, .path) { node, reader in
        // An empty list, although there are files next to the project file.
        let isNone = node.elements?.isEmpty == true
        if let lists = isNone ? [] : reader.values("mockups", node, .path) { reader.project.mockups = lists }
      }, help: ("cases.yml", "lists of mockups that cards must match"))
    table.add(
      .list("films", \.films, .text) { node, reader in
        guard node.elements?.isEmpty != true, let films = reader.values("films", node, .text) else { return }
        reader.project.films = films.uniqued()
      }, help: ("[refresh]", "films to compare"))
    table.add(
      .other("tolerances", \.tolerances) { $1.readTolerances("tolerances", $0) }, reach: .judgement,
      help: ("", "allowed differences from baselines"))
    table.add(
      .other("masks", \.masks) { $1.readMasks($0) }, reach: .judgement, help: ("", "ignored parts of baselines"))
    table.add(
      .other("deviations", \.deviations) { $1.readDeviations($0) }, reach: .judgement,
      help: ("", "intended differences from baselines"))
    table.add(
      .one("output", \.output, .path), option: .output, short: "o", "folder", "Output folder; default: output",
      on: [.export, .film, .prefetch, .watch, .compare, .config],
      help: ("output", "where export, compare and film write"))
    return table.rows
  }()
}

// MARK: - Setting values

// The kinds of values besides numbers, texts and paths.

extension Project {
  /// Smaller than a card's fixed parts, or larger than any screen, must be a mistake.
  package static let widthRange = 120...2000
  package static let scaleRange = 1...4
  package static let feedHeightRange = 100...20_000
  package static let photoQualityRange = 1...100
}

/// The order of posts.
package enum FeedOrder: String, CaseIterable, Sendable {
  /// The order of the feed.
  case feed
  /// Newest first; posts without a date are at the end, in feed order.
  case date
}

/// The posts of a feed that are shown, by the people who may see them on their service.
package enum FeedVisibility: String, CaseIterable, Sendable {
  case all
  /// Those for everyone, and those for followers or friends.
  case followers
  /// Those for everyone.
  case `public`

  /// Whether the post, what it reposts and what it quotes may be seen.
  package func shows(_ post: Post) -> Bool {
    switch self {
    case .all: true
    case .followers: post.audience >= .followers
    case .public: post.audience == .everyone
    }
  }
}

/// How the page shows cards.
package enum PageStyle: String, CaseIterable, Sendable {
  /// Images drawn by the export.
  case pictures
  /// Drawings made by the browser, with real text in the fonts of the lock.
  case drawn
}

/// The options for conversations: which one, its owner, its period.
package struct ChatRequest: Hashable, Sendable {
  /// The chat's name; nil if there is only one, or if all are wanted.
  package var name: String?
  /// The name or id of the person whose messages are outgoing; nil if the export determines it.
  package var owner: String?
  /// Seconds since 1970: earlier messages are left out.
  package var since: Int?
  /// Seconds since 1970: messages from then on are left out.
  package var until: Int?
  /// The export's id of the first unread message; nil for no mark.
  package var unread: String?
  /// The order of day and month in texts that leave it open; nil if the evidence decides.
  package var dateOrder: ChatDateOrder?
  /// The posts that are shown, by the people who may see them on their service.
  package var visibility = FeedVisibility.all

  package init() {}

  /// Whether posts or messages are filtered.
  package var isBounded: Bool { since != nil || until != nil || visibility != .all }

  /// Whether messages of that time are shown. Messages without a time are only shown if there is no period.
  package func holds(_ date: Int?) -> Bool {
    guard let date else { return since == nil && until == nil }
    return date >= since ?? .min && date < until ?? .max
  }
}

/// Parses times.
package enum Timestamp {
  package static let expected = "an ISO 8601 time (2018-11-18T18:40:00Z) or seconds since 1970"

  /// Returns seconds since 1970 for `2018-11-18`, `2018-11-18T18:40Z`, `2018-11-18T18:40:00+03:00` or a plain number;
  /// otherwise nil.
  package static func seconds(of text: String) -> Int? { Int(text) ?? ISO8601Moment(text)?.seconds }
}

/// Parses and formats amounts of memory.
package enum ByteCount {
  package static let expected = "an amount of memory, like 512MB or 2GB, of at least 16MB"
  /// The minimum: less can't hold one large card.
  package static let smallest = 16 << 20

  /// Returns the bytes of `512MB`, `1.5 GB` or `800MiB`; units are powers of 1024 in either notation. Nil if it isn't
  /// an amount, is too small, or exceeds the address space.
  package static func bytes(of text: String) -> Int? {
    let text = text.filter { $0 != " " }.uppercased()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units = ["MB": 20, "MIB": 20, "M": 20, "GB": 30, "GIB": 30, "G": 30, "TB": 40, "TIB": 40, "T": 40]
    guard let number = Double(digits), let shift = units[String(text.dropFirst(digits.count))] else { return nil }
    let bytes = number * Double(1 << shift)
    guard bytes >= Double(smallest), bytes < Double(Int.max) else { return nil }
    return Int(bytes)
  }

  /// Formats `120 bytes`, `1.5 KB`, `64 MB`, `8.5 GB`.
  ///
  /// - Parameter rounding: The rounding of tenths: up for a required amount, down for an available one.
  package static func text(_ bytes: Int, rounded rounding: FloatingPointRoundingRule = .up) -> String {
    let units = ["KB", "MB", "GB", "TB"]
    guard bytes >= 1024 else { return "\(bytes) bytes" }
    var (amount, unit) = (Double(bytes) / 1024, 0)
    while amount >= 1024, unit < units.count - 1 { (amount, unit) = (amount / 1024, unit + 1) }
    let tenths = Int((amount * 10).rounded(rounding))
    // Large amounts don't need tenths.
    guard tenths < 1000, tenths % 10 != 0 else {
      return "\(Int((Double(tenths) / 10).rounded(rounding))) \(units[unit])"
    }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}

// MARK: - Design folders

extension Project {
  /// The folders in which an added or removed file may replace one of the tool's.
  package var designFolders: Set<String> {
    func parent(_ url: URL) -> String { (url.path as NSString).deletingLastPathComponent }
    var folders = Set(([cards].compactMap { $0 } + serviceCards.values).map(\.path))
    folders.formUnion(folders.map { "\($0)/parts" })
    folders.formUnion(tokens.map(parent))
    if let icons { folders.insert(FileSystem.isFolder(icons) ? icons.path : parent(icons)) }
    if let site = siteTemplates?.path {
      folders.insert(site)
      folders.formUnion(((try? FileSystem.names(in: URL(fileURLWithPath: site))) ?? []).map { "\(site)/\($0)" })
    }
    return folders
  }

  /// The names in them of possible templates, token files and scripts.
  package var designNames: [String: [String]] {
    var found: [String: [String]] = [:]
    for folder in designFolders {
      found[folder] = try? FileSystem.names(in: URL(fileURLWithPath: folder)).filter { name in
        !name.hasPrefix(".") && [".yml", ".json", ".js", ".mustache"].contains(where: name.hasSuffix)
      }
    }
    return found
  }
}
