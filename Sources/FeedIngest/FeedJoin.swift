import Diagnostics

/// Joins pages, given in order, into one feed with unique posts and ids.
///
/// It stores ids, not posts, so that a feed of any length can be processed page by page.
package struct FeedJoin: Sendable {
  private struct Seen: Sendable {
    /// The post's original id: the lookup key ignores case.
    let id: String
    let identity: FeedEntry.Identity
    let file: String
    let page: Int
    /// The page's id space.
    let idSpace: String?
    let date: Int?
    /// The version of the post: the page's newest date, and a hash of the content.
    let newest: Int
    let content: Int
    /// The index among the posts so far.
    let place: Int
    /// The newest date of all pages that contain the post, in any version.
    var latest: Int
    /// The account or channel whose complete export contains the post as its own; nil if none does.
    var whole: String?
  }

  /// The period that a complete export covers, in seconds since 1970.
  private struct Span: Sendable {
    let oldest: Int
    let newest: Int
  }

  /// Posts of a page that an earlier page also contains.
  fileprivate struct Repeated {
    let file: String
    let areLater: Bool
    /// The first post's id.
    let id: String
    let place: Place
    var count = 1
  }

  /// The changes that a page makes to the feed.
  package struct Joined: Sendable {
    /// New posts, each with the index of its entry in the page.
    package fileprivate(set) var posts: [(entry: Int, post: Post)] = []
    /// Later versions of known posts with the posts' indexes, and with the newest date of the page that had the
    /// previous version.
    package fileprivate(set) var versions: [(entry: Int, post: Post, place: Int, exported: Int?)] = []
    /// Earlier versions of known posts, with the newest date of this page.
    package fileprivate(set) var earlier: [(entry: Int, post: Post, place: Int, exported: Int?)] = []
    fileprivate var repeated: [Repeated] = []
    package fileprivate(set) var diagnostics: DiagnosticTally
  }

  /// The first page's service.
  package private(set) var service: Service?
  /// The last page's cursor; nil if the feed has several services, which share no cursor.
  package var nextFrom: String? { isMixed ? nil : lastCursor }
  private var lastCursor: String?
  private var isMixed = false
  /// Keyed by `folded` ids: ids name folders, and some file systems treat `A` and `a` as the same name.
  private var seen: [String: Seen] = [:]
  /// New ids of posts whose own ids were taken, by id space and id.
  private var renamed: [String: String] = [:]
  /// The next number to try for an id.
  private var nextNumbers: [String: Int] = [:]
  /// The ids of old versions whose edited versions have been read, with those; keyed by `folded` ids.
  private var edits: [String: (id: String, page: Int)] = [:]
  /// The periods of complete exports, by account or channel.
  private var wholes: [String: [Span]] = [:]
  private var missingAuthors: Set<String> = []
  private var pageCount = 0
  private var postCount = 0

  package init() {}

  /// Returns the new posts of `page` with their final ids, and all diagnostics for the page.
  package mutating func append(_ page: FeedPage) -> (posts: [Post], diagnostics: DiagnosticTally) {
    let joined = join(page)
    return (joined.posts.map(\.post), joined.diagnostics)
  }

  /// Like `append`, but also returns later versions of known posts. Of two documents with the same post, the one with
  /// the newer entries has the later version.
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
    let whole = noteSpan(of: page)
    for (number, entry) in page.entries.enumerated() {
      let first = duplicate(of: entry, in: space)
      if let first, first.page != pageCount || pageService.format?.showsEachIDOnce == true {
        noteSight(of: first, on: whole, newest, entry.post)
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
      noteSight(of: seen[Self.folded(post.id)], on: whole, newest, post)
      if let first {
        // It is unknown which of them another export contains.
        for id in [first.id, post.id] { seen[Self.folded(id)]?.whole = nil }
      }
      postCount += 1
      joined.posts.append((number, post))
    }
    joined.tellRepeated(of: page.mark.file)
    // Different services may use the same user ids.
    for author in page.missingAuthors where missingAuthors.insert("\(pageService.rawValue) \(author.id)").inserted {
      let issue = FeedIssue.authorMissing(id: author.id, pageService)
      joined.diagnostics.add(issue, at: .json(author.path, in: page.mark.file))
    }
    return joined
  }

  private mutating func note(_ entry: FeedEntry, of page: FeedPage, as id: String, _ newest: Int, at place: Int) {
    let before = seen[Self.folded(id)]
    seen[Self.folded(id)] = Seen(
      id: id, identity: entry.identity, file: page.mark.file, page: pageCount, idSpace: page.idSpace,
      date: entry.post.date, newest: newest, content: entry.post.hashValue, place: place,
      latest: max(newest, before?.latest ?? .min), whole: before?.whole)
  }

  /// - Returns: The account or channel that the page completely exports; nil if there is none, or no dates.
  private mutating func noteSpan(of page: FeedPage) -> String? {
    let dates = page.entries.lazy.compactMap(\.post.date)
    guard let service = page.service, let whole = page.mark.whole, let oldest = dates.min(), let newest = dates.max()
    else { return nil }
    let key = "\(service.rawValue) \(whole)"
    wholes[key, default: []].append(Span(oldest: oldest, newest: newest))
    return key
  }

  /// Reposts are ignored, because they disappear when the original author deletes the post: their absence from a later
  /// export means nothing.
  private mutating func noteSight(of first: Seen?, on whole: String?, _ newest: Int, _ post: Post) {
    guard let first else { return }
    let key = Self.folded(first.id)
    seen[key]?.latest = max(first.latest, newest)
    if let whole, first.identity == .given, post.reposts.isEmpty { seen[key]?.whole = whole }
  }

  /// The indexes and dates of removed posts: those that a later complete export of their account or channel lacks
  /// within its period. Sorted by index.
  package var departed: [(place: Int, date: Int)] {
    seen.values.compactMap { post -> (place: Int, date: Int)? in
      guard let whole = post.whole, let date = post.date, edits[Self.folded(post.id)] == nil,
        wholes[whole, default: []].contains(where: { $0.newest > post.latest && $0.oldest < date })
      else { return nil }
      return (post.place, date)
    }
    .sorted { $0.place < $1.place }
  }

  /// The latest version is shown, wherever it is on the page.
  private mutating func noteEdits(_ page: FeedPage) {
    for entry in page.entries {
      // A post that is itself replaced replaces no others, so that two posts naming each other don't both disappear.
      if edits[Self.folded(entry.post.id)] != nil { continue }
      for id in entry.earlierIDs where id != entry.post.id {
        edits[Self.folded(id)] = edits[Self.folded(id)] ?? (entry.post.id, pageCount)
      }
    }
  }

  /// Returns the known post that equals the entry. Items without ids of their own are only equal across overlapping
  /// pages: a page doesn't repeat itself.
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
    // Continues from the last number: a feed without ids may have thousands of equal ids.
    var number = nextNumbers[folded] ?? 2
    while seen["\(folded)-\(number)"] != nil { number += 1 }
    nextNumbers[folded] = number + 1
    return "\(id)-\(number)"
  }

  /// Ids are ASCII, so names on a case-insensitive file system can only clash by case.
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

  /// A newer archive repeats most posts of the previous one, so they are reported together.
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
