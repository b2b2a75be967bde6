import Diagnostics
import FeedReading

/// One feed, or one chat, in the input. All callers use this to find out which feeds there are.
///
/// Posts alone are one feed, whatever services they are from. Next to chats, each account, channel and blog is a
/// separate feed.
package struct FoundFeed: Sendable {
  package let name: String
  /// The services' common names.
  package let services: [String]
  /// Distinguishes it from the others, in every run.
  package let identity: String
  /// Its own files, and the archives that contain them.
  package let files: FeedFiles
  package let source: FeedSource

  /// Whether it is secondary: not the feed that a user means if there are others.
  let isAside: Bool

  package var isChat: Bool { source.facts.chat != nil }

  /// Reads all files.
  ///
  /// - Parameter report: Called for each diagnostic.
  /// - Returns: At least one feed, each with something to show.
  /// - Throws: `RunFailure` if there is nothing at all.
  package static func all(
    in found: FeedFiles, keptBytes: Int = FeedSource.keptBytes, report: (Diagnostic) -> Void
  ) throws -> [FoundFeed] {
    // Channels are feeds, unless the user requests one of them as a chat.
    let isAsked = found.chat.name != nil
    var survey = FeedSurvey(of: found, keptBytes: keptBytes, chats: isAsked ? .apartWithChannels : .apart)
    var export = ChatExport(
      survey.conversations.documents, people: survey.conversations.people, dateOrder: found.chat.dateOrder,
      leavesUnread: true)
    let chats = isAsked ? export.chats : export.chats.filter { !$0.isChannel }
    guard !chats.isEmpty || survey.parts.contains(where: \.standsAlone) && survey.parts.count > 1 else {
      // The supposed conversations were none.
      if survey.conversations.areKnown { survey = FeedSurvey(of: found, keptBytes: keptBytes, chats: .asPosts) }
      return [FoundFeed(try survey.source().checked(report), files: found)]
    }
    var feeds: [FoundFeed] = []
    if survey.isEmpty || isAsked {
      if survey.isEmpty { export.reportUnread() }
      (found.diagnostics + survey.conversations.failures.diagnostics).forEach(report)
    } else {
      let documents = survey.conversations.documents.filter { $0.content != nil }
      let taken = Set(documents.compactMap(\.number)).subtracting(export.documents.compactMap(\.number))
      feeds = try self.feeds(of: &survey, besides: taken, isTogether: chats.isEmpty, found, keptBytes, report)
    }
    export.diagnostics.diagnostics.forEach(report)
    guard !chats.isEmpty else { return feeds }
    let source = ChatSource(
      found, read: survey.conversations, diagnostics: export.diagnostics, notShown: export.notShown)
    return try feeds + source.feeds(of: chats, besides: feeds.count, report: report)
  }

  /// - Throws: `AmbiguousFeedError` if there is more than one.
  package static func only(_ feeds: [FoundFeed]) throws -> FoundFeed {
    guard feeds.count == 1 else { throw AmbiguousFeedError(feeds: feeds) }
    return feeds[0]
  }

  /// Their names, with the services added if names are equal.
  package static func labels(of feeds: [FoundFeed]) -> [String] {
    let alike = Dictionary(grouping: feeds, by: \.name).filter { $1.count > 1 }
    return feeds.map { feed in
      let services = feed.services.joined(separator: ", ")
      return alike[feed.name] == nil || [feed.name, ""].contains(services) ? feed.name : "\(feed.name) (\(services))"
    }
  }

  /// The feeds of posts next to chats, each separately.
  ///
  /// - Parameter isTogether: Whether they are still joined, except for those that stand alone.
  private static func feeds(
    of survey: inout FeedSurvey, besides taken: Set<Int>, isTogether: Bool, _ found: FeedFiles, _ keptBytes: Int,
    _ report: (Diagnostic) -> Void
  ) throws -> [FoundFeed] {
    let whole = try survey.source(besides: taken)
    whole.facts.diagnostics.forEach(report)
    guard whole.facts.count > 0 else { return [] }
    var parts = survey.parts
    if isTogether {
      // Without chats, all posts are one feed, except for those that stand alone.
      let own = parts.filter { !$0.standsAlone }
      let files = found.files.filter { file in own.contains { $0.files.contains(file) } }
      parts = parts.filter(\.standsAlone)
      if let first = own.first {
        let name = own.count == 1 ? first.title : nil
        parts.insert(
          .init(service: first.service, id: first.id, title: name, standsAlone: false, files: files), at: 0)
      }
    }
    return try parts.compactMap { part in
      let own = found.only(part.files)
      var source = whole
      if parts.count > 1 {
        var survey = FeedSurvey(of: own, keptBytes: keptBytes, chats: .apart)
        source = try survey.source()
      }
      guard source.facts.count > 0 else { return nil }
      return FoundFeed(
        name: part.title ?? source.facts.ownName ?? part.service.name, services: source.facts.serviceNames,
        identity: "\(part.service.rawValue) \(part.id)", files: own, source: source, isAside: part.standsAlone)
    }
  }
}

extension FoundFeed {
  /// The whole input as one feed.
  fileprivate init(_ source: FeedSource, files: FeedFiles) {
    let services = source.facts.serviceNames
    self.init(
      name: source.facts.ownName ?? services.inWords, services: services, identity: "feed", files: files,
      source: source, isAside: false)
  }
}

extension FeedFacts {
  fileprivate var serviceNames: [String] {
    Service.allCases.filter(services.contains).map { $0.name(writtenBy: firstAuthor) }.uniqued()
  }

  /// Its title, or else its author's name.
  fileprivate var ownName: String? { title ?? (hasSeveralAuthors ? nil : firstAuthor?.shownName) }
}

extension FeedFiles {
  /// Some of the files, with the archives that contain them; diagnostics of all files are not repeated.
  func only(_ files: [FeedFile]) -> FeedFiles {
    var own = self
    own.files = files
    own.archives = archives.filter { archive in files.contains { $0.archive == archive } }
    own.diagnostics = []
    return own
  }
}

/// The files contain more than one feed or chat, and the user didn't choose. An export can show them all; a command
/// that can only show one fails with this error.
package struct AmbiguousFeedError: Error, Issue {
  /// Feeds first, then chats in the order of their exports.
  package let feeds: [FoundFeed]

  package var text: IssueText {
    let chats = feeds.filter(\.isChat)
    let posts = feeds.filter { !$0.isChat }
    let choice = "choose one with --chat: \(chats.map(\.name).listed)"
    guard let first = posts.first else {
      return .error("chat.several", "the input contains \(chats.count) chats, but one is needed", hint: choice)
    }
    let files = first.files.files.first.map { " (\($0.archive?.name ?? $0.name))" } ?? ""
    return .error(
      "chat.several",
      "the input contains \(posts.count == 1 ? "a feed" : "\(posts.count) feeds") and "
        + (chats.count == 1 ? "a chat" : "\(chats.count) chats") + ", but one is needed",
      hint: "pass only the files of one feed\(files), or \(choice)")
  }
}
