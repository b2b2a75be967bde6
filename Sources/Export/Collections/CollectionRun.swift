import Basics
import CardRendering
import Cards
import Diagnostics
import Drawing
import FeedSources
import Files
import Foundation
import OutputTransactions
import Projects
import RunSupport
import Site

/// Runs `feedproof export` for several feeds and chats: each gets its own output in `feeds` or `chats`, and a start
/// page lists them.
package struct CollectionRun: Sendable {
  private let project: Project
  private let foreign: UnmanagedFilePolicy
  private let departing: RemovedPostPolicy
  private let context: RunContext
  private let run: @Sendable (_ project: Project, RemovedPostPolicy) -> ExportRun

  package init(
    project: Project, foreign: UnmanagedFilePolicy, departing: RemovedPostPolicy, context: RunContext,
    run: @escaping @Sendable (_ project: Project, RemovedPostPolicy) -> ExportRun
  ) {
    (self.project, self.foreign, self.departing) = (project, foreign, departing)
    (self.context, self.run) = (context, run)
  }

  /// - Throws: `RunFailure`; feeds exported before the failure are kept.
  package func run(_ several: AmbiguousFeedError) async throws -> RunSummary {
    let started = context.environment.uptime()
    var total = RunSummary(
      posts: 0, drawn: 0, kept: 0, removed: 0, pictures: 0, errors: 0, warnings: 0, seconds: 0,
      output: project.output.appendingPathComponent("index.html").path)
    let known = FeedCollection(in: project.output.path)
    var collection = FeedCollection(several.feeds, after: known, in: project)
    let strings = try DesignFiles(project: project, environment: context.environment).strings(of: project.locale)
    let words = strings.chat
    let title = collection.feeds.allSatisfy(\.isChat) ? words.chats : words.feedsAndChats
    context.progress.endPart()
    let labels = FoundFeed.labels(of: several.feeds)
    for (place, feed) in several.feeds.enumerated() {
      context.progress.begin(step: place + 1, of: several.feeds.count, labels[place])
      // Messages belong to their days, so removed messages are not kept.
      let departing = feed.isChat && self.departing == .keep ? .leave : self.departing
      total.add(
        try await run(project(of: collection.feeds[place]), departing).run(
          from: ExportSource(files: feed.files, feed: feed.source),
          listedIn: StartLink(page: "../../index.html", label: title)))
    }
    let avatars = several.feeds.map { feed in
      StartAvatar(
        of: feed.source.facts,
        in: PhotoFiles(roots: project.photoRoots(of: feed.files), archives: feed.files.archives))
    }
    for (place, avatar) in avatars.enumerated() { collection.setAvatar(avatar.map { "\($0.path)" }, ofFeed: place) }
    if departing != .replace { collection.takeOver(known, in: project.output, report: context.progress.report) }
    try publish(collection, avatars: avatars.compactMap(\.self), titled: title, in: strings)
    let reported = context.progress.reported
    (total.errors, total.warnings, total.notRead) = (reported.errors, reported.warnings, reported.notRead)
    total.feeds = zip(several.feeds, collection.feeds).map { feed, known in
      RunSummary.ReadFeed(
        name: feed.name, services: feed.services, count: known.count, isChat: feed.isChat,
        inputs: feed.files.files.map(\.name))
    }
    total.seconds = context.environment.uptime() - started
    context.progress.finish(total)
    return total
  }

  /// Returns the project of one feed, with its own output folder.
  private func project(of feed: FeedCollection.Feed) -> Project {
    var own = project
    own.output = project.output.appendingPathComponent(feed.folder)
    return own
  }

  /// Does the same without writing: reports the effect on each feed, and totals.
  ///
  /// - Parameter tell: Receives posts, feed by feed.
  package func forecast(
    _ several: AmbiguousFeedError, _ tell: (ExportForecast.Line) -> Void
  ) async throws -> ExportForecast.Totals {
    let collection = FeedCollection(
      several.feeds, after: FeedCollection(in: project.output.path), in: project)
    var total = ExportForecast.Totals()
    for (feed, own) in zip(several.feeds, collection.feeds) {
      let departing = feed.isChat && self.departing == .keep ? .leave : self.departing
      total.add(
        try await ExportForecast(
          run(project(of: own), departing), of: ExportSource(files: feed.files, feed: feed.source)
        ).tell(tell))
    }
    return total
  }

  // MARK: The start page

  private func publish(
    _ collection: FeedCollection, avatars: [StartAvatar], titled title: String, in strings: Strings
  ) throws {
    let design = try Design.load(for: project, environment: context.environment, showing: [.message])
    let themes = design.themes.map(\.page)
    let tiles = try collection.feeds.map { try self.tiles(of: $0, themes) }
    let avatars = try avatars + earlierAvatars(of: collection, besides: avatars)
    let shown = Set(avatars.map { "\($0.path)" })
    let entries = zip(collection.feeds, tiles).map { feed, tiles in
      entry(feed, tiles: tiles, avatar: feed.avatar.flatMap { shown.contains($0) ? $0 : nil }, in: strings)
    }
    let page = StartPage(
      name: archiveName ?? title, title: title, language: project.locale.code,
      isRightToLeft: strings.direction == .rightToLeft,
      words: strings.page.ofFeed.merging(["missing": strings.site.missing, "timeline": strings.page.timeline]) { $1 },
      themes: themes, entries: entries)
    let files = try page.files(with: design.siteTemplates)
    let state = try collection.text
    var chain = DigestChain()
    for file in files { chain.append(Digest(of: file.path), Digest(of: file.text)) }
    let images = tiles.joined().map { ($0.tile.path, $0.tile.bytes) } + avatars.map { ($0.path, $0.bytes) }
    for (path, _) in images { chain.append(Digest(of: "\(path)")) }
    chain.append(Digest(of: state))
    let lock = try OutputLock.take(project.output)
    do {
      try lock.recover(report: context.progress.report)
      let update = try JournaledUpdate(lock, key: chain.digest, foreign: foreign, report: context.progress.report)
      do {
        try update.write(StateFolder.collection, state)
        var written: Set<RelativePath> = []
        for (path, bytes) in images where written.insert(path).inserted {
          try update.write(path) { try $0.write(bytes) }
        }
        for file in files { try update.write(RelativePath.checked(file.path), file.text) }
        try update.commit()
      } catch {
        update.abandon()
        throw error
      }
      try update.cleanUp()
    } catch {
      lock.removeTraces()
      throw error
    }
  }

  /// The avatars of feeds that only an earlier run has read.
  private func earlierAvatars(of collection: FeedCollection, besides own: [StartAvatar]) throws -> [StartAvatar] {
    let output = try FileTree(project.output.path)
    return collection.feeds.compactMap { $0.avatar.flatMap { RelativePath($0) } }.uniqued()
      .filter { path in !own.contains { $0.path == path } }
      .compactMap { StartAvatar(at: $0, in: output) }
  }

  /// The name of the folder with the feeds; nil for the root folder.
  private var archiveName: String? {
    let folder = project.feeds.count == 1 && project.feeds[0].hasDirectoryPath ? project.feeds[0] : project.folder
    let name = folder.standardizedFileURL.lastPathComponent
    return ["", "/", "."].contains(name) ? nil : name
  }

  private func entry(
    _ feed: FeedCollection.Feed, tiles: [(theme: String, tile: StartTile)], avatar: String?, in strings: Strings
  ) -> StartPage.Entry {
    let noun = feed.isChat ? strings.page.messages : feed.areEvents ? strings.events.count : strings.post.count
    let span = [feed.first, feed.last].compactMap { $0.map(strings.shortDay) }.uniqued()
    let missing = "\(feed.folder)/\(PageFile.missing.path)"
    let list = RelativePath(missing).flatMap { try? FileTree(project.output.path).data($0) }
    return StartPage.Entry(
      name: feed.name, page: "\(feed.folder)/index.html", services: feed.services.joined(separator: ", "),
      count: strings.counted(feed.count, noun), span: span.joined(separator: " – "), isChat: feed.isChat,
      pictures: tiles.map { ($0.theme, "\($0.tile.path)") },
      missing: list == nil ? nil : missing,
      missingRows: list.map { MissingFiles.rows(ofPage: String(decoding: $0, as: UTF8.self), in: feed.folder) } ?? "",
      initials: Initials.of(feed.name) ?? "", avatar: avatar)
  }

  /// Returns a tile for each theme whose image of the feed exists.
  private func tiles(
    of feed: FeedCollection.Feed, _ themes: [FeedSite.Theme]
  ) throws -> [(theme: String, tile: StartTile)] {
    guard let width = project.widths.min(), let least = project.scales.min() else { return [] }
    let output = try FileTree(project.output.path)
    // Twice the points if there is such an image; a page that draws its cards has only the smallest.
    let scales = [project.scales.sorted().first { $0 >= 2 }, least].compactMap(\.self)
    return themes.compactMap { theme in
      scales.lazy.compactMap { scale in
        let variant = ImageVariant(width: width, scale: scale, theme: theme.name, encoding: project.encoding)
        return RelativePath("\(feed.folder)/\(variant.pathOfFeed)").flatMap { image in
          StartTile(
            of: image, in: output, header: feed.isChat ? 0 : Int((theme.header ?? 0) * Double(scale)),
            isFromEnd: feed.isChat)
        }
      }.first.map { (theme.name, $0) }
    }
  }
}

