import Diagnostics
import FeedReading
import Files
import Projects

/// The first pass through a feed's files.
struct FeedSurvey {
  /// The documents for a reader of conversations.
  struct Conversations: Sendable {
    /// The files that could be opened; without content if they were read as posts.
    var documents: [ChatDocument] = []
    /// The stamps of all files before they were read.
    var stamps: [FileStamp?] = []
    /// The names of people, by the ids that the documents use.
    var people: [String: String] = [:]
    /// Whether some of them belong to a known service.
    var areKnown = false
    /// The diagnostics of unreadable files.
    var failures = DiagnosticTally()
  }

  private let chats: FeedReader.Conversations
  private(set) var conversations = Conversations()
  private let order: FeedOrder
  /// The period in which posts are shown.
  private let request: ChatRequest
  private var files: [FeedSource.SurveyedFile] = []
  /// The diagnostics of missing files.
  private let failures: DiagnosticTally
  /// The whole names of documents that are split into parts.
  private let partedNames: Set<String>
  /// Files that are not feeds.
  private var rejected: [RejectedFile] = []
  /// The diagnostics of lines of unknown formats.
  private var unknown = DiagnosticTally()
  /// The feeds in the files, in order of first appearance.
  private(set) var parts: [FoundPart] = []
  private var facts: FeedFacts
  private var join = FeedJoin()
  private var findings = RecordFindings()
  private var listing = DateOrder.PostListing()
  /// In the order of the files; nil if posts are not kept.
  private var kept: [Post]?
  /// Gets the posts of a feed that can be shown while it is read; nil for none.
  private var passing: ((Post) throws -> Void)?
  /// Whether `passing` got the posts.
  private(set) var hasPassed = false
  /// The error of `passing`, which ends the pass.
  private var failure: (any Error)?

  private struct RejectedFile {
    /// The index among all files.
    let number: Int
    let name: String
    let tally: DiagnosticTally
    /// Whether the user did not name it, and it is valid JSON of no service.
    let isStranger: Bool
    /// The program or service that wrote it; nil if unknown.
    let export: UnreadExport?
  }

  /// One of the feeds in the files, with its own files.
  struct FoundPart {
    let service: Service
    /// Distinguishes it from other feeds of the service.
    let id: String
    var title: String?
    /// Whether it is never joined with posts of other parts.
    let standsAlone: Bool
    var files: [FeedFile]
  }

  /// Reads all of the files.
  ///
  /// - Parameter passing: Gets the posts while they are read if the feed is a single long document whose order is its
  ///   own; such posts are not kept.
  /// - Throws: What `passing` throws.
  init(
    of found: FeedFiles, keptBytes: Int, chats: FeedReader.Conversations, passing: @escaping (Post) throws -> Void
  ) throws {
    self.init(reading: found, keptBytes: keptBytes, chats: chats)
    if found.files.count == 1, found.order == .feed, !found.chat.isBounded { self.passing = passing }
    for file in found.files { read(file) }
    if let failure { throw failure }
    self.passing = nil
  }

  /// Reads all of the files.
  init(of found: FeedFiles, keptBytes: Int, chats: FeedReader.Conversations) {
    self.init(reading: found, keptBytes: keptBytes, chats: chats)
    for file in found.files { read(file) }
  }

  private init(reading found: FeedFiles, keptBytes: Int, chats: FeedReader.Conversations) {
    let size = found.files.reduce(0) { $0 + ($1.stamp?.size ?? 0) }
    (failures, request) = (DiagnosticTally(found.diagnostics), found.chat)
    (order, self.chats, facts) = (found.order, chats, FeedFacts(order: found.order))
    partedNames = Set(found.files.lazy.filter { $0.wholeName != $0.name }.map(\.wholeName))
    kept = size <= keptBytes ? [] : nil
  }

