import Diagnostics

/// Joins pages, given in order, into one feed: each post once, each id once.
///
/// It keeps ids, not posts, so that a feed of any length can pass through it page by page.
package struct FeedJoin: Sendable {
  private struct Seen: Sendable {
    /// As the post is called: what it is found by does not tell small letters from capitals.
    let id: String
    let identity: FeedEntry.Identity
    let file: String
    let page: Int
    /// The page's.
    let idSpace: String?
    let date: Int?
    /// Of which version of the post: the newest date of the page, and what the post says.
    let newest: Int
    let content: Int
    /// Among the posts so far.
    let place: Int
  }

  /// Posts of a page that an earlier one has.
  fileprivate struct Repeated {
    let file: String
    let areLater: Bool
    /// Of the first.
    let id: String
    let place: Place
    var count = 1
  }

  /// What a page adds to the feed.
  package struct Joined: Sendable {
    /// Posts that are new, and which of the page's entries each is.
    package fileprivate(set) var posts: [(entry: Int, post: Post)] = []
    /// Later versions of posts that were there, and at which places of all; with the newest date of the page that had what
    /// was there.
    package fileprivate(set) var versions: [(entry: Int, post: Post, place: Int, exported: Int?)] = []
    /// Earlier versions of posts that were there, with the newest date of this page.
    package fileprivate(set) var earlier: [(entry: Int, post: Post, place: Int, exported: Int?)] = []
    fileprivate var repeated: [Repeated] = []
    package fileprivate(set) var diagnostics: DiagnosticTally
  }

  /// The first page's.
  package private(set) var service: Service?
  /// The cursor the last page ends on; nil where the feed is of several services, which have no common one.
  package var nextFrom: String? { isMixed ? nil : lastCursor }
  private var lastCursor: String?
  private var isMixed = false
  /// By `folded` ids, since ids name folders, and there are file systems where `A` and `a` are one.
  private var seen: [String: Seen] = [:]
  /// What posts with ids of their own are called whose ids were taken, by what their ids are unique in, and ids.
  private var renamed: [String: String] = [:]
  /// By id: the number that the next of that id is tried with.
  private var nextNumbers: [String: Int] = [:]
  /// Ids of versions whose edited ones have come, with those; by `folded` ids.
  private var edits: [String: (id: String, page: Int)] = [:]
  private var missingAuthors: Set<String> = []
  private var pageCount = 0
  private var postCount = 0

  package init() {}

  /// The posts of `page` that are new, with their final ids, and everything there is to say about the page.
  package mutating func append(_ page: FeedPage) -> (posts: [Post], diagnostics: DiagnosticTally) {
    let joined = join(page)
    return (joined.posts.map(\.post), joined.diagnostics)
  }

  /// As `append`, with later versions of posts that are there. Of two documents with one post that one is the later which
  /// goes on longer.
  package mutating func join(_ page: FeedPage) -> Joined {
    var joined = Joined(diagnostics: page.diagnostics)
    guard let pageService = page.service else { return joined }
    isMixed = isMixed || pageService != service ?? pageService
    service = service ?? pageService
    lastCursor = page.mark.nextFrom
    pageCount += 1
    let space = page.idSpace
    noteEdits(page)
    let newest = page.entries.lazy.compactMap(\.post.date).max() ?? .min
    for (number, entry) in page.entries.enumerated() {
      let first = duplicate(of: entry, in: space)
      if let first, first.page != pageCount || pageService.format?.showsEachIDOnce == true {
        if page.mark.isFetched, first.page != pageCount { continue }
        let place = Place.json(entry.path, in: page.mark.file)
        var post = entry.post
        (post.service, post.id) = (pageService, first.id)
        let isOther = first.page != pageCount && entry.post.hashValue != first.content
        func date(_ newest: Int) -> Int? { newest == .min ? nil : newest }
        if isOther, newest > first.newest {
          joined.versions.append((number, post, first.place, date(first.newest)))
          joined.note(repeated: post.id, in: first.file, isLater: true, at: place)
          note(entry, of: page, as: first.id, newest, at: first.place)
        } else {
          if isOther { joined.earlier.append((number, post, first.place, date(newest))) }
          joined.note(repeated: entry.post.id, in: first.file, isLater: false, at: place)
        }
        continue
      }
      if entry.identity == .given, let edit = edits[Self.folded(entry.post.id)] {
        if page.mark.isFetched, edit.page != pageCount { continue }
        let issue = FeedIssue.earlierVersion(id: entry.post.id, of: edit.id)
        joined.diagnostics.add(issue, at: .json(entry.path, in: page.mark.file))
        continue
      }
      var post = entry.post
      post.service = pageService
      post.id = freeID(post.id)
      if first != nil {
        let issue = FeedIssue.repeatedID(entry.post.id, shownAs: post.id)
        joined.diagnostics.add(issue, at: .json(entry.path, in: page.mark.file))
      }
      if entry.identity == .given, post.id != entry.post.id {
        renamed["\(space ?? "") \(entry.post.id)"] = post.id
      }
      note(entry, of: page, as: post.id, newest, at: postCount)
      postCount += 1
      joined.posts.append((number, post))
    }
    joined.tellRepeated(of: page.mark.file)
    // Services may number their users alike.
    for author in page.missingAuthors where missingAuthors.insert("\(pageService.rawValue) \(author.id)").inserted {
      let issue = FeedIssue.authorMissing(id: author.id, pageService)
      joined.diagnostics.add(issue, at: .json(author.path, in: page.mark.file))
    }
    return joined
  }

  private mutating func note(_ entry: FeedEntry, of page: FeedPage, as id: String, _ newest: Int, at place: Int) {
    seen[Self.folded(id)] = Seen(
      id: id, identity: entry.identity, file: page.mark.file, page: pageCount, idSpace: page.idSpace,
      date: entry.post.date, newest: newest, content: entry.post.hashValue, place: place)
  }

  /// The latest version is the one that is shown, wherever on the page it stands.
  private mutating func noteEdits(_ page: FeedPage) {
    for entry in page.entries {
      // One that gives way itself says nothing more: two that name each other do not both go.
      if edits[Self.folded(entry.post.id)] != nil { continue }
      for id in entry.earlierIDs where id != entry.post.id {
        edits[Self.folded(id)] = edits[Self.folded(id)] ?? (entry.post.id, pageCount)
      }
    }
  }

  /// The one that was there before. Items without ids of their own are the same only when pages overlap: a page does not
  /// repeat itself.
  private func duplicate(of entry: FeedEntry, in space: String?) -> Seen? {
    let id = renamed["\(space ?? "") \(entry.post.id)"] ?? entry.post.id
    guard let first = seen[Self.folded(id)], first.id == id, first.identity == entry.identity, first.idSpace == space,
      space != "" || first.date == entry.post.date
    else { return nil }
    return entry.identity == .given || first.page != pageCount ? first : nil
  }

  private mutating func freeID(_ id: String) -> String {
    let folded = Self.folded(id)
    guard seen[folded] != nil else { return id }
    // Counted on from the last: a feed without ids may have thousands of the same.
    var number = nextNumbers[folded] ?? 2
    while seen["\(folded)-\(number)"] != nil { number += 1 }
    nextNumbers[folded] = number + 1
    return "\(id)-\(number)"
  }

  /// Ids are ASCII, so that case is all in which two names of a folder may differ and be one.
  private static func folded(_ id: String) -> String { id.lowercased() }
}

extension FeedJoin.Joined {
  fileprivate mutating func note(repeated id: String, in file: String, isLater: Bool, at place: Place) {
    if let known = repeated.firstIndex(where: { $0.file == file && $0.areLater == isLater }) {
      repeated[known].count += 1
    } else {
      repeated.append(.init(file: file, areLater: isLater, id: id, place: place))
    }
  }

  /// A newer archive has most of what the last one had: many are told as one.
  fileprivate mutating func tellRepeated(of file: String) {
    for posts in repeated {
      if posts.count > 1 {
        diagnostics.add(
          FeedIssue.duplicates(posts.count, firstIn: posts.file, areLater: posts.areLater), at: Place(file: file))
      } else if posts.areLater {
        diagnostics.add(FeedIssue.laterVersion(id: posts.id, of: posts.file), at: posts.place)
      } else {
        diagnostics.add(FeedIssue.duplicate(id: posts.id, firstIn: posts.file), at: posts.place)
      }
    }
    repeated = []
  }
}