/// The contents of an output with several feeds, saved for the next run: a feed keeps its folder when others are added.
struct FeedCollection: Codable, Equatable {
  private static let schemaVersion = 1
  private static let limit = 64 << 20

  struct Feed: Codable, Equatable {
    var identity: String
    /// The path relative to the output.
    var folder: String
    var name: String
    var services: [String]
    var isChat: Bool
    var areEvents: Bool
    /// The number of posts or messages.
    var count: Int
    /// Days since 1970 of the oldest and newest post.
    var first: Int?
    var last: Int?
    /// The path of its author's picture, relative to the output.
    var avatar: String?
  }

  private var schema = FeedCollection.schemaVersion
  private(set) var feeds: [Feed] = []

  /// Reads the data of the last run; empty if there is none, or its version differs.
  init(in folder: String) {
    guard let data = try? FileTree(folder).data(StateFolder.collection, limit: Self.limit),
      let known = try? JSONDecoder().decode(FeedCollection.self, from: data), known.schema == Self.schemaVersion
    else { return }
    feeds = known.feeds.filter { RelativePath($0.folder)?.names.count == 2 }
  }

  /// Assigns folders to feeds: their previous ones, else new ones from their names.
  init(_ found: [FoundFeed], after known: FeedCollection, in project: Project) {
    var folders = Dictionary(known.feeds.map { ($0.identity, $0.folder) }, uniquingKeysWith: { first, _ in first })
    var taken = Set(folders.values)
    var identities: Set<String> = []
    let zone = TimeZone(identifier: project.card.timeZone) ?? .gmt
    func day(_ seconds: Int?) -> Int? {
      seconds.map { seconds in
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        return CivilMoment(localSeconds: seconds + offset).dayNumber
      }
    }
    for (number, feed) in found.enumerated() {
      var identity = feed.identity
      while !identities.insert(identity).inserted { identity += " again" }
      let folder = folders[identity] ?? Self.folder(of: feed, number, besides: &taken)
      folders[identity] = folder
      let facts = feed.source.facts
      feeds.append(
        Feed(
          identity: identity, folder: folder, name: feed.name, services: feed.services, isChat: feed.isChat,
          areEvents: facts.areEvents, count: facts.chat?.messageCount ?? facts.count,
          first: facts.chat?.days.map(\.day).min() ?? day(facts.oldestDate),
          last: facts.chat?.days.map(\.day).max() ?? day(facts.newestDate)))
    }
  }

