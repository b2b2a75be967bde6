import Diagnostics

/// What is new since the last run.
extension FetchRun {
  func refresh() async throws -> FeedWalk.End {
    let number = folder.look { $0.lastWalk } + 1
    if options.refreshesHistory {
      var walk = FeedWalk(number: number, meetsBelow: 0)
      walk.keepsAll = true
      return try await self.walk(walk, from: feed.top)
    }
    let (newer, newest) = folder.look { ($0.newer.flatMap(site.restored), $0.newest) }
    if feed.climbs, let newer {
      let reached = try await climb(from: newer)
      if case .refused = reached {} else { return reached }
    } else if !feed.climbs, let newest, let address = feed.newer(than: newest) {
      var walk = FeedWalk(number: number, meetsBelow: number)
      (walk.isBounded, walk.mayBeRefused) = (true, true)
      let reached = try await self.walk(walk, from: address)
      if case .refused = reached {} else { return reached }
    }
    return try await self.walk(FeedWalk(number: number, meetsBelow: number), from: feed.top)
  }

  /// Upwards, page by page, each right above what is known: no hole can be left.
  private func climb(from start: HTTPAddress) async throws -> FeedWalk.End {
    var address = start
    var seen: Set<HTTPAddress> = []
    var pages = 0
    while seen.insert(address).inserted {
      if let limit = options.maxPages, pages >= limit { return .pageLimit }
      let answer = try await ask(address, isConditional: pages == 0, mayBeRefused: pages == 0)
      if answer.status == 304 { return .unchanged }
      if pages == 0, isRefused(answer) { return .refused(status: answer.status) }
      let page = try read(answer)
      let isKnown = folder.look { state in page.items.allSatisfy { state.known[$0.key] != nil } }
      if isKnown {
        counted(page, new: 0, address, file: nil)
        try noteValidators(of: answer, address)
        return page.items.isEmpty ? .emptyPage : .known
      }
      var walk = FeedWalk(number: folder.look { $0.lastWalk } + 1, meetsBelow: 0)
      walk.isBounded = true
      var alone = page
      alone.next = nil
      _ = try await take(alone, of: answer, address, on: walk, number: 1)
      pages += 1
      guard let newer = page.newer.map(site.local) else { break }
      address = newer
    }
    return .known
  }
}
