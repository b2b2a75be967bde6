import Diagnostics

/// Joins pages, given in order, into one feed with unique posts and ids.
///
/// It stores ids, not posts, so that a feed of any length can be processed page by page.
package struct FeedJoin: Sendable {
  /// A known post, in as little memory as possible: a feed may have millions.
  private struct KnownPost: Sendable {
    /// The post's original id: the lookup key ignores case.
    let id: String
    /// Hashes of the identity and of the content.
    let identity: Int
    let content: Int
    let date: Int?
    /// The index among the posts so far.
    let place: Int32
    /// The page with this version, and the one with the newest date of all pages with the post; numbers in `pages`.
    let page: Int32
    var latest: Int32
    /// The page's id space, as an index of `names`.
    let idSpace: Int32?
    /// The account or channel whose complete export contains the post as its own, as an index of `names`; nil if none
    /// does.
    var whole: Int32?
  }

  /// A page that was joined.
  private struct JoinedPage: Sendable {
    let file: String
    let idSpace: Int32?
    /// The newest date; the least integer without dates. Of a document in sections, of those joined so far.
    var newest = Int.min
    /// Whether further sections don't change the newest date.
    var isNewestKnown = true
    /// The account or channel that it completely exports, as an index of `names`.
    var whole: Int32?
  }

  /// The period that a complete export covers, in seconds since 1970.
  private struct Span: Sendable {
    let oldest: Int
    let newest: Int
  }

  /// Posts of a page that an earlier page also contains.
  fileprivate struct RepeatedPosts {
    let file: String
    let areLater: Bool
    /// The first post's id.
    let id: String
    let place: Place
    var count = 1
  }

  /// The changes that a page makes to the feed.
  package struct PageChanges: Sendable {
    /// New posts, each with the index of its entry in the page.
    package fileprivate(set) var posts: [(entry: Int, post: Post)] = []
    /// Later versions of known posts with the posts' indexes, and with the newest date of the page that had the
    /// previous version.
    package fileprivate(set) var versions: [(entry: Int, post: Post, place: Int, exported: Int?)] = []
    /// Earlier versions of known posts, with the newest date of this page.
    package fileprivate(set) var earlier: [(entry: Int, post: Post, place: Int, exported: Int?)] = []
    fileprivate var repeated: [RepeatedPosts] = []
    package fileprivate(set) var diagnostics: DiagnosticTally
  }

  /// The first page's service.
  package private(set) var service: Service?
  /// The last page's cursor; nil if the feed has several services, which share no cursor.
  package var nextFrom: String? { isMixed ? nil : lastCursor }
  private var lastCursor: String?
  private var isMixed = false
  /// Indexes of `known`, by `folded` ids: ids name folders, and some file systems treat `A` and `a` as the same name.
  private var seen: [String: Int32] = [:]
  private var known: [KnownPost] = []
  private var pages: [JoinedPage] = []
  /// Id spaces, accounts and channels, each once.
  private var names: [String] = []
  private var nameIndexes: [String: Int32] = [:]
  /// New ids of posts whose own ids were taken, by id space and id.
  private var renamed: [String: String] = [:]
  /// The next number to try for an id.
  private var nextNumbers: [String: Int] = [:]
  /// The ids of old versions whose edited versions have been read, with those; keyed by `folded` ids.
  private var edits: [String: (id: String, page: Int32)] = [:]
  /// The periods of complete exports, by account or channel.
  private var wholes: [String: [Span]] = [:]
  private var missingAuthors: Set<String> = []
  private var postCount = 0

  package init() {}

  /// Returns the new posts of `page` with their final ids, and all diagnostics for the page.
  package mutating func append(_ page: FeedPage) -> (posts: [Post], diagnostics: DiagnosticTally) {
    let joined = join(page)
    return (joined.posts.map(\.post), joined.diagnostics)
  }

  /// Like `append`, but also returns later versions of known posts. Of two documents with the same post, the one with
  /// the newer entries has the later version.
  package mutating func join(_ page: FeedPage) -> PageChanges {
    var joined = PageChanges(diagnostics: page.diagnostics)
    guard let pageService = page.service else { return joined }
    isMixed = isMixed || pageService != service ?? pageService
    service = service ?? pageService
    lastCursor = page.mark.nextFrom
    note(page)
    noteEdits(page)
    let (own, space) = (pages[pages.count - 1], page.idSpace)
    for (number, entry) in page.entries.enumerated() {
      let first = duplicate(of: entry, in: space)
      if let first, first.page != currentPage || pageService.format?.showsEachIDOnce == true {
        noteSight(of: first, entry.post)
        if page.mark.isFetched, first.page != currentPage { continue }
        let place = Place.json(entry.path, in: page.mark.file)
        var post = entry.post
        (post.service, post.id) = (pageService, first.id)
        let earlier = pages[Int(first.page)]
        let isOther = first.page != currentPage && entry.post.hashValue != first.content
        func date(_ newest: Int) -> Int? { newest == .min ? nil : newest }
        if isOther, own.newest > earlier.newest {
          joined.versions.append((number, post, Int(first.place), date(earlier.newest)))
          joined.note(repeated: post.id, in: earlier.file, isLater: true, at: place)
          note(entry, as: first.id, at: first.place)
        } else {
          if isOther { joined.earlier.append((number, post, Int(first.place), date(own.newest))) }
          joined.note(repeated: entry.post.id, in: earlier.file, isLater: false, at: place)
        }
        continue
      }
      if entry.identity == .given, !edits.isEmpty, let edit = edits[Self.folded(entry.post.id)] {
        if page.mark.isFetched, edit.page != currentPage { continue }
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
      note(entry, as: post.id, at: Int32(truncatingIfNeeded: postCount))
      noteSight(of: known[known.count - 1], post)
      if let first {
        // It is unknown which of them another export contains.
        for id in [first.id, post.id] { if let index = index(of: id) { known[index].whole = nil } }
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

  /// The number of the page that is being joined.
  private var currentPage: Int32 { Int32(truncatingIfNeeded: pages.count - 1) }

  private func index(of id: String) -> Int? { seen[Self.folded(id)].map(Int.init) }

  /// The index of a text in `names`.
  private mutating func name(_ text: String) -> Int32 {
    if let known = nameIndexes[text] { return known }
    let index = Int32(truncatingIfNeeded: names.count)
    names.append(text)
    nameIndexes[text] = index
    return index
  }

  private mutating func note(_ entry: FeedEntry, as id: String, at place: Int32) {
    let before = index(of: id)
    let seen = KnownPost(
      id: id, identity: entry.identity.hashValue, content: entry.post.hashValue, date: entry.post.date, place: place,
      page: currentPage, latest: before.map { later(known[$0].latest, currentPage) } ?? currentPage,
      idSpace: pages[pages.count - 1].idSpace, whole: before.flatMap { known[$0].whole })
    guard let before else {
      self.seen[Self.folded(id)] = Int32(truncatingIfNeeded: known.count)
      return known.append(seen)
    }
    known[before] = seen
  }

  /// The page with the newer dates.
  private func later(_ first: Int32, _ second: Int32) -> Int32 {
    pages[Int(second)].newest > pages[Int(first)].newest ? second : first
  }

  /// Notes a page, or the next section of the last one, with its dates and with what it completely exports.
  private mutating func note(_ page: FeedPage) {
    guard !page.isContinued || pages.isEmpty else {
      let last = pages.count - 1
      if !pages[last].isNewestKnown {
        pages[last].newest = max(pages[last].newest, page.entries.dates?.upperBound ?? .min)
      }
      return
    }
    var dates = page.entries.dates
    var joined = JoinedPage(file: page.mark.file, idSpace: page.idSpace.map { name($0) })
    if let rest = page.rest {
      // Dates only matter among documents and for complete exports: otherwise they are not worth reading a long document
      // twice.
      joined.isNewestKnown = !pages.isEmpty || page.mark.whole != nil
      if joined.isNewestKnown { dates = rest.dates() }
    }
    joined.newest = dates?.upperBound ?? .min
    if let service = page.service, let whole = page.mark.whole, let dates {
      let key = "\(service.rawValue) \(whole)"
      wholes[key, default: []].append(Span(oldest: dates.lowerBound, newest: dates.upperBound))
      joined.whole = name(key)
    }
    pages.append(joined)
  }

  /// Notes that the page has a known post. Reposts are ignored, because they disappear when the original author deletes
  /// the post: their absence from a later export means nothing.
  private mutating func noteSight(of first: KnownPost, _ post: Post) {
    guard let index = index(of: first.id) else { return }
    known[index].latest = later(first.latest, currentPage)
    if let whole = pages[pages.count - 1].whole, first.identity == FeedEntry.Identity.given.hashValue,
      post.reposts.isEmpty
    {
      known[index].whole = whole
    }
  }

  /// The indexes and dates of removed posts: those that a later complete export of their account or channel lacks
  /// within its period. Sorted by index.
  package var departed: [(place: Int, date: Int)] {
    guard !wholes.isEmpty else { return [] }
    return known.compactMap { post -> (place: Int, date: Int)? in
      guard let whole = post.whole, let date = post.date, edits[Self.folded(post.id)] == nil else { return nil }
      let latest = pages[Int(post.latest)].newest
      guard wholes[names[Int(whole)], default: []].contains(where: { $0.newest > latest && $0.oldest < date }) else {
        return nil
      }
      return (Int(post.place), date)
    }
    .sorted { $0.place < $1.place }
  }

  /// The latest version is shown, wherever it is on the page.
  private mutating func noteEdits(_ page: FeedPage) {
    for entry in page.entries {
      // A post that is itself replaced replaces no others, so that two posts naming each other don't both disappear.
      if entry.earlierIDs.isEmpty || edits[Self.folded(entry.post.id)] != nil { continue }
      for id in entry.earlierIDs where id != entry.post.id {
        edits[Self.folded(id)] = edits[Self.folded(id)] ?? (entry.post.id, currentPage)
      }
    }
  }

  /// Returns the known post that equals the entry. Items without ids of their own are only equal across overlapping
  /// pages: a page doesn't repeat itself.
  private func duplicate(of entry: FeedEntry, in space: String?) -> KnownPost? {
    let new = renamed.isEmpty ? nil : renamed["\(space ?? "") \(entry.post.id)"]
    let id = new ?? entry.post.id
    guard let index = index(of: id) else { return nil }
    let first = known[index]
    guard first.id == id, first.identity == entry.identity.hashValue, first.idSpace == pages[pages.count - 1].idSpace,
      space != "" || first.date == entry.post.date
    else { return nil }
    return entry.identity == .given || first.page != currentPage ? first : nil
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
  private static func folded(_ id: String) -> String {
    let folded = id.lowercased()
    // Shares the memory of an id in lower case.
    return folded == id ? id : folded
  }
}

extension FeedJoin.PageChanges {
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