  /// Returns a folder name of ASCII lower-case letters and digits, with hyphens for the rest; a number if nothing
  /// remains.
  private static func folder(of feed: FoundFeed, _ number: Int, besides taken: inout Set<String>) -> String {
    let words = feed.name.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let plain = String(words.joined(separator: "-").prefix(48))
    let (parent, kind) = feed.isChat ? ("chats", "chat") : ("feeds", "feed")
    var folder = "\(parent)/\(plain.isEmpty ? "\(kind)-\(number + 1)" : plain)"
    while !taken.insert(folder).inserted { folder += "-\(number + 1)" }
    return folder
  }

  /// - Parameter place: The number of the feed.
  mutating func setAvatar(_ path: String?, ofFeed place: Int) { feeds[place].avatar = path }

  var text: String { get throws { try JSONText.line(self) + "\n" } }

  /// Keeps feeds of an earlier run that are no longer given, as long as their pages exist.
  mutating func takeOver(_ known: FeedCollection, in output: URL, report: (Diagnostic) -> Void) {
    let own = Set(feeds.map(\.identity))
    for feed in known.feeds where !own.contains(feed.identity) {
      let page = output.appendingPathComponent("\(feed.folder)/index.html")
      guard FileSystem.exists(page) else { continue }
      feeds.append(feed)
      report(Diagnostic(RemovedPostIssue.feed(feed.name), at: Place(file: page.path)))
    }
  }
}

extension RunSummary {
  fileprivate mutating func add(_ other: RunSummary) {
    posts += other.posts
    if let more = other.messages { messages = (messages ?? 0) + more }
    if let more = other.direct { direct = (direct ?? 0) + more }
    if let more = other.followersOnly { followersOnly = (followersOnly ?? 0) + more }
    if let more = other.unpublished { unpublished = (unpublished ?? 0) + more }
    if let more = other.notShown {
      var sum = notShown ?? NotShownContent()
      sum.add(more)
      notShown = sum
    }
    drawn += other.drawn
    kept += other.kept
    removed += other.removed
    keptRemoved += other.keptRemoved
    pictures += other.pictures
  }
}

extension ExportForecast.Totals {
  fileprivate mutating func add(_ other: ExportForecast.Totals) {
    draw += other.draw
    keep += other.keep
    remove += other.remove
    stay += other.stay
    asksToReplace = asksToReplace || other.asksToReplace
    feedPicturesAreDrawn = feedPicturesAreDrawn || other.feedPicturesAreDrawn
    writes = writes || other.writes
  }
}