  private mutating func read(_ file: FeedFile) {
    let stamp = file.stamp
    conversations.stamps.append(stamp)
    let place = conversations.stamps.count - 1
    if readConversationLines(file, at: place) { return }
    var mark: PageMark?
    var unplaced = DiagnosticTally()
    var (isStranger, number, unknownLines) = (false, 0, 0)
    var export: UnreadExport?
    do throws(Diagnostic) {
      let reader = try FeedFileReader(file, chats: chats)
      while failure == nil, let page = try reader.next() {
        note(page, number, of: file, at: place)
        if let found = page.findings { findings.add(found) }
        isStranger = page.isUnknownFormat && number == 0
        defer { number += 1 }
        if page.isUnknownFormat, number > 0, !page.isContinued {
          unknownLines += 1
          continue
        }
        if number == 0 { export = page.export }
        if mark == nil, page.service != nil, page.entries.isEmpty, page.unread != nil { return }
        if page.service == nil, mark == nil {
          unplaced.add(page.diagnostics)
          continue
        }
        if mark == nil {
          mark = PageMark(file: file.name, startFrom: page.mark.startFrom, service: page.service)
          facts.tally.add(unplaced)
          note(page, of: file)
        }
        // An unreadable line has no cursor for the next page.
        let next = page.service == nil ? mark?.nextFrom : page.mark.nextFrom
        // For pages fetched at different times, only the names give the order.
        if file.fetchedFolder == nil { mark?.nextFrom = next }
        hasPassed = passing != nil && reader.isDocument && (hasPassed || page.rest != nil)
        add(page, number, of: file, at: files.count)
      }
    } catch {
      isStranger = false
      conversations.failures.add(error)
      if mark == nil { unplaced.add(error) } else { facts.tally.add(error) }
    }
    guard let mark else {
      return rejected.append(
        RejectedFile(
          number: place, name: file.name, tally: unplaced, isStranger: isStranger && !file.isGiven, export: export))
    }
    if unknownLines > 0 { unknown.add(SourceIssue.unknownLines(unknownLines), at: Place(file: file.name)) }
    files.append(FeedSource.SurveyedFile(file: file, stamp: stamp, mark: mark))
  }

  /// The maximum size of a file of lines that is read as a whole, in bytes.
  private static let linesLimit = 1 << 30

  /// Reads a file with an object of JSON on each line as a whole, if it contains conversations.
  private mutating func readConversationLines(_ file: FeedFile, at place: Int) -> Bool {
    guard chats != .asPosts, let content = try? file.open(), let start = try? content.bytes(first: 1 << 16),
      ChatService.isLines(opening: start), let bytes = try? content.bytes(limit: Self.linesLimit)
    else { return false }
    var document = ChatDocument(name: file.name, bytes: bytes, number: place, title: file.title)
    document.locate(file, stamp: conversations.stamps[place])
    conversations.documents.append(document)
    conversations.areKnown = true
    rejected.append(
      RejectedFile(
        number: place, name: file.name, tally: DiagnosticTally(), isStranger: !file.isGiven, export: nil))
    return true
  }

  /// Records a possible conversation. Other files of lines are never conversations.
  private mutating func note(_ page: FeedPage, _ number: Int, of file: FeedFile, at place: Int) {
    conversations.people.merge(page.people) { known, _ in known }
    guard chats != .asPosts, number < 2, !page.isContinued else { return }
    if number > 0 { conversations.documents.removeLast() }
    var document = ChatDocument(
      name: file.name, content: number == 0 ? page.unread : nil, number: place, title: file.title)
    document.owner = file.context.owner.map { .init(id: $0.id, name: $0.name) }
    document.locate(file, stamp: conversations.stamps[place])
    conversations.documents.append(document)
    if page.service != nil, page.unread != nil { conversations.areKnown = true }
  }

  /// Determines the feed of a file: its own parts, or else the owner of its archive, or else its title.
  private mutating func note(_ page: FeedPage, of file: FeedFile) {
    guard let service = page.service else { return }
    let owner = file.context.owner
    let whole = [FeedPage.Part(id: owner?.id ?? page.title ?? "", title: page.title ?? owner?.shownName)]
    for part in page.parts.isEmpty ? whole : page.parts {
      var own = file
      if page.parts.count > 1 { own.part = part.id }
      if let known = parts.firstIndex(where: { $0.service == service && $0.id == part.id }) {
        parts[known].files.append(own)
      } else {
        parts.append(
          FoundPart(
            service: service, id: part.id, title: part.title, standsAlone: part.standsAlone, files: [own]))
      }
    }
  }

  /// - Parameter place: The file's index among those with posts.
  private mutating func add(_ page: FeedPage, _ number: Int, of file: FeedFile, at place: Int) {
    var page = page
    if partedNames.contains(file.wholeName) { page.mark.whole = nil }
    let joined = join.join(page)
    facts.add(title: page.title)
    if page.mark.whole != nil { facts.isArchive = true }
    facts.tally.add(joined.diagnostics)
    facts.notShown.add(page.notShown)
    for (_, post) in joined.posts {
      if !request.visibility.shows(post) {
        facts.leaveOutByAudience(post)
      } else if request.holds(post.date) {
        facts.add(post)
      } else {
        facts.leaveOut(post)
      }
    }
    if !hasPassed {
      listing.add(joined, of: page, number: number, inFile: place, isShown: request.visibility.shows)
    } else {
      kept = nil
      do {
        for (_, post) in joined.posts { try passing?(post) }
      } catch {
        failure = error
      }
    }
    if let count = kept?.count, count + joined.posts.count > FeedSource.keptPosts { kept = nil }
    kept?.append(contentsOf: joined.posts.map(\.post))
    for version in joined.versions {
      var post = version.post
      if let earlier = kept?[version.place] { post.note(earlier, exported: version.exported) }
      kept?[version.place] = post
    }
    for version in joined.earlier { kept?[version.place].note(version.post, exported: version.exported) }
  }

