import Diagnostics

/// What one document says, before it is joined with the others.
///
/// A page stands for itself: pages can be read one by one, or side by side, and only `PageMark`s are needed to put them
/// in order. Joining them is `FeedJoin`'s part.
package struct FeedPage: Sendable {
  package var mark: PageMark
  /// Nil where the document could not be read as a feed.
  package var service: Service?
  package var entries: [FeedEntry]
  package var diagnostics: DiagnosticTally
  /// Authors whom the page names by id and describes nowhere, in the order of their first appearance.
  package var missingAuthors: [MissingAuthor]
  /// The document is sound JSON, and no feed of any service.
  package var isUnknownFormat = false
  /// What the document holds, where nothing read it as posts.
  package var unread: UnreadDocument?
  /// What the document calls the feed.
  package var title: String?
  /// Of a project's own data: which paths led to something.
  package var findings: RecordFindings?
  /// The feeds that it tells apart by ids of their own; none where it is one by itself.
  package var parts: [Part] = []

  /// What its ids are unique in, where others of the service count alike; empty where nothing says it. Nil where ids are the
  /// whole service's.
  package var idSpace: String?

  /// One of the feeds of a document.
  package struct Part: Hashable, Sendable {
    package let id: String
    /// Nil where the document has no name for it.
    package let title: String?
    /// It is never one with posts of other documents: what somebody liked is not what somebody wrote.
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

  package struct MissingAuthor: Hashable, Sendable {
    package let id: String
    /// JSON path of the item that names the author first.
    package let path: String

    package init(id: String, path: String) {
      self.id = id
      self.path = path
    }
  }
}

/// What a page's place among the others depends on.
package struct PageMark: Hashable, Sendable {
  package var file: String
  /// The cursor the page was asked with, where the document holds it.
  package var startFrom: String?
  /// The cursor of the page after it.
  package var nextFrom: String?
  /// Cursors of one service say nothing of another's pages.
  package var service: Service?
  /// Asked for by a run that comes back for what is new: pages overlap, and the first of a post's versions is the latest.
  package var isFetched = false
  /// The account or the channel of which the document is a whole export: it lacks nothing of what was there from its first
  /// date to its last. Nil of all else: of pages, of parts, of what a service answers.
  package var whole: String?

  package init(file: String, startFrom: String? = nil, nextFrom: String? = nil, service: Service? = nil) {
    self.service = service
    self.file = file
    self.startFrom = startFrom
    self.nextFrom = nextFrom
  }
}

/// A post on its page, with what tells it from the others.
package struct FeedEntry: Sendable {
  package enum Identity: Hashable, Sendable {
    /// The service's own: two entries of the same id are the same post.
    case given
    /// Made from the item, with a digest of its content: two items may come to the same id.
    case made(digest: String)
  }

  package var post: Post
  package var identity: Identity
  /// JSON path of the item.
  package var path: String
  /// What the post's earlier versions are called, where the service gives every edit an id of its own.
  package var earlierIDs: [String] = []

  package init(post: Post, identity: Identity, path: String) {
    self.post = post
    self.identity = identity
    self.path = path
  }
}
