import Diagnostics
import JSONTree

/// What came out of reading a feed's documents.
package struct FeedReading: Sendable {
  /// Nil where no document could be read as a feed.
  package let feed: Feed?
  /// Everything there is to say, page by page; the feed holds the same.
  package let diagnostics: [Diagnostic]
  /// The documents' names, in the order in which their posts are shown.
  package let pageOrder: [String]

  package init(feed: Feed?, diagnostics: [Diagnostic], pageOrder: [String]) {
    self.feed = feed
    self.diagnostics = diagnostics
    self.pageOrder = pageOrder
  }
}

/// Reads the documents of a feed, whichever service they are from.
package enum FeedReader {
  /// Reads all documents as one feed: pages in order (see `PageOrder`), every post once.
  ///
  /// Nothing is thrown: what can't be read becomes a diagnostic, the rest of the feed goes on.
  package static func read(_ documents: [FeedDocument]) -> FeedReading {
    join(documents.map { page(from: $0) })
  }

  /// Joins pages that were read before, given in any order.
  package static func join(_ pages: [FeedPage]) -> FeedReading {
    // Pages that are no feeds have no cursor, and must not look like the last page of one.
    let (feeds, failures) = (pages.filter { $0.service != nil }, pages.filter { $0.service == nil })
    let ordered = PageOrder.order(of: feeds.map(\.mark)).map { feeds[$0] }
    var join = FeedJoin()
    var posts: [Post] = []
    var joinedTally = DiagnosticTally()
    for page in ordered {
      let joined = join.append(page)
      posts += joined.posts
      joinedTally.add(joined.diagnostics)
    }
    if posts.isEmpty, let first = ordered.first, !joinedTally.holdsErrors {
      joinedTally.add(emptyFeed(in: first.mark.file))
    }
    var tally = DiagnosticTally()
    for page in failures { tally.add(page.diagnostics) }
    tally.add(joinedTally)
    let diagnostics = tally.diagnostics
    let feed = join.service.map {
      Feed(service: $0, posts: posts, nextFrom: join.nextFrom, diagnostics: diagnostics)
    }
    return FeedReading(feed: feed, diagnostics: diagnostics, pageOrder: ordered.map(\.mark.file))
  }

  /// What is said where pages were read and no post was in them.
  package static func emptyFeed(in file: String) -> Diagnostic { Diagnostic(.emptyFeed, at: Place(file: file)) }

  /// Reads one document by itself.
  ///
  /// - Parameter service: What the lines before it are, of a document that is a line: an item whose own content does not
  ///   tell is taken for one of theirs.
  package static func page(from document: FeedDocument, after service: Service? = nil) -> FeedPage {
    let parsed: JSONDocument
    do {
      parsed = try JSONDocument.parse(document.bytes)
    } catch {
      let position = error.position
      let place = Place.line(document.fileLine(position.line), column: position.column, in: document.name)
      let issue = FeedIssue.unparsable(error.kind, looksLike: .init(document.bytes))
      return FeedPage(mark: PageMark(file: document.name), diagnostics: DiagnosticTally([Diagnostic(issue, at: place)]))
    }
    var page = page(from: parsed.root, file: document.placeName, after: service)
    if let place = parsed.firstRepair {
      let issue = FeedIssue.badText(strings: parsed.repairedStrings)
      let place = Place.line(document.fileLine(place.line), column: place.column, in: document.name)
      var diagnostics = DiagnosticTally([Diagnostic(issue, at: place)])
      diagnostics.add(page.diagnostics)
      page.diagnostics = diagnostics
    }
    return page
  }

  private static func page(from root: JSONNode, file: String, after service: Service?) -> FeedPage {
    func failed(_ issue: FeedIssue) -> FeedPage {
      FeedPage(mark: PageMark(file: file), diagnostics: DiagnosticTally([Diagnostic(issue, at: Place(file: file))]))
    }
    if let error = ServiceError(root) {
      let diagnostic = Diagnostic(.apiError(error), at: .json(error.path, in: file))
      return FeedPage(mark: PageMark(file: file), diagnostics: DiagnosticTally([diagnostic]))
    }
    switch FeedFormat.recognise(root) ?? service.flatMap({ FeedFormat.isItem(root, of: $0) ? $0 : nil }) {
    case .vk: return VKPageReader.page(from: root, file: file)
    case .events: return EventsPageReader.page(from: root, file: file)
    case let service?: return failed(.notReadYet(service))
    case nil where root.value.array?.isEmpty == true: return failed(.emptyFeed)
    case nil: return failed(.unknownFormat(root.value))
    }
  }
}

extension Diagnostic {
  init(_ issue: FeedIssue, at place: Place?) {
    self.init(
      severity: issue.severity, code: issue.code, message: issue.message, place: place, hint: issue.hint)
  }
}