  /// Reports documents that no reader takes: one line for each program, however many documents it wrote.
  private func tell(_ strangers: [UnreadExport?: [String]], in tally: inout DiagnosticTally) {
    for (export, names) in strangers.sorted(by: { $0.value[0] < $1.value[0] }) {
      let place = Place(file: names[0])
      guard names.count > 1 || export != nil else {
        tally.add(SourceIssue.notFeed(countsChats: chats != .asPosts), at: place)
        continue
      }
      let issue = SourceIssue.notFeeds(Array(names.prefix(Self.namedStrangers)), count: names.count, export)
      tally.add(
        Diagnostic(
          severity: issue.severity, code: issue.code, message: issue.message, place: place, hint: issue.hint,
          count: names.count))
    }
  }

  private static let namedStrangers = 4

  /// Whether none of the files is a feed of posts.
  var isEmpty: Bool { files.isEmpty }

  /// The feed in page order, which may require another pass through the files.
  ///
  /// - Parameter taken: The numbers of files that are something else and are not reported.
  mutating func source(besides taken: Set<Int> = []) throws(Diagnostic) -> FeedSource {
    let order = PageOrder.order(of: files.map(\.mark))
    let ordered = order.map { files[$0] }
    if order != Array(files.indices) {
      (facts, join, listing) = (FeedFacts(order: self.order), FeedJoin(), DateOrder.PostListing())
      kept = kept.map { _ in [] }
      for (place, file) in ordered.enumerated() {
        let pages = try file.open(chats)
        var number = 0
        while let page = try pages.next() {
          add(page, number, of: file.file, at: place)
          number += 1
        }
      }
    }
    let leftOut = facts.leftOut
    if !leftOut.ids.isEmpty {
      facts.tally.add(SourceIssue.leftOut(leftOut.ids.count, undated: leftOut.undated), at: nil)
    }
    if !facts.restricted.isEmpty { facts.tally.add(SourceIssue.restricted(facts.restricted), at: nil) }
    if !facts.leftOutByAudience.isEmpty {
      facts.tally.add(SourceIssue.leftOutByAudience(facts.leftOutByAudience), at: nil)
    }
    let departed = join.departed.filter { request.holds($0.date) }
    if !departed.isEmpty { facts.tally.add(SourceIssue.deleted(departed.count), at: nil) }
    for post in departed { kept?[post.place].flags.insert(.removed) }
    if kept == nil { listing.remove(at: departed.map(\.place)) }
    if facts.count == 0, leftOut.ids.isEmpty, facts.leftOutByAudience.isEmpty, let first = ordered.first,
      !facts.tally.holdsErrors
    {
      facts.tally.add(FeedReader.emptyFeed(in: first.file.name))
    }
    facts.tally.add(DiagnosticTally(findings.diagnostics))
    if let circle = FeedReader.circle(of: ordered.map(\.mark)) { facts.tally.add(circle) }
    facts.nextFrom = join.nextFrom
    facts.service = join.service
    var tally = failures
    let hasOthers = !files.isEmpty || !taken.isEmpty
    let documents = Dictionary(
      conversations.documents.compactMap { document in document.number.map { ($0, document) } },
      uniquingKeysWith: { first, _ in first })
    var (strangers, named) = ([UnreadExport?: [String]](), Set<UnreadExport>())
    for file in rejected where !taken.contains(file.number) {
      if file.export == nil, let refusal = documents[file.number]?.unread(isMeant: !file.isStranger || !hasOthers) {
        tally.add(refusal)
        continue
      }
      if file.isStranger, hasOthers || file.export.map(named.contains) ?? false {
        strangers[file.export, default: []].append(file.name)
      } else {
        // The user may have meant it.
        tally.add(file.tally)
        if let export = file.export { named.insert(export) }
      }
    }
    tell(strangers, in: &tally)
    tally.add(unknown)
    tally.add(facts.tally)
    facts.tally = tally
    let isDated = self.order == .date
    // In the feed's own order, files can be read one after the other, unless one has a later version of another
    // file's post.
    guard isDated || listing.hasVersions || request.isBounded else {
      return FeedSource(facts: facts, files: ordered, kept: kept)
    }
    let shown = kept.map { posts in
      let places = isDated ? DateOrder.places(of: posts.map(\.date)) : Array(posts.indices)
      return places.map { posts[$0] }.filter { request.holds($0.date) && request.visibility.shows($0) }
    }
    let dates = DateOrder(listing, byDate: isDated, where: request.holds)
    return FeedSource(facts: facts, files: ordered, dates: dates, kept: shown)
  }
}
