import Diagnostics

/// The content of one document before it is joined with others.
///
/// A page is self-contained: pages can be read one by one or in parallel, and only their `PageMark`s are needed to sort
/// them. `FeedJoin` joins them.
package struct FeedPage: Sendable {
  package var mark: PageMark
  /// Nil if the document could not be read as a feed.
  package var service: Service?
  package var entries: [FeedEntry]
  package var diagnostics: DiagnosticTally
  /// Authors that the page names by id but doesn't describe, in order of first appearance.
  package var missingAuthors: [MissingAuthor]
  /// Whether the document is valid JSON but not a feed of any service.
  package var isUnknownFormat = false
  /// The program or service that wrote such a document; nil if unknown.
  package var export: UnreadExport?
  /// The document's content if no reader of posts accepted it.
  package var unread: UnrecognizedDocument?
  /// The feed's title in the document.
  package var title: String?
  /// The content of the document that is in no entry.
  package var notShown = NotShownContent()
  /// For custom data: which paths matched something.
  package var findings: RecordFindings?
  /// The names of people that other documents of the archive refer to by id.
  package var people: [String: String] = [:]
  /// The feeds that the document distinguishes by ids; empty if it is a single feed.
  package var parts: [Part] = []
  /// Reads the next section of a long document's entries; nil if the page has all of them.
  package var rest: SectionedReading?
  /// Whether the entries continue those of the page before, which is of the same document.
  package private(set) var isContinued = false

  /// The scope in which the ids are unique, if ids of the service may clash; empty if unknown. Nil if ids are unique
  /// across the service.
  package var idSpace: String?

  /// One of the feeds in a document.
  package struct Part: Hashable, Sendable {
    package let id: String
    /// Nil if the document has no name for it.
    package let title: String?
    /// Whether it is never joined with posts of other documents: posts that a person liked are not posts that the
    /// person wrote.
    package let standsAlone: Bool

    package init(id: String, title: String?, standsAlone: Bool = false) {
      (self.id, self.title, self.standsAlone) = (id, title, standsAlone)
    }
  }

  package init(
    mark: PageMark, service: Service? = nil, entries: [FeedEntry] = [],
    diagnostics: DiagnosticTally = DiagnosticTally(),
    missingAuthors: [MissingAuthor] = []
  ) {
    self.mark = mark
    self.mark.service = service
    self.service = service
    self.entries = entries
    self.diagnostics = diagnostics
    self.missingAuthors = missingAuthors
  }

  /// Returns the page of the section that follows, with the facts about the whole document from this one; nil at the end.
  package func nextSection() -> FeedPage? {
    guard var next = rest?.next() else { return nil }
    (next.mark, next.service, next.title, next.parts, next.idSpace) = (mark, service, title, parts, idSpace)
    next.isContinued = true
    return next
  }

  /// The page with the entries of all sections.
  func whole() -> FeedPage {
    var (whole, last) = (self, self)
    whole.rest = nil
    while let next = last.nextSection() {
      whole.entries += next.entries
      whole.diagnostics.add(next.diagnostics)
      whole.missingAuthors += next.missingAuthors
      whole.notShown.add(next.notShown)
      if let findings = next.findings { whole.findings?.add(findings) }
      last = next
    }
    return whole
  }

  package struct MissingAuthor: Hashable, Sendable {
    package let id: String
    /// The JSON path of the first item that names the author.
    package let path: String

    package init(id: String, path: String) {
      self.id = id
      self.path = path
    }
  }
}

/// The properties that determine a page's position among the others.
package struct PageMark: Hashable, Sendable {
  package var file: String
  /// The cursor that the page was requested with, if the document contains it.
  package var startFrom: String?
  /// The cursor of the next page.
  package var nextFrom: String?
  /// Cursors are only comparable within one service.
  package var service: Service?
  /// Whether the page was fetched by a run that looks for new posts: such pages overlap, and the first version of a
  /// post is the latest.
  package var isFetched = false
  /// The account or channel that the document exports completely: nothing between its first and last date is missing.
  /// Nil otherwise: for pages, partial exports, and answers of a service.
  package var whole: String?

  package init(file: String, startFrom: String? = nil, nextFrom: String? = nil, service: Service? = nil) {
    self.service = service
    self.file = file
    self.startFrom = startFrom
    self.nextFrom = nextFrom
  }
}

/// A post on its page, with its identity.
package struct FeedEntry: Sendable {
  package enum Identity: Hashable, Sendable {
    /// The service's own id: entries with the same id are the same post.
    case given
    /// An id derived from the item, with a digest of its content: different items may get the same id.
    case made(digest: String)
  }

  package var post: Post
  package var identity: Identity
  /// The item's JSON path.
  package var path: String
  /// The ids of the post's earlier versions, if the service gives each edit its own id.
  package var earlierIDs: [String] = []

  package init(post: Post, identity: Identity, path: String) {
    self.post = post
    self.identity = identity
    self.path = path
  }
}
