import ChatIngest
import Diagnostics
import FeedIngest
import Files
import Projects

/// The first way through a feed's files.
struct FeedSurvey {
  /// What the files hold, for whoever reads conversations.
  struct Conversations: Sendable {
    /// Of the files that could be opened; without content where they were read as posts.
    var documents: [ChatDocument] = []
    /// Of all files, as they were before they were read.
    var stamps: [FileStamp?] = []
    /// Services whose documents hold conversations, and were not read as posts.
    var services: Set<Service> = []
    /// Of files that could not be read.
    var failures = DiagnosticTally()
  }

  private let chats: FeedReader.Conversations
  private(set) var conversations = Conversations()
  private let order: FeedOrder
  private var files: [FeedSource.SurveyedFile] = []
  /// Of files that can't be found, and of those that are no feeds.
  private var failures: DiagnosticTally
  /// Of files that nobody named and that are no feeds, with the first one's name.
  private var strangers: (tally: DiagnosticTally, count: Int, first: String) = (DiagnosticTally(), 0, "")
  private var facts: FeedFacts
  private var join = FeedJoin()
  private var listing = DateOrder.Listing()
  /// In the order of the files; nil where they are not kept.
  private var kept: [Post]?

  /// - Parameter chats: What becomes of documents of conversations.
  init(
    _ diagnostics: [Diagnostic], order: FeedOrder = .feed, keepsPosts: Bool,
    chats: FeedReader.Conversations = .asPosts
  ) {
    failures = DiagnosticTally(diagnostics)
    (self.order, self.chats, facts, kept) = (order, chats, FeedFacts(order: order), keepsPosts ? [] : nil)
  }

  mutating func read(_ file: FeedFile) {
    let stamp = FileStamp(file.url.path, following: true)
    conversations.stamps.append(stamp)
    var mark: PageMark?
    var unplaced = DiagnosticTally()
    var (isStranger, number) = (false, 0)
    do throws(Diagnostic) {
      let reader = try FeedFileReader(file, chats: chats)
      while let page = try reader.next() {
        note(page, number, of: file)
        isStranger = page.isUnknownFormat && number == 0
        defer { number += 1 }
        if page.service == nil, mark == nil {
          unplaced.add(page.diagnostics)
          continue
        }
        if mark == nil {
          mark = PageMark(file: file.name, startFrom: page.mark.startFrom, service: page.service)
          facts.tally.add(unplaced)
        }
        // A line that can't be read says nothing of what follows.
        let next = page.service == nil ? mark?.nextFrom : page.mark.nextFrom
        // Of pages that were fetched at different times the names alone say the order.
        if file.fetchedFolder == nil { mark?.nextFrom = next }
        add(page, number, ofFile: files.count)
      }
    } catch {
      isStranger = false
      conversations.failures.add(error)
      if mark == nil { unplaced.add(error) } else { facts.tally.add(error) }
    }
    guard let mark else {
      guard isStranger, !file.isGiven else { return failures.add(unplaced) }
      if strangers.count == 0 { strangers.first = file.name }
      strangers.count += 1
      return strangers.tally.add(unplaced)
    }
    files.append(FeedSource.SurveyedFile(file: file, stamp: stamp, mark: mark))
  }

  /// Keeps what may be a conversation. No file of lines is one.
  private mutating func note(_ page: FeedPage, _ number: Int, of file: FeedFile) {
    guard chats != .asPosts, number < 2 else { return }
    if number > 0 { conversations.documents.removeLast() }
    conversations.documents.append(ChatDocument(name: file.name, content: number == 0 ? page.unread : nil))
    if let service = page.service, page.unread != nil { conversations.services.insert(service) }
  }

  private mutating func add(_ page: FeedPage, _ number: Int, ofFile file: Int) {
    let joined = join.join(page)
    facts.add(title: page.title)
    facts.add((joined.posts.map(\.post), joined.diagnostics))
    kept?.append(contentsOf: joined.posts.map(\.post))
    if order == .date, kept == nil { listing.add(joined.posts, of: page, number: number, inFile: file) }
  }

  /// In page order, which may ask for going through the files once more.
  mutating func source() throws(Diagnostic) -> FeedSource {
    let order = PageOrder.order(of: files.map(\.mark))
    let ordered = order.map { files[$0] }
    if order != Array(files.indices) {
      (facts, join, listing) = (FeedFacts(order: self.order), FeedJoin(), DateOrder.Listing())
      kept = kept.map { _ in [] }
      for (place, file) in ordered.enumerated() {
        let pages = try file.open(chats)
        var number = 0
        while let page = try pages.next() {
          add(page, number, ofFile: place)
          number += 1
        }
      }
    }
    if facts.count == 0, let first = ordered.first, !facts.tally.holdsErrors {
      facts.tally.add(FeedReader.emptyFeed(in: first.file.name))
    }
    facts.nextFrom = join.nextFrom
    facts.service = join.service
    var tally = failures
    if files.isEmpty {
      // Then one of them may be meant.
      tally.add(strangers.tally)
    } else if strangers.count > 0 {
      tally.add(SourceIssue.notFeeds(count: strangers.count), at: Place(file: strangers.first))
    }
    tally.add(facts.tally)
    facts.tally = tally
    guard self.order == .date else { return FeedSource(facts: facts, files: ordered, kept: kept) }
    let sorted = kept.map { posts in DateOrder.places(of: posts.map(\.date)).map { posts[$0] } }
    return FeedSource(facts: facts, files: ordered, dates: DateOrder(listing), kept: sorted)
  }
}
