import Diagnostics

/// Processes a page.
extension FetchRun {
  /// The findings on a page, compared with known posts.
  private struct Findings: Sendable {
    var new: [FeedItem] = []
    var edited: [FeedItem] = []
    /// Keys of known posts with a later version among the new ones, and the ids of those versions.
    var replaced: [(key: String, by: String)] = []
    var gone: [String] = []
    /// The walk that this one has reached.
    var met: Int?
    var hasEarlierPages = false
  }

  /// Stores the page if it contains anything new, and records it.
  ///
  /// - Returns: The reason why the walk ends here; nil if it continues.
  func take(
    _ page: ServicePage, of answer: HTTPResponse, _ address: HTTPAddress, on walk: FeedTraversal, number: Int
  ) async throws -> FeedTraversal.End? {
    let found = findings(page, on: walk)
    let isKept = !page.items.isEmpty && (!found.new.isEmpty || !found.edited.isEmpty || walk.keepsAll)
    let last = page.items.last { !$0.isPinned }
    let end: FeedTraversal.End? =
      page.items.isEmpty
      ? .emptyPage
      : found.met != nil
        ? .known
        : page.next == nil
          ? .noNextPage
          : isTooOld(last) ? .dateLimit : nil

    var line = JournalLine(.page)
    (line.walk, line.page) = (walk.number, number)
    line.file = isKept ? FetchFolder.name(walk: walk.number, page: number) : nil
    line.asked = site.stored(address)
    line.next = end == nil || end == .dateLimit ? page.next.map(site.stored) : nil
    line.newer = page.newer.map { site.stored(site.local($0)) }
    (line.posts, line.versions) = (found.new.map(\.key), found.new.map(\.version))
    line.first = page.items.first { !$0.isPinned }?.id
    line.oldest = last?.date
    line.at = Int(client.clock.now())
    if line.next == nil { line.closes = closes(found, on: walk) }
    // A check of the top without results leaves no trace.
    if isKept || found.hasEarlierPages || line.next != nil {
      if let file = line.file {
        try folder.keep(answer.body, page: file, noting: line)
      } else {
        try folder.note(line)
      }
    }
    try note(found)
    if number == 1 { try noteValidators(of: answer, address) }
    counted(page, new: found.new.count - found.replaced.count, address, file: line.file)
    if let file = line.file { try await addMedia(of: answer.body, file) }
    return end
  }

  private func isTooOld(_ last: FeedItem?) -> Bool {
    guard let since = options.since, let date = last?.date else { return false }
    return date < since
  }

  // MARK: Comparison with known posts

  private func findings(_ page: ServicePage, on walk: FeedTraversal) -> Findings {
    folder.look { state in
      var found = Findings()
      found.hasEarlierPages = state.walks[walk.number] != nil
      var seen: Set<String> = []
      for item in page.items where seen.insert(item.key).inserted {
        guard let known = state.known[item.key] else {
          found.new.append(item)
          if let last = item.earlier.last(where: { state.known[$0] != nil && !state.gone.contains($0) }) {
            found.replaced.append((last, item.id))
          }
          continue
        }
        if !item.version.isEmpty, !known.version.isEmpty, item.version != known.version { found.edited.append(item) }
      }
      found.met = meeting(page, walk, state)
      if let met = found.met, feed.isChronological { found.gone = gone(page, state, met) }
      return found
    }
  }

  /// Returns the walk whose posts this page has reached. A single post may reappear out of order, so the last one on
  /// the page decides if posts are sorted by date; else all of them.
  private func meeting(_ page: ServicePage, _ walk: FeedTraversal, _ state: FolderState) -> Int? {
    let items = page.items.filter { !$0.isPinned }
    guard walk.meetsBelow > 0, let last = items.last else { return nil }
    func below(_ item: FeedItem) -> Int? {
      state.known[item.key].flatMap { $0.walk < walk.meetsBelow ? $0.walk : nil }
    }
    guard let met = below(last) else { return nil }
    return feed.isChronological || items.allSatisfy { below($0) != nil } ? met : nil
  }

  /// Returns missing posts between two others that still exist.
  private func gone(_ page: ServicePage, _ state: FolderState, _ met: Int) -> [String] {
    let order = state.walks[met]?.posts ?? []
    let there = Set(page.items.map(\.key))
    let ordered = Set(page.items.filter { !$0.isPinned }.map(\.key))
    guard let first = order.firstIndex(where: ordered.contains), let last = order.lastIndex(where: ordered.contains)
    else { return [] }
    let replaced = Set(page.items.flatMap(\.earlier))
    return order[first...last].filter {
      !there.contains($0) && !replaced.contains($0) && !state.gone.contains($0)
    }
  }

  /// Returns walks that this one makes obsolete by reaching its end.
  private func closes(_ found: Findings, on walk: FeedTraversal) -> [Int]? {
    guard !walk.isBounded else { return nil }
    let met = found.met ?? 0
    let passed = folder.look { state in state.open.filter { met < $0 && $0 < walk.number } }
    return passed.isEmpty ? nil : passed
  }

  private func note(_ found: Findings) throws {
    for item in found.edited {
      var line = JournalLine(.edited)
      (line.post, line.versions) = (item.key, [item.version])
      try folder.note(line)
      progress.report(Diagnostic(FetchIssue.edited(id: item.id)))
    }
    for (key, id) in found.replaced {
      var line = JournalLine(.edited)
      (line.post, line.by) = (key, id)
      try folder.note(line)
      progress.report(Diagnostic(FetchIssue.replaced(id: key, by: id)))
    }
    for key in found.gone {
      var line = JournalLine(.gone)
      line.post = key
      line.at = Int(client.clock.now())
      try folder.note(line)
    }
    if let first = found.gone.first {
      progress.report(Diagnostic(FetchIssue.missing(count: found.gone.count, first: first)))
    }
    counts.withLock { summary in
      summary.edited += found.edited.count + found.replaced.count
      summary.gone += found.gone.count
    }
  }
}
